"""Threads, messages and runs as they come back from the graph."""

import msgspec

from graphmem.adapters.neo4j.moments import Milliseconds, moment, sure_moment
from graphmem.adapters.neo4j.rows import MemoryRow
from graphmem.core.lifecycle import Worth
from graphmem.core.threads import Lesson, Source, ThreadEntry, Turn
from graphmem.model import (
    Extraction,
    ExtractionState,
    Kind,
    MemoryId,
    Message,
    MessageStatus,
    Role,
    RunStatus,
    Status,
    Tenant,
    Thread,
)


class ThreadRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/thread.cypher."""

    id: str
    tenant: str
    user: str
    created_at: Milliseconds
    updated_at: Milliseconds
    messages: int
    unchecked: int
    extraction: str
    assistant_key: str | None = None
    chat: str | None = None
    auto_extract: bool | None = None
    metadata: str | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        if self.metadata:
            msgspec.json.decode(self.metadata, type=dict)

    def thread(self) -> Thread:
        return Thread(
            id=self.id,
            tenant=Tenant(self.tenant),
            user=self.user,
            assistant_key=self.assistant_key,
            chat=self.chat,
            auto_extract=bool(self.auto_extract),
            metadata=msgspec.json.decode(self.metadata) if self.metadata else {},
            created_at=sure_moment(self.created_at),
            updated_at=sure_moment(self.updated_at),
            messages=self.messages,
            unchecked=self.unchecked,
            extraction=ExtractionState(self.extraction),
            error=self.error,
        )


class MessageRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/message.cypher."""

    id: str
    role: Role
    content: str
    status: MessageStatus
    position: int
    checked: bool
    said_at: Milliseconds
    created_at: Milliseconds
    remembered: bool | None = None
    redacted: list[str] | None = None
    refused: list[str] | None = None

    def message(self) -> Message:
        return Message(
            id=self.id,
            role=self.role,
            content=self.content,
            said_at=sure_moment(self.said_at),
            status=self.status,
            position=self.position,
            checked=self.checked,
            remembered=bool(self.remembered),
            redacted=tuple(self.redacted or ()),
            refused=tuple(self.refused or ()),
            created_at=moment(self.created_at),
        )


class ThreadIn(msgspec.Struct, frozen=True):
    thread: ThreadRow


class EntryRow(msgspec.Struct, frozen=True):
    thread: ThreadRow
    learned: int
    opening: str | None

    def entry(self) -> ThreadEntry:
        return ThreadEntry(thread=self.thread.thread(), learned=self.learned, opening=self.opening)


class Threads(msgspec.Struct, frozen=True):
    threads: list[EntryRow]


class MessageIn(msgspec.Struct, frozen=True):
    message: MessageRow


class Messages(msgspec.Struct, frozen=True):
    messages: list[MessageRow]


class LessonRow(msgspec.Struct, frozen=True):
    id: str
    content: str
    kind: Kind
    status: Status

    def lesson(self) -> Lesson:
        return Lesson(id=MemoryId(self.id), content=self.content, kind=self.kind, status=self.status)


class TurnRow(msgspec.Struct, frozen=True):
    message: MessageRow
    learned: list[LessonRow]
    total: int

    def turn(self) -> Turn:
        learned = tuple(row.lesson() for row in self.learned)
        return Turn(message=self.message.message(), learned=learned, more=self.total - len(learned))


class Turns(msgspec.Struct, frozen=True):
    turns: list[TurnRow]


class SourceRow(msgspec.Struct, frozen=True):
    thread: str
    user: str
    message: str
    messages: list[MessageRow]

    def source(self) -> Source:
        said = tuple(row.message() for row in self.messages)
        return Source(thread_id=self.thread, user=self.user, message_id=self.message, messages=said)


class PostedRow(msgspec.Struct, frozen=True):
    thread: ThreadRow
    taken: list[str]
    messages: list[MessageRow]
    due_in: int | None


class FinishedRow(msgspec.Struct, frozen=True):
    thread: ThreadRow
    message: MessageRow
    changed: bool
    due_in: int | None


class MergingRow(msgspec.Struct, frozen=True):
    moving: list[MemoryRow]
    held: list[MemoryRow]


class GoingRow(msgspec.Struct, frozen=True):
    """What goes with a thread: memories, and people that only it knows."""

    ids: list[str]
    people: list[str]


class WaitingThread(msgspec.Struct, frozen=True):
    tenant: str
    id: str


class Waiting(msgspec.Struct, frozen=True):
    threads: list[WaitingThread]


class TakenRow(msgspec.Struct, frozen=True):
    thread: ThreadRow
    tries: int


class UnreadRow(msgspec.Struct, frozen=True):
    unread: list[MessageRow]
    earlier: list[MessageRow]


class CheckedRow(msgspec.Struct, frozen=True):
    thread: ThreadRow
    due_in: int | None


class RunRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/run.cypher; what was refused is JSON: how many for which reason."""

    id: str
    tenant: str
    thread: str
    user: str
    status: RunStatus
    extractor: str
    messages: int
    found: int
    kept: int
    started_at: Milliseconds
    updated_at: Milliseconds
    refused: str | None = None
    error: str | None = None
    took_ms: int | None = None

    def __post_init__(self) -> None:
        if self.refused:
            msgspec.json.decode(self.refused, type=dict[str, int])

    def run(self) -> Extraction:
        return Extraction(
            id=self.id,
            tenant=Tenant(self.tenant),
            thread_id=self.thread,
            user=self.user,
            status=self.status,
            extractor=self.extractor,
            messages=self.messages,
            found=self.found,
            kept=self.kept,
            refused=msgspec.json.decode(self.refused) if self.refused else {},
            error=self.error,
            started_at=sure_moment(self.started_at),
            updated_at=sure_moment(self.updated_at),
            took_ms=self.took_ms,
        )


class Runs(msgspec.Struct, frozen=True):
    runs: list[RunRow]


class ErasedMemories(msgspec.Struct, frozen=True):
    memories: int
    changes: int
    people: list[str]


class TaughtMemory(msgspec.Struct, frozen=True):
    id: str
    superseded: list[str]


class OfPerson(msgspec.Struct, frozen=True):
    """All that tells of a person."""

    people: list[str]
    owner: str
    memories: list[str]
    names: list[str]
    messages: list[list[str]]


class StaleRow(msgspec.Struct, frozen=True):
    id: str
    expired: bool


class StaleRows(msgspec.Struct, frozen=True):
    stale: list[StaleRow]


class WorthRow(msgspec.Struct, frozen=True):
    id: str
    importance: float | None
    confidence: float
    uses: int
    expires_at: Milliseconds | None
    updated_at: Milliseconds

    def worth(self) -> Worth:
        return Worth(
            id=MemoryId(self.id),
            importance=self.importance,
            confidence=self.confidence,
            uses=self.uses,
            expires_at=moment(self.expires_at),
            updated_at=sure_moment(self.updated_at),
        )


class WorthRows(msgspec.Struct, frozen=True):
    memories: list[WorthRow]
