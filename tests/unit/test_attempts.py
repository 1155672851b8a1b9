"""The ids of a request that may be sent again."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
import uuid_utils
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.core.attempts import ids_of
from graphmem.errors import InvalidInput
from graphmem.model import Tenant

ONE, OTHER = Tenant("one"), Tenant("other")


def new_key() -> str:
    return str(uuid_utils.uuid7())


@pytest.mark.req("A5", "M1")
@settings(deadline=None)
@given(count=st.integers(1, 1000))
def test_the_same_key_gives_the_same_ids_in_the_order_of_time(count: int) -> None:
    key, now = new_key(), datetime.now(UTC)
    ids = ids_of(key, count, tenant=ONE, now=now)

    assert ids == ids_of(key.upper(), count, tenant=ONE, now=now + timedelta(hours=23))
    assert ids == sorted(set(ids))
    assert all(uuid.UUID(id_).version == 7 and uuid.UUID(id_).variant == uuid.RFC_4122 for id_ in ids)
    assert not set(ids) & set(ids_of(key, count, tenant=OTHER, now=now))
    assert not set(ids) & set(ids_of(new_key(), count, tenant=ONE, now=now))


def test_the_ids_stand_between_those_made_before_and_after() -> None:
    before = str(uuid_utils.uuid7())
    later = datetime.now(UTC) + timedelta(milliseconds=2)
    [id_] = ids_of(new_key(), 1, tenant=ONE, now=later)
    assert before[:11] <= id_[:11]


@pytest.mark.parametrize(
    "key", ["", "x", str(uuid.uuid4()), "ffffffff-ffff-7fff-bfff-ffffffffffff", "0" * 12 + "70008" + "0" * 15]
)
def test_a_key_that_says_no_time_or_a_wrong_one_is_refused(key: str) -> None:
    with pytest.raises(InvalidInput, match=r"^Idempotency-Key: "):
        ids_of(key, 1, tenant=ONE, now=datetime.now(UTC))
