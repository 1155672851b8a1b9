"""What a new fact does to the facts already known: repeats one, replaces one, or stands beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from graphmem.core.doubt import Doubt, doubt
from graphmem.core.speaker import speaker
from graphmem.core.substance import differs, share_a_name
from graphmem.core.succession import Held, Late, neighbours_in_time, new_value, place_of
from graphmem.core.text import fingerprint
from graphmem.core.verdict import BESIDE, DOUBTED, REVIEWED, Effect, Odds, Verdict, verdict_of
from graphmem.model import Claim, Memory, MemoryId, Status, Vector


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
    verdicts: tuple[Verdict, ...] = ()  # one for each that it supersedes
    doubts: tuple[Doubt, ...] = ()  # those of which it is not certain
    late: Late | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A claim that says again what a memory holds: the memory takes its words, if they are others, and its marks."""

    claim: Claim
    vector: Vector | None
    memory_id: MemoryId
    since: datetime | None = None  # when it was first said, if that is earlier than was known


Decision = Addition | Repetition
Pair = tuple[str, str]  # the words of an older and of a newer statement
_MOST_DOUBTS = 3
_MOST_OUTDATED = 2  # by one statement: it retires the fact it is about, not a dozen
_MOST_COMPARED = 8  # memories that a claim is compared with, the nearest first
# Letters of the longer of two statements: what is longer says several things, of which hardly all are said again.
MOST_JOINED, MOST_REPLACED = 200, 250
ALIKE = 0.5  # cosine below which two statements are not taken for one, whatever the judge says
_RELATED = 0.2  # cosine below which two statements are hardly ever about the same thing
_EVEN = Odds()

_Near = tuple[Held, float]  # with how like it is


class Known:
    """The claims of a batch beside what is known of their owner, before anything is decided."""

    def __init__(
        self,
        claims: Sequence[Claim],
        vectors: Sequence[Vector | None],
        near: Mapping[MemoryId, Sequence[Neighbour]],
        *,
        now: datetime,
    ) -> None:
        self.claims, self.vectors = claims, vectors
        self.new = [_new(claim) for claim in claims]
        self.held = {one.memory.id: _held(one, now) for found in near.values() for one in found}
        self._near = near
        self._among = _similarities(vectors).tolist()

    def near(self, index: int) -> list[_Near]:
        """The memories near a claim, as they were."""
        new = self.new[index]
        found = [(self.held[one.memory.id], one.similarity) for one in self._near.get(new.id, ())]
        return [pair for pair in found if pair[0].assistant_key == new.assistant_key]

    def before(self, index: int) -> list[tuple[int, float]]:
        """The claims before one in the batch, for the same assistant."""
        key = self.new[index].assistant_key
        return [(i, self._among[index][i]) for i in range(index) if self.new[i].assistant_key == key]

    def pairs(self) -> Iterator[Pair]:
        """What has to be judged: each claim beside the nearest of what it may repeat or replace."""
        for index, new in enumerate(self.new):
            if not self.vectors[index]:
                continue
            near = self.near(index) + [(self.new[i], similarity) for i, similarity in self.before(index)]
            close = [(s, one) for one, s in near if s >= _RELATED and _comparable(new, one)]
            for _, one in sorted(close, key=lambda pair: -pair[0])[:_MOST_COMPARED]:
                yield _pair(new, one)


def settle(
    known: Known,
    odds: Mapping[Pair, Odds],
    *,
    dedup_threshold: float,
    stating: Sequence[bool] | None = None,
) -> list[Decision]:
    """One decision for each claim, in order, each claim seeing those before it.

    `stating` tells which claims state a fact at all: a question or thanks outdate nothing.
    """
    decisions: list[Decision] = []
    standing = dict(known.held)  # as the decisions so far leave it
    made: set[int] = set()  # claims that became memories, by their place in the batch
    for index, (claim, vector) in enumerate(zip(known.claims, known.vectors, strict=True)):
        new = known.new[index]
        near = [(standing[one.id], similarity) for one, similarity in known.near(index)]
        near += [(standing[known.new[i].id], similarity) for i, similarity in known.before(index) if i in made]
        judging = _Judging(new, odds, dedup_threshold, states=stating is None or stating[index])
        decision = _settled(claim, vector, new, near, judging)
        if isinstance(decision, Addition):
            made.add(index)
        _note(decision, new, standing)
        decisions.append(decision)
    return decisions


@dataclass(frozen=True, slots=True)
class _Judging:
    """How a claim is compared with what is known."""

    new: Held
    odds: Mapping[Pair, Odds]
    threshold: float
    states: bool

    def verdict(self, one: Held, similarity: float) -> Verdict:
        """What the later of the two does to the earlier."""
        new = self.new
        odds = self.of(one)
        verdict = verdict_of(odds)
        near = similarity >= self.threshold and odds.repeats >= DOUBTED and odds.replaces < REVIEWED
        length = max(len(new.content), len(one.content))
        again = near or (verdict.effect is Effect.DUPLICATE and similarity >= ALIKE and length <= MOST_JOINED)
        same = again and not differs(new.content, one.content)
        if new.key is not None and _value_of(new, one):
            return Verdict(Effect.DUPLICATE, "the same words", "near") if same else new_value(new.key)
        if _clash(new.key, one.key):
            return BESIDE
        if same and one.subjects == new.subjects:
            if near:
                return Verdict(Effect.DUPLICATE, "the same words", "near")
            return verdict if self.states else BESIDE
        replaces = verdict.effect is Effect.SUPERSEDES and length <= MOST_REPLACED
        return verdict if replaces and self.states else BESIDE

    def of(self, one: Held) -> Odds:
        return self.odds.get(_pair(self.new, one), _EVEN)


def _settled(claim: Claim, vector: Vector | None, new: Held, near: Sequence[_Near], judging: _Judging) -> Decision:
    values = [pair for pair in near if new.key is not None and _value_of(new, pair[0])]
    before, after = neighbours_in_time(new, [value for value, _ in values])
    again = _said_before(new, values, before, after, judging) if values else _in_the_same_words(new, near)
    if again is not None:
        since = new.said_at if values and again.first_said > new.said_at else None
        return Repetition(claim=claim, vector=vector, memory_id=again.id, since=since)
    standing = [(one, similarity) for one, similarity in near if one.ended is None and not one.expired]
    verdicts = [
        (one, similarity, judging.verdict(one, similarity)) for one, similarity in standing if _comparable(new, one)
    ]
    repeated = [(similarity, one) for one, similarity, verdict in verdicts if verdict.effect is Effect.DUPLICATE]
    changes = [(one, verdict) for one, _, verdict in verdicts if verdict.effect is Effect.SUPERSEDES]
    outdated = [(one, verdict) for one, verdict in changes if one.said_at <= new.said_at]
    if not values:
        outdated = sorted(outdated, key=lambda pair: -judging.of(pair[0]).replaces)[:_MOST_OUTDATED]
    if repeated and not outdated and not values:
        return Repetition(claim=claim, vector=vector, memory_id=max(repeated, key=lambda pair: pair[0])[1].id)
    if values:
        known = {one.id for one, _ in outdated}
        outdated += [pair for pair in _given_up(new, values, standing) if pair[0].id not in known]
    gone = {one.id for one, _ in outdated}
    beside = [one for one, _, verdict in verdicts if verdict.effect is not Effect.DUPLICATE and one.id not in gone]
    late = place_of(new, before, after) if values else _overtaken(new, changes)
    return Addition(
        claim=claim,
        vector=vector,
        supersedes=tuple(one.id for one, _ in outdated),
        reason=outdated[0][1].reason if outdated else None,
        rule=outdated[0][1].rule if outdated else None,
        verdicts=tuple(verdict for _, verdict in outdated),
        doubts=_doubts(new, beside, judging) if late is None and judging.states else (),
        late=late,
    )


def _comparable(new: Held, one: Held) -> bool:
    """Whether two statements may be about the same: by the same speaker, and not about two people of one name."""
    if speaker(one.content) != speaker(new.content):
        return False
    apart = bool(new.subjects and one.subjects) and new.subjects.isdisjoint(one.subjects)
    return not (apart and share_a_name(new.content, one.content))


def _pair(new: Held, one: Held) -> Pair:
    """The earlier of two statements first."""
    return (new.content, one.content) if one.said_at > new.said_at else (one.content, new.content)


def _overtaken(new: Held, changes: Sequence[tuple[Held, Verdict]]) -> Late | None:
    """A statement that arrives after the one that replaces it takes its place in the history."""
    later = [(one, verdict) for one, verdict in changes if one.said_at > new.said_at]
    if not later:
        return None
    one, verdict = min(later, key=lambda pair: pair[0].said_at)
    return Late(by=one.id, at=one.said_at, verdict=verdict)


def _value_of(new: Held, one: Held) -> bool:
    return one.key == new.key and one.subjects == new.subjects


def _said_before(
    new: Held, values: Sequence[_Near], before: Held | None, after: Held | None, judging: _Judging
) -> Held | None:
    """The value that a claim says again: the one that held then, or the first there was."""
    for one, similarity in values:
        if one.id == new.id:
            return one
        if one is before or (one is after and before is None):
            verdict = judging.verdict(one, similarity)
            same = one.fingerprint == new.fingerprint or verdict.effect is Effect.DUPLICATE
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
    return [(one, new_value(new.key)) for one in gone] + [
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


def _doubts(new: Held, beside: Sequence[Held], judging: _Judging) -> tuple[Doubt, ...]:
    found = [
        (judging.of(one).replaces, left)
        for one in beside
        if one.said_at <= new.said_at
        and not _clash(one.key, new.key)
        and (left := doubt(one.id, one.content, judging.of(one))) is not None
    ]
    likeliest = sorted(found, key=lambda pair: (pair[1].conflict is None, -pair[0]))[:_MOST_DOUBTS]
    return tuple(left for _, left in likeliest)


def _new(claim: Claim) -> Held:
    return Held(
        claim.id,
        claim.content,
        fingerprint(claim.content),
        claim.key,
        _subjects(claim),
        claim.assistant_key,
        claim.said_at,
        claim.said_at,
    )


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
