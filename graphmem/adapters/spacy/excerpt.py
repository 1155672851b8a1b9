"""What is read of a long text: its beginning, and further on the sentences that can tell of the user or of people."""

import re
from collections.abc import Iterator

from graphmem.adapters.spacy.names import is_given_name, is_word_too
from graphmem.core.relations import BARE

_SHORT = 600  # characters of a text that are read whatever they say
_LONGEST = 2_000  # characters of a text in which anything is read: a fact is told at its beginning
_PIECE = re.compile(r".+?(?:(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\b[A-Z])[.!?…]+[\"')\]]*\s+|\n+\s*|$)", re.DOTALL)
_OF_SOMEBODY = re.compile(
    rf"\b(?:i|me|my|mine|myself|we|our|ours|us|he|him|his|she|her|hers|{'|'.join(sorted(BARE))})\b", re.IGNORECASE
)
_CAPITALISED = re.compile(r"[^\W\d_a-z][^\W\d_]+")


def excerpt(text: str) -> str:
    """The text itself if it is short; else what is worth reading of it, in the order in which it is said."""
    if len(text) <= _SHORT:
        return text
    return "".join(_pieces(text[:_LONGEST])).rstrip()


def _pieces(text: str) -> Iterator[str]:
    for piece in _PIECE.finditer(text):
        if piece.start() < _SHORT or _may_tell(piece[0]):
            yield piece[0]


def _may_tell(sentence: str) -> bool:
    """Whether a sentence has a word for the user or for somebody, or a name; May and Will begin many sentences."""
    if _OF_SOMEBODY.search(sentence):
        return True
    first = len(sentence) - len(sentence.lstrip())
    names = (name for name in _CAPITALISED.finditer(sentence) if is_given_name(name[0]))
    return any(name.start() > first or not is_word_too(name[0]) for name in names)
