"""Which memories have to go when there are too many."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.model import MemoryId

_MIDDLING = 0.5  # the importance of what nobody called important or not


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What says how much a memory is worth."""

    id: MemoryId
    importance: float | None
    confidence: float
    uses: int
    expires_at: datetime | None
    updated_at: datetime


def evicted(memories: Sequence[Worth], *, most: int, now: datetime) -> list[MemoryId]:
    """The least valuable beyond `most`: expired ones, then of low importance, confidence and use, then the oldest."""

    def value(memory: Worth) -> tuple[object, ...]:
        alive = memory.expires_at is None or memory.expires_at > now
        importance = _MIDDLING if memory.importance is None else memory.importance
        return alive, importance, memory.confidence, memory.uses, memory.updated_at, memory.id

    return [memory.id for memory in sorted(memories, key=value)[: max(len(memories) - most, 0)]]
