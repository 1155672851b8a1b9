"""The words of a message that a fact was taken from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.spans import Passage, clipped, passages


def taken(message: str, fact: str) -> list[str]:
    return [piece.text for piece in passages(message, fact) if piece.taken]


@pytest.mark.parametrize(
    ("message", "fact", "words"),
    [
        ("Hi! I live in Graz. Bye.", "I live in Graz", ["I live in Graz"]),
        ("Well, i  LIVE in\nGraz now", "I live in Graz.", ["i  LIVE in\nGraz"]),
        ("Nice day. My sister Ana, you know, likes green tea a lot. See you!", "Ana likes green tea",
         ["Ana, you know, likes green tea"]),
        ("I sold the boat. I bought a red canoe last week.", "User bought a red canoe", ["bought a red canoe"]),
        ("My brother is Tom. He moved to Lisbon.", "Brother Tom moved to Lisbon", ["brother is Tom", "moved to Lisbon"]),
        ("We met Zoë at the café", "Zoë", ["Zoë"]),
        ("Nothing of the kind.", "I like green tea", []),
        ("", "I like tea", []),
        ("I like tea", "", []),
    ],
)  # fmt: skip
def test_the_words_that_say_the_fact_are_marked(message: str, fact: str, words: list[str]) -> None:
    assert taken(message, fact) == words


def test_a_fact_put_together_from_several_sentences_marks_each() -> None:
    message = "Jonas is here. He is my boss. He plays golf."
    assert taken(message, "boss Jonas plays golf weekly with clients") == ["Jonas", "boss", "plays golf"]


@given(st.text(max_size=300), st.text(max_size=80))
def test_the_pieces_are_the_message_to_the_letter(message: str, fact: str) -> None:
    pieces = passages(message, fact)
    assert "".join(piece.text for piece in pieces) == message
    assert all(piece.text for piece in pieces)


@given(st.text(alphabet="ab .", max_size=200), st.text(alphabet="ab ", max_size=10), st.integers(4, 60))
def test_what_is_cut_short_still_shows_the_marked_words(message: str, fact: str, most: int) -> None:
    pieces = passages(message, fact)
    short = clipped(pieces, most=most)
    assert sum(len(piece.text) for piece in short) <= most + 2
    assert any(piece.taken for piece in short) == any(piece.taken for piece in pieces)


def test_a_short_message_is_not_cut() -> None:
    assert clipped((Passage("a"), Passage("b", taken=True)), most=2) == (Passage("a"), Passage("b", taken=True))


def test_a_very_long_message_is_looked_through_in_no_time_worth_noticing() -> None:
    assert taken("word " * 20_000 + "I like tea.", "I like tea") == ["I like tea"]
    assert taken("x" * 100_000, "y" * 10_000) == []
