"""Who is who: which of a user's people a text speaks of, and what it teaches about them.

A wrong join costs more than a duplicate: in doubt there are two persons, and a fact is about nobody.
"""

from collections.abc import Iterator, Sequence

from graphmem.core.bonds import bears, called, fits
from graphmem.core.circle import Circle
from graphmem.core.mentions import Mention, Said, Sort, Told
from graphmem.core.names import fold
from graphmem.core.person import MOST_RECENT, About, Bond, KnownPerson, PersonId, Plan, Recent
from graphmem.core.relations import kind_of, relation

Found = tuple[PersonId, str, str]  # who, by which rule, and why


def identify(
    said: Said,
    people: Sequence[KnownPerson],
    *,
    new_ids: Iterator[str],
    recent: Recent = (),
    things: frozenset[str] = frozenset(),
) -> Plan:
    """Decide who each mention is and what the text teaches about a user's people."""
    circle = _Reading({person.id: person for person in people}, new_ids, list(recent), set(things))
    for index, mention in enumerate(said.mentions):
        circle.meet(index, mention, said.mentions)
    recently = tuple(circle.recent[:MOST_RECENT])
    return Plan(tuple(circle.steps), tuple(circle.people.values()), recently, frozenset(circle.things))


def named(subjects: Sequence[str], *, sure: bool = True) -> Said:
    """What a caller says by `subjects: ["Sarah", "my boss"]`; unless sure, it only finds who is known."""
    return Said(tuple(_subject(subject, sure=sure) for subject in subjects if subject.strip()))


def _subject(subject: str, *, sure: bool) -> Mention:
    words = " ".join(subject.split())
    known = relation(words.lower().removeprefix("my ").removeprefix("our "))
    return Mention(
        start=0,
        end=len(subject),
        name=None if known else words,
        relations=(known,) if known else (),
        subject=True,
        sure=sure,
    )


class _Reading(Circle):
    """The circle as it meets one mention after the other."""

    def meet(self, index: int, mention: Mention, mentions: Sequence[Mention]) -> None:
        """Find or make the person of one mention, and learn what it says of them."""
        if mention.sort is not Sort.PERSON:
            self.pass_by(mention)
            return
        bonds = self.bonds_of(mention)
        if bonds is None:
            return
        found = self._resolve(mention, bonds)
        if found is None:
            return
        person, rule, reason = found
        self.learn(person, mention, bonds, rule=rule, reason=reason)
        self.met[index] = person
        self.steps.append(About(person, rule, reason, index, mention.subject))
        self.speak_of(person, mention)

    def _resolve(self, mention: Mention, bonds: tuple[Bond, ...]) -> Found | None:
        if mention.pronoun:
            found = self._by_pronoun(mention)
            return found or (self._by_bond(mention, bonds[0]) if bonds else None)
        if mention.name and bonds:
            return self._by_name_and_bond(mention, mention.name, bonds)
        if mention.name:
            return self._by_name(mention, mention.name)
        return self._by_bond(mention, bonds[0]) if bonds else None

    def _by_pronoun(self, mention: Mention) -> Found | None:
        for group in self.recent[:4]:
            fitting = [p for p in sorted(group) if self._can_mean(p, mention)]
            if not group and mention.name:
                self.things.add(fold(mention.name))  # "I have a dog. His name is Rocky"
                return None
            if len(fitting) > 1 or not group:
                break  # two may be meant, or a pet or a group
            if fitting:
                return fitting[0], "pronoun", f"“{mention.pronoun}” is the person last spoken of"
        if mention.name and mention.told is Told.NAME and mention.sure:
            return self._by_name(mention, mention.name)
        return None

    def _can_mean(self, person: PersonId, mention: Mention) -> bool:
        known = self.people[person]
        if not fits(known, mention.pronoun):
            return False
        renamed = mention.name and mention.told is Told.NAME and known.names and not called(known, mention.name)
        return not renamed

    def _by_name_and_bond(self, mention: Mention, name: str, bonds: tuple[Bond, ...]) -> Found | None:
        named = self.named(name)
        holders = [p for bond in bonds for p in self.holding(bond)]
        both = [p for p in named if p in holders]
        if mention.another:
            return self._another(mention, bonds[0], both)
        if both:
            best = self.plainest(both, name)
            return (best, "name and relation", f"the {bonds[0].word} called {name}") if best else None
        return self._joined(mention, name, bonds[0], named, holders) or self.make(mention, name, bonds[0])

    def _joined(
        self, mention: Mention, name: str, bond: Bond, named: list[PersonId], holders: list[PersonId]
    ) -> Found | None:
        """Somebody known by name gets the relation, or somebody known by relation gets the name."""
        free = [p for p in named if self.may_be(p, bond, mention)]
        nameless = [p for p in holders if not self.people[p].names]
        target = self.plainest(free, name)
        if len(nameless) == 1 and (kind_of(bond.kind).single or len(holders) == 1) and not mention.new:
            if target:
                self.join(target, nameless[0], f"the {bond.word} is {name}")
                return target, "join", f"the {bond.word} without a name is {name}"
            return nameless[0], "name told", f"the {bond.word} is called {name}"
        if target:
            return target, "relation told", f"{name} is the {bond.word}"
        alike = [p for p in holders if self.spelt_like(p, name)]
        if len(alike) == 1 and kind_of(bond.kind).single:
            return alike[0], "spelling", f"the one {bond.word}, spelt in another way"
        return None

    def _another(self, mention: Mention, bond: Bond, both: list[PersonId]) -> Found:
        """ "a different Anna", unless the one that this one differs from and this one are both known already."""
        name = mention.name or ""
        same = [p for p in both if bears(self.people[p], name)]
        first = name.split(" ")[0]
        namesakes = [p for p, known in self.people.items() if p not in same and called(known, first)]
        if same and (namesakes or len(same) > 1 or len(self.holding(bond)) > 1 or kind_of(bond.kind).single):
            return same[-1], "another one", f"the other {name}, known before"
        return self.make(mention, mention.name, bond)

    def _by_name(self, mention: Mention, name: str) -> Found | None:
        if not mention.another and fold(name) in self.things and not mention.relations:
            return None
        named = self.named(name)
        if mention.another:
            others = [p for p in named if len(named) > 1]
            return (others[-1], "another one", f"the other {name}") if others else self.make(mention, name, None)
        if named:
            best = self.plainest(named, name)
            if best is None:
                return None
            if self._is_fuller(best, name):
                return self.make(mention, name, None) if mention.sure else None
            return best, "name", f"known as {self.people[best].names[0]}"
        return self.make(mention, name, None) if mention.sure else None

    def _is_fuller(self, person: PersonId, name: str) -> bool:
        """A surname that nobody uses for their own sister: “Anna Pichler” is likely somebody else."""
        known = self.people[person]
        fuller = all(len(fold(name).split()) > len(fold(other).split()) for other in known.names)
        return fuller and any(kind_of(b.kind).close for b in known.bonds if not b.former)

    def _by_bond(self, mention: Mention, bond: Bond) -> Found | None:
        holders = self.holding(bond)
        if mention.new:
            fresh = [p for p in holders if not self.people[p].names and self.formerly(bond)]
            return (fresh[0], "relation", f"the new {bond.word}") if fresh else self.make(mention, None, bond)
        if mention.another:
            others = [p for p in holders if not self.recent or p not in self.recent[0]]
            if len(holders) == 2 and len(others) == 1:
                return others[0], "another one", f"the other {bond.word}"
            return self.make(mention, None, bond) if len(holders) == 1 else None
        if len(holders) == 1:
            return holders[0], "relation", f"the one {bond.word}"
        if len(holders) > 1:
            here = [p for p in holders if p in self.met.values()]
            return (here[0], "relation", f"the {bond.word} just spoken of") if len(here) == 1 else None
        return self.make(mention, None, bond) if mention.sure else None
