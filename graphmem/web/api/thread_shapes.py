"""The shapes of threads, messages and runs, as callers see them."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from graphmem.core.threads import ThreadEntry
from graphmem.model import Extraction, Message, Thread
from graphmem.web.api.shapes import Item, ItemResult


class OpenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new conversation."""

    user_id: Annotated[str | None, Meta(description="Needed, unless the key is for one user")] = None
    id: Annotated[str | None, Meta(description="Your own id for it; opened again, it is the same thread")] = None
    assistant_key: Annotated[str | None, Meta(description="The assistant the user talks to")] = None
    chat_id: Annotated[str | None, Meta(description="The chat it takes place in")] = None
    auto_extract: Annotated[bool, Meta(description="Read every message of the user for facts at once")] = False
    metadata: dict[str, Any] | None = None


class ThreadShape(Struct, frozen=True, kw_only=True):
    """A thread as callers see it."""

    id: str
    user_id: str
    assistant_key: str | None
    chat_id: str | None
    auto_extract: bool
    metadata: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    messages: int
    unchecked: Annotated[int, Meta(description="Completed messages not yet read for facts")]
    extraction: Annotated[str, Meta(description="idle, pending, running or failed")]
    error: Annotated[str | None, Meta(description="Why the last extraction failed")]


class ThreadEntryShape(ThreadShape, frozen=True, kw_only=True):
    """A thread in a list."""

    learned: Annotated[int, Meta(description="How many memories were learned in it")]
    opening: Annotated[str | None, Meta(description="The beginning of what the user said first")]


class ThreadsAnswer(Struct, frozen=True):
    threads: list[ThreadEntryShape]
    next_cursor: str | None


class MessageItem(Struct, frozen=True, forbid_unknown_fields=True):
    """One message."""

    role: Annotated[str, Meta(description="user, assistant, system or tool")]
    content: Annotated[str, Meta(description="What was said: up to 100,000 characters; secrets in it are taken out")]
    id: Annotated[str | None, Meta(description="Your own id for it; posted again, it is the same message")] = None
    status: Annotated[str | None, Meta(description="pending, completed or failed; completed by default")] = None
    said_at: Annotated[datetime | None, Meta(description="When it was said; now by default")] = None


class PostRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One message, or several in `messages`."""

    role: str | None = None
    content: str | None = None
    id: str | None = None
    status: str | None = None
    said_at: datetime | None = None
    messages: Annotated[list[MessageItem] | None, Meta(description="1 to 500 messages; all are added or none")] = None


class FinishRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """How a pending message ended."""

    status: Annotated[str, Meta(description="completed or failed")]
    content: Annotated[str | None, Meta(description="All of it; left out, it stays as posted")] = None


class MessageShape(Struct, frozen=True, kw_only=True):
    """A message as callers see it."""

    id: str
    role: str
    content: str
    status: str
    position: int
    is_memory_checked: bool
    remembered: Annotated[bool, Meta(description="What it asked to remember was kept at once")]
    redacted: Annotated[list[str], Meta(description="The kinds of secrets that were taken out of it")]
    refused: Annotated[list[str], Meta(description="Why something in it was not kept")]
    said_at: datetime
    created_at: datetime | None


class RememberedShape(ItemResult, frozen=True, kw_only=True):
    """What became of what a message asked to remember."""

    message_id: str


class PostAnswer(Struct, frozen=True):
    messages: list[MessageShape]
    remembered: list[RememberedShape]
    thread: ThreadShape


class MessagesAnswer(Struct, frozen=True):
    messages: list[MessageShape]
    next_cursor: str | None


class ErasedAnswer(Struct, frozen=True):
    """How many of what were deleted for good."""

    id: str
    status: str
    deleted: dict[str, int]


class GiveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    user_id: Annotated[str | None, Meta(description="The thread's user; left out, it is meant")] = None


class MergedAnswer(Struct, frozen=True):
    """What became of a thread's memories when they were given to its user."""

    user_id: str
    moved: int
    superseded: int


class SaveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts to keep for a thread."""

    memories: Annotated[list[Item], Meta(description="1 to 1,000 facts; each succeeds or fails on its own")]
    owner_type: Annotated[str | None, Meta(description="user, assistant, org, chat or thread; user by default")] = None
    owner_id: Annotated[str | None, Meta(description="The organisation, when owner_type is org")] = None
    assistant_only: Annotated[bool, Meta(description="Only the thread's assistant will see it")] = False
    thread_specific: Annotated[bool, Meta(description="Keep the thread's id on it; it goes when the thread goes")] = (
        False
    )
    source_message_id: str | None = None
    source_tool_run_id: str | None = None
    time_zone: Annotated[str | None, Meta(description="The user's, such as Europe/Lisbon; days end there")] = None


class RemovedAnswer(Struct, frozen=True):
    deleted: list[str]


class RunShape(Struct, frozen=True, kw_only=True):
    """One run over the unread messages of a thread."""

    id: str
    thread_id: str
    user_id: str
    status: Annotated[str, Meta(description="running, done, retrying, failed, retried or lost")]
    extractor: str
    messages: int
    found: int
    kept: int
    refused: Annotated[dict[str, int], Meta(description="How many facts or sentences were left, and why")]
    error: str | None
    started_at: datetime
    updated_at: datetime
    took_ms: int | None


class BacklogAnswer(Struct, frozen=True, kw_only=True):
    """How much waits to be read."""

    pending: Annotated[int, Meta(description="Threads that will be read")]
    running: Annotated[int, Meta(description="Threads that are being read")]
    failed: Annotated[int, Meta(description="Threads that were given up and can be asked for again")]
    unread: Annotated[int, Meta(description="Messages that nobody has read yet")]
    queue: Annotated[int | None, Meta(description="Calls in the queue that no worker has heard yet; null: unreachable")]


class RunsAnswer(Struct, frozen=True):
    extractions: list[RunShape]
    next_cursor: str | None


def thread_shape(thread: Thread) -> ThreadShape:
    return ThreadShape(**_thread_fields(thread))


def entry_shape(entry: ThreadEntry) -> ThreadEntryShape:
    return ThreadEntryShape(**_thread_fields(entry.thread), learned=entry.learned, opening=entry.opening)


def _thread_fields(thread: Thread) -> dict[str, Any]:
    return {
        "id": thread.id,
        "user_id": thread.user,
        "assistant_key": thread.assistant_key,
        "chat_id": thread.chat,
        "auto_extract": thread.auto_extract,
        "metadata": dict(thread.metadata),
        "created_at": thread.created_at,
        "updated_at": thread.updated_at,
        "messages": thread.messages,
        "unchecked": thread.unchecked,
        "extraction": thread.extraction.value,
        "error": thread.error,
    }


def message_shape(message: Message) -> MessageShape:
    return MessageShape(**message_fields(message))


def message_fields(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "role": message.role.value,
        "content": message.content,
        "status": message.status.value,
        "position": message.position,
        "is_memory_checked": message.checked,
        "remembered": message.remembered,
        "redacted": list(message.redacted),
        "refused": list(message.refused),
        "said_at": message.said_at,
        "created_at": message.created_at,
    }


def run_shape(run: Extraction) -> RunShape:
    return RunShape(
        id=run.id,
        thread_id=run.thread_id,
        user_id=run.user,
        status=run.status.value,
        extractor=run.extractor,
        messages=run.messages,
        found=run.found,
        kept=run.kept,
        refused=dict(run.refused),
        error=run.error,
        started_at=run.started_at,
        updated_at=run.updated_at,
        took_ms=run.took_ms,
    )
