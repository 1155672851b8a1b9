"""What a new fact does to the facts already known: repeats one, replaces one, or stands beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from graphmem.core.doubt import Doubt, conflict, doubtful
from graphmem.core.facets import Facet
from graphmem.core.text import fingerprint
from graphmem.core.verdict import Effect, Said, Verdict, different_things, judge, same_substance
from graphmem.model import Claim, Memory, MemoryId, Vector


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory of the same owner that a claim may repeat or replace."""

    memory: Memory
    similarity: float
    facets: tuple[Facet, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A claim to be kept as a new memory."""

    claim: Claim
    vector: Vector | None
    supersedes: tuple[MemoryId, ...] = ()
    reason: str | None = None
    rule: str | None = None
    verdicts: tuple[Verdict, ...] = ()  # one for each that it supersedes
    doubts: tuple[Doubt, ...] = ()  # those nearest it of which no rule can tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A claim that says again what a memory holds: the memory takes its words and its marks."""

    claim: Claim
    vector: Vector | None
    memory_id: MemoryId


Decision = Addition | Repetition
_MOST_DOUBTS = 3
_ABOUT_THE_OWNER = frozenset(
    ["boss", "manager", "best_friend", "dentist", "doctor", "landlord", "flatmate", "roommate", "spouse"]
)


@dataclass(frozen=True, slots=True)
class _Held:
    """What a claim is settled against: a memory, or a claim of the same batch that became one."""

    id: MemoryId
    content: str
    fingerprint: str
    key: str | None
    subjects: frozenset[str]
    assistant_key: str | None
    facets: tuple[Facet, ...]
    said_at: datetime


_Near = tuple[_Held, float]  # with how like it is


def settle(
    claims: Sequence[Claim],
    vectors: Sequence[Vector | None],
    known: Mapping[MemoryId, Sequence[Neighbour]],
    *,
    dedup_threshold: float,
    now: datetime,
    facets: Sequence[Sequence[Facet]] | None = None,
) -> list[Decision]:
    """One decision for each claim, in order, each claim seeing those before it."""
    decisions: list[Decision] = []
    said = [tuple(found) for found in facets] if facets is not None else [()] * len(claims)
    among = _similarities(vectors).tolist()
    retired: set[MemoryId] = set()
    memories: dict[MemoryId, _Held] = {}
    made: list[tuple[int, _Held]] = []  # claims that became memories, by their place in the batch
    for index, (claim, vector) in enumerate(zip(claims, vectors, strict=True)):
        new = _Held(claim.id, claim.content, fingerprint(claim.content), claim.key, _subjects(claim),
                    claim.assistant_key, said[index], claim.said_at)  # fmt: skip
        near = [
            (memories.get(one.memory.id) or memories.setdefault(one.memory.id, _held(one)), one.similarity)
            for one in known.get(claim.id, ())
            if _alive(one.memory, now)
        ]
        near += [(one, among[index][earlier]) for earlier, one in made]
        near = [
            (one, similarity)
            for one, similarity in near
            if one.id not in retired and one.assistant_key == claim.assistant_key
        ]
        decision = _settled(claim, vector, new, near, dedup_threshold)
        if isinstance(decision, Addition):
            retired.update(decision.supersedes)
            made.append((index, new))
        decisions.append(decision)
    return decisions


def _settled(claim: Claim, vector: Vector | None, new: _Held, near: Sequence[_Near], threshold: float) -> Decision:
    for one, _ in near:
        if one.subjects == new.subjects and (one.id == new.id or one.fingerprint == new.fingerprint):
            return Repetition(claim=claim, vector=vector, memory_id=one.id)
    roles = _roles(new)
    verdicts = [
        (one, similarity, _verdict(new, one, similarity, threshold))
        for one, similarity in near
        if one.subjects == new.subjects or (roles and roles & _roles(one))
    ]
    repeated = [(similarity, one) for one, similarity, verdict in verdicts if verdict.effect is Effect.DUPLICATE]
    outdated = [
        (one, verdict)
        for one, _, verdict in verdicts
        if verdict.effect is Effect.SUPERSEDES and one.said_at <= new.said_at  # what is older outdates nothing
    ]
    if repeated and not outdated:
        return Repetition(claim=claim, vector=vector, memory_id=max(repeated, key=lambda pair: pair[0])[1].id)
    beside = [
        (one, similarity)
        for one, similarity, verdict in verdicts
        if verdict.effect is Effect.COEXIST and one.subjects == new.subjects
    ]
    doubts = _doubts(new, beside)
    if not outdated:
        return Addition(claim=claim, vector=vector, doubts=doubts)
    return Addition(
        claim=claim,
        vector=vector,
        supersedes=tuple(one.id for one, _ in outdated),
        reason=outdated[0][1].reason,
        rule=outdated[0][1].rule,
        verdicts=tuple(verdict for _, verdict in outdated),
        doubts=doubts,
    )


def _verdict(new: _Held, held: _Held, similarity: float, threshold: float) -> Verdict:
    near = (
        similarity >= threshold
        and same_substance(held.content, new.content)
        and not different_things(new.facets, held.facets)
    )
    if new.key is not None and new.key == held.key:
        if near:
            return Verdict(Effect.DUPLICATE, "the same words", "near")
        return Verdict(Effect.SUPERSEDES, f"{new.key} has a new value", "same_key")
    verdict = judge(Said(new.content, new.facets), Said(held.content, held.facets), similarity)
    if verdict.effect is Effect.DUPLICATE and _clash(held.key, new.key):
        return Verdict(Effect.COEXIST)
    if verdict.effect is Effect.COEXIST and near and not _clash(held.key, new.key):
        return Verdict(Effect.DUPLICATE, "the same words", "near")
    return verdict


def _doubts(new: _Held, beside: Sequence[_Near]) -> tuple[Doubt, ...]:
    said, alone = Said(new.content, new.facets), len(new.subjects) == 1
    found = [
        (similarity, Doubt(one.id, one.content, conflict(said, Said(one.content, one.facets), one_person=alone)))
        for one, similarity in beside
        if one.said_at <= new.said_at
        and not _clash(one.key, new.key)
        and doubtful(said, Said(one.content, one.facets), similarity)
    ]
    nearest = sorted(found, key=lambda pair: (pair[1].conflict is None, -pair[0]))[:_MOST_DOUBTS]
    return tuple(doubt for _, doubt in nearest)


def _roles(said: _Held) -> set[str | None]:
    """Who fills a role of the owner's is a fact about the owner, whoever is named."""
    return {facet.key for facet in said.facets if not facet.subject and facet.key in _ABOUT_THE_OWNER}


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


def _held(near: Neighbour) -> _Held:
    memory = near.memory
    return _Held(
        memory.id,
        memory.content,
        fingerprint(memory.content),
        memory.key,
        _subjects(memory),
        memory.assistant_key,
        near.facets,
        memory.created_at,
    )


def _alive(memory: Memory, now: datetime) -> bool:
    return memory.expires_at is None or memory.expires_at > now


def _subjects(of: Memory | Claim) -> frozenset[str]:
    return frozenset(subject.casefold() for subject in of.subjects)


def _clash(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _similarities(vectors: Sequence[Vector | None]) -> np.ndarray:
    """The cosine between each two vectors of a batch; a missing one is like none."""
    if not any(vectors):
        return np.zeros((len(vectors), len(vectors)))
    width = max(len(vector) for vector in vectors if vector)
    matrix = np.array([vector or [0.0] * width for vector in vectors], dtype=np.float32)
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix /= np.where(norms == 0, 1, norms)
    return matrix @ matrix.T
