"""A request that may be sent again: its key says which it is, so that the second time is answered as the first was."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.errors import InvalidInput
from graphmem.model import Tenant

HEADER = "Idempotency-Key"
LONGEST_KEY = 255
REMEMBERED_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try of a request that has a key."""

    id: str  # of the key, which is its caller's own
    tenant: Tenant
    request: str  # what is asked for, as a digest
    at: datetime

    @property
    def since(self) -> datetime:
        """The moment from which on keys are remembered."""
        return self.at - REMEMBERED_FOR


def attempt_of(key: str, *, tenant: Tenant, caller: str, asked: bytes, now: datetime) -> Attempt:
    """The try of a caller that asks for something with a key of their own."""
    if not 1 <= len(key) <= LONGEST_KEY:
        raise InvalidInput(HEADER, f"must have 1 to {LONGEST_KEY} characters")
    told = json.dumps([tenant, caller, key]).encode()
    return Attempt(
        id=hashlib.sha256(told).hexdigest(), tenant=tenant, request=hashlib.sha256(asked).hexdigest(), at=now
    )
