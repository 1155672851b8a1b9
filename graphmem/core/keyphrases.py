"""The phrases that carry a question, found the same way every time."""

from functools import cache
from typing import Any

from graphmem.core.text import words

_LONGEST = 1_000  # characters looked at: a question says what it wants early


@cache
def _extractor() -> Any:
    import yake

    return yake.KeywordExtractor(lan="en", n=2, top=6)


def telling(text: str) -> list[str]:
    """The words of a text that say something by themselves: no pronouns, articles, auxiliaries."""
    return [word for word in words(text) if word not in _extractor().stopword_set and len(word) > 1]


def keyphrases(text: str) -> list[str]:
    """Up to six phrases of one or two words, the most telling first."""
    if len(words(text)) < 2:
        return []
    return [str(phrase).lower() for phrase, _ in _extractor().extract_keywords(text[:_LONGEST])]
