"""Every statement below `cypher/` that reads or writes, as a class whose fields are its parameters."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from graphmem.adapters.neo4j.change_rows import ChangeIn, Changes, PictureRow
from graphmem.adapters.neo4j.engine_rows import AnswerRow, KeyRow, SchemaRow, VectorIndex, Version
from graphmem.adapters.neo4j.people_rows import CountedPerson, Everybody, NameRow, People, PeopleMeant, Suggestions
from graphmem.adapters.neo4j.query import Query, Scoped
from graphmem.adapters.neo4j.rows import (
    Candidates,
    ChosenOnes,
    Contradictions,
    CountedIds,
    Id,
    Ids,
    KeptRow,
    Memories,
    MemoryIn,
    SuppressedOnes,
    Surrounding,
    UnembeddedMemories,
    Versions,
    Whole,
    WhyRow,
)
from graphmem.model import Vector

Properties = dict[str, Any]  # of a node, as they are written


class Surroundings(Scoped[Surrounding], file="remember/surroundings", mode="write", row=Surrounding):
    owner: str
    owner_type: str
    owner_ref: str
    claims: list[Properties]


class SurroundingsByScan(Scoped[Surrounding], file="remember/surroundings_by_scan", mode="write", row=Surrounding):
    owner: str
    owner_type: str
    owner_ref: str
    claims: list[Properties]


class WholeOwner(Scoped[Whole], file="remember/whole_owner", mode="write", row=Whole):
    owner: str
    owner_type: str
    owner_ref: str
    claims: list[Properties]


class Apply(Scoped[dict[str, str]], file="remember/apply", mode="write", row=dict[str, str]):
    owner: str
    owner_token: str
    model: str
    awaiting_vectors: bool
    things: list[str]
    people: list[Properties]
    aliases: list[Properties]
    ended: list[Properties]
    joined: list[Properties]
    suggested: list[Properties]
    mentioned: list[Properties]
    added: list[Properties]
    repeated: list[Properties]
    about: list[Properties]
    superseded: list[Properties]
    overtaken: list[Properties]
    doubted: list[Properties]
    changes: list[Properties]


class RivalValues(Scoped[Memories], file="curate/rival_values", row=Memories):
    keys: list[str] | None


class KeptBefore(Scoped[KeptRow], file="remember/kept", row=KeptRow):
    ids: list[str]


class AnswerTo(Query[AnswerRow], file="attempts/answer", row=AnswerRow):
    id: str
    tenant: str
    since: datetime


class NoteAnswer(Query[dict[str, bool]], file="attempts/note", mode="write", row=dict[str, bool]):
    id: str
    tenant: str
    owner: str
    request: str
    answer: str
    at: datetime
    since: datetime


class Searchable(Scoped[dict[str, int]], file="recall/searchable", row=dict[str, int]):
    most: int
    most_messages: int


class ByIndex(Scoped[Candidates], file="recall/by_index", row=Candidates):
    assistant_key: str | None
    vector: Vector
    model: str
    lucene: str
    reach: int
    candidates: int
    min_confidence: float
    kinds: list[str]
    names: list[str]
    now: datetime


class ByScan(Scoped[Candidates], file="recall/by_scan", row=Candidates):
    assistant_key: str | None
    vector: Vector
    model: str
    candidates: int
    min_confidence: float
    kinds: list[str]
    names: list[str]
    now: datetime


class ByWords(Scoped[Candidates], file="recall/by_words", row=Candidates):
    assistant_key: str | None
    lucene: str
    candidates: int
    min_confidence: float
    now: datetime


class About(Scoped[Candidates], file="recall/about", row=Candidates):
    assistant_key: str | None
    person: str
    vector: Vector | None
    model: str
    candidates: int
    min_confidence: float
    now: datetime


class AsOf(Scoped[Candidates], file="recall/as_of", row=Candidates):
    assistant_key: str | None
    person: str | None
    vector: Vector | None
    model: str
    lucene: str
    candidates: int
    min_confidence: float
    now: datetime
    as_of: datetime | None
    valid_at: datetime | None


class ChosenMemories(Scoped[ChosenOnes], file="recall/chosen", row=ChosenOnes):
    ids: list[str]
    assistant_key: str | None
    person: str | None
    min_confidence: float
    now: datetime
    as_of: datetime | None
    valid_at: datetime | None


class Suppressed(Scoped[SuppressedOnes], file="recall/suppressed", row=SuppressedOnes):
    ids: list[str]
    assistant_key: str | None


class UnkeyedNames(Query[NameRow], file="tend/unkeyed_names", row=NameRow):
    limit: int


class KeyNames(Query[dict[str, int]], file="tend/key_names", mode="write", row=dict[str, int]):
    rows: list[Properties]


class EverybodyKnown(Scoped[Everybody], file="people/everybody", row=Everybody):
    pass


class MeantPeople(Scoped[PeopleMeant], file="people/meant", row=PeopleMeant):
    lookup: Properties


class ListedPeople(Scoped[People], file="people/listed", row=People):
    after: str | None
    limit: int


class PeopleThen(Scoped[People], file="people/then", row=People):
    id: str | None
    as_of: datetime | None
    valid_at: datetime | None
    after: str | None
    limit: int


class SuggestedMerges(Scoped[Suggestions], file="people/suggested", row=Suggestions):
    limit: int


class OnePerson(Scoped[CountedPerson], file="people/one", row=CountedPerson):
    id: str


class Listed(Scoped[Memories], file="memories/listed", row=Memories):
    assistant_key: str | None
    every_assistant: bool
    statuses: list[str]
    kind: str | None
    key: str | None
    tag: str | None
    person: str | None
    include_expired: bool
    before: str | None
    limit: int
    now: datetime
    as_of: datetime | None
    valid_at: datetime | None


class Conflicts(Scoped[Contradictions], file="memories/conflicts", row=Contradictions):
    assistant_key: str | None
    every_assistant: bool
    limit: int
    now: datetime


class ConflictsOf(Scoped[Contradictions], file="memories/conflicts_of", row=Contradictions):
    id: str
    assistant_key: str | None
    every_assistant: bool
    limit: int
    now: datetime


class One(Scoped[MemoryIn], file="memories/one", row=MemoryIn):
    id: str
    assistant_key: str | None
    every_assistant: bool


class History(Scoped[Versions], file="memories/history", row=Versions):
    id: str
    assistant_key: str | None
    every_assistant: bool


class Why(Scoped[WhyRow], file="memories/why", row=WhyRow):
    id: str
    assistant_key: str | None
    every_assistant: bool


class PictureOf(Scoped[PictureRow], file="curate/picture", mode="write", row=PictureRow):
    people: list[str]
    memories: list[str]
    assistant_key: str | None
    every_assistant: bool


class AsItStands(Scoped[PictureRow], file="curate/as_it_stands", mode="write", row=PictureRow):
    id: str
    nodes: list[str]
    made: list[str]


class WriteChange(Scoped[Id], file="curate/write", mode="write", row=Id):
    owner: str
    awaiting_vectors: bool
    people: list[Properties]
    aliases: list[Properties]
    changed: list[Properties]
    untied: list[Properties]
    tied: list[Properties]
    removed: list[str]
    record: list[Properties]
    touched: list[str]
    undone: list[Properties]


class OneChange(Scoped[ChangeIn], file="curate/one", row=ChangeIn):
    id: str


class ListedChanges(Scoped[Changes], file="curate/listed", row=Changes):
    kind: str | None
    touched: str | None
    before: str | None
    limit: int


class Delete(Scoped[Id], file="memories/delete", mode="write", row=Id):
    id: str
    assistant_key: str | None
    every_assistant: bool


class Clear(Scoped[dict[str, int]], file="memories/clear", mode="write", row=dict[str, int]):
    batch: int


class OwnersAwaitingVectors(Query[Id], file="tend/owners_awaiting_vectors", row=Id):
    after: str
    limit: int


class EveryVectorComplete(Query[Id], file="tend/every_vector_complete", mode="write", row=Id):
    pass


class MarkEveryOwner(Query[dict[str, int]], file="tend/mark_every_owner", mode="write", row=dict[str, int]):
    pass


class AwaitingVectors(Scoped[UnembeddedMemories], file="tend/awaiting_vectors", row=UnembeddedMemories):
    model: str
    limit: int


class AttachVectors(Scoped[dict[str, int]], file="tend/attach_vectors", mode="write", row=dict[str, int]):
    model: str
    rows: list[Properties]


class VectorsComplete(Scoped[Ids], file="tend/vectors_complete", mode="write", row=Ids):
    model: str


class UnreadableNodes(Query[CountedIds], file="tend/unreadable", row=CountedIds):
    label: str
    needed: list[str]
    one_text: list[str]
    texts: list[str]
    moment: list[str]
    share: list[str]
    whole: list[str]
    flag: list[str]
    one_of: dict[str, list[str]]
    limit: int


class Beat(Query[Id], file="engine/beat", mode="write", row=Id):
    pass


class EngineVersion(Query[Version], file="engine/version", row=Version):
    pass


class FailedDatabases(Query[dict[str, str]], file="engine/failed", row=dict[str, str]):
    pass


class Schema(Query[SchemaRow], file="engine/schema", row=SchemaRow):
    pass


class RecordSchema(Query[dict[str, int]], file="engine/record_schema", mode="write", row=dict[str, int]):
    version: int
    embedding_model: str
    earlier_model: str | None
    dimensions: int


class VectorIndexState(Query[VectorIndex], file="engine/vector_index", row=VectorIndex):
    name: str = "memory_meaning"


class CreateKey(Query[KeyRow], file="keys/create", mode="write", row=KeyRow):
    id: str
    digest: str
    tenant: str
    name: str
    role: str
    read_only: bool
    user: str | None
    tools_off: Sequence[str]
    expires_at: datetime | None
    created_at: datetime


class FindKey(Query[KeyRow], file="keys/find", row=KeyRow):
    digest: str


class ListedKeys(Query[KeyRow], file="keys/listed", row=KeyRow):
    tenant: str | None


class RevokeKey(Query[KeyRow], file="keys/revoke", mode="write", row=Id):
    id: str
    tenant: str | None
    at: datetime


class SpendToken(Query[dict[str, bool]], file="sessions/spend", mode="write", row=dict[str, bool]):
    id: str
    tenant: str
    until: datetime
    attempt: str


class SpentToken(Query[Id], file="sessions/spent", row=Id):
    id: str
    tenant: str
