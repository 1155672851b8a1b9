"""What a short answer says, put together with its question, and what a correction makes of what was said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.answers import answered
from graphmem.core.corrections import corrected, corrected_at_once


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("question", "reply", "agrees", "statement"),
    [
        ("Do you have any food allergies I should know about?", "shellfish", True, "I'm allergic to shellfish"),
        ("Does your son have any allergies?", "bee stings", None, "my son is allergic to bee stings"),
        ("Where do you live?", "Porto", None, "I live in Porto"),
        ("Where does your sister live?", "near Leeds", None, "my sister lives near Leeds"),
        ("Where did you grow up?", "Cork", None, "I grew up in Cork"),
        ("Do you eat meat?", "vegetarian since 2015", False, "I'm vegetarian since 2015"),
        ("Do you eat meat?", "", False, "I don't eat meat"),
        ("Do you drink coffee?", "only green tea", False, "I don't drink coffee, only green tea"),
        ("Do you have any pets?", "two cats", True, "I have two cats"),
        ("How many kids do you have?", "two", None, "I have two kids"),
        ("What do you do for a living?", "nurse", None, "I work as a nurse"),
        ("Which editor do you use?", "neovim", None, "I use neovim"),
        ("What's your dog called?", "Rex", None, "my dog is called Rex"),
        ("Is Sarah your wife?", "", True, "Sarah is my wife"),
        ("Is Sarah your wife?", "my sister", False, "Sarah is my sister"),
        ("Great! And when is your birthday?", "3 May", None, "my birthday is 3 May"),
        ("How do you get to work?", "by bike", None, "I get to work by bike"),
        ("Is there anything you don't eat?", "olives", None, "I don't eat olives"),
    ],
)
def test_an_answer_makes_a_statement_of_its_question(
    question: str, reply: str, agrees: bool | None, statement: str
) -> None:
    assert answered(question, reply, agrees=agrees) == statement


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("question", "reply", "agrees"),
    [
        ("Should I add wine pairings?", "", False),
        ("Would you like a shorter version?", "", True),
        ("Do you want me to include prices?", "no need", False),
        ("Did that fix the error?", "", True),
        ("Which one do you prefer?", "the first", None),
        ("Any preference for the colour of the chart?", "blue", None),
        ("What is the capital of France?", "Paris", None),
        ("Where do you live?", "not sure yet", None),
        ("Where do you live?", "", None),
    ],
)
def test_an_answer_for_now_makes_none(question: str, reply: str, agrees: bool | None) -> None:
    assert answered(question, reply, agrees=agrees) is None


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from([True, False, None]))
def test_any_question_can_be_answered_with_anything(question: str, reply: str, agrees: bool | None) -> None:
    for asked in (question, f"Do you {question}?", f"What {question} do you like?", f"Where do you {question}?"):
        made = answered(asked, reply, agrees=agrees)
        assert made is None or made.strip()


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        ("My flight is on Tuesday 9 June", "it's Thursday", "My flight is on Thursday 9 June"),
        ("I live in Lyon", "Lille", "I live in Lille"),
        ("I live in Lyon", "Lille, not Lyon", "I live in Lille"),
        ("My meeting is on Monday at 3", "Tuesday at 3", "My meeting is on Tuesday at 3"),
        ("My son is six", "seven", "My son is seven"),
        ("I like tea", "Thursday", None),
        ("I like tea", "that's all", None),
    ],
)
def test_a_correction_takes_the_place_of_its_like(before: str, words: str, after: str | None) -> None:
    assert corrected(before, words) == after


def test_a_sentence_can_correct_itself() -> None:
    assert corrected_at_once("I said I was born in 1990 but I meant 1991") == "I was born in 1991"
