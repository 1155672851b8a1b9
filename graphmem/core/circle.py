"""A user's people while a text is read: finding them, and learning names, relations and joins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from graphmem.core.bonds import (
    COURTSHIP,
    bears,
    called,
    can_change,
    described,
    gender_of,
    is_outgrown,
    is_same_bond,
    moved,
    plain,
    shown,
)
from graphmem.core.mentions import Gender, Mention, Relation, Told
from graphmem.core.names import Likeness, fold, likeness, without_title
from graphmem.core.person import (
    About,
    Bond,
    EndedBond,
    Join,
    KnownPerson,
    NewBond,
    NewName,
    NewPerson,
    PersonId,
    Step,
    Suggestion,
)
from graphmem.core.relations import can_end, composed, head_of, kind_of


@dataclass
class Circle:
    """A user's people while a text is being read, and the steps that it takes."""

    people: dict[PersonId, KnownPerson]
    new_ids: Iterator[str]
    recent: list[frozenset[PersonId]]
    things: set[str]
    steps: list[Step] = field(default_factory=list)
    met: dict[int, PersonId] = field(default_factory=dict)
    latest: tuple[int, bool] | None = None  # sentence of whoever was spoken of last, and whether it was of them

    def pass_by(self, mention: Mention) -> None:
        if mention.name:
            self.things.add(fold(mention.name))
        behind = self.latest is not None and self.latest == (mention.sentence, True) and bool(self.recent)
        self.recent.insert(1 if behind else 0, frozenset())
        self.latest = self.latest if behind else None

    def speak_of(self, person: PersonId, mention: Mention) -> None:
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

    def bonds_of(self, mention: Mention) -> tuple[Bond, ...] | None:
        bonds = []
        for relation in mention.relations:
            if relation.of is not None and relation.of not in self.met:
                return None  # somebody's brother, but nobody knows whose
            bonds.append(self.bond_of(relation))
        return tuple(bonds)

    def bond_of(self, relation: Relation) -> Bond:
        if relation.of is None:
            return Bond(relation.word, relation.kind, relation.former)
        of = self.met[relation.of]
        whose = shown(self.people[of])
        word = relation.word if "'s " in relation.word or whose is None else f"{whose}'s {relation.word}"
        return Bond(word, relation.kind, relation.former, of)

    def make(self, mention: Mention, name: str | None, bond: Bond | None) -> tuple[PersonId, str, str]:
        person = PersonId(next(self.new_ids))
        gender = mention.gender or (kind_of(bond.kind).gender if bond else None)
        reason = f"nobody known is {described(name, bond)}"
        self.people[person] = KnownPerson(id=person, gender=gender)
        self.steps.append(NewPerson(person, "new person", reason, gender))
        if name:
            self.suggest(person, name)
        return person, "new person", reason

    def suggest(self, person: PersonId, name: str) -> None:
        for other in self.people.values():
            if other.id != person and any(likeness(name, known) > Likeness.NONE for known in other.names):
                self.steps.append(Suggestion(person, "alike", f"{name} and {other.names[0]} are alike", other.id))

    def learn(self, person: PersonId, mention: Mention, bonds: tuple[Bond, ...], *, rule: str, reason: str) -> None:
        names = [mention.name] if mention.name else []
        if names and without_title(names[0]) != names[0]:
            names.append(without_title(names[0]))
        for name in [*names, *mention.aliases]:
            self.add_name(person, name, rule=rule, reason=reason)
        for alias in () if mention.another else mention.aliases:
            self.join_alias(person, alias)
        for bond in (*bonds, *self.in_turn(bonds, mention.gender or self.people[person].gender)):
            self.tie(person, bond, rule=rule, reason=reason, mention_new=mention.new)
        gender = self.people[person].gender or mention.gender or gender_of(self.people[person])
        self.people[person] = replace(self.people[person], gender=gender)

    def in_turn(self, bonds: tuple[Bond, ...], gender: Gender | None) -> Iterator[Bond]:
        """What a relative's relative is to the user."""
        for bond in bonds:
            of = self.people.get(bond.of) if bond.of and not bond.former else None
            for held in of.bonds if of is not None else ():
                kind = None if held.of or held.former else composed(held.kind, bond.kind, gender)
                if kind is not None:
                    yield Bond(kind, kind, former=False)

    def add_name(self, person: PersonId, name: str, *, rule: str, reason: str) -> None:
        known = self.people[person]
        if any(plain(name) == plain(other) for other in known.names):
            return
        if any(likeness(name, other) is Likeness.SHORT and len(name) < len(other) for other in known.names):
            return  # "Anna" is no new name for Anna Pichler
        self.people[person] = replace(known, names=(*known.names, name))
        self.steps.append(NewName(person, rule, reason, name))

    def join_alias(self, person: PersonId, alias: str) -> None:
        """Who was known only by the alias is the same person, once the user says so."""
        apart = [p for p in self.people if p != person and bears(self.people[p], alias)]
        if len(apart) == 1 and not self.clash(person, apart[0]):
            self.join(person, apart[0], f"the user says that {alias} is {self.people[person].names[0]}")

    def clash(self, one: PersonId, other: PersonId) -> bool:
        ours = {b.kind for b in self.people[one].bonds if kind_of(b.kind).close}
        theirs = {b.kind for b in self.people[other].bonds if kind_of(b.kind).close}
        return bool(ours and theirs and ours != theirs)

    def tie(self, person: PersonId, bond: Bond, *, rule: str, reason: str, mention_new: bool) -> None:
        known = self.people[person]
        if bond.kind == "ex":
            for held in [b for b in known.bonds if b.kind in COURTSHIP and not b.former and b.of == bond.of]:
                self.end(person, held, reason="now the ex", remember=True)
        elif bond.former:
            for held in [b for b in known.bonds if b.kind == bond.kind and not b.former and b.of == bond.of]:
                self.end(person, held, reason=f"now the {bond.word}")
        elif kind_of(bond.kind).single and can_end(bond.kind):
            for other in self.holding(bond):
                if other != person and (mention_new or other not in self.met.values()):
                    for held in [b for b in self.people[other].bonds if b.kind == bond.kind and not b.former]:
                        self.end(other, held, reason=f"somebody else is the {bond.word} now", remember=True)
        for held in [b for b in self.people[person].bonds if is_outgrown(b, bond)]:
            self.end(person, held, reason=f"now the {bond.word}")
        known = self.people[person]
        if any(b.word.casefold() == bond.word.casefold() and b.of == bond.of for b in known.bonds):
            return
        self.people[person] = replace(known, bonds=(*known.bonds, bond))
        self.steps.append(NewBond(person, rule, reason, bond))

    def end(self, person: PersonId, bond: Bond, *, reason: str, remember: bool = False) -> None:
        known = self.people[person]
        bonds = tuple(b for b in known.bonds if b != bond)
        self.steps.append(EndedBond(person, "relation ended", reason, bond))
        if remember:
            former = Bond(f"ex-{bond.word}", bond.kind, former=True, of=bond.of)
            bonds = (*bonds, former)
            self.steps.append(NewBond(person, "relation ended", reason, former))
        self.people[person] = replace(known, bonds=bonds)

    def join(self, kept: PersonId, other: PersonId, reason: str) -> None:
        gone, known = self.people.pop(other), self.people[kept]
        names = tuple(dict.fromkeys([*known.names, *gone.names]))
        bonds = tuple(dict.fromkeys([*known.bonds, *gone.bonds]))
        self.people[kept] = replace(known, names=names, bonds=bonds, gender=known.gender or gone.gender)
        self.recent = [frozenset(kept if p == other else p for p in group) for group in self.recent]
        self.met = {index: kept if p == other else p for index, p in self.met.items()}
        self.people = {p: moved(known, other, kept) for p, known in self.people.items()}
        self.steps = [replace(s, person=kept) if isinstance(s, About) and s.person == other else s for s in self.steps]
        self.steps.append(Join(kept, "join", reason, other))

    def named(self, name: str) -> list[PersonId]:
        """Everybody the name may mean, at the closest likeness anybody has."""
        levels: Mapping[PersonId, Likeness] = {p: called(known, name) for p, known in self.people.items()}
        closest = max(levels.values(), default=Likeness.NONE)
        if closest < Likeness.SHORT:
            return []
        return [p for p, level in levels.items() if level == closest]

    def plainest(self, people: list[PersonId], name: str) -> PersonId | None:
        """The one person of several of a name who is meant by the plain name, if one is."""
        if len(people) == 1:
            return people[0]
        plain = [p for p in people if any(n.casefold() == name.casefold() for n in self.people[p].names)]
        if len(plain) == 1:
            return plain[0]
        here = [p for p in people if p in self.met.values()]
        return here[0] if len(here) == 1 else None

    def spelt_like(self, person: PersonId, name: str) -> bool:
        return any(likeness(name, other) is Likeness.SPELLING for other in self.people[person].names)

    def holding(self, bond: Bond) -> list[PersonId]:
        return [p for p, known in self.people.items() if any(is_same_bond(bond, b, known) for b in known.bonds)]

    def formerly(self, bond: Bond) -> list[PersonId]:
        return self.holding(replace(bond, former=True))

    def may_be(self, person: PersonId, bond: Bond, mention: Mention) -> bool:
        """Whether somebody of that name may be what the text calls them now."""
        known = self.people[person]
        gender = kind_of(bond.kind).gender
        theirs = [b for b in known.bonds if b.of == bond.of]
        if gender and gender_of(known) and gender != gender_of(known):
            return False
        if any(b.kind == bond.kind for b in theirs):
            return True
        if kind_of(bond.kind).close and any(kind_of(b.kind).close and not b.former for b in theirs) and not bond.former:
            return can_change(theirs, bond)
        if not known.bonds or any(head_of(b.kind) == head_of(bond.kind) for b in theirs):
            return True
        if mention.name and called(known, mention.name) is Likeness.NICKNAME:
            return False  # Lena the accountant is seldom the wife Helena
        return mention.told is Told.RELATION
