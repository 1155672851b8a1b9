"""What reading conversations needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from graphmem.core.threads import Backlog
from graphmem.core.triggers import Due
from graphmem.model import (
    Extraction,
    Message,
    Tenant,
    Thread,
)
from graphmem.ports.graph import Also


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A thread that is one run's for a while."""

    extraction_id: str
    thread: Thread
    tries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a run."""

    messages: Sequence[str]  # the ids of those read
    found: int
    kept: int
    refused: Mapping[str, int]
    left: Mapping[str, Sequence[str]] = field(default_factory=dict)  # why, for each message; never its words


class Extractions(Protocol):
    """The runs over threads, and which threads wait for one. A thread is only ever one run's."""

    async def waiting(self, limit: int) -> list[tuple[Tenant, str]]:
        """Threads that are due and free, in the order they came."""

    async def take(self, tenant: Tenant, thread_id: str, *, extractor: str, lease: float) -> Taken | None:
        """The thread for one run; none when somebody else was quicker."""

    async def renew(self, taken: Taken, *, lease: float) -> bool: ...

    async def unread(self, taken: Taken, *, limit: int, earlier: int) -> tuple[list[Message], list[Message]]:
        """The messages nobody has read, and those before them, each in their order."""

    def done(self, taken: Taken, outcome: Outcome, *, due: Due) -> Also:
        """Marks the messages read and frees the thread. Raises LeaseLost when the thread is no longer the run's."""

    async def finish(self, also: Also) -> None:
        """Does what `done` gives on its own, when there is nothing to settle."""

    async def fail(self, taken: Taken, *, error: str, again: float | None) -> None:
        """Leaves the messages unread, to be tried again in so many seconds, or for a person to look at."""

    async def set_aside(self, tenant: Tenant, thread_id: str, *, error: str) -> None:
        """Takes a thread that can't be taken off the list of those that wait."""

    async def ask(self, tenant: Tenant, thread_id: str) -> Thread | None:
        """Has a thread read as soon as can be."""

    async def listed(
        self, tenant: Tenant, *, thread_id: str | None, user: str | None, status: str | None, limit: int,
        before: str | None,
    ) -> list[Extraction]: ...  # fmt: skip

    async def backlog(self, tenant: Tenant, *, user: str | None) -> Backlog:
        """How much waits to be read, of a tenant or of one user."""

    async def lately(
        self, tenant: Tenant, *, thread_id: str | None, user: str | None, seconds: int
    ) -> list[Extraction]:
        """The runs that began or changed in the last seconds, oldest change first."""
