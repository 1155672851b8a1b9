"""What the reader makes of a message: its clauses, and who is spoken of where."""

from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.model import Kind

THING = "thing"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, in characters."""

    start: int
    end: int

    def covers(self, other: "Span") -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Clause(Span):
    """A piece of a message, and what it is worth."""

    lasting: float  # how likely it is a fact to keep
    kind: Kind  # of the fact, if it is one
    reason: str  # why it isn't kept, if it isn't


@dataclass(frozen=True, slots=True)
class Spoken(Span):
    """A place where somebody is spoken of."""

    sort: str  # name, title, relation, pronoun, or thing: what only looks like somebody
    words: str
    person: int  # places with the same number mean the same person
    says: str | None = None  # what the words say that somebody is, to whomever
    relation: str | None = None  # what the person is to the user
    status: str | None = None  # current, former or late
    of: int | None = None  # the number of the person whose relative or colleague this is
    asked: bool = False  # it stands in the question before the message
    chance: float = 1.0  # of being somebody at all
    tied: float = 1.0  # of being that person and nobody else


@dataclass(frozen=True, slots=True)
class Understood:
    """A message as the reader understands it."""

    text: str
    clauses: tuple[Clause, ...] = ()
    spoken: tuple[Spoken, ...] = ()

    def of_person(self, person: int) -> Iterator[Spoken]:
        return (one for one in self.spoken if one.person == person)
