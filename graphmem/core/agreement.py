"""Whether two texts say the same in their words, which no likeness in meaning can tell: a red pill is no blue one."""

from collections.abc import Collection, Set
from functools import lru_cache

from graphmem.core.text import tokens
from graphmem.core.wording import EMPTY, bag, word

_FRAME = EMPTY | bag("am m ve d ll re s t don doesn isn have has do does every")  # what a sentence hangs on
_PAST = bag("was were had did")
_ALIKE = {"husband": "married", "wife": "married", "spouse": "married", "rather": "prefer"}
_STEM, _SHARE = 4, 0.65  # letters that two forms of a word begin with at least, and their share of the longer one


def same_words(one: str, other: str, *, besides: Set[str] = frozenset()) -> bool:
    """Whether neither text has a word in the place of one of the other's; either may say more than the other."""
    ours, theirs = _telling(one), _telling(other)
    if ours & _PAST != theirs & _PAST:
        return False
    left = {mine for mine in ours - theirs - besides if not _has_form(mine, theirs)}
    right = {its for its in theirs - ours - besides if not _has_form(its, ours)}
    return not left or not right


@lru_cache(maxsize=4_096)
def _telling(text: str) -> frozenset[str]:
    made = (word(token) for token in tokens(text) if token not in _FRAME)
    return frozenset(_ALIKE.get(one, one) for one in made if one and one not in _FRAME)


def _has_form(one: str, others: Collection[str]) -> bool:
    """Whether one of the others is another form of this word, as allergic is of allergy: told by Latin letters only."""
    return one.isascii() and any(other.isascii() and _forms(one, other) for other in others)


def _forms(one: str, other: str) -> bool:
    shared = next((i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    same = min(len(one), len(other)) if shared is None else shared
    return same >= _STEM and same >= _SHARE * max(len(one), len(other))
