"""A judge and a parser that need no model, and marks as a reader makes them: what they say is known beforehand."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from graphmem.core.mentions import Mention, Said
from graphmem.core.reading import Reading
from graphmem.core.relations import relation
from graphmem.core.understanding import Spoken
from graphmem.core.verdict import Odds

REPLACED, UNSURE = Odds(replaces=0.99), Odds(replaces=0.5)


class ToldJudge:
    """A judge that was told of some pairs, the older statement first; any others stand side by side."""

    def __init__(self, told: Mapping[tuple[str, str], Odds] = MappingProxyType({})) -> None:
        self._told = told

    async def odds(self, pairs: Sequence[tuple[str, str]]) -> list[Odds]:
        return [self._told.get(pair, Odds()) for pair in pairs]


class ToldParser:
    """A parser to which every text is a fact: about the user, or about those of whom it was told."""

    def __init__(self, told: Mapping[str, Said] = MappingProxyType({})) -> None:
        self._told = told

    async def read(self, texts: Sequence[str]) -> list[Reading]:
        return [Reading(self._told.get(text, Said())) for text in texts]


def about(name: str, *words: str) -> Said:
    """Speaks of somebody by a name, and by what they are to the user."""
    known = tuple(found for word in words if (found := relation(word)))
    return Said((Mention(start=0, end=1, name=name, relations=known, subject=True),))


def spoken(text: str, words: str, sort: str = "name", person: int = 0, **more: Any) -> Spoken:
    """The first place of a text with some words, where somebody is spoken of."""
    start = text.index(words)
    return Spoken(start, start + len(words), sort, words, person, **more)
