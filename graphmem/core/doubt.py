"""Pairs of facts of which nobody is sure whether both hold."""

from dataclasses import dataclass

from graphmem.core.verdict import DOUBTED, REPEATED, REVIEWED, Odds, confident
from graphmem.model import MemoryId


@dataclass(frozen=True, slots=True)
class Doubt:
    """A memory that a newer fact may repeat or replace, with its words at that time.

    `conflict` says how likely it is to be replaced, where that is likely enough for somebody to look at it.
    """

    memory_id: MemoryId
    content: str
    conflict: str | None = None


def doubt(memory_id: MemoryId, content: str, odds: Odds) -> Doubt | None:
    """The doubt that is left between a memory and a newer fact that stands beside it, if there is any."""
    if odds.replaces >= REVIEWED:
        return Doubt(memory_id, content, f"the newer statement may replace the older, {confident(odds.replaces)}")
    if odds.replaces >= DOUBTED or DOUBTED <= odds.repeats < REPEATED:
        return Doubt(memory_id, content)
    return None
