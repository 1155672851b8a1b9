"""Requests that may be sent again."""

from datetime import UTC, datetime

import pytest

from graphmem.core.attempts import Attempt, attempt_of
from graphmem.errors import InvalidInput
from graphmem.model import Tenant

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def attempt(key: str = "k", *, tenant: str = "t", caller: str = "c", asked: bytes = b"{}") -> Attempt:
    return attempt_of(key, tenant=Tenant(tenant), caller=caller, asked=asked, now=NOW)


@pytest.mark.parametrize("key", ["1", "order 7", "ä" * 255, "0190b2f5-6c9a-7cc3-98c4-dc0c0c07398f"])
def test_any_text_may_be_a_key(key: str) -> None:
    assert attempt(key) == attempt(key)


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_of_no_or_too_many_characters_is_refused_by_name(key: str) -> None:
    with pytest.raises(InvalidInput, match=r"^Idempotency-Key: "):
        attempt(key)


@pytest.mark.parametrize("other", [attempt("K"), attempt(tenant="T"), attempt(caller="C"), attempt("c", caller="k")])
def test_a_key_is_its_callers_own(other: Attempt) -> None:
    assert other.id != attempt().id


def test_the_same_key_with_another_request_is_told_apart() -> None:
    other = attempt(asked=b"[]")
    assert (other.id, other.request == attempt().request) == (attempt().id, False)
