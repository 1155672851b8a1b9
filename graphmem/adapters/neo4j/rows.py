"""What comes back from the graph, and the domain's words for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from graphmem.adapters.neo4j.change_rows import part_of
from graphmem.adapters.neo4j.moments import Milliseconds, moment, sure_moment
from graphmem.adapters.neo4j.people_rows import PersonRow
from graphmem.core.change import Neighbour
from graphmem.core.grams import kept_grams
from graphmem.core.nearby import Held
from graphmem.core.text import fingerprint
from graphmem.model import (
    Attribution,
    Candidate,
    Contradiction,
    Edition,
    Grounds,
    Kind,
    Memory,
    MemoryId,
    Owner,
    Provenance,
    Replacement,
    Status,
)


class AboutRow(msgspec.Struct, frozen=True):
    subject: bool | None
    person: PersonRow


class MemoryRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/memory.cypher; times are milliseconds."""

    id: str
    content: str
    kind: Kind
    confidence: float
    status: Status
    owner: str
    created_at: Milliseconds
    updated_at: Milliseconds
    key: str | None = None
    tags: list[str] | None = None
    importance: float | None = None
    metadata: str | None = None
    assistant_key: str | None = None
    embedding_model: str | None = None
    thread_id: str | None = None
    source_message_id: str | None = None
    source_tool_run_id: str | None = None
    expires_at: Milliseconds | None = None
    valid_from: Milliseconds | None = None
    valid_to: Milliseconds | None = None
    repeated_at: Milliseconds | None = None
    superseded_by: str | None = None
    about: list[AboutRow] = []

    def __post_init__(self) -> None:
        Owner.parse(self.owner)
        if self.metadata:
            msgspec.json.decode(self.metadata, type=dict)

    def memory(self) -> Memory:
        return Memory(
            id=MemoryId(self.id),
            content=self.content,
            kind=self.kind,
            key=self.key,
            subjects=tuple(dict.fromkeys(row.person.id for row in self.about if row.subject)),
            about=tuple({row.person.id: row.person.person() for row in self.about}.values()),
            tags=tuple(self.tags or ()),
            confidence=self.confidence,
            importance=self.importance,
            status=self.status,
            metadata=msgspec.json.decode(self.metadata) if self.metadata else {},
            assistant_key=self.assistant_key,
            owner=Owner.parse(self.owner),
            embedding_model=self.embedding_model,
            expires_at=moment(self.expires_at),
            valid_from=moment(self.valid_from),
            valid_to=moment(self.valid_to),
            created_at=sure_moment(self.created_at),
            updated_at=sure_moment(self.updated_at),
            repeated_at=moment(self.repeated_at),
            provenance=Provenance(self.thread_id, self.source_message_id, self.source_tool_run_id),
            superseded_by=MemoryId(self.superseded_by) if self.superseded_by else None,
        )


class MemoryIn(msgspec.Struct, frozen=True):
    memory: MemoryRow


class ContradictionRow(msgspec.Struct, frozen=True):
    newer: MemoryRow
    older: MemoryRow
    at: Milliseconds
    reason: str

    def contradiction(self) -> Contradiction:
        return Contradiction(self.newer.memory(), self.older.memory(), sure_moment(self.at), self.reason)


class Contradictions(msgspec.Struct, frozen=True):
    conflicts: list[ContradictionRow]


class ReplacedRow(msgspec.Struct, frozen=True):
    by: str
    at: Milliseconds
    reason: str | None
    rule: str | None


class WordingRow(msgspec.Struct, frozen=True):
    """A change of a memory, perhaps of its words: see cypher/fragments/wordings.cypher."""

    before: str
    after: str
    at: int
    undone_at: int | None
    reason: str
    rule: str

    def gave_way(self, id_: MemoryId) -> tuple[Replacement, str] | None:
        """The words that gave way: the earlier ones, or the later ones where the change was undone."""
        side = part_of(self.before if self.undone_at is None else self.after)
        node = side.nodes.get(id_)
        if node is None or "content" not in node.properties:
            return None
        at = sure_moment(self.at if self.undone_at is None else self.undone_at)
        reason = self.reason if self.undone_at is None else f"undone: {self.reason}"
        return Replacement(new=id_, old=id_, at=at, reason=reason, rule=self.rule), node.properties["content"]


def _gave_way(id_: MemoryId, wordings: Sequence[WordingRow]) -> list[tuple[Replacement, str]]:
    return [gone for row in wordings if (gone := row.gave_way(id_)) is not None]


class VersionRow(msgspec.Struct, frozen=True):
    memory: MemoryRow
    wordings: list[WordingRow]
    replaced: ReplacedRow | None

    def editions(self) -> list[Edition]:
        """The memory, after what it said before."""
        memory = self.memory.memory()
        earlier = [Edition(replace(memory, content=words), gone) for gone, words in _gave_way(memory.id, self.wordings)]
        gone = self.replaced
        if gone is None:
            return [*earlier, Edition(memory, None)]
        replacement = Replacement(
            new=MemoryId(gone.by), old=memory.id, at=sure_moment(gone.at), reason=gone.reason, rule=gone.rule
        )
        return [*earlier, Edition(memory, replacement)]


class Versions(msgspec.Struct, frozen=True):
    versions: list[VersionRow]


class TaughtRow(msgspec.Struct, frozen=True):
    person: PersonRow
    rule: str | None
    reason: str | None


class OldRow(msgspec.Struct, frozen=True):
    id: str
    content: str
    at: Milliseconds
    reason: str | None
    rule: str | None


class WhyRow(msgspec.Struct, frozen=True):
    memory: MemoryRow
    about: list[TaughtRow]
    replaces: list[OldRow]
    wordings: list[WordingRow]

    def grounds(self) -> Grounds:
        memory = self.memory.memory()
        return Grounds(
            memory=memory,
            about=tuple(Attribution(row.person.person(), row.rule, row.reason) for row in self.about),
            replaces=tuple(
                (
                    Replacement(
                        new=memory.id, old=MemoryId(old.id), at=sure_moment(old.at), reason=old.reason, rule=old.rule
                    ),
                    old.content,
                )
                for old in self.replaces
            )
            + tuple(_gave_way(memory.id, self.wordings)),
        )


class Memories(msgspec.Struct, frozen=True):
    memories: list[MemoryRow]


class CandidateRow(msgspec.Struct, frozen=True, array_like=True):
    id: str
    content: str
    key: str | None
    said_at: Milliseconds
    thread_id: str | None
    similarity: float | None
    asked: bool

    def candidate(self) -> Candidate:
        return Candidate(
            id=MemoryId(self.id),
            content=self.content,
            key=self.key,
            said_at=self.said_at,
            thread_id=self.thread_id,
            similarity=self.similarity,
            asked=self.asked,
        )


class Chosen(msgspec.Struct, frozen=True):
    memory: MemoryRow
    outdated: int


class ChosenOnes(msgspec.Struct, frozen=True):
    memories: list[Chosen]


class SuppressedRow(msgspec.Struct, frozen=True):
    id: str
    content: str
    by: str
    at: Milliseconds
    reason: str | None
    rule: str | None

    def replaced(self) -> tuple[Replacement, str]:
        gone = Replacement(
            new=MemoryId(self.by), old=MemoryId(self.id), at=sure_moment(self.at), reason=self.reason, rule=self.rule
        )
        return gone, self.content


class SuppressedOnes(msgspec.Struct, frozen=True):
    suppressed: list[SuppressedRow]


class Candidates(msgspec.Struct, frozen=True):
    candidates: list[CandidateRow]
    people: list[PersonRow]


class Near(msgspec.Struct, frozen=True):
    memory: MemoryRow
    similarity: float

    def neighbour(self) -> Neighbour:
        return Neighbour(self.memory.memory(), self.similarity)


class NearClaim(msgspec.Struct, frozen=True):
    claim_id: str
    neighbours: list[Near]


class Surrounding(msgspec.Struct, frozen=True):
    things: list[str]
    surroundings: list[NearClaim]


class HeldRow(msgspec.Struct, frozen=True):
    memory: MemoryRow
    fingerprint: str | None
    embedding: list[float] | None

    def held(self) -> Held:
        return Held(
            memory=self.memory.memory(),
            fingerprint=self.fingerprint or "",
            vector=self.embedding,
        )


class Whole(msgspec.Struct, frozen=True):
    things: list[str]
    memories: list[HeldRow]


class KeptRow(msgspec.Struct, frozen=True):
    id: str
    superseded: list[str]


class Id(msgspec.Struct, frozen=True):
    id: str


class Ids(msgspec.Struct, frozen=True):
    ids: list[str]


class CountedIds(msgspec.Struct, frozen=True):
    count: int
    ids: list[str]


class Unembedded(msgspec.Struct, frozen=True):
    id: str
    content: str


class UnembeddedMemories(msgspec.Struct, frozen=True):
    memories: list[Unembedded]


def written(memory: Memory) -> Mapping[str, Any]:
    """The properties of a memory's node that can change after it was made."""
    return {
        "content": memory.content,
        "fingerprint": fingerprint(memory.content),
        "kind": memory.kind.value,
        "grams": kept_grams(memory.content),
        "key": memory.key,
        "key_words": memory.key.replace("_", " ") if memory.key else None,
        "tags": list(memory.tags),
        "confidence": memory.confidence,
        "importance": memory.importance,
        "status": memory.status.value,
        "metadata": msgspec.json.encode(memory.metadata).decode() if memory.metadata else None,
        "assistant_key": memory.assistant_key,
        "expires_at": memory.expires_at,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "updated_at": memory.updated_at,
        "repeated_at": memory.repeated_at,
    }
