"""What conversations need."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graphmem.core.merging import Outdated
from graphmem.core.threads import Source, ThreadEntry, Turn
from graphmem.core.triggers import Due
from graphmem.model import (
    Memory,
    MemoryId,
    Message,
    Owner,
    Scope,
    Tenant,
    Thread,
)
from graphmem.ports.graph import Also


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """What became of posted messages."""

    thread: Thread
    messages: Sequence[Message]
    taken: Sequence[str] = ()  # ids that other words have: nothing was written
    due_in: float | None = None  # seconds until they are read


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """Which of the memories that a thread may see, in the order of their ids."""

    learned_here: bool = False
    ids: Sequence[MemoryId] | None = None
    after: MemoryId | None = None
    limit: int = 50
    now: datetime


class Threads(Protocol):
    """Conversations in the graph. Every call names the tenant; what another tenant has does not exist."""

    async def open(self, thread: Thread) -> Thread:
        """The new thread, or the one that was opened under this id before; UnknownThread when it is another's."""

    async def thread(self, tenant: Tenant, thread_id: str) -> Thread | None: ...

    async def listed(self, tenant: Tenant, user: str, *, limit: int, before: Thread | None) -> list[ThreadEntry]: ...

    async def of_user(self, tenant: Tenant, user: str) -> list[str]:
        """The ids of all threads of a user."""

    async def post(
        self,
        tenant: Tenant,
        thread_id: str,
        messages: Sequence[Message],
        *,
        due: Due,
        now: datetime,
        also: Also | None = None,
    ) -> Posting | None:
        """Adds messages in one write, with `also` when they are new; none when there is no such thread."""

    async def finish(
        self, tenant: Tenant, thread_id: str, message: Message, *, due: Due, now: datetime
    ) -> Posting | None:
        """Ends a pending message in one write; one that has ended stays as it is."""

    async def message(self, tenant: Tenant, thread_id: str, message_id: str) -> Message | None: ...

    async def messages(self, tenant: Tenant, thread_id: str, *, after: int, limit: int) -> list[Message]: ...

    async def conversation(self, thread: Thread, *, after: int, limit: int, most: int) -> list[Turn]:
        """The messages in their order, each with what was learned from it, at most so many of each."""

    async def sources(self, scope: Scope, memory_id: MemoryId, *, reach: int, limit: int) -> list[Source]:
        """The messages that taught a memory, the last first, each among so many before and after it."""

    async def memories(self, thread: Thread, scope: Scope, visible: Visible) -> list[Memory]: ...

    def learned(self, thread: Thread, owner: Owner, *, asked: Sequence[str] = ()) -> Also:
        """Notes which messages taught the memories of a settlement, and which wishes to remember it fulfils."""

    async def taught_by(self, thread: Thread, message_id: str) -> list[tuple[MemoryId, tuple[MemoryId, ...]]]:
        """The memories that a message taught, each with those it replaced."""

    async def merge(
        self,
        thread: Thread,
        decide: Callable[[Sequence[Memory]], Sequence[Outdated]],
        joined: Mapping[str, str],
        *,
        now: datetime,
    ) -> tuple[int, int]:
        """Gives a thread's memories and people to its user; says how many moved and how many were outdated by it."""

    async def clear(self, thread: Thread, *, now: datetime) -> Mapping[str, int] | None:
        """Deletes what was learned in a thread, which stays; what was said so far counts as read."""

    async def delete(self, thread: Thread) -> Mapping[str, int] | None:
        """Deletes a thread with all that was said and learned in it, and says how much."""
