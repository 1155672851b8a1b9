"""Full-text queries that no typed text can break: only words go in, and the owners bound it from inside."""

from collections.abc import Sequence

from graphmem.core.grams import grams
from graphmem.core.keyphrases import telling
from graphmem.core.text import words
from graphmem.model import Owner

_MOST_WORDS = 48  # of a long message, the first ones


def lucene(owners: Sequence[Owner], terms: Sequence[str], phrases: Sequence[str], parts: Sequence[str] = ()) -> str:
    """A query for memories of these owners that hold any of the words or grams; words of keyphrases count more."""
    wanted = _weighted(terms, phrases)
    return f"{_owned(owners)} +(content:({wanted}) key_words:({wanted}){_cut(parts)})"


def said(owners: Sequence[Owner], terms: Sequence[str], phrases: Sequence[str], parts: Sequence[str] = ()) -> str:
    """The same for messages of these users."""
    return f"{_owned(owners)} +(content:({_weighted(terms, phrases)}){_cut(parts)})"


def typed(owners: Sequence[Owner], text: str) -> str:
    """A query for memories of these owners that hold every telling word of a text; the last may be half typed."""
    parts = grams(text)[:_MOST_WORDS]
    uncut = [word for word in words(text)[:_MOST_WORDS] if not grams(word)]
    wanted = [f"+content:{word}" for word in uncut[:-1] if word in telling(text)]
    wanted += [f"+content:({last} {last}*)" for last in uncut[-1:]]
    wanted += [f"+grams:{gram}" for gram in parts]
    return f"{_owned(owners)} {' '.join(wanted) or '+content:nothing'}"


def _owned(owners: Sequence[Owner]) -> str:
    return f"+owner_token:({' '.join(owner.token for owner in owners)})"


def _weighted(terms: Sequence[str], phrases: Sequence[str]) -> str:
    weighty = {word for phrase in phrases for word in words(phrase)}
    return " ".join(f"{term}^2" if term in weighty else term for term in terms[:_MOST_WORDS]) or "nothing"


def _cut(parts: Sequence[str]) -> str:
    return f" grams:({' '.join(parts[:_MOST_WORDS])})" if parts else ""
