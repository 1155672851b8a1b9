"""Whom a question asks about, as far as its words tell without a model: "my wife", "Sarah"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.core.relations import kinds_like, relation
from graphmem.core.text import words as words_of
from graphmem.model import Memory, Person

_OWN = re.compile(r"\b(?:my|our)\s+(\w+(?:[\s-]\w+){0,3})", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,;] )[^\W\d_a-z][\w’'-]*")  # a capital letter that no sentence begins with
_POSSESSIVE = re.compile(r"['’]s?\b")


@dataclass(frozen=True, slots=True)
class Whom:
    """Kinds of relation, and names in lower case, that a question speaks of."""

    kinds: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


NOBODY = Whom()


def whom(question: str) -> Whom:
    """Whom the question speaks of."""
    kinds: dict[str, None] = {}
    for match in _OWN.finditer(_POSSESSIVE.sub("", question)):
        words = match.group(1).split()
        found = next((r for end in range(len(words), 0, -1) if (r := relation(" ".join(words[:end])))), None)
        if found is not None and not found.former:
            kinds |= dict.fromkeys(kinds_like(found.kind))
    names = [_POSSESSIVE.sub("", name).lower() for name in _NAME.findall(question)]
    return Whom(tuple(sorted(kinds)), tuple(dict.fromkeys(name for name in names if len(name) > 1)))


def concerned(question: str, known: Sequence[Person], given: Sequence[Memory]) -> tuple[Person, ...]:
    """The people that memories which are given are about, then those of the known whom the question speaks of."""
    asked, said = whom(question), set(words_of(question))
    about = {person.id: person for memory in given for person in memory.about}
    meant = {person.id: person for person in known if _is_meant(person, asked, said)}
    return tuple((about | meant).values())


def _is_meant(person: Person, asked: Whom, said: set[str]) -> bool:
    names = [person.name, *person.aliases] if person.name else person.aliases
    kinds = {found.kind for text in person.relations if (found := relation(text)) is not None and not found.former}
    return any(set(words_of(name)[:1]) & said for name in names) or not kinds.isdisjoint(asked.kinds)
