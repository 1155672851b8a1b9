"""What comes back from the graph, and the domain's words for it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from graphmem.core.text import fingerprint
from graphmem.model import Kind, Memory, MemoryId, Owner, Provenance, Status


class MemoryRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/memory.cypher; times are milliseconds."""

    id: str
    content: str
    kind: str
    confidence: float
    status: str
    owner: str
    created_at: int
    updated_at: int
    key: str | None = None
    subjects: list[str] | None = None
    tags: list[str] | None = None
    importance: float | None = None
    metadata: str | None = None
    assistant_key: str | None = None
    embedding_model: str | None = None
    thread_id: str | None = None
    source_message_id: str | None = None
    source_tool_run_id: str | None = None
    expires_at: int | None = None
    valid_from: int | None = None
    valid_to: int | None = None
    superseded_by: str | None = None

    def memory(self) -> Memory:
        return Memory(
            id=MemoryId(self.id),
            content=self.content,
            kind=Kind(self.kind),
            key=self.key,
            subjects=tuple(self.subjects or ()),
            tags=tuple(self.tags or ()),
            confidence=self.confidence,
            importance=self.importance,
            status=Status(self.status),
            metadata=msgspec.json.decode(self.metadata) if self.metadata else {},
            assistant_key=self.assistant_key,
            owner=Owner.parse(self.owner),
            embedding_model=self.embedding_model,
            expires_at=moment(self.expires_at),
            valid_from=moment(self.valid_from),
            valid_to=moment(self.valid_to),
            created_at=_moment(self.created_at),
            updated_at=_moment(self.updated_at),
            provenance=Provenance(self.thread_id, self.source_message_id, self.source_tool_run_id),
            superseded_by=MemoryId(self.superseded_by) if self.superseded_by else None,
        )


class MemoryIn(msgspec.Struct, frozen=True):
    memory: MemoryRow


class Memories(msgspec.Struct, frozen=True):
    memories: list[MemoryRow]


class Found(msgspec.Struct, frozen=True):
    memory: MemoryRow
    similarity: float | None
    text_score: float


class Candidates(msgspec.Struct, frozen=True):
    candidates: list[Found]


class Near(msgspec.Struct, frozen=True):
    memory: MemoryRow
    similarity: float


class Surrounding(msgspec.Struct, frozen=True):
    claim_id: str
    neighbours: list[Near]


class Id(msgspec.Struct, frozen=True):
    id: str


class Count(msgspec.Struct, frozen=True):
    count: int


class Unembedded(msgspec.Struct, frozen=True):
    id: str
    content: str


class UnembeddedMemories(msgspec.Struct, frozen=True):
    memories: list[Unembedded]


class Version(msgspec.Struct, frozen=True):
    name: str
    version: str
    edition: str


class SchemaRow(msgspec.Struct, frozen=True):
    version: int
    embedding_model: str | None
    dimensions: int | None


class VectorIndex(msgspec.Struct, frozen=True):
    state: str
    dimensions: int | None


class KeyRow(msgspec.Struct, frozen=True):
    id: str
    tenant: str
    name: str | None = None
    created_at: int | None = None
    revoked_at: int | None = None


def written(memory: Memory) -> Mapping[str, Any]:
    """The properties of a memory's node that can change after it was made."""
    return {
        "content": memory.content,
        "fingerprint": fingerprint(memory.content),
        "kind": memory.kind.value,
        "key": memory.key,
        "key_words": memory.key.replace("_", " ") if memory.key else None,
        "subjects": list(memory.subjects),
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
    }


def moment(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else _moment(milliseconds)


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
