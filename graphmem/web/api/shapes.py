"""The shapes of requests and answers, as callers see them."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from graphmem.core.prompt import Style
from graphmem.model import Include, Json, Memory, Person, Quote, Recalled, Replacement


class MemoryItem(Struct, frozen=True, forbid_unknown_fields=True):
    """One fact to remember."""

    content: Annotated[str, Meta(description="The fact, as it was said: up to 10,000 characters, kept to the letter")]
    kind: Annotated[
        str | None,
        Meta(description="profile, preference, fact, task, note, summary or event; fact by default"),
    ] = None
    key: Annotated[str | None, Meta(description="What the fact is a value of: a new value replaces the old one")] = None
    subjects: Annotated[list[str] | None, Meta(description="Whom it is about")] = None
    tags: list[str] | None = None
    confidence: Annotated[float | None, Meta(description="0 to 1; 1 by default")] = None
    importance: Annotated[float | None, Meta(description="0 to 1")] = None
    metadata: Annotated[dict[str, Any] | None, Meta(description="Anything you want to find again on the memory")] = None
    expires_in: Annotated[str | None, Meta(description="Until when it holds: `2 weeks`, `until Friday`, `P10D`")] = None
    expires_days: Annotated[float | None, Meta(description="Days until it is no longer true")] = None
    said_at: Annotated[datetime | None, Meta(description="When it was said; now by default")] = None
    explicit: Annotated[bool, Meta(description="The user asked for it: personal data may be kept, secrets never")] = (
        False
    )


class Item:
    """A memory item that may be wrong without making its neighbours wrong."""

    __slots__ = ("error", "value")

    def __init__(self, value: MemoryItem | None, error: str | None) -> None:
        self.value = value
        self.error = error

    @classmethod
    def read(cls, raw: Any) -> "Item":
        try:
            return cls(msgspec.convert(raw, MemoryItem), None)
        except msgspec.ValidationError as error:
            return cls(None, str(error))


class RememberRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts to remember for one owner."""

    memories: Annotated[list[Item], Meta(description="1 to 1,000 facts; each succeeds or fails on its own")]
    user_id: str | None = None
    owner_type: Annotated[str | None, Meta(description="user, assistant, org, chat or thread; user by default")] = None
    owner_id: str | None = None
    chat_id: str | None = None
    org_id: str | None = None
    assistant_id: str | None = None
    assistant_key: Annotated[str | None, Meta(description="Only this assistant will see it; none: every one")] = None
    thread_id: str | None = None
    thread_specific: Annotated[bool, Meta(description="Keep the thread's id on the memory")] = False
    source_message_id: str | None = None
    source_tool_run_id: str | None = None
    time_zone: Annotated[str | None, Meta(description="The user's, such as Europe/Lisbon; days end there")] = None


class ItemError(Struct, frozen=True):
    code: str
    message: str
    field: str


class ItemResult(Struct, frozen=True, omit_defaults=False):
    """What became of one item."""

    status: Annotated[str, Meta(description="saved, updated or error")]
    memory_id: str | None
    deduplicated: bool
    superseded: list[str]
    error: ItemError | None = None


class RememberAnswer(Struct, frozen=True):
    results: list[ItemResult]


class MemoryPatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields to change; what is left out stays."""

    content: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    key: str | UnsetType | None = UNSET
    tags: list[str] | UnsetType = UNSET
    confidence: float | UnsetType = UNSET
    importance: float | UnsetType | None = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET
    expires_at: datetime | UnsetType | None = UNSET
    explicit: bool = False


class OwnerShape(Struct, frozen=True):
    type: str
    id: str


class PersonShape(Struct, frozen=True, kw_only=True):
    """Somebody in a user's life."""

    id: str
    name: str | None
    relation: Annotated[str | None, Meta(description="The first of the relations")] = None
    relations: list[str]
    aliases: list[str]


class CountedPersonShape(PersonShape, frozen=True, kw_only=True):
    memory_count: int


class PeopleAnswer(Struct, frozen=True):
    people: list[CountedPersonShape]
    next_cursor: str | None


class MemoryShape(Struct, frozen=True, kw_only=True):
    """A memory as callers see it."""

    id: str
    content: str
    kind: str
    key: str | None
    tags: list[str]
    confidence: float
    importance: float | None
    status: str
    metadata: dict[str, Any]
    assistant_key: str | None
    owner: OwnerShape
    about: list[PersonShape]
    embedding_model: str | None
    expires_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    created_at: datetime
    updated_at: datetime
    thread_id: str | None
    source_message_id: str | None
    source_tool_run_id: str | None
    superseded_by: str | None


class RecalledShape(MemoryShape, frozen=True, kw_only=True):
    """A memory that was recalled, with why it ranks where it does."""

    score: Annotated[float, Meta(description="By which the memories of one recall are ordered")]
    relevance: Annotated[float, Meta(description="The probability that it answers the question")]
    similarity: Annotated[float | None, Meta(description="Its cosine to the question; none before it has a vector")]


class MemoriesAnswer(Struct, frozen=True):
    memories: list[MemoryShape]
    next_cursor: str | None


class DeletedAnswer(Struct, frozen=True):
    id: str
    status: str


class ClearedAnswer(Struct, frozen=True):
    deleted: int


class AnyAnswer(Struct, frozen=True):
    has_memories: bool


class RecallRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question, and whose memories may answer it."""

    query: str
    user_id: str | None = None
    chat_id: str | None = None
    thread_id: str | None = None
    assistant_id: str | None = None
    org_id: str | None = None
    assistant_key: str | None = None
    person: Annotated[str | None, Meta(description="Only memories about this person: any name or relation")] = None
    limit: Annotated[int, Meta(ge=1, le=100)] | None = None
    min_relevance: (
        Annotated[float, Meta(ge=0, le=1, description="Nothing less likely to answer; left out: 0.005")] | None
    ) = None
    min_similarity: (
        Annotated[
            float,
            Meta(ge=-1, le=1, description="Nothing below this cosine, and all above unless `min_relevance` is given"),
        ]
        | None
    ) = None
    min_confidence: Annotated[float, Meta(ge=0, le=1)] | None = None
    as_of: Annotated[datetime | None, Meta(description="What was known at this moment")] = None
    valid_at: Annotated[datetime | None, Meta(description="What was true at this moment")] = None
    lean: Annotated[bool, Meta(description="Skip recall: the answer is empty")] = False
    explain: Annotated[bool, Meta(description="Say which memories were suppressed, and why")] = False
    style: Annotated[Style, Meta(description="heading: `## User Memory`; bracket: `[User Memory]`")] = Style.HEADING
    include: Annotated[
        list[Include] | None,
        Meta(description="memories, messages or both; left out: memories, and messages where these are few"),
    ] = None
    max_tokens: (
        Annotated[int, Meta(ge=1, le=1_000_000, description="Room for the context: only what fits is given")] | None
    ) = None


class SuppressedShape(Struct, frozen=True):
    """A memory that was not recalled, since another took its place."""

    id: str
    content: str
    superseded_by: str
    at: datetime
    reason: str | None
    rule: str | None


class QuoteShape(Struct, frozen=True, kw_only=True):
    """What somebody said, to the letter: a message, or the sentence of it that bears on the question."""

    thread_id: str
    message_id: str
    role: Annotated[str, Meta(description="Who said it: user or assistant")]
    said_at: datetime
    text: str
    score: float


class RecallAnswer(Struct, frozen=True):
    memories: list[RecalledShape]
    messages: Annotated[list[QuoteShape], Meta(description="What was said in the user's threads, beside the memories")]
    people: Annotated[list[PersonShape], Meta(description="Whom the memories given, or the question, concern")]
    context: Annotated[str, Meta(description="The block for the prompt; empty when nothing is known")]
    suppressed: Annotated[int, Meta(description="How many outdated versions of these memories were kept back")]
    suppressed_memories: Annotated[list[SuppressedShape], Meta(description="Which, and why, with `explain`")]
    took_ms: float


def memory_fields(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "content": memory.content,
        "kind": memory.kind.value,
        "key": memory.key,
        "tags": list(memory.tags),
        "confidence": memory.confidence,
        "importance": memory.importance,
        "status": memory.status.value,
        "metadata": _plain(memory.metadata),
        "assistant_key": memory.assistant_key,
        "owner": OwnerShape(memory.owner.type.value, memory.owner.ref),
        "about": [person_shape(person) for person in memory.about],
        "embedding_model": memory.embedding_model,
        "expires_at": memory.expires_at,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
        "thread_id": memory.provenance.thread_id,
        "source_message_id": memory.provenance.message_id,
        "source_tool_run_id": memory.provenance.tool_run_id,
        "superseded_by": memory.superseded_by,
    }


def person_shape(person: Person) -> PersonShape:
    return PersonShape(**person_fields(person))


def counted_shape(person: Person) -> CountedPersonShape:
    return CountedPersonShape(**person_fields(person), memory_count=person.memory_count or 0)


def person_fields(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "relation": person.relations[0] if person.relations else None,
        "relations": list(person.relations),
        "aliases": list(person.aliases),
    }


def memory_shape(memory: Memory) -> MemoryShape:
    return MemoryShape(**memory_fields(memory))


def recalled_shape(item: Recalled) -> RecalledShape:
    similarity = None if item.similarity is None else round(item.similarity, 4)
    return RecalledShape(
        **memory_fields(item.memory), score=item.score, relevance=item.relevance, similarity=similarity
    )


def quote_shape(quote: Quote) -> QuoteShape:
    return QuoteShape(
        thread_id=quote.thread_id,
        message_id=quote.message_id,
        role=quote.role.value,
        said_at=quote.said_at,
        text=quote.text,
        score=round(quote.score, 4),
    )


def suppressed_shape(gone: Replacement, words: str) -> SuppressedShape:
    return SuppressedShape(gone.old, words, gone.new, gone.at, gone.reason, gone.rule)


def _plain(metadata: Any) -> dict[str, Json]:
    return dict(metadata)
