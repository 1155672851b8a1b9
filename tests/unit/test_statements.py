"""A clause as a statement that stands on its own."""

import pytest

from graphmem.adapters.learned.statements import has_subject, statement
from graphmem.adapters.spacy.nlp import load
from graphmem.core.understanding import Span, Spoken, Understood
from tests.doubles import spoken


def stated(text: str, *places: Spoken, clause: str = "", question: str = "") -> str:
    start = text.index(clause)
    span = Span(start, start + len(clause or text))
    return statement(Understood(text, spoken=places), load()(text), span, question=question)


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("clause", "pronoun", "words"),
    [
        ("She lives in Leeds.", "She", "Ana lives in Leeds."),
        ("She's a vet.", "She", "Ana is a vet."),
        ("She's lived in Leeds.", "She", "Ana has lived in Leeds."),
        ("I like her car.", "her", "I like Ana's car."),
        ("I met her.", "her", "I met Ana."),
    ],
)
def test_whoever_a_pronoun_means_is_named(clause: str, pronoun: str, words: str) -> None:
    text = f"My sister Ana called. {clause}"
    start = text.index(clause) + clause.index(pronoun)
    place = Spoken(start, start + len(pronoun), "pronoun", pronoun, 1)
    assert stated(text, spoken(text, "Ana", person=1), place, clause=clause) == words


@pytest.mark.req("X6")
def test_somebody_without_a_name_is_called_what_they_are_to_the_user() -> None:
    text = "What would My mum like? She collects teapots"
    places = spoken(text, "My mum", "relation", 1), spoken(text, "She", "pronoun", 1)
    assert stated(text, *places, clause="She collects teapots") == "My mum collects teapots"


def test_whoever_is_named_in_the_clause_or_known_to_nobody_stays_a_pronoun() -> None:
    text = "Ana said she sings"
    assert stated(text, spoken(text, "Ana", person=1), spoken(text, "she", "pronoun", 1)) == text
    assert stated("She sings", spoken("She sings", "She", "pronoun", 1)) == "She sings"


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("and i cycle to work", "I cycle to work"),
        ("because I'm left-handed,", "I'm left-handed"),
        ("btw I live in Graz", "I live in Graz"),
        ("I  live\nin Graz", "I live in Graz"),
    ],
)
def test_what_led_to_a_clause_is_left_out(text: str, words: str) -> None:
    assert stated(text) == words


@pytest.mark.req("X6")
def test_an_answer_stands_behind_its_question_and_a_whole_sentence_alone() -> None:
    question = "Where do you live?"
    assert stated("Porto", question=question) == f"{question} Porto"
    assert stated("I live in Porto", question=question) == "I live in Porto"


@pytest.mark.parametrize(
    ("text", "told"), [("I live in Porto", True), ("It rains", True), ("still owe 12k", False), ("two cats", False)]
)
def test_a_clause_with_a_subject_says_of_whom_it_speaks(text: str, told: bool) -> None:
    assert has_subject(load()(text), Span(0, len(text))) is told
