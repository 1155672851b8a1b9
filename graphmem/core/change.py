"""What a new fact does to the facts already known: repeats one, replaces one, or stands beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A claim that says again what a memory holds: the memory takes its words and its marks."""

    claim: Claim
    vector: Vector | None
    memory_id: MemoryId


Decision = Addition | Repetition
_ABOUT_THE_OWNER = frozenset(
    ["boss", "manager", "best_friend", "dentist", "doctor", "landlord", "flatmate", "roommate", "spouse"]
)


@dataclass(frozen=True, slots=True)
class _Held:
    """What a claim is settled against: a memory, or a claim of the same batch that became one."""

    id: MemoryId
    content: str
    key: str | None
    subjects: frozenset[str]
    assistant_key: str | None
    facets: tuple[Facet, ...]
    similarity: float
    said_at: datetime


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
    among = _similarities(vectors)
    retired: set[MemoryId] = set()
    for index, (claim, vector) in enumerate(zip(claims, vectors, strict=True)):
        held = [_held(near) for near in known.get(claim.id, ()) if _alive(near.memory, now)]
        held += [
            _Held(made.claim.id, made.claim.content, made.claim.key, _subjects(made.claim), made.claim.assistant_key,
                  said[earlier], float(among[index, earlier]), made.claim.said_at)
            for earlier, made in enumerate(decisions)
            if isinstance(made, Addition)
        ]  # fmt: skip
        held = [one for one in held if one.id not in retired and one.assistant_key == claim.assistant_key]
        decision = _settled(claim, vector, said[index], held, dedup_threshold)
        if isinstance(decision, Addition):
            retired.update(decision.supersedes)
        decisions.append(decision)
    return decisions


def _settled(
    claim: Claim, vector: Vector | None, facets: tuple[Facet, ...], held: Sequence[_Held], threshold: float
) -> Decision:
    mark = fingerprint(claim.content)
    subjects = _subjects(claim)
    about = [one for one in held if one.subjects == subjects]
    for one in about:
        if one.id == claim.id or fingerprint(one.content) == mark:
            return Repetition(claim=claim, vector=vector, memory_id=one.id)
    verdicts = [
        (one, _verdict(claim, facets, one, threshold))
        for one in held
        if one.subjects == subjects or _same_role(facets, one)
    ]
    repeated = [one for one, verdict in verdicts if verdict.effect is Effect.DUPLICATE]
    outdated = [
        (one, verdict)
        for one, verdict in verdicts
        if verdict.effect is Effect.SUPERSEDES and one.said_at <= claim.said_at  # what is older outdates nothing
    ]
    if repeated and not outdated:
        return Repetition(claim=claim, vector=vector, memory_id=max(repeated, key=lambda one: one.similarity).id)
    if not outdated:
        return Addition(claim=claim, vector=vector)
    return Addition(
        claim=claim,
        vector=vector,
        supersedes=tuple(one.id for one, _ in outdated),
        reason=outdated[0][1].reason,
        rule=outdated[0][1].rule,
        verdicts=tuple(verdict for _, verdict in outdated),
    )


def _verdict(claim: Claim, facets: tuple[Facet, ...], held: _Held, threshold: float) -> Verdict:
    near = (
        held.similarity >= threshold
        and same_substance(held.content, claim.content)
        and not different_things(facets, held.facets)
    )
    if claim.key is not None and claim.key == held.key:
        if near:
            return Verdict(Effect.DUPLICATE, "the same words", "near")
        return Verdict(Effect.SUPERSEDES, f"{claim.key} has a new value", "same_key")
    verdict = judge(Said(claim.content, facets), Said(held.content, held.facets), held.similarity)
    if verdict.effect is Effect.DUPLICATE and _clash(held.key, claim.key):
        return Verdict(Effect.COEXIST)
    if verdict.effect is Effect.COEXIST and near and not _clash(held.key, claim.key):
        return Verdict(Effect.DUPLICATE, "the same words", "near")
    return verdict


def _same_role(facets: Sequence[Facet], held: _Held) -> bool:
    """Who fills a role of the owner's is a fact about the owner, whoever is named."""
    roles = {facet.key for facet in facets if not facet.subject and facet.key in _ABOUT_THE_OWNER}
    return any(facet.key in roles and not facet.subject for facet in held.facets)


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
        memory.key,
        _subjects(memory),
        memory.assistant_key,
        near.facets,
        near.similarity,
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
