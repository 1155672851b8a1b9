"""What an extractor is shown of a conversation, and what it answers."""

from dataclasses import dataclass

from graphmem.core.reading import Reading
from graphmem.model import Kind, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The messages to be read, those read before them, and what is known already."""

    earlier: tuple[Message, ...] = ()
    unread: tuple[Message, ...]
    known: tuple[str, ...] = ()  # the words of the thread's and the user's memories that are near


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A fact worth keeping, as a statement that stands on its own."""

    message_id: str
    content: str
    kind: Kind | None = None  # none: found from the words
    key: str | None = None
    confidence: float
    importance: float | None = None
    subjects: tuple[str, ...] = ()  # whom it is about, by name or relation; empty: whoever the words speak of
    quote: str  # the words of the message that say so
    explicit: bool = False  # the user gave the command to keep it: personal data may be kept too
    reading: Reading | None = None  # what the words say in their message, if whoever found them knows


@dataclass(frozen=True, slots=True)
class Passed:
    """Words that were left, and why."""

    message_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Extract:
    """What an extractor makes of a conversation."""

    found: tuple[Found, ...] = ()
    passed: tuple[Passed, ...] = ()
