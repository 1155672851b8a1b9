"""The statements about messages that may be quoted, and what comes back."""

from datetime import datetime

import msgspec

from graphmem.adapters.neo4j.moments import Milliseconds, sure_moment
from graphmem.adapters.neo4j.queries import Properties
from graphmem.adapters.neo4j.query import Query, Scoped
from graphmem.adapters.neo4j.rows import Id, Unembedded
from graphmem.core.quotes import Retired, Saying, Sayings, Taught
from graphmem.model import MemoryId, Role, Vector


class TaughtRow(msgspec.Struct, frozen=True):
    id: str
    content: str
    holds: bool | None


class SayingRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/saying.cypher."""

    thread: str
    id: str
    role: Role
    content: str
    said_at: Milliseconds
    similarity: float | None
    text_score: float
    taught: list[TaughtRow]

    def saying(self) -> Saying:
        return Saying(
            thread_id=self.thread,
            message_id=self.id,
            role=self.role,
            content=self.content,
            said_at=sure_moment(self.said_at),
            similarity=self.similarity,
            text_score=self.text_score,
            taught=tuple(Taught(MemoryId(row.id), row.content, bool(row.holds)) for row in self.taught),
        )


class RetiredRow(msgspec.Struct, frozen=True):
    content: str
    replaced_by: str | None


class SayingsRow(msgspec.Struct, frozen=True):
    sayings: list[SayingRow]
    retired: list[RetiredRow]

    def found(self) -> Sayings:
        return Sayings(
            tuple(row.saying() for row in self.sayings),
            tuple(Retired(row.content, row.replaced_by) for row in self.retired),
        )


class ThreadOfUser(msgspec.Struct, frozen=True):
    tenant: str
    id: str
    user: str


class UnembeddedMessages(msgspec.Struct, frozen=True):
    messages: list[Unembedded]


class MessagesByIndex(Scoped[SayingsRow], file="recall/messages_by_index", row=SayingsRow):
    assistant_key: str | None
    vector: Vector
    model: str
    lucene: str
    reach: int
    candidates: int
    least: float
    longest: int
    now: datetime


class MessagesByScan(Scoped[SayingsRow], file="recall/messages_by_scan", row=SayingsRow):
    assistant_key: str | None
    vector: Vector | None
    model: str
    lucene: str
    candidates: int
    least: float
    longest: int
    now: datetime


class ThreadsAwaitingVectors(Query[ThreadOfUser], file="tend/threads_awaiting_vectors", row=ThreadOfUser):
    after_tenant: str
    after_id: str
    limit: int


class MessagesAwaitingVectors(Query[UnembeddedMessages], file="tend/messages_awaiting_vectors", row=UnembeddedMessages):
    tenant: str
    thread: str
    model: str
    longest: int
    limit: int


class AttachMessageVectors(Query[dict[str, int]], file="tend/attach_message_vectors", mode="write", row=dict[str, int]):
    tenant: str
    thread: str
    owner_token: str
    model: str
    longest: int
    rows: list[Properties]


class ThreadVectorsComplete(Query[Id], file="tend/thread_vectors_complete", mode="write", row=Id):
    tenant: str
    thread: str
    owner_token: str
    model: str


class MarkEveryThread(Query[dict[str, int]], file="tend/mark_every_thread", mode="write", row=dict[str, int]):
    pass
