"""What a text says about people, free of whatever read it."""

from dataclasses import dataclass
from enum import StrEnum


class Gender(StrEnum):
    """What a name or a relation suggests, enough to tell "he" from "she"."""

    MAN = "man"
    WOMAN = "woman"


class Sort(StrEnum):
    """What a mention is of: only a person is kept, the others keep a pronoun from going astray."""

    PERSON = "person"
    GROUP = "group"
    THING = "thing"


class Told(StrEnum):
    """Which half of "my wife is Sarah" is the news."""

    NAME = "name"
    RELATION = "relation"


@dataclass(frozen=True, slots=True)
class Relation:
    """What somebody is to the user, or to the mention `of`: the word as it was said, and the kind it is compared by."""

    word: str
    kind: str
    former: bool = False
    of: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where a text speaks of somebody, with all that is said there about who that is."""

    start: int
    end: int
    sentence: int = 0
    sort: Sort = Sort.PERSON
    name: str | None = None
    aliases: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    pronoun: str | None = None
    gender: Gender | None = None
    told: Told | None = None
    another: bool = False  # "a different Anna", "my other son", "is called Jan too"
    new: bool = False  # "my new boss"
    subject: bool = False
    sure: bool = True  # else it can only be somebody already known


@dataclass(frozen=True, slots=True)
class Said:
    """All that one text says about people."""

    mentions: tuple[Mention, ...] = ()

    @property
    def things(self) -> tuple[str, ...]:
        """The names of pets and things, which no later text should take for a person's."""
        return tuple(m.name for m in self.mentions if m.sort is Sort.THING and m.name)
