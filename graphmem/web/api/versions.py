"""The shapes of how a fact came to be what it is, and why it is believed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from graphmem.core.threads import Source
from graphmem.core.uses import Uses
from graphmem.model import Contradiction, Edition, Grounds
from graphmem.web.api.change_shapes import ConflictShape, conflict_shape
from graphmem.web.api.shapes import MemoryShape, PersonShape, memory_fields, memory_shape, person_fields
from graphmem.web.api.source_shapes import SourceShape, source_shape


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
    about: list[AttributionShape]
    replaces: list[ReplacesShape]


class UseShape(Struct, frozen=True):
    """One time that a memory was recalled."""

    at: datetime
    key: Annotated[str, Meta(description="The name of the key")]
    assistant: str | None
    interface: Annotated[str, Meta(description="api, rpc, tool, mcp or chat")]


class UsesShape(Struct, frozen=True):
    """How often a memory was recalled, when last, and the last 20 times."""

    count: int
    last: datetime | None
    recent: list[UseShape]


class BelievedAnswer(WhyAnswer, frozen=True):
    """Why a memory is believed, where it was said, who recalled it, and what it may not hold beside."""

    sources: list[SourceShape]
    uses: UsesShape
    conflicts: list[ConflictShape]


def version_shape(edition: Edition) -> VersionShape:
    gone = edition.replaced
    replaced = ReplacedShape(gone.new, gone.at, gone.reason, gone.rule) if gone else None
    return VersionShape(**memory_fields(edition.memory), replaced=replaced)


def why_answer(grounds: Grounds) -> WhyAnswer:
    return WhyAnswer(**_why(grounds))


def believed_answer(
    grounds: Grounds, sources: Sequence[Source], uses: Uses, conflicts: Sequence[Contradiction]
) -> BelievedAnswer:
    recent = [UseShape(use.at, use.key, use.assistant, use.interface) for use in uses.recent]
    return BelievedAnswer(
        **_why(grounds),
        sources=[source_shape(source, grounds.memory) for source in sources],
        uses=UsesShape(uses.count, uses.last, recent),
        conflicts=[conflict_shape(found) for found in conflicts],
    )


def _why(grounds: Grounds) -> dict[str, Any]:
    memory = grounds.memory
    return {
        "memory": memory_shape(memory),
        "words": memory.content,
        "said_at": memory.created_at,
        "confidence": memory.confidence,
        "about": [
            AttributionShape(**person_fields(told.person), rule=told.rule, reason=told.reason) for told in grounds.about
        ],
        "replaces": [ReplacesShape(old.old, words, old.at, old.reason, old.rule) for old, words in grounds.replaces],
    }
