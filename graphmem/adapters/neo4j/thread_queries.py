"""The statements about threads, messages and the runs that read them."""

from datetime import datetime

import msgspec

from graphmem.adapters.neo4j.queries import Properties
from graphmem.adapters.neo4j.query import Query, Scoped
from graphmem.adapters.neo4j.rows import Id, Ids, Memories
from graphmem.adapters.neo4j.thread_rows import (
    CheckedRow,
    FinishedRow,
    MergingRow,
    MessageIn,
    Messages,
    PostedRow,
    Runs,
    SourceRow,
    TakenRow,
    TaughtMemory,
    ThreadIn,
    Threads,
    Turns,
    UnreadRow,
    Waiting,
)


class BacklogRow(msgspec.Struct, frozen=True):
    pending: int
    running: int
    failed: int
    unread: int


class OpenThread(Query[ThreadIn], file="threads/open", mode="write", row=ThreadIn):
    tenant: str
    id: str
    owner: str
    owner_type: str
    owner_ref: str
    properties: Properties


class OneThread(Query[ThreadIn], file="threads/one", row=ThreadIn):
    tenant: str
    thread: str


class ListedThreads(Scoped[Threads], file="threads/listed", row=Threads):
    user: str
    before: list[int | str] | None
    limit: int


class ThreadsOfUser(Query[Ids], file="threads/of_user", row=Ids):
    tenant: str
    user: str


class Post(Query[PostedRow], file="threads/post", mode="write", row=PostedRow):
    tenant: str
    thread: str
    messages: list[Properties]
    quotable: list[str]
    now: datetime
    spoke: bool
    every: bool
    threshold: int
    soon: int | None


class FinishMessage(Query[FinishedRow], file="threads/finish", mode="write", row=FinishedRow):
    tenant: str
    thread: str
    id: str
    status: str
    content: str | None
    redacted: list[str] | None
    quotable: bool
    grams: str | None
    now: datetime
    spoke: bool
    every: bool
    threshold: int
    soon: int | None


class OneMessage(Query[MessageIn], file="threads/message", row=MessageIn):
    tenant: str
    thread: str
    id: str


class ListedMessages(Query[Messages], file="threads/messages", row=Messages):
    tenant: str
    thread: str
    after: int
    limit: int


class ConversationOf(Scoped[Turns], file="threads/conversation", row=Turns):
    thread: str
    after: int
    limit: int
    most: int


class SourcesOf(Scoped[SourceRow], file="browse/sources", row=SourceRow):
    id: str
    reach: int
    limit: int


class Learned(Scoped[Id], file="threads/learned", mode="write", row=Id):
    thread: str
    learned: list[Properties]
    asked: list[str]


class TaughtBy(Scoped[TaughtMemory], file="threads/taught_by", row=TaughtMemory):
    thread: str
    id: str


class ThreadMemories(Scoped[Memories], file="threads/memories", row=Memories):
    own: str
    learned_in: str | None
    ids: list[str] | None
    assistant_key: str | None
    after: str | None
    limit: int
    now: datetime


class Merging(Scoped[MergingRow], file="threads/merging", mode="write", row=MergingRow):
    thread: str
    user_owner: str


class MergeThread(Scoped[Id], file="threads/merge", mode="write", row=Id):
    thread: str
    user_owner: str
    owner_token: str
    joined: list[Properties]
    superseded: list[Properties]
    now: datetime


class ClearThread(Query[Id], file="threads/clear", mode="write", row=Id):
    tenant: str
    thread: str
    now: datetime


class WaitingThreads(Query[Waiting], file="extract/waiting", row=Waiting):
    limit: int


class TakeThread(Query[TakenRow], file="extract/take", mode="write", row=TakenRow):
    tenant: str
    thread: str
    extraction: str
    extractor: str
    lease_for: int


class RenewLease(Query[Id], file="extract/renew", mode="write", row=Id):
    tenant: str
    thread: str
    extraction: str
    lease_for: int


class Unread(Query[UnreadRow], file="extract/unread", row=UnreadRow):
    tenant: str
    thread: str
    limit: int
    earlier: int


class Check(Query[CheckedRow], file="extract/check", mode="write", row=CheckedRow):
    tenant: str
    thread: str
    extraction: str
    messages: list[str]
    refused: Properties
    outcome: Properties
    every: bool
    threshold: int
    soon: int | None


class FailRun(Query[ThreadIn], file="extract/fail", mode="write", row=ThreadIn):
    tenant: str
    thread: str
    extraction: str
    error: str
    again: int | None


class SetAside(Query[Id], file="extract/set_aside", mode="write", row=Id):
    tenant: str
    thread: str
    error: str


class AskForRun(Query[ThreadIn], file="extract/ask", mode="write", row=ThreadIn):
    tenant: str
    thread: str


class ListedRuns(Query[Runs], file="extract/listed", row=Runs):
    tenant: str
    thread: str | None
    user: str | None
    status: str | None
    before: str | None
    limit: int


class BacklogOf(Query[BacklogRow], file="extract/backlog", row=BacklogRow):
    tenant: str
    user: str | None


class RunsSince(Query[Runs], file="extract/since", row=Runs):
    tenant: str
    thread: str | None
    user: str | None
    seconds: int
    limit: int
