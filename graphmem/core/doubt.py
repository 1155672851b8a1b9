"""Pairs of facts that the rules let stand side by side for lack of certainty: worth a second opinion."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.core.facets import Facet, index_keys
from graphmem.core.verdict import Said
from graphmem.model import MemoryId

_ON_TOPIC = 0.5  # cosine from which two texts that share a topic may be about the same thing
_SAME_KEY = 0.15  # the same, when both give a value to something that has only one


@dataclass(frozen=True, slots=True)
class Doubt:
    """A memory that a newer fact may repeat or outdate, with its words at that time."""

    memory_id: MemoryId
    content: str


def doubtful(new: Said, old: Said, similarity: float) -> bool:
    """Whether two statements about the same subjects, between which no rule decides, may not both hold."""
    if similarity < _SAME_KEY:
        return False
    if _same_single_key(new.facets, old.facets):
        return True
    unread = not new.facets or not old.facets
    return similarity >= _ON_TOPIC and (unread or not _topics(new).isdisjoint(_topics(old)))


def _same_single_key(new: Sequence[Facet], old: Sequence[Facet]) -> bool:
    ours = {facet.key for facet in new if facet.single and facet.key}
    return any(facet.single and facet.key in ours for facet in old)


def _topics(said: Said) -> frozenset[str]:
    return frozenset(index_keys(said.facets))
