"""Given names of many cultures, from the list that is shipped beside this file."""

from functools import cache
from importlib.resources import files

from graphmem.core.mentions import Gender
from graphmem.core.names import fold

_GENDERS = {"m": Gender.MAN, "f": Gender.WOMAN}


@cache
def _listed() -> dict[str, str]:
    text = (files("graphmem.adapters.spacy") / "data" / "given_names.txt").read_text("ascii")
    return dict(line.split(" ") for line in text.splitlines())


def is_given_name(name: str) -> bool:
    """Whether the first word of the name is a given name somewhere."""
    first = fold(name).partition(" ")[0]
    return first in _listed()


def is_word_too(name: str) -> bool:
    """Whether the name is an everyday word as well, as Rose and Will are."""
    return _listed().get(fold(name), "").endswith("!")


def gender_of(name: str) -> Gender | None:
    """Whether the name is mostly a man's or a woman's."""
    return _GENDERS.get(_listed().get(fold(name).partition(" ")[0], "x")[0])
