"""What forgetting and clearing up need."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from graphmem.core.lifecycle import Worth
from graphmem.model import (
    MemoryId,
    Owner,
    Tenant,
)


class Lifecycle(Protocol):
    """What the graph can tell about what has to go, and its removal."""

    async def owners(self, *, after: str, limit: int) -> list[Owner]: ...

    async def large_owners(self, most: int) -> list[Owner]:
        """Owners that may hold more than so many memories."""

    async def stale(self, owner: Owner, *, before: datetime, limit: int | None) -> dict[MemoryId, bool]:
        """Memories that expired (true) or were replaced (false) before a moment."""

    async def worth(self, owner: Owner) -> list[Worth]:
        """The owner's active memories, with what says how much each is worth."""

    async def lonely(self, owner: Owner) -> list[str]:
        """The ids of people of whom no memory is left."""

    async def erase(self, owner: Owner, memories: Sequence[MemoryId]) -> int:
        """Deletes memories for good and whoever is then left without any; says how many people that were."""

    async def erase_people(self, owner: Owner, people: Sequence[str]) -> int:
        """Deletes those of these people of whom no memory is left."""

    async def erase_keys(self, *, since: datetime) -> int:
        """Deletes the keys of requests from before a moment."""

    async def erase_runs(self, *, before: datetime) -> int:
        """Deletes the records of runs that ended before a moment."""

    async def erase_tokens(self, *, before: datetime) -> int:
        """Deletes the marks of ended sessions and used links that would be too old before a moment anyway."""


class Erasure(Protocol):
    """Erases one thing with all that tells of it, counted by label; none when there is no such thing.

    Rehearsed, nothing is erased, and the counts are what they would be.
    """

    async def memory(self, tenant: Tenant, memory_id: str, *, rehearse: bool) -> Mapping[str, int] | None: ...

    async def thread(self, tenant: Tenant, thread_id: str, *, rehearse: bool) -> Mapping[str, int] | None: ...

    async def person(self, tenant: Tenant, person_id: str, *, rehearse: bool) -> Mapping[str, int] | None: ...

    async def user(self, tenant: Tenant, user: str, *, rehearse: bool) -> Mapping[str, int] | None: ...
