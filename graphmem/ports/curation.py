"""What corrections and their undo need."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graphmem.core.doubt import Doubt
from graphmem.core.picture import Change, Deed, Picture
from graphmem.core.verdict import Verdict
from graphmem.model import (
    Claim,
    Memory,
    MemoryId,
    Scope,
    Vector,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeListing:
    """Which changes of a scope to list, newest first."""

    kind: str | None = None
    touched: str | None = None  # the id of a person or memory
    before: str | None = None
    limit: int = 50


class Curation(Protocol):
    """Changes to what is known that are kept on record, so that each can be taken back."""

    async def curate(
        self,
        scope: Scope,
        *,
        people: Sequence[str] = (),
        memories: Sequence[MemoryId] = (),
        decide: Callable[[Picture], Deed],
        now: datetime,
    ) -> Change | None:
        """Shows `decide` these people and memories and writes what it decides, in one transaction; None for nothing."""

    async def rewrite(self, scope: Scope, memory: Memory, vector: Vector | None, *, seen: datetime) -> Change | None:
        """Writes a changed memory. Raises ChangedSince when it was changed after it was `seen`."""

    async def retire(self, scope: Scope, doubt: Doubt, *, by: Claim, verdict: Verdict) -> bool:
        """Retires a memory that a claim, kept meanwhile, outdates; false when either was changed since."""

    async def let_stand(self, scope: Scope, doubt: Doubt, *, by: Claim, verdict: Verdict) -> bool:
        """Settles that a memory and a claim, kept meanwhile, both hold; false when that waits for nobody."""

    async def undo(self, scope: Scope, change: Change, *, vectors: Mapping[str, Vector | None], now: datetime) -> None:
        """Takes a change back. Raises ChangedSince or AlreadyUndone, and changes nothing then."""

    async def change(self, scope: Scope, change_id: str) -> Change | None: ...

    async def changes(self, scope: Scope, listing: ChangeListing) -> list[Change]: ...
