"""Full-text queries that no typed text can break: only words go in, and the owners bound it from inside."""

from collections.abc import Sequence

from graphmem.core.text import words
from graphmem.model import Owner

_MOST_WORDS = 48  # of a long message, the first ones


def on_topics(owner: Owner, topics: Sequence[str]) -> str | None:
    """A query for memories of the owner on any of these topics."""
    return f"+owner_token:{owner.token} +topics:({' '.join(topics[:_MOST_WORDS])})" if topics else None


def lucene(owners: Sequence[Owner], terms: Sequence[str], phrases: Sequence[str]) -> str:
    """A query for memories of these owners that hold any of the words; whole phrases count more."""
    whose = " ".join(owner.token for owner in owners)
    wanted = " ".join(terms[:_MOST_WORDS]) or "nothing"
    close = " ".join(f'content:"{phrase}"~2' for phrase in (" ".join(words(p)) for p in phrases) if " " in phrase)
    return f"+owner_token:({whose}) +(content:({wanted}) key_words:({wanted}) {close})"
