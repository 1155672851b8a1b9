"""The statements that read a tenant as an archive, and write an archive to a tenant."""

from typing import Any

import msgspec

from graphmem.adapters.neo4j.query import Query, Scoped
from graphmem.model import Tenant

Properties = dict[str, Any]


class OwnerRow(msgspec.Struct, frozen=True):
    id: str
    things: list[str] | None
    size: int  # how many memories and threads


class LineRow(msgspec.Struct, frozen=True):
    """The fields of one line; moments are text, and what the graph holds as JSON is text."""

    line: dict[str, Any]


class AliasRow(msgspec.Struct, frozen=True):
    line: dict[str, Any]
    owner: str


class ThreadRow(msgspec.Struct, frozen=True):
    line: dict[str, Any]
    reading: dict[str, Any]


class ThreadHere(msgspec.Struct, frozen=True):
    id: str
    arriving: bool


class MessageHere(msgspec.Struct, frozen=True):
    thread: str
    id: str


class HereRow(msgspec.Struct, frozen=True):
    ids: list[str]
    holders: list[str]
    threads: list[ThreadHere]
    messages: list[MessageHere]


class HeldRow(msgspec.Struct, frozen=True):
    fingerprints: list[str]


class Counts(Scoped[dict[str, int]], file="archive/counts", row=dict[str, int]):
    pass


class TalkCounts(Query[dict[str, int]], file="archive/talk_counts", row=dict[str, int]):
    tenant: Tenant
    users: list[str] | None


class Owners(Query[OwnerRow], file="archive/owners", row=OwnerRow):
    tenant: Tenant
    prefix: str
    only: list[str] | None
    after: str
    limit: int


class PeopleLines(Query[LineRow], file="archive/people", row=LineRow):
    tenant: Tenant
    owners: list[str]
    owner: str
    after: str
    limit: int


class AliasLines(Query[AliasRow], file="archive/aliases", row=AliasRow):
    tenant: Tenant
    owners: list[str]
    owner: str
    after: str
    limit: int


class ThreadLines(Query[ThreadRow], file="archive/threads", row=ThreadRow):
    tenant: Tenant
    users: list[str] | None
    after: str
    limit: int


class MessageLines(Query[LineRow], file="archive/messages", row=LineRow):
    tenant: Tenant
    thread: str
    position: int
    after: str
    limit: int


class MemoryLines(Scoped[LineRow], file="archive/memories", row=LineRow):
    owner: str
    after: str
    limit: int
    model: str | None


class MemoryLinesOfOne(Scoped[LineRow], file="archive/memories_of_one", row=LineRow):
    after: str
    limit: int
    model: str | None


class ChangeLines(Scoped[LineRow], file="archive/changes", row=LineRow):
    owner: str
    after: str
    limit: int


class ExtractionLines(Query[LineRow], file="archive/extractions", row=LineRow):
    tenant: Tenant
    users: list[str] | None
    after: str
    limit: int


class Here(Scoped[HereRow], file="archive/here", row=HereRow):
    ids: list[str]
    holders: list[str]
    threads: list[str]
    messages: list[dict[str, str]]


class Held(Scoped[HeldRow], file="archive/held", row=HeldRow):
    fingerprints: list[str]


class Put(Query[dict[str, int]]):
    tenant: Tenant
    rows: list[Properties]


class PutOwners(Put, file="archive/put_owners", mode="write", row=dict[str, int]):
    pass


class PutPeople(Put, file="archive/put_people", mode="write", row=dict[str, int]):
    pass


class PutPersonTies(Put, file="archive/put_person_ties", mode="write", row=dict[str, int]):
    pass


class PutAliases(Put, file="archive/put_aliases", mode="write", row=dict[str, int]):
    pass


class PutMissingNames(Put, file="archive/put_missing_names", mode="write", row=dict[str, int]):
    pass


class PutThreads(Put, file="archive/put_threads", mode="write", row=dict[str, int]):
    pass


class PutMessages(Put, file="archive/put_messages", mode="write", row=dict[str, int]):
    pass


class PutReadings(Put, file="archive/put_readings", mode="write", row=dict[str, int]):
    pass


class PutExtractions(Put, file="archive/put_extractions", mode="write", row=dict[str, int]):
    pass


class PutScoped(Scoped[dict[str, int]]):
    rows: list[Properties]


class PutMemories(PutScoped, file="archive/put_memories", mode="write", row=dict[str, int]):
    pass


class PutSuccessions(PutScoped, file="archive/put_successions", mode="write", row=dict[str, int]):
    pass


class PutDoubts(PutScoped, file="archive/put_doubts", mode="write", row=dict[str, int]):
    pass


class PutChanges(PutScoped, file="archive/put_changes", mode="write", row=dict[str, int]):
    pass
