"""Names as people use them: which are the same, which may be."""

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache

from nicknames import NickNamer
from rapidfuzz.distance import OSA, JaroWinkler

from graphmem.core.text import word_set

_SINGLE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae", "ð": "d", "œ": "oe", "þ": "th"}
)
_TITLES = word_set(
    """
    mr mrs ms miss mx dr doctor prof professor sir dame lady lord father sister brother uncle aunt auntie aunty
    coach rabbi pastor imam captain sergeant officer judge madame monsieur herr frau señor señora sensei
    """
)
_ALIKE = 0.9
_LONGEST_KEY = 200  # letters: an index takes no more than some thousand bytes
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Likeness(IntEnum):
    """How alike two names are, from strangers to the same."""

    NONE = 0
    SPELLING = 1  # Katherine, Catherine
    SHORT = 2  # Anna, Anna Pichler
    NICKNAME = 3  # Bob, Robert
    SAME = 4


@lru_cache(maxsize=65_536)
def fold(name: str) -> str:
    """The name in plain lower-case letters, without title."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_SINGLE_LETTERS))
    words = ["".join(c for c in word if c.isalpha()) for word in plain.replace("-", " ").split()]
    words = [word for word in words if word]
    while len(words) > 1 and words[0] in _TITLES:
        words = words[1:]
    return " ".join(words)


def is_title(word: str) -> bool:
    """Whether the word is one that stands before a name."""
    return word.lower().rstrip(".") in _TITLES


def without_title(name: str) -> str:
    """The name as it is said without "Mrs" or "Professor" before it."""
    words = name.split()
    while len(words) > 1 and is_title(words[0]):
        words = words[1:]
    return " ".join(words)


def spoken(name: str) -> str:
    """The name with a capital where it was typed without one."""
    return " ".join(w[:1].upper() + w[1:] if w.islower() else w for w in name.split()) if name.islower() else name


def likeness(one: str, other: str) -> Likeness:
    """How alike two names are."""
    return _likeness(*sorted((fold(one), fold(other))))


@dataclass(frozen=True, slots=True, kw_only=True)
class NameKeys:
    """What a name is looked up by: its folded words. Two names that are alike share one, or are spelt alike."""

    folded: str  # the whole name, without spaces
    first: str | None = None  # the words of a name that has several
    last: str | None = None
    initial: str | None = None  # of a name of one word: only those are compared by spelling


def name_keys(name: str) -> NameKeys:
    """What to look a name up by."""
    words = fold(name).split()
    folded = "".join(words)[:_LONGEST_KEY]
    if len(words) > 1:
        return NameKeys(folded=folded, first=words[0][:_LONGEST_KEY], last=words[-1][:_LONGEST_KEY])
    return NameKeys(folded=folded, initial=folded[:1] or None)


def alike_initials(letter: str) -> frozenset[str]:
    """The letters that a name may begin with when it is spelt like one that begins with this letter."""
    return frozenset({letter}.union(*(pair for pair in _SAME_SOUND if letter in pair)))


@cache
def _namer() -> NickNamer:
    return NickNamer()


@cache
def nicknames(name: str) -> frozenset[str]:
    """The first names that stand for this one, short for long and long for short, all folded."""
    return frozenset(_namer().nicknames_of(name)) | frozenset(_namer().canonicals_of(name))


@lru_cache(maxsize=65_536)
def _likeness(one: str, other: str) -> Likeness:
    if not one or not other:
        return Likeness.NONE
    if one == other or one.replace(" ", "") == other.replace(" ", ""):
        return Likeness.SAME
    ours, theirs = one.split(), other.split()
    if len(ours) > 1 and len(theirs) > 1:
        if ours[-1] == theirs[-1] and theirs[0] in nicknames(ours[0]):
            return Likeness.NICKNAME
        return Likeness.NONE
    short, long = (ours, theirs) if len(ours) <= len(theirs) else (theirs, ours)
    if len(long) > 1:
        return Likeness.SHORT if short[0] in (long[0], long[-1]) else Likeness.NONE
    if _spelt_alike(one, other):
        return Likeness.SPELLING
    return Likeness.NICKNAME if other in nicknames(one) else Likeness.NONE


def _spelt_alike(one: str, other: str) -> bool:
    if one[0] != other[0] and {one[0], other[0]} not in _SAME_SOUND:
        return False
    if min(len(one), len(other)) >= 3 and OSA.distance(one[1:], other[1:], score_cutoff=1) <= 1:
        return True
    return min(len(one), len(other)) >= 5 and JaroWinkler.similarity(one[1:], other[1:]) >= _ALIKE


_SAME_SOUND = ({"c", "k"}, {"j", "y"}, {"f", "p"}, {"s", "z"}, {"g", "j"}, {"i", "y"})
