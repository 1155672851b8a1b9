"""What tools answer: short, since a model reads it."""

from datetime import datetime

from msgspec import Struct

from graphmem.errors import GraphmemError
from graphmem.web.api.shapes import CountedPersonShape, ItemError, ItemResult, MemoryShape, PersonShape, QuoteShape
from graphmem.web.errors import problems_of


class Brief(Struct, frozen=True, kw_only=True):
    """A memory in short."""

    id: str
    content: str
    kind: str
    key: str | None
    tags: list[str]
    about: list[str]
    status: str
    created_at: datetime
    expires_at: datetime | None


class Found(Struct, frozen=True):
    memories: list[Brief]
    next_cursor: str | None = None


class Context(Struct, frozen=True):
    """What bears on a question, with the block for the prompt."""

    memories: list[Brief]
    messages: list[QuoteShape]
    people: list[PersonShape]
    context: str


class People(Struct, frozen=True):
    people: list[CountedPersonShape]


class Batch(Struct, frozen=True):
    """What became of several facts: `saved` or `updated` when all were kept, `error` when none was, else `partial`."""

    status: str
    results: list[ItemResult]


class Deleted(Struct, frozen=True):
    status: str
    memory_id: str


def brief(memory: MemoryShape) -> Brief:
    return Brief(
        id=memory.id,
        content=memory.content,
        kind=memory.kind,
        key=memory.key,
        tags=memory.tags,
        about=[person.name or f"my {person.relation}" for person in memory.about],
        status=memory.status,
        created_at=memory.created_at,
        expires_at=memory.expires_at,
    )


def batch(results: list[ItemResult]) -> Batch:
    kept = {result.status for result in results}
    if "error" not in kept:
        return Batch("saved" if "saved" in kept else "updated", results)
    return Batch("error" if kept == {"error"} else "partial", results)


def refusal(error: GraphmemError, memory_id: str | None = None) -> ItemResult:
    """What a rule said no to, for the model to read."""
    field = next((problem.field for problem in problems_of(error)), "")
    return ItemResult("error", memory_id, False, [], ItemError(error.code, str(error), field))
