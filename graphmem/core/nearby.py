"""Which of an owner's memories a claim may repeat or replace, when all of them are at hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.core.change import Neighbour
from graphmem.model import Memory, MemoryId, Status, Vector

_NEAREST = 16  # in meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A memory with what it is looked up by."""

    memory: Memory
    fingerprint: str
    vector: Vector | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A claim with what it looks up."""

    id: MemoryId
    key: str | None
    fingerprint: str
    vector: Vector | None


def nearby(claims: Sequence[Sought], held: Sequence[Held]) -> Mapping[MemoryId, Sequence[Neighbour]]:
    """The neighbours of each claim: the same words, the same key, or a like meaning."""
    if not held:
        return {}
    likeness = _cosines([claim.vector for claim in claims], [one.vector for one in held])
    holding = np.array([one.memory.status is Status.ACTIVE for one in held])
    found = {}
    for claim, similar in zip(claims, likeness, strict=True):
        chosen = {i for i, one in enumerate(held) if one.fingerprint == claim.fingerprint}
        if claim.key is not None:
            chosen |= {i for i, one in enumerate(held) if one.memory.key == claim.key}
        chosen |= set(np.argsort(np.where(holding, -similar, np.inf))[:_NEAREST].tolist())
        found[claim.id] = [Neighbour(held[i].memory, float(similar[i])) for i in sorted(chosen)]
    return found


def _cosines(ours: Sequence[Vector | None], theirs: Sequence[Vector | None]) -> np.ndarray:
    """The cosine of each pair; one without a vector, or with one of another length, is like none."""
    width = next((len(vector) for vector in ours if vector), 0)
    none = [0.0] * width
    rows = np.array([vector or none for vector in ours], dtype=np.float32)
    columns = np.array([v if v and len(v) == width else none for v in theirs], dtype=np.float32)
    if not width:
        return np.zeros((len(ours), len(theirs)))
    return rows @ columns.T
