"""What people look at of conversations: which there are, what each turn taught, and how much waits to be read."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model import Kind, MemoryId, Message, Status, Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadEntry:
    """A thread in a list: how much was learned in it, and how it begins."""

    thread: Thread
    learned: int
    opening: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A memory that a message taught."""

    id: MemoryId
    content: str
    kind: Kind
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A message, with what was learned from it; `more` are not shown."""

    message: Message
    learned: Sequence[Lesson] = ()
    more: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory was learned: the message, among those said around it."""

    thread_id: str
    user: str
    message_id: str
    messages: Sequence[Message]

    @property
    def message(self) -> Message:
        return next(message for message in self.messages if message.id == self.message_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """How many threads wait to be read, are being read, or failed, and how many messages are unread."""

    pending: int = 0
    running: int = 0
    failed: int = 0
    unread: int = 0
