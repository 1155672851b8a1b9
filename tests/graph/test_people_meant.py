"""Whoever is looked up for some texts decides about them as everybody would."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest

from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.core.mentions import Gender, Mention, Relation, Said, Sort, Told
from graphmem.core.person import Bond, Join, KnownPerson, NewBond, NewName, NewPerson, PersonId, Step
from graphmem.core.reading import Reading
from graphmem.core.relations import relation
from graphmem.core.settlement import Attributed, Settlement, Surroundings, attribute
from graphmem.core.text import word_set
from graphmem.model import Claim, Owner, Scope
from tests.conftest import claim

FIRST = sorted(word_set("""
    Anna Ana Anne Annamaria Bob Robert Rob Bobby Katherine Catherine Kate Kathryn Jan Yan José Jose Liz Elizabeth Beth
    Maria Mariana Sven Zven Philip Filip Ida Ada Tom Thomas Noor Łukasz Lukas Émile Emil Jo Joe 李 Nguyễn
"""))  # fmt: skip
LAST = ["Pichler", "Müller", "Muller", "Smith", "Smyth", "O'Brien", "Maria", "Anna", "Ng", "Jones", "van-Dyk"]
TITLES = ["Dr.", "Uncle", "Mrs"]
KINDS = sorted(word_set("""
    friend colleague wife husband spouse boss son daughter child brother sister mother ex-wife ex-boss ex girlfriend
    fiancée neighbour best-friend piano-teacher kid doctor former-colleague mother-in-law landlord mentor vet aunt
"""))  # fmt: skip
FEW = [1 / (place + 1) for place in range(len(KINDS))]  # have the last ones
PEOPLE, BATCHES = 300, 120
NOTHING = Settlement(decisions=(), about={}, last_mentioned={})


class MadeUp:
    """People, and texts about them, from few names and relations, so that many are alike."""

    def __init__(self, seed: int, owner: Owner, now: datetime) -> None:
        self._random = random.Random(seed)
        self._now = now
        self._ids = (f"{owner.ref}-{number:04d}" for number in count())

    def people(self) -> tuple[list[Step], dict[PersonId, datetime]]:
        """The steps that make them, and when each was last mentioned."""
        made: list[PersonId] = []
        steps: list[Step] = []
        for _ in range(PEOPLE):
            person = PersonId(next(self._ids))
            gender = self._random.choice([None, *Gender])
            steps.append(NewPerson(person, "made up", "made up", gender))
            names = [self.name() for _ in range(self._random.choice([0, 1, 1, 1, 2]))]
            steps += [NewName(person, "made up", "made up", name) for name in dict.fromkeys(names)]
            words = self._random.choices(KINDS, FEW, k=self._random.choice([0, 1, 1, 2]))
            for known in (relation(word) for word in dict.fromkeys(words)):
                of = self._random.choice(made) if made and self._random.random() < 0.3 else None
                if known:
                    bond = Bond(known.word, known.kind, known.former, of)
                    steps.append(NewBond(person, "made up", "made up", bond))
            made.append(person)
        pairs = [self._random.sample(made, 2) for _ in range(5)]
        steps += [Join(PersonId(one), "made up", "made up", PersonId(other)) for one, other in pairs]
        ago = [*range(0, 40, 4), *self._random.choices([90, 90, 600, 1_700, 3_600], k=50)]  # seconds, of one or of many
        lately = {person: self._now - timedelta(seconds=each) for person, each in zip(made[::5], ago, strict=True)}
        return steps, {person: lately.get(person, self._now - timedelta(days=1)) for person in made}

    def name(self) -> str:
        words = [self._random.choice(FIRST), *self._random.choice([[], [], [self._random.choice(LAST)]])]
        title = [self._random.choice(TITLES)] if self._random.random() < 0.1 else []
        return " ".join([*title, *words])

    def readings(self) -> list[Reading]:
        return [Reading(self._said()) for _ in range(self._random.choice([1, 1, 2, 4]))]

    def _said(self) -> Said:
        return Said(tuple(self._mention(place) for place in range(self._random.choice([1, 1, 2, 3]))))

    def _mention(self, place: int) -> Mention:
        pick = self._random.random
        if pick() < 0.05:
            return Mention(start=0, end=1, sort=Sort.THING, name=self._random.choice(FIRST))
        if pick() < 0.2:
            pronoun = self._random.choice(["he", "she", "they"])
            name = self.name() if pick() < 0.2 else None
            return Mention(start=0, end=1, pronoun=pronoun, name=name, told=Told.NAME if name else None, subject=True)
        name = self.name() if pick() < 0.75 else None
        words = self._random.choices(KINDS, k=1 if name is None else self._random.choice([0, 0, 1, 2]))
        of = self._random.randrange(-1, place) if place and pick() < 0.4 else None
        known = [found for word in dict.fromkeys(words) if (found := relation(word))]
        return Mention(
            start=0,
            end=1,
            sentence=self._random.choice([0, 0, 1]),
            name=name,
            aliases=(self.name(),) if name and pick() < 0.1 else (),
            relations=tuple(Relation(r.word, r.kind, r.former, of) for r in known),
            told=self._random.choice([None, None, *Told]) if name and known else None,
            another=pick() < 0.1,
            new=bool(known) and pick() < 0.1,
            subject=pick() < 0.7,
            sure=pick() < 0.85,
        )


class Comparison:
    """Decides with those who were looked up, and with everybody."""

    def __init__(self, everybody: Sequence[KnownPerson], mentioned: Mapping[PersonId, datetime], now: datetime) -> None:
        self._everybody = Surroundings(people=tuple(everybody), last_mentioned=mentioned, neighbours={})
        self._now = now
        self.read = 0
        self.kinds = Counter[str]()

    async def decide(self, claims: Sequence[Claim], readings: Sequence[Reading], known: Surroundings) -> Settlement:
        one, other = (self._attributed(claims, readings, around) for around in (known, self._everybody))
        assert (one.steps, one.about) == (other.steps, other.about), readings
        assert (one.last_mentioned, one.things) == (other.last_mentioned, other.things), readings
        self.read += len(known.people)
        self.kinds.update(type(step).__name__ for step in one.steps)
        self.kinds.update(told.rule for about in one.about.values() for told in about)
        return NOTHING

    def _attributed(self, claims: Sequence[Claim], readings: Sequence[Reading], around: Surroundings) -> Attributed:
        ids = (f"~new-{number}" for number in count())
        vectors = [None] * len(claims)
        return attribute(claims, readings, vectors, around, new_ids=ids, now=self._now)


async def keep(graph: Neo4jGraph, owner: Owner, steps: Sequence[Step], now: datetime, **more: Any) -> None:
    yesterday = (now - timedelta(days=1),) * len(steps)
    kept = replace(NOTHING, steps=tuple(steps), said_at=yesterday, **more)

    async def decide(_: Surroundings) -> Settlement:
        return kept

    await graph.settle(owner, [], [], readings=[], decide=decide, now=now)


@pytest.mark.req("P2", "P3")
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_those_whom_texts_can_mean_decide_as_everybody_would(
    graph: Neo4jGraph, owner: Owner, now: datetime, seed: int
) -> None:
    made_up = MadeUp(seed, owner, now)
    steps, mentioned = made_up.people()
    await keep(graph, owner, steps, now, last_mentioned=mentioned)
    merged = {step.other for step in steps if isinstance(step, Join)}
    everybody = await graph.everybody(Scope(owner.tenant, (owner,)))
    both = Comparison(everybody, {p: at for p, at in mentioned.items() if p not in merged}, now)

    for batch in range(BATCHES):
        readings = made_up.readings()
        subjects = [made_up.name()] if batch % 5 == 0 else None
        claims = [claim("It is as it is", now=now, subjects=subjects) for _ in readings]
        decide = partial(both.decide, claims, readings)
        await graph.settle(owner, claims, [None] * len(claims), readings=readings, decide=decide, now=now)

    assert both.read < BATCHES * len(everybody) / 3
    assert {"NewPerson", "NewName", "NewBond", "EndedBond", "Join", "Suggestion"} <= both.kinds.keys()
    assert {"name", "relation", "name and relation", "pronoun", "new person", "another one"} <= both.kinds.keys()


async def test_who_is_read_does_not_grow_with_who_is_known(graph: Neo4jGraph, owner: Owner, now: datetime) -> None:
    steps: list[Step] = []
    for number in range(400):
        person, letters = PersonId(f"{owner.ref}-{number:04d}"), chr(97 + number // 20) + chr(97 + number % 20)
        steps.append(NewPerson(person, "made up", "made up", None))
        steps.append(NewName(person, "made up", "made up", f"Q{letters}ra B{letters}lik"))
        steps.append(NewBond(person, "made up", "made up", Bond("friend", "friend")))
    await keep(graph, owner, steps, now)
    known: list[KnownPerson] = []

    async def look(around: Surroundings) -> Settlement:
        known.extend(around.people)
        return NOTHING

    friend = relation("friend")
    assert friend is not None
    said = Said((Mention(start=0, end=1, name="Qaara", relations=(friend,)),))
    await graph.settle(owner, [claim("x", now=now)], [None], readings=[Reading(said)], decide=look, now=now)

    assert "Qaara Baalik" in {person.names[0] for person in known}
    assert len(known) < 20
