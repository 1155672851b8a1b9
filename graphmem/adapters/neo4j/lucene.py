"""Full-text queries that no typed text can break: only words go in, and the owners bound it from inside."""

from collections.abc import Sequence

from graphmem.core.keyphrases import telling
from graphmem.core.text import words
from graphmem.model import Owner

_MOST_WORDS = 48  # of a long message, the first ones


def on_topics(owner: Owner, topics: Sequence[str]) -> str | None:
    """A query for memories of the owner on any of these topics."""
    return f"+owner_token:{owner.token} +topics:({' '.join(topics[:_MOST_WORDS])})" if topics else None


def lucene(owners: Sequence[Owner], terms: Sequence[str], phrases: Sequence[str]) -> str:
    """A query for memories of these owners that hold any of the words; those of keyphrases count more."""
    whose = " ".join(owner.token for owner in owners)
    weighty = {word for phrase in phrases for word in words(phrase)}
    wanted = " ".join(f"{term}^2" if term in weighty else term for term in terms[:_MOST_WORDS]) or "nothing"
    return f"+owner_token:({whose}) +(content:({wanted}) key_words:({wanted}))"


def typed(owners: Sequence[Owner], text: str) -> str:
    """A query for memories of these owners that hold every telling word of a text; the last may be half typed."""
    whose = " ".join(owner.token for owner in owners)
    *before, last = words(text)[:_MOST_WORDS] or ["nothing"]
    said = [word for word in before if word in telling(text)]
    wanted = " ".join(f"+content:{word}" for word in said)
    return f"+owner_token:({whose}) {wanted} +content:({last} {last}*)"
