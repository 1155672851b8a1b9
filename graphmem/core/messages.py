"""From what a caller posts to a message that can be kept."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from graphmem.core.claims import ref, said_moment
from graphmem.core.redaction import redacted
from graphmem.core.text import checked
from graphmem.errors import InvalidInput
from graphmem.model import Message, MessageStatus, Role

LONGEST_MESSAGE = 100_000
FORGOTTEN = "[forgotten]"  # stands where a message told of somebody who was forgotten
MOST_MESSAGES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A message as a caller sends it."""

    role: str
    content: str
    id: str | None = None
    status: str | None = None
    said_at: datetime | None = None


def message_of(draft: Draft, *, new_id: str, now: datetime) -> Message:
    """The message, without secrets, or InvalidInput naming the field that stands in the way."""
    status = status_of(draft.status) if draft.status is not None else MessageStatus.COMPLETED
    content, kinds = content_of(draft.content, status=status)
    return Message(
        id=path_ref(draft.id, field="id") if draft.id is not None else new_id,
        role=role_of(draft.role),
        content=content,
        said_at=said_moment(draft.said_at, now=now),
        status=status,
        redacted=kinds,
    )


def content_of(text: str, *, status: MessageStatus) -> tuple[str, tuple[str, ...]]:
    """The words without secrets, and the kinds of secrets there were; a message under way may still be empty."""
    if not text and status is not MessageStatus.COMPLETED:
        return text, ()
    return redacted(checked(text, field="content", longest=LONGEST_MESSAGE))


def finished(message: Message, *, status: str, content: str | None) -> Message:
    """The pending message as it ends."""
    ended = status_of(status)
    if ended is MessageStatus.PENDING:
        raise InvalidInput("status", "must be completed or failed")
    text, kinds = content_of(message.content if content is None else content, status=ended)
    return replace(message, status=ended, content=text, redacted=kinds or message.redacted)


def is_quotable(*, role: str, status: str, content: str, redacted: Sequence[str]) -> bool:
    """Whether a recall may give its words: what user and assistant said, to its end and without a secret in it."""
    said = role in (Role.USER, Role.ASSISTANT) and status == MessageStatus.COMPLETED
    return said and not redacted and content not in ("", FORGOTTEN)


def role_of(word: str) -> Role:
    try:
        return Role(word)
    except ValueError:
        raise InvalidInput("role", f"{word[:40]!r} is none of {', '.join(Role)}") from None


def status_of(word: str) -> MessageStatus:
    try:
        return MessageStatus(word)
    except ValueError:
        raise InvalidInput("status", f"{word[:40]!r} is none of {', '.join(MessageStatus)}") from None


def derived_id(at: datetime, *parts: str) -> str:
    """An id in the order of time that is the same whenever it is made of the same parts (UUIDv7)."""
    digest = int.from_bytes(hashlib.sha256("\x1f".join(parts).encode()).digest()[:10])
    milliseconds = round(at.timestamp() * 1000) & (2**48 - 1)
    low = digest & (2**62 - 1)
    return str(UUID(int=milliseconds << 80 | 0x7 << 76 | (digest >> 62 & 0xFFF) << 64 | 0b10 << 62 | low))


def path_ref(value: str, *, field: str) -> str:
    """An id of a caller's own that can stand in an address."""
    kept = ref(value, field=field)
    if "/" in kept:
        raise InvalidInput(field, "holds a slash")
    return kept
