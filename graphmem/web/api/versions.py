"""The shapes of how a fact came to be what it is, and why it is believed."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from graphmem.model import Edition, Grounds
from graphmem.web.api.shapes import MemoryShape, PersonShape, memory_fields, memory_shape, person_fields


class ReplacedShape(Struct, frozen=True):
    """What took a memory's place, when and why."""

    by: str
    at: datetime
    reason: str | None
    rule: str | None


class VersionShape(MemoryShape, frozen=True, kw_only=True):
    replaced: ReplacedShape | None


class HistoryAnswer(Struct, frozen=True):
    """Every version of a fact, oldest first."""

    versions: list[VersionShape]


class AttributionShape(PersonShape, frozen=True, kw_only=True):
    rule: str | None
    reason: str | None


class ReplacesShape(Struct, frozen=True):
    id: str
    content: str
    at: datetime
    reason: str | None
    rule: str | None


class WhyAnswer(Struct, frozen=True):
    """Why a memory is believed."""

    memory: MemoryShape
    words: Annotated[str, Meta(description="What was said")]
    said_at: datetime
    confidence: float
    read: Annotated[list[dict[str, Any]], Meta(description="What was found in the words, each with its rule")]
    about: list[AttributionShape]
    replaces: list[ReplacesShape]


def version_shape(edition: Edition) -> VersionShape:
    gone = edition.replaced
    replaced = ReplacedShape(gone.new, gone.at, gone.reason, gone.rule) if gone else None
    return VersionShape(**memory_fields(edition.memory), replaced=replaced)


def why_answer(grounds: Grounds) -> WhyAnswer:
    memory = grounds.memory
    return WhyAnswer(
        memory=memory_shape(memory),
        words=memory.content,
        said_at=memory.created_at,
        confidence=memory.confidence,
        read=[dict(part) for part in grounds.read],
        about=[
            AttributionShape(**person_fields(told.person), rule=told.rule, reason=told.reason) for told in grounds.about
        ],
        replaces=[ReplacesShape(old.old, words, old.at, old.reason, old.rule) for old, words in grounds.replaces],
    )
