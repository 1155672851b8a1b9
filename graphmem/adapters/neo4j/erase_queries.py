"""The statements that erase for good, and those that tell what has to go."""

from datetime import datetime

import msgspec

from graphmem.adapters.neo4j.queries import Properties
from graphmem.adapters.neo4j.query import Query, Scoped
from graphmem.adapters.neo4j.rows import Ids
from graphmem.adapters.neo4j.thread_rows import (
    ErasedMemories,
    GoingRow,
    OfPerson,
    StaleRows,
    ThreadIn,
    WorthRows,
)

Counts = dict[str, int]


class UsesRow(msgspec.Struct, frozen=True):
    count: int
    last: int | None
    recalls: list[str]


class LockThread(Scoped[ThreadIn], file="erase/lock_thread", mode="write", row=ThreadIn):
    thread: str


class LockOwners(Query[Counts], file="erase/lock_owners", mode="write", row=Counts):
    tenant: str
    ids: list[str]


class OwnersOf(Scoped[Ids], file="erase/owners_of", row=Ids):
    memories: list[str]


class GoingWithThread(Scoped[GoingRow], file="erase/of_thread", mode="write", row=GoingRow):
    thread: str


class EraseMemories(Scoped[ErasedMemories], file="erase/memories", mode="write", row=ErasedMemories):
    ids: list[str]


class EraseOrphans(Query[Counts], file="erase/orphans", mode="write", row=Counts):
    tenant: str
    ids: list[str]


class EraseThread(Scoped[Counts], file="erase/thread", mode="write", row=Counts):
    thread: str


class OfPersonQuery(Scoped[OfPerson], file="erase/of_person", row=OfPerson):
    id: str


class ErasePeople(Query[Counts], file="erase/people", mode="write", row=Counts):
    tenant: str
    ids: list[str]


class BlankMessages(Query[Counts], file="erase/messages", mode="write", row=Counts):
    tenant: str
    user: str | None
    messages: list[list[str]]
    names: list[str]


class OfOwner(Scoped[Ids], file="erase/of_owner", row=Ids):
    limit: int


class PeopleOfOwner(Scoped[Ids], file="erase/people_of_owner", row=Ids):
    limit: int


class EraseOwner(Query[Counts], file="erase/owner", mode="write", row=Counts):
    tenant: str
    owner: str


class CountUser(Scoped[Counts], file="erase/count_user", row=Counts):
    user: str


class Owners(Query[Ids], file="tend/owners", row=Ids):
    after: str
    limit: int


class LargeOwners(Query[Ids], file="tend/large_owners", row=Ids):
    most: int


class Stale(Scoped[StaleRows], file="tend/stale", row=StaleRows):
    before: datetime
    limit: int


class Lonely(Scoped[Ids], file="tend/lonely", row=Ids):
    pass


class WorthOf(Scoped[WorthRows], file="tend/worth", row=WorthRows):
    pass


class NoteRecalled(Scoped[Counts], file="tend/recalled", mode="write", row=Counts):
    rows: list[Properties]
    kept: int
    now: datetime


class UsesOf(Scoped[UsesRow], file="browse/uses", row=UsesRow):
    id: str


class OldKeys(Query[Counts], file="tend/old_keys", mode="write", row=Counts):
    since: datetime
    limit: int


class OldRuns(Query[Counts], file="tend/old_runs", mode="write", row=Counts):
    before: datetime
    limit: int


class OldTokens(Query[dict[str, int]], file="tend/old_tokens", mode="write", row=dict[str, int]):
    before: datetime
    limit: int
