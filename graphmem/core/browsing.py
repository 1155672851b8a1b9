"""What the pages show: people and how lately they were heard of, facts and what replaced them, the web of both."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model import Kind, Memory, Person, Replacement, Status


class Order(StrEnum):
    """In which order people are shown."""

    HEARD = "heard"
    NAME = "name"
    FACTS = "facts"


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A person, with the number of their facts, and when they were spoken of last."""

    person: Person
    last_heard: datetime | None


@dataclass(frozen=True, slots=True)
class Crowd:
    """A page of people, and how many there are in all."""

    people: Sequence[Acquaintance]
    total: int


@dataclass(frozen=True, slots=True)
class Hits:
    """What a half-typed text may mean."""

    people: Sequence[Acquaintance] = ()
    memories: Sequence[Memory] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How much is known."""

    people: int
    facts: int
    superseded: int
    changes: int


@dataclass(frozen=True, slots=True)
class Succession:
    """A fact, the one that took its place, and why."""

    old: Memory
    new: Memory
    replacement: Replacement


@dataclass(frozen=True, slots=True)
class Told:
    """A fact about somebody; when it was replaced, by which words and why."""

    memory: Memory
    replaced: Replacement | None = None
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """A page of facts, and how many there are in all."""

    facts: Sequence[Told]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Knot:
    """A person in the web, with whom they are tied to and how."""

    person: Person
    since: datetime | None
    ties: Sequence[tuple[str, str]]  # the other's id, and what they are


@dataclass(frozen=True, slots=True, kw_only=True)
class Strand:
    """A fact in the web, with the ids of whom it is about."""

    id: str
    content: str
    kind: Kind
    status: Status
    since: datetime
    about: Sequence[str]


@dataclass(frozen=True, slots=True)
class Web:
    """People and facts, and how they hang together."""

    people: Sequence[Knot]
    facts: Sequence[Strand]
