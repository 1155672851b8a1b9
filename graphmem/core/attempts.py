"""A request that may be sent again: its key says which memories it makes, so that the second time makes no more."""

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

from graphmem.errors import InvalidInput
from graphmem.model import MemoryId, Tenant

HEADER = "Idempotency-Key"
GOOD_FOR = timedelta(days=1)
_AHEAD = timedelta(minutes=5)  # clocks differ a little
_VERSION, _VARIANT = 7 << 76, 2 << 62


def ids_of(key: str, count: int, *, tenant: Tenant, now: datetime) -> list[MemoryId]:
    """The ids of the memories that a request with this key makes: in the order of time, like all ids."""
    made, moment = _read(key, now)
    return [MemoryId(str(_id(made, moment, tenant, place))) for place in range(count)]


def _read(key: str, now: datetime) -> tuple[UUID, int]:
    try:
        made = UUID(key)
    except ValueError:
        made = UUID(int=0)
    if made.version != 7:
        raise InvalidInput(HEADER, "must be a UUID of version 7, which says when it was made")
    moment = made.int >> 80
    age = now - datetime.fromtimestamp(min(moment / 1000, 32_000_000_000), UTC)
    if not -_AHEAD <= age <= GOOD_FOR:
        raise InvalidInput(HEADER, "was made too long ago, or lies in the future: it is good for a day")
    return made, moment


def _id(made: UUID, moment: int, tenant: Tenant, place: int) -> UUID:
    digest = hashlib.sha256(f"{tenant}/{made}/{place}".encode()).digest()
    random = int.from_bytes(digest[:8]) & ((1 << 62) - 1)
    return UUID(int=moment << 80 | _VERSION | place << 64 | _VARIANT | random)
