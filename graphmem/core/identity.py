"""Who is who: which of a user's people a text speaks of, and what it teaches about them.

A wrong join costs more than a duplicate: in doubt there are two persons, and a fact is about nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NewType

from graphmem.core.mentions import Gender, Mention, Relation, Said, Sort, Told
from graphmem.core.names import Likeness, fold, likeness, without_title
from graphmem.core.relations import head_of, kind_of, parts_of

PersonId = NewType("PersonId", str)
Recent = tuple[frozenset[PersonId], ...]  # last spoken of first; together are those spoken of alike, none is a pet
STILL_SPOKEN_OF = timedelta(minutes=30)
_A_MOMENT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Bond:
    """What somebody is, or was, to the user, or to the person `of`."""

    word: str
    kind: str
    former: bool = False
    of: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    """One of a user's people as the graph knows them."""

    id: PersonId
    names: tuple[str, ...] = ()  # the first is what they are called, the others are aliases
    bonds: tuple[Bond, ...] = ()
    gender: Gender | None = None
    last_mentioned: datetime | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to write: what, about whom, and why."""

    person: PersonId
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class NewPerson(Step):
    gender: Gender | None


@dataclass(frozen=True, slots=True)
class NewName(Step):
    name: str


@dataclass(frozen=True, slots=True)
class NewBond(Step):
    bond: Bond


@dataclass(frozen=True, slots=True)
class EndedBond(Step):
    bond: Bond


@dataclass(frozen=True, slots=True)
class Join(Step):
    """`other` was `person` all along."""

    other: PersonId


@dataclass(frozen=True, slots=True)
class Suggestion(Step):
    """`other` may be `person`; only the user can tell."""

    other: PersonId


@dataclass(frozen=True, slots=True)
class About(Step):
    """The text speaks of the person; `subject` if it says something of theirs rather than of somebody else's."""

    mention: int
    subject: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """All that one text changes among a user's people, in the order of writing."""

    steps: tuple[Step, ...] = ()
    people: tuple[KnownPerson, ...] = ()  # as they are afterwards
    recent: Recent = ()
    things: frozenset[str] = frozenset()

    @property
    def about(self) -> tuple[PersonId, ...]:
        """Whom the text is about: its subjects, or else everybody it speaks of."""
        spoken = [step for step in self.steps if isinstance(step, About)]
        subjects = [step.person for step in spoken if step.subject]
        return tuple(dict.fromkeys(subjects or [step.person for step in spoken]))

    @property
    def subjects(self) -> tuple[PersonId, ...]:
        """Whose fact it is; empty when it is the user's or nobody's."""
        return tuple(dict.fromkeys(step.person for step in self.steps if isinstance(step, About) and step.subject))

    @property
    def joined(self) -> Mapping[PersonId, PersonId]:
        """Who turned out to be whom."""
        return {step.other: step.person for step in self.steps if isinstance(step, Join)}

    def person_of(self, mention: int) -> PersonId | None:
        """Who the mention is, if anybody."""
        return next((s.person for s in self.steps if isinstance(s, About) and s.mention == mention), None)


def recently(people: Sequence[KnownPerson], *, at: datetime) -> Recent:
    """The people a pronoun can still reach, from when each was last mentioned."""
    spoken: dict[datetime, set[PersonId]] = {}
    for person in people:
        if person.last_mentioned and at - person.last_mentioned <= STILL_SPOKEN_OF:
            spoken.setdefault(person.last_mentioned, set()).add(person.id)
    return tuple(frozenset(spoken[when]) for when in sorted(spoken, reverse=True))


def last_mentions(plan: Plan, *, at: datetime) -> dict[PersonId, datetime]:
    """When to say that each person of a text was last mentioned, so that `recently` finds them in the same order."""
    here = {step.person for step in plan.steps if isinstance(step, About)}
    groups = [group & here for group in plan.recent if group & here]
    return {person: at - rank * _A_MOMENT for rank, group in enumerate(groups) for person in group}


def identify(
    said: Said,
    people: Sequence[KnownPerson],
    *,
    new_ids: Iterator[str],
    recent: Recent = (),
    things: frozenset[str] = frozenset(),
) -> Plan:
    """Decide who each mention is and what the text teaches about a user's people."""
    circle = _Circle({person.id: person for person in people}, new_ids, list(recent), set(things))
    for index, mention in enumerate(said.mentions):
        circle.meet(index, mention, said.mentions)
    return Plan(tuple(circle.steps), tuple(circle.people.values()), tuple(circle.recent[:8]), frozenset(circle.things))


@dataclass
class _Circle:
    """The user's people while a text is being read."""

    people: dict[PersonId, KnownPerson]
    new_ids: Iterator[str]
    recent: list[frozenset[PersonId]]
    things: set[str]
    steps: list[Step] = field(default_factory=list)
    met: dict[int, PersonId] = field(default_factory=dict)
    latest: tuple[int, bool] | None = None  # sentence of whoever was spoken of last, and whether it was of them

    def meet(self, index: int, mention: Mention, mentions: Sequence[Mention]) -> None:
        """Find or make the person of one mention, and learn what it says of them."""
        if mention.sort is not Sort.PERSON:
            self._pass_by(mention)
            return
        bonds = self._bonds(mention)
        if bonds is None:
            return
        found = self._resolve(mention, bonds)
        if found is None:
            return
        person, rule, reason = found
        self._learn(person, mention, bonds, rule=rule, reason=reason)
        self.met[index] = person
        self.steps.append(About(person, rule, reason, index, mention.subject))
        self._speak_of(person, mention)

    def _pass_by(self, mention: Mention) -> None:
        if mention.name:
            self.things.add(fold(mention.name))
        self.recent.insert(0, frozenset())
        self.latest = None

    def _speak_of(self, person: PersonId, mention: Mention) -> None:
        """Put the person first among those a pronoun may mean; in a sentence its subject goes before the others."""
        if self.recent and person in self.recent[0]:
            return
        here = self.latest is not None and self.latest[0] == mention.sentence and bool(self.recent)
        first = self.recent[0] if here else frozenset[PersonId]()
        self.recent = [group - {person} if person in group else group for group in self.recent if group != {person}]
        if not here:
            self.recent.insert(0, frozenset([person]))
        elif self.latest is not None and self.latest[1] == mention.subject:
            self.recent[0] = first | {person}
        else:
            self.recent.insert(0 if mention.subject else 1, frozenset([person]))
        self.latest = (mention.sentence, mention.subject or bool(here and self.latest and self.latest[1]))

    def _bonds(self, mention: Mention) -> tuple[Bond, ...] | None:
        bonds = []
        for relation in mention.relations:
            if relation.of is not None and relation.of not in self.met:
                return None  # somebody's brother, but nobody knows whose
            bonds.append(self._bond(relation))
        return tuple(bonds)

    def _bond(self, relation: Relation) -> Bond:
        if relation.of is None:
            return Bond(relation.word, relation.kind, relation.former)
        of = self.met[relation.of]
        whose = _shown(self.people[of])
        word = relation.word if "'s " in relation.word or whose is None else f"{whose}'s {relation.word}"
        return Bond(word, relation.kind, relation.former, of)

    def _resolve(self, mention: Mention, bonds: tuple[Bond, ...]) -> tuple[PersonId, str, str] | None:
        if mention.pronoun:
            found = self._by_pronoun(mention)
            return found or (self._by_bond(mention, bonds[0]) if bonds else None)
        if mention.name and bonds:
            return self._by_name_and_bond(mention, mention.name, bonds)
        if mention.name:
            return self._by_name(mention, mention.name)
        return self._by_bond(mention, bonds[0]) if bonds else None

    def _by_pronoun(self, mention: Mention) -> tuple[PersonId, str, str] | None:
        for group in self.recent[:4]:
            fitting = [p for p in sorted(group) if self._can_mean(p, mention)]
            if len(fitting) > 1 or not group:
                break  # two may be meant, or a pet
            if fitting:
                return fitting[0], "pronoun", f"“{mention.pronoun}” is the person last spoken of"
        if mention.name and mention.told is Told.NAME and mention.sure:
            return self._by_name(mention, mention.name)
        return None

    def _can_mean(self, person: PersonId, mention: Mention) -> bool:
        known = self.people[person]
        if not _fits(known, mention.pronoun):
            return False
        renamed = mention.name and mention.told is Told.NAME and known.names and not _called(known, mention.name)
        return not renamed

    def _by_name_and_bond(
        self, mention: Mention, name: str, bonds: tuple[Bond, ...]
    ) -> tuple[PersonId, str, str] | None:
        named = self._named(name)
        holders = [p for bond in bonds for p in self._holding(bond)]
        both = [p for p in named if p in holders]
        if mention.another:
            return self._another(mention, bonds[0], both)
        if both:
            best = self._plainest(both, name)
            return (best, "name and relation", f"the {bonds[0].word} called {name}") if best else None
        return self._joined(mention, name, bonds[0], named, holders) or self._make(mention, name, bonds[0])

    def _joined(
        self, mention: Mention, name: str, bond: Bond, named: list[PersonId], holders: list[PersonId]
    ) -> tuple[PersonId, str, str] | None:
        """Somebody known by name gets the relation, or somebody known by relation gets the name."""
        free = [p for p in named if self._may_be(p, bond, mention)]
        nameless = [p for p in holders if not self.people[p].names]
        target = self._plainest(free, name)
        if len(nameless) == 1 and (kind_of(bond.kind).single or len(holders) == 1) and not mention.new:
            if target:
                self._join(target, nameless[0], f"the {bond.word} is {name}")
                return target, "join", f"the {bond.word} without a name is {name}"
            return nameless[0], "name told", f"the {bond.word} is called {name}"
        if target:
            return target, "relation told", f"{name} is the {bond.word}"
        alike = [p for p in holders if self._spelt_like(p, name)]
        if len(alike) == 1 and kind_of(bond.kind).single:
            return alike[0], "spelling", f"the one {bond.word}, spelt in another way"
        return None

    def _another(self, mention: Mention, bond: Bond, both: list[PersonId]) -> tuple[PersonId, str, str]:
        known = [p for p in both if self.people[p].names and _same_names(self.people[p], mention.name or "")]
        holders = self._holding(bond)
        if mention.told is Told.NAME and len(known) == 1 and not kind_of(bond.kind).single and len(holders) == 1:
            known = []  # "another friend called Maria", when there is one
        if known and (kind_of(bond.kind).single or len(known) > 1 or len(holders) > 1):
            return known[-1], "another one", f"the other {mention.name}, known before"
        return self._make(mention, mention.name, bond)

    def _by_name(self, mention: Mention, name: str) -> tuple[PersonId, str, str] | None:
        if not mention.another and fold(name) in self.things and not mention.relations:
            return None
        named = self._named(name)
        if mention.another:
            others = [p for p in named if len(named) > 1]
            return (others[-1], "another one", f"the other {name}") if others else self._make(mention, name, None)
        if named:
            best = self._plainest(named, name)
            if best is None:
                return None
            if self._is_fuller(best, name):
                return self._make(mention, name, None)
            return best, "name", f"known as {self.people[best].names[0]}"
        return self._make(mention, name, None) if mention.sure else None

    def _is_fuller(self, person: PersonId, name: str) -> bool:
        """A surname that nobody uses for their own sister: “Anna Pichler” is likely somebody else."""
        known = self.people[person]
        fuller = all(len(fold(name).split()) > len(fold(other).split()) for other in known.names)
        return fuller and any(kind_of(b.kind).close for b in known.bonds if not b.former)

    def _by_bond(self, mention: Mention, bond: Bond) -> tuple[PersonId, str, str] | None:
        holders = self._holding(bond)
        if mention.new:
            fresh = [p for p in holders if not self.people[p].names and self._formerly(bond)]
            return (fresh[0], "relation", f"the new {bond.word}") if fresh else self._make(mention, None, bond)
        if mention.another:
            others = [p for p in holders if not self.recent or p not in self.recent[0]]
            if len(holders) == 2 and len(others) == 1:
                return others[0], "another one", f"the other {bond.word}"
            return self._make(mention, None, bond) if len(holders) == 1 else None
        if len(holders) == 1:
            return holders[0], "relation", f"the one {bond.word}"
        if len(holders) > 1:
            here = [p for p in holders if p in self.met.values()]
            return (here[0], "relation", f"the {bond.word} just spoken of") if len(here) == 1 else None
        return self._make(mention, None, bond) if mention.sure else None

    def _make(self, mention: Mention, name: str | None, bond: Bond | None) -> tuple[PersonId, str, str]:
        person = PersonId(next(self.new_ids))
        gender = mention.gender or (kind_of(bond.kind).gender if bond else None)
        reason = f"nobody known is {_described(name, bond)}"
        self.people[person] = KnownPerson(id=person, gender=gender)
        self.steps.append(NewPerson(person, "new person", reason, gender))
        if name:
            self._suggest(person, name)
        return person, "new person", reason

    def _suggest(self, person: PersonId, name: str) -> None:
        for other in self.people.values():
            if other.id != person and any(likeness(name, known) > Likeness.NONE for known in other.names):
                self.steps.append(Suggestion(person, "alike", f"{name} and {other.names[0]} are alike", other.id))

    def _learn(self, person: PersonId, mention: Mention, bonds: tuple[Bond, ...], *, rule: str, reason: str) -> None:
        names = [mention.name] if mention.name else []
        if names and without_title(names[0]) != names[0]:
            names.append(without_title(names[0]))
        for name in [*names, *mention.aliases]:
            self._name(person, name, rule=rule, reason=reason)
        for alias in mention.aliases:
            self._join_alias(person, alias)
        for bond in bonds:
            self._tie(person, bond, rule=rule, reason=reason, mention_new=mention.new)
        gender = self.people[person].gender or mention.gender or _gender(self.people[person])
        self.people[person] = replace(self.people[person], gender=gender)

    def _name(self, person: PersonId, name: str, *, rule: str, reason: str) -> None:
        known = self.people[person]
        if any(_plain(name) == _plain(other) for other in known.names):
            return
        if any(likeness(name, other) is Likeness.SHORT and len(name) < len(other) for other in known.names):
            return  # "Anna" is no new name for Anna Pichler
        self.people[person] = replace(known, names=(*known.names, name))
        self.steps.append(NewName(person, rule, reason, name))

    def _join_alias(self, person: PersonId, alias: str) -> None:
        """Who was known only by the alias is the same person, once the user says so."""
        apart = [p for p in self.people if p != person and _same_names(self.people[p], alias)]
        if len(apart) == 1 and not self._clash(person, apart[0]):
            self._join(person, apart[0], f"the user says that {alias} is {self.people[person].names[0]}")

    def _clash(self, one: PersonId, other: PersonId) -> bool:
        ours = {b.kind for b in self.people[one].bonds if kind_of(b.kind).close}
        theirs = {b.kind for b in self.people[other].bonds if kind_of(b.kind).close}
        return bool(ours and theirs and ours != theirs)

    def _tie(self, person: PersonId, bond: Bond, *, rule: str, reason: str, mention_new: bool) -> None:
        known = self.people[person]
        if bond.kind == "ex":
            for held in [b for b in known.bonds if b.kind in _COURTSHIP and not b.former and b.of == bond.of]:
                self._end(person, held, reason="now the ex", remember=True)
        elif bond.former:
            for held in [b for b in known.bonds if b.kind == bond.kind and not b.former and b.of == bond.of]:
                self._end(person, held, reason=f"now the {bond.word}")
        elif kind_of(bond.kind).single:
            for other in self._holding(bond):
                if other != person and (mention_new or other not in self.met.values()):
                    for held in [b for b in self.people[other].bonds if b.kind == bond.kind and not b.former]:
                        self._end(other, held, reason=f"somebody else is the {bond.word} now", remember=True)
        for held in [b for b in self.people[person].bonds if _outgrown(b, bond)]:
            self._end(person, held, reason=f"now the {bond.word}")
        known = self.people[person]
        if any(b.word.casefold() == bond.word.casefold() and b.of == bond.of for b in known.bonds):
            return
        self.people[person] = replace(known, bonds=(*known.bonds, bond))
        self.steps.append(NewBond(person, rule, reason, bond))

    def _end(self, person: PersonId, bond: Bond, *, reason: str, remember: bool = False) -> None:
        known = self.people[person]
        bonds = tuple(b for b in known.bonds if b != bond)
        self.steps.append(EndedBond(person, "relation ended", reason, bond))
        if remember:
            former = Bond(f"ex-{bond.word}", bond.kind, former=True, of=bond.of)
            bonds = (*bonds, former)
            self.steps.append(NewBond(person, "relation ended", reason, former))
        self.people[person] = replace(known, bonds=bonds)

    def _join(self, kept: PersonId, other: PersonId, reason: str) -> None:
        gone, known = self.people.pop(other), self.people[kept]
        names = tuple(dict.fromkeys([*known.names, *gone.names]))
        bonds = tuple(dict.fromkeys([*known.bonds, *gone.bonds]))
        self.people[kept] = replace(known, names=names, bonds=bonds, gender=known.gender or gone.gender)
        self.recent = [frozenset(kept if p == other else p for p in group) for group in self.recent]
        self.met = {index: kept if p == other else p for index, p in self.met.items()}
        self.people = {p: _moved(known, other, kept) for p, known in self.people.items()}
        self.steps = [replace(s, person=kept) if isinstance(s, About) and s.person == other else s for s in self.steps]
        self.steps.append(Join(kept, "join", reason, other))

    def _named(self, name: str) -> list[PersonId]:
        """Everybody the name may mean, at the closest likeness anybody has."""
        levels: Mapping[PersonId, Likeness] = {p: _called(known, name) for p, known in self.people.items()}
        closest = max(levels.values(), default=Likeness.NONE)
        if closest < Likeness.SHORT:
            return []
        return [p for p, level in levels.items() if level == closest]

    def _plainest(self, people: list[PersonId], name: str) -> PersonId | None:
        """The one person of several of a name who is meant by the plain name, if one is."""
        if len(people) == 1:
            return people[0]
        plain = [p for p in people if any(n.casefold() == name.casefold() for n in self.people[p].names)]
        if len(plain) == 1:
            return plain[0]
        here = [p for p in people if p in self.met.values()]
        return here[0] if len(here) == 1 else None

    def _spelt_like(self, person: PersonId, name: str) -> bool:
        return any(likeness(name, other) is Likeness.SPELLING for other in self.people[person].names)

    def _holding(self, bond: Bond) -> list[PersonId]:
        return [p for p, known in self.people.items() if any(_is_same_bond(bond, b, known) for b in known.bonds)]

    def _formerly(self, bond: Bond) -> list[PersonId]:
        return self._holding(replace(bond, former=True))

    def _may_be(self, person: PersonId, bond: Bond, mention: Mention) -> bool:
        """Whether somebody of that name may be what the text calls them now."""
        known = self.people[person]
        gender = kind_of(bond.kind).gender
        theirs = [b for b in known.bonds if b.of == bond.of]
        if gender and _gender(known) and gender != _gender(known):
            return False
        if any(b.kind == bond.kind for b in theirs):
            return True
        if kind_of(bond.kind).close and any(kind_of(b.kind).close and not b.former for b in theirs) and not bond.former:
            return _can_change(theirs, bond)
        if not known.bonds or any(head_of(b.kind) == head_of(bond.kind) for b in theirs):
            return True
        return mention.told is Told.RELATION


_COURTSHIP = frozenset(["girlfriend", "boyfriend", "partner", "fiance", "wife", "husband", "spouse", "bride", "groom"])


def _is_same_bond(asked: Bond, held: Bond, holder: KnownPerson) -> bool:
    if asked.of != held.of:
        return False
    if asked.kind == "ex" and held.former and held.kind in _COURTSHIP:
        return True
    if held.former != asked.former:
        return False
    if held.kind == asked.kind:
        return True
    gender = kind_of(asked.kind).gender
    fits = gender is None or holder.gender is None or gender is holder.gender
    return fits and (held.kind in parts_of(asked.kind) or asked.kind in parts_of(held.kind))


_BEFORE_MARRIAGE = ("girlfriend", "boyfriend", "fiance")


def _outgrown(held: Bond, bond: Bond) -> bool:
    """A fiancée is no girlfriend any more, a wife neither."""
    if bond.former or held.former or held.of != bond.of or held.kind not in _BEFORE_MARRIAGE:
        return False
    return bond.kind in ("wife", "husband", "spouse") or (bond.kind == "fiance" and held.kind != "fiance")


def _can_change(held: Sequence[Bond], bond: Bond) -> bool:
    """A girlfriend may become a wife; a sister never."""
    return bond.kind in _COURTSHIP and all(b.kind in _COURTSHIP for b in held if kind_of(b.kind).close)


def _called(person: KnownPerson, name: str) -> Likeness:
    best = max((likeness(name, other) for other in person.names), default=Likeness.NONE)
    return best if best >= Likeness.SHORT else Likeness.NONE


def _same_names(person: KnownPerson, name: str) -> bool:
    return any(likeness(name, other) is Likeness.SAME for other in person.names)


def _gender(person: KnownPerson) -> Gender | None:
    return next((g for b in person.bonds if b.of is None and (g := kind_of(b.kind).gender)), None)


def _fits(person: KnownPerson, pronoun: str | None) -> bool:
    gender = _gender(person) or person.gender
    return pronoun == "they" or gender is None or gender is (Gender.MAN if pronoun == "he" else Gender.WOMAN)


def _moved(person: KnownPerson, other: PersonId, kept: PersonId) -> KnownPerson:
    return replace(person, bonds=tuple(replace(b, of=kept) if b.of == other else b for b in person.bonds))


def _shown(person: KnownPerson) -> str | None:
    if person.names:
        return person.names[0]
    return person.bonds[0].word if person.bonds else None


def _plain(name: str) -> str:
    return name.casefold().replace(".", "")


def _described(name: str | None, bond: Bond | None) -> str:
    if name and bond:
        return f"the {bond.word} called {name}"
    return f"called {name}" if name else f"the {bond.word}" if bond else "meant"
