"""What a new fact does to the facts already known: repeats one, replaces one, or stands beside them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from graphmem.core.text import fingerprint
from graphmem.model import Claim, Memory, MemoryId, Vector


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory of the same owner that a claim may repeat or replace."""

    memory: Memory
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A claim to be kept as a new memory."""

    claim: Claim
    vector: Vector | None
    supersedes: tuple[MemoryId, ...] = ()
    reason: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A claim that says again what a memory holds: the memory takes its words and its marks."""

    claim: Claim
    vector: Vector | None
    memory_id: MemoryId


Decision = Addition | Repetition
_NEGATIONS = frozenset(
    ["not", "no", "never", "none", "n't", "cannot", "without", "nobody", "nothing", "neither", "nor"]
)
_TOKEN = re.compile(r"n't|[^\W_]+")


def settle(
    claims: Sequence[Claim],
    vectors: Sequence[Vector | None],
    known: Mapping[MemoryId, Sequence[Neighbour]],
    *,
    dedup_threshold: float,
    now: datetime,
) -> list[Decision]:
    """One decision for each claim, in order, each claim seeing those before it."""
    decisions: list[Decision] = []
    among = _similarities(vectors)
    for index, (claim, vector) in enumerate(zip(claims, vectors, strict=True)):
        neighbours = [n for n in known.get(claim.id, ()) if _can_meet(n.memory, claim, now)]
        target = _repeated(claim, neighbours, dedup_threshold) or _repeated_in_batch(
            index, claims, decisions, among, dedup_threshold
        )
        if target is not None:
            decisions.append(Repetition(claim=claim, vector=vector, memory_id=target))
            continue
        outdated = _outdated(claim, neighbours) + _outdated_in_batch(claim, decisions)
        decisions.append(
            Addition(
                claim=claim,
                vector=vector,
                supersedes=outdated,
                reason=f"{claim.key} has a new value",
                rule="same_key",
            )
            if outdated
            else Addition(claim=claim, vector=vector)
        )
    return decisions


def same_substance(one: str, other: str) -> bool:
    """Whether two texts name the same numbers and names and deny the same: wording may differ, these may not."""
    return _substance(one) == _substance(other)


def merged(memory: Memory, claim: Claim, *, now: datetime) -> Memory:
    """The memory after its fact was said again."""
    return replace(
        memory,
        content=claim.content,
        key=claim.key or memory.key,
        tags=tuple(dict.fromkeys((*memory.tags, *claim.tags))),
        confidence=max(memory.confidence, claim.confidence),
        importance=claim.importance if claim.importance is not None else memory.importance,
        metadata={**memory.metadata, **claim.metadata},
        expires_at=claim.expires_at,
        updated_at=now,
    )


def _substance(text: str) -> frozenset[str]:
    tokens = _TOKEN.findall(text.replace("’", "'"))
    telling = set()
    for position, word in enumerate(tokens):
        lowered = word.lower()
        if lowered in _NEGATIONS or (word == "t" and position and tokens[position - 1].lower().endswith("n")):
            telling.add("not")
        elif any(character.isdigit() for character in word) or (position and word[0].isupper() and word != "I"):
            telling.add(lowered)
    return frozenset(telling)


def _can_meet(memory: Memory, claim: Claim, now: datetime) -> bool:
    alive = memory.expires_at is None or memory.expires_at > now
    return alive and memory.assistant_key == claim.assistant_key and _subjects(memory) == _subjects(claim)


def _subjects(of: Memory | Claim) -> frozenset[str]:
    return frozenset(subject.casefold() for subject in of.subjects)


def _repeated(claim: Claim, neighbours: Sequence[Neighbour], threshold: float) -> MemoryId | None:
    mark = fingerprint(claim.content)
    for neighbour in neighbours:
        if neighbour.memory.id == claim.id or fingerprint(neighbour.memory.content) == mark:
            return neighbour.memory.id
    near = [
        n
        for n in neighbours
        if n.similarity >= threshold
        and not _clash(n.memory.key, claim.key)
        and same_substance(n.memory.content, claim.content)
    ]
    return max(near, key=lambda n: n.similarity).memory.id if near else None


def _repeated_in_batch(
    index: int, claims: Sequence[Claim], decisions: Sequence[Decision], among: np.ndarray, threshold: float
) -> MemoryId | None:
    claim = claims[index]
    mark = fingerprint(claim.content)
    for earlier, decision in enumerate(decisions):
        other = claims[earlier]
        if other.assistant_key != claim.assistant_key or _subjects(other) != _subjects(claim):
            continue
        near = among[index, earlier] >= threshold and not _clash(other.key, claim.key)
        if fingerprint(other.content) == mark or (near and same_substance(other.content, claim.content)):
            return decision.claim.id if isinstance(decision, Addition) else decision.memory_id
    return None


def _clash(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _outdated(claim: Claim, neighbours: Sequence[Neighbour]) -> tuple[MemoryId, ...]:
    if claim.key is None:
        return ()
    return tuple(n.memory.id for n in neighbours if n.memory.key == claim.key)


def _outdated_in_batch(claim: Claim, decisions: Sequence[Decision]) -> tuple[MemoryId, ...]:
    if claim.key is None:
        return ()
    return tuple(
        decision.claim.id
        for decision in decisions
        if isinstance(decision, Addition)
        and decision.claim.key == claim.key
        and decision.claim.assistant_key == claim.assistant_key
        and _subjects(decision.claim) == _subjects(claim)
    )


def _similarities(vectors: Sequence[Vector | None]) -> np.ndarray:
    """The cosine between each two vectors of a batch; a missing one is like none."""
    if not any(vectors):
        return np.zeros((len(vectors), len(vectors)))
    width = max(len(vector) for vector in vectors if vector)
    matrix = np.array([vector or [0.0] * width for vector in vectors], dtype=np.float32)
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix /= np.where(norms == 0, 1, norms)
    return matrix @ matrix.T
