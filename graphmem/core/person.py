"""A user's people as they are known, and what one text changes about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NewType

from graphmem.core.mentions import Gender

PersonId = NewType("PersonId", str)
Recent = tuple[frozenset[PersonId], ...]  # last spoken of first; together are those spoken of alike, none is a pet
STILL_SPOKEN_OF = timedelta(minutes=30)
MOST_RECENT = 8  # groups of people that are kept from one text to the next
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


def recently(last_mentioned: Mapping[PersonId, datetime], *, at: datetime) -> Recent:
    """The people a pronoun can still reach, from when each was last mentioned."""
    spoken: dict[datetime, set[PersonId]] = {}
    for person, when in last_mentioned.items():
        if at - when <= STILL_SPOKEN_OF:
            spoken.setdefault(when, set()).add(person)
    return tuple(frozenset(spoken[when]) for when in sorted(spoken, reverse=True))


def last_mentions(plan: Plan, *, at: datetime) -> dict[PersonId, datetime]:
    """When to say that each person of a text was last mentioned, so that `recently` finds them in the same order."""
    here = {step.person for step in plan.steps if isinstance(step, About)}
    groups = [group & here for group in plan.recent if group & here]
    groups.append(frozenset(here.difference(*groups)))
    return {person: at - rank * _A_MOMENT for rank, group in enumerate(groups) for person in group}
