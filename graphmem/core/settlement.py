"""Everything a batch of claims changes: who is who first, then what each fact does to those already known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem.core.change import Decision, Known, Neighbour, Pair, settle
from graphmem.core.identity import identify, named
from graphmem.core.people_lookup import PeopleLookup, people_lookup
from graphmem.core.person import About, Join, KnownPerson, PersonId, Plan, Step, last_mentions, recently
from graphmem.core.reading import Reading
from graphmem.core.verdict import Odds
from graphmem.model import Claim, Kind, MemoryId, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the graph holds around some claims: the people they can mean, and memories near each claim."""

    people: tuple[KnownPerson, ...] = ()
    last_mentioned: Mapping[PersonId, datetime] = field(default_factory=dict)  # whoever was spoken of lately
    things: frozenset[str] = frozenset()
    neighbours: Mapping[MemoryId, Sequence[Neighbour]]


@dataclass(frozen=True, slots=True)
class Told:
    """Whom a memory is about, by whom it was told, and whether the fact is theirs."""

    person: PersonId
    subject: bool
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """All that is to be written, in one go."""

    decisions: tuple[Decision, ...]
    steps: tuple[Step, ...] = ()
    said_at: tuple[datetime, ...] = ()  # when each step was said
    about: Mapping[MemoryId, tuple[Told, ...]]
    last_mentioned: Mapping[PersonId, datetime]
    things: frozenset[str] = frozenset()


def lookup_for(claims: Sequence[Claim], readings: Sequence[Reading]) -> PeopleLookup:
    """What to look the people up by who decide whom these claims speak of."""
    asked = [named(claim.named) for claim in claims if claim.named]
    return people_lookup([*(reading.said for reading in readings), *asked])


_STATES = 0.1  # how likely a text must state something lasting to change what is known: thanks and questions never do


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributed:
    """Claims whose people are known, beside what they may repeat or replace."""

    known: Known
    states: tuple[bool, ...]
    steps: tuple[Step, ...]
    said_at: tuple[datetime, ...]
    about: Mapping[MemoryId, tuple[Told, ...]]
    last_mentioned: Mapping[PersonId, datetime]
    things: frozenset[str]

    def pairs(self) -> list[Pair]:
        """What has to be judged before anything can be decided."""
        return list(dict.fromkeys(self.known.pairs()))


def attribute(
    claims: Sequence[Claim],
    readings: Sequence[Reading],
    vectors: Sequence[Vector | None],
    known: Surroundings,
    *,
    new_ids: Iterator[str],
    now: datetime,
) -> Attributed:
    """Who each claim speaks of."""
    people, things = known.people, known.things
    recent = recently(known.last_mentioned, at=now)
    steps: list[Step] = []
    said: list[datetime] = []
    about: dict[MemoryId, tuple[Told, ...]] = {}
    mentioned: dict[PersonId, datetime] = {}
    for claim, reading in zip(claims, readings, strict=True):
        plan = identify(reading.said, people, new_ids=new_ids, recent=recent, things=things)
        steps += plan.steps
        told = _told(plan)
        if claim.named:
            asked = identify(named(claim.named), plan.people, new_ids=new_ids, recent=plan.recent, things=plan.things)
            steps += asked.steps
            told = _told(asked)
            mentioned |= last_mentions(asked, at=claim.said_at)
            plan = asked
        said += [claim.said_at] * (len(steps) - len(said))
        about[claim.id] = told
        mentioned |= last_mentions(plan, at=claim.said_at)
        people, recent, things = plan.people, plan.recent, plan.things
    joined = {step.other: step.person for step in steps if isinstance(step, Join)}
    about = {id_: tuple(replace(t, person=_root(t.person, joined)) for t in told) for id_, told in about.items()}
    resolved = [
        replace(
            claim,
            kind=claim.kind or reading.kind or Kind.FACT,
            subjects=tuple(t.person for t in about[claim.id] if t.subject),
        )
        for claim, reading in zip(claims, readings, strict=True)
    ]
    near = known.neighbours
    if joined:
        near = {id_: [_moved(one, joined) for one in found] for id_, found in near.items()}
    return Attributed(
        known=Known(resolved, vectors, near, now=now),
        states=tuple(reading.lasting >= _STATES for reading in readings),
        steps=tuple(step for step in steps if not isinstance(step, About)),
        said_at=tuple(at for step, at in zip(steps, said, strict=True) if not isinstance(step, About)),
        about=about,
        last_mentioned={_root(person, joined): when for person, when in mentioned.items()},
        things=things,
    )


def settlement(attributed: Attributed, odds: Mapping[Pair, Odds], *, dedup_threshold: float) -> Settlement:
    """What each claim does to what is known."""
    decisions = settle(attributed.known, odds, dedup_threshold=dedup_threshold, stating=attributed.states)
    return Settlement(
        decisions=tuple(decisions),
        steps=attributed.steps,
        said_at=attributed.said_at,
        about=attributed.about,
        last_mentioned=attributed.last_mentioned,
        things=attributed.things,
    )


def _told(plan: Plan) -> tuple[Told, ...]:
    """The subjects of a text, or else everybody it speaks of, each once."""
    spoken = [step for step in plan.steps if isinstance(step, About)]
    subjects = {step.person for step in spoken if step.subject}
    found = {step.person: step for step in reversed(spoken) if step.person in subjects or not subjects}
    return tuple(Told(person, person in subjects, step.rule, step.reason) for person, step in reversed(found.items()))


def _root(person: PersonId, joined: Mapping[PersonId, PersonId]) -> PersonId:
    while person in joined:
        person = joined[person]
    return person


def _moved(near: Neighbour, joined: Mapping[PersonId, PersonId]) -> Neighbour:
    subjects = tuple(_root(PersonId(subject), joined) for subject in near.memory.subjects)
    return replace(near, memory=replace(near.memory, subjects=subjects))
