"""What a new fact does to the facts already known: repeats one, replaces one, or stands beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from graphmem.core.doubt import Doubt, conflict, doubtful
from graphmem.core.facets import Facet
from graphmem.core.speaker import speaker
from graphmem.core.succession import Held, Late, neighbours_in_time, place_of
from graphmem.core.text import fingerprint
from graphmem.core.verdict import Effect, Said, Verdict, judge, same_statement
from graphmem.model import Claim, Memory, MemoryId, Status, Vector


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
    late: Late | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A claim that says again what a memory holds: the memory takes its words, if they are others, and its marks."""

    claim: Claim
    vector: Vector | None
    memory_id: MemoryId
    since: datetime | None = None  # when it was first said, if that is earlier than was known


Decision = Addition | Repetition
_MOST_DOUBTS = 3
_MOST_OUTDATED = 2  # by what one statement says: whatever seems to outdate more is about something else
_ABOUT_THE_OWNER = frozenset(
    ["boss", "manager", "best_friend", "dentist", "doctor", "landlord", "flatmate", "roommate", "spouse"]
)


_Near = tuple[Held, float]  # with how like it is


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
    standing: dict[MemoryId, Held] = {}  # as the decisions so far leave it
    made: list[tuple[int, MemoryId]] = []  # claims that became memories, by their place in the batch
    for index, (claim, vector) in enumerate(zip(claims, vectors, strict=True)):
        new = Held(claim.id, claim.content, fingerprint(claim.content), claim.key, _subjects(claim),
                    claim.assistant_key, said[index], claim.said_at, claim.said_at)  # fmt: skip
        near = [
            (standing.get(one.memory.id) or standing.setdefault(one.memory.id, _held(one, now)), one.similarity)
            for one in known.get(claim.id, ())
        ]
        near += [(standing[id_], among[index][earlier]) for earlier, id_ in made]
        near = [(one, similarity) for one, similarity in near if one.assistant_key == claim.assistant_key]
        decision = _settled(claim, vector, new, near, dedup_threshold)
        if isinstance(decision, Addition):
            made.append((index, new.id))
        _note(decision, new, standing)
        decisions.append(decision)
    return decisions


def _settled(claim: Claim, vector: Vector | None, new: Held, near: Sequence[_Near], threshold: float) -> Decision:
    values = [pair for pair in near if new.key is not None and _value_of(new, pair[0])]
    before, after = neighbours_in_time(new, [value for value, _ in values])
    again = _said_before(new, values, before, after, threshold) if values else _in_the_same_words(new, near)
    if again is not None:
        since = new.said_at if values and again.first_said > new.said_at else None
        return Repetition(claim=claim, vector=vector, memory_id=again.id, since=since)
    standing = [(one, similarity) for one, similarity in near if one.ended is None and not one.expired]
    roles = _roles(new)
    verdicts = [
        (one, similarity, _verdict(new, one, similarity, threshold))
        for one, similarity in standing
        if speaker(one.content) == speaker(new.content)
        and (one.subjects == new.subjects or (roles and roles & _roles(one)))
    ]
    repeated = [(similarity, one) for one, similarity, verdict in verdicts if verdict.effect is Effect.DUPLICATE]
    outdated = [
        (one, verdict)
        for one, _, verdict in verdicts
        if verdict.effect is Effect.SUPERSEDES and one.said_at <= new.said_at  # what is older outdates nothing
    ]
    if len(outdated) > _MOST_OUTDATED and not values:
        outdated = []
    if repeated and not outdated and not values:
        return Repetition(claim=claim, vector=vector, memory_id=max(repeated, key=lambda pair: pair[0])[1].id)
    if values:
        known = {one.id for one, _ in outdated}
        outdated += [pair for pair in _given_up(new, values, standing) if pair[0].id not in known]
    beside = [
        (one, similarity)
        for one, similarity, verdict in verdicts
        if verdict.effect is Effect.COEXIST and one.subjects == new.subjects
    ]
    return Addition(
        claim=claim,
        vector=vector,
        supersedes=tuple(one.id for one, _ in outdated),
        reason=outdated[0][1].reason if outdated else None,
        rule=outdated[0][1].rule if outdated else None,
        verdicts=tuple(verdict for _, verdict in outdated),
        doubts=_doubts(new, beside) if after is None else (),
        late=place_of(new, before, after),
    )


def _value_of(new: Held, one: Held) -> bool:
    return one.key == new.key and one.subjects == new.subjects


def _said_before(
    new: Held, values: Sequence[_Near], before: Held | None, after: Held | None, threshold: float
) -> Held | None:
    """The value that a claim says again: the one that held then, or the first there was."""
    for one, similarity in values:
        if one.id == new.id:
            return one
        if one is before or (one is after and before is None):
            same = (
                one.fingerprint == new.fingerprint
                or _verdict(new, one, similarity, threshold).effect is Effect.DUPLICATE
            )
            if same and not one.expired:
                return one
    return None


def _in_the_same_words(new: Held, near: Sequence[_Near]) -> Held | None:
    return next(
        (
            one
            for one, _ in near
            if (one.id == new.id or one.fingerprint == new.fingerprint)
            and (one.ended is None and not one.expired)
            and one.subjects == new.subjects
            and not _clash(one.key, new.key)
        ),
        None,
    )


def _given_up(new: Held, values: Sequence[_Near], standing: Sequence[_Near]) -> list[tuple[Held, Verdict]]:
    """What gives way to a new value beside the current one: expired values, and the same words without a key."""
    gone = [one for one, _ in values if one.expired and one.ended is None and one.said_at <= new.said_at]
    bare = [
        one
        for one, _ in standing
        if one.key is None
        and one.subjects == new.subjects
        and one.fingerprint == new.fingerprint
        and one.said_at <= new.said_at
    ]
    return [(one, _new_value(new)) for one in gone] + [
        (one, Verdict(Effect.SUPERSEDES, f"the same words, as the {new.key}", "same_words")) for one in bare
    ]


def _note(decision: Decision, new: Held, standing: dict[MemoryId, Held]) -> None:
    """Brings what is known up to date with a decision."""
    if isinstance(decision, Repetition):
        one = standing[decision.memory_id]
        first, last = decision.since or one.first_said, max(one.said_at, new.said_at)
        standing[one.id] = replace(one, key=new.key or one.key, first_said=first, said_at=last)
        return
    late = decision.late
    standing[new.id] = replace(new, ended=late.at, ended_by=late.by) if late else new
    for old in (*decision.supersedes, *((late.after,) if late and late.after else ())):
        standing[old] = replace(standing[old], ended=new.said_at, ended_by=new.id)


def _verdict(new: Held, held: Held, similarity: float, threshold: float) -> Verdict:
    said, before = Said(new.content, new.facets), Said(held.content, held.facets)
    near = similarity >= threshold and same_statement(said, before)
    if new.key is not None and new.key == held.key:
        if near:
            return Verdict(Effect.DUPLICATE, "the same words", "near")
        return _new_value(new)
    verdict = judge(said, before, similarity)
    if verdict.effect is Effect.DUPLICATE and _clash(held.key, new.key):
        return Verdict(Effect.COEXIST)
    if verdict.effect is Effect.COEXIST and near and not _clash(held.key, new.key):
        return Verdict(Effect.DUPLICATE, "the same words", "near")
    return verdict


def _new_value(new: Held) -> Verdict:
    return Verdict(Effect.SUPERSEDES, new_value(new.key), "same_key")


def new_value(key: str | None) -> str:
    """Why a value of a key gives way."""
    return f"{key} has a new value"


def _doubts(new: Held, beside: Sequence[_Near]) -> tuple[Doubt, ...]:
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


def _roles(said: Held) -> set[str | None]:
    """Who fills a role of the owner's is a fact about the owner, whoever is named."""
    return {facet.key for facet in said.facets if not facet.subject and facet.key in _ABOUT_THE_OWNER}


def _held(near: Neighbour, now: datetime) -> Held:
    memory = near.memory
    ended = memory.status is not Status.ACTIVE
    return Held(
        memory.id,
        memory.content,
        fingerprint(memory.content),
        memory.key,
        _subjects(memory),
        memory.assistant_key,
        near.facets,
        memory.created_at,
        memory.said_at,
        expired=memory.expires_at is not None and memory.expires_at <= now,
        ended=(memory.valid_to or memory.updated_at) if ended else None,
        ended_by=memory.superseded_by if ended else None,
    )


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
