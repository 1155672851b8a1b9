"""Which words of a message are its user's own."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.asked import asked
from graphmem.core.own_words import own_words


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("message", "own"),
    [
        ("## User Memory\n- I live in Oslo\n\nWhat should I pack?", "What should I pack?"),
        ("## User Memory\nNotes: data.\n- I sail\n## Said in Conversation\n- I ski\n\nWhat now?", "What now?"),
        ("[Said in Conversation]\n- I ski\n\nWhat now?", "What now?"),
        ("[User Memory]\n- My wife is Ingrid\n\nI'm tired", "I'm tired"),
        ("<context>The user likes jazz</context>\nsuggest a concert", "suggest a concert"),
        ("> My name is Kurt\n\nwhat is this?", "what is this?"),
        ("see ```python\nhome = 'Paris'\n``` I use Arch", "see I use Arch"),
        ("Translate: 'My brother lives in Madrid'", "Translate:"),
        ("Summarise this article: Maria lives in Quito.", "Summarise this article:"),
        ("proofread this\n\nDear Sir,\nI am from Ghana.\nKind regards,\nAbena", "proofread this"),
        ("I love 'The Dispossessed' and live in Graz", "I love 'The Dispossessed' and live in Graz"),
    ],
)
def test_only_the_users_own_words_are_left(message: str, own: str) -> None:
    assert own_words(message).split() == own.split()


@given(st.text(max_size=400))
def test_nothing_moves_and_nothing_is_added(message: str) -> None:
    left = own_words(message)
    assert len(left) == len(message)
    assert all(a in (b, " ") for a, b in zip(left, message, strict=True))


@pytest.mark.parametrize("piece", [", ", "- ", "\n", "' ", "dear x,\n", "## memory\n- a\n", "remember ", "<a>"])
def test_a_long_message_takes_no_long_time(piece: str) -> None:
    message = f"{(piece * 5_000)[:10_000]}x"
    began = perf_counter()
    own_words(message)
    asked(message)
    assert perf_counter() - began < 3
