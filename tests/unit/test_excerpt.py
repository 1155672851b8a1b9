"""Of a long text only what can tell of the user or of people is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.spacy.excerpt import excerpt
from graphmem.core.mentions import Sort
from graphmem.ports.language import Parser

ADVICE = "Most museums are closed on the first day of the week, so plan indoor days accordingly. "
LONG = ADVICE * 10


@given(st.text(max_size=600))
def test_a_short_text_is_read_to_the_letter(text: str) -> None:
    assert excerpt(text) == text


@given(st.text(min_size=601, max_size=3_000))
def test_of_a_long_text_the_beginning_is_read(text: str) -> None:
    assert excerpt(text).startswith(text[:600].rstrip())


@pytest.mark.parametrize(
    "sentence",
    [
        "My sister moved to Graz.",
        "She plays the oboe.",
        "I'm allergic to peanuts.",
        "Ask Halima about it.",
        "Halima knows the way.",
        "Mum keeps bees.",
        "Ask Will about it.",
    ],
)
def test_a_sentence_of_the_user_or_of_somebody_is_read_wherever_it_stands(sentence: str) -> None:
    assert excerpt(f"{LONG}{sentence} {ADVICE}").endswith(sentence)


@pytest.mark.parametrize(
    "sentence", ["The bridge opens at noon.", "Will it rain tomorrow?", "It costs 20 euros.", "Up!"]
)
def test_other_sentences_are_read_only_at_the_beginning(sentence: str) -> None:
    assert sentence not in excerpt(f"{LONG}{sentence} {ADVICE}")
    assert sentence in excerpt(f"{sentence} {LONG}")


def test_nothing_is_read_far_down() -> None:
    assert len(excerpt(ADVICE * 200)) < 700
    assert "Graz" not in excerpt(f"{ADVICE * 50}I live in Graz.")


async def test_who_is_named_late_in_a_long_text_is_found(parser: Parser) -> None:
    [reading] = await parser.read([f"{LONG}My sister Halima lives in Graz. {LONG}"])
    assert [mention.name for mention in reading.said.mentions if mention.sort is Sort.PERSON] == ["Halima"]
