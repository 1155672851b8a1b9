"""What a new fact does to an old one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.change_cases import score
from graphmem.core.verdict import REPEATED, REPLACED, Effect, Odds, confident, verdict_of
from graphmem.ports.language import Judge

CASES = Path(__file__).parents[1] / "cases"
CHANCES = st.floats(0, 1)


@pytest.mark.req("D2")
@given(CHANCES, CHANCES)
def test_only_what_is_likely_enough_is_done(replaces: float, repeats: float) -> None:
    verdict = verdict_of(Odds(replaces=replaces, repeats=repeats))
    assert (verdict.effect is Effect.SUPERSEDES) == (replaces >= REPLACED)
    assert (verdict.effect is Effect.DUPLICATE) == (repeats >= REPEATED and replaces < REPLACED)
    assert bool(verdict.reason) == bool(verdict.rule) == (verdict.effect is not Effect.COEXIST)


@given(CHANCES)
def test_nothing_is_certain(chance: float) -> None:
    assert int(confident(chance).partition("%")[0]) <= 99


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Bristol", "I live in Leeds"),
        ("I live in Bristol", "I moved to Leeds last week"),
        ("My favourite colour is red", "My favorite color is blue"),
        ("I work at Siemens", "I work at Bosch now"),
        ("My dentist appointment is on Monday", "My dentist appointment was moved to Friday"),
    ],
)
async def test_what_can_not_both_be_true_is_replaced(judge: Judge, first: str, second: str) -> None:
    [odds] = await judge.odds([(first, second)])
    assert verdict_of(odds).effect is Effect.SUPERSEDES


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I like tea", "I like coffee"),
        ("I'm allergic to cats", "I'm allergic to dogs"),
        ("I live in Chicago", "I'm in Boston this week for a conference"),
        ("I use Python at work", "For my side projects I use Rust"),
        ("I live in Milan", "I'm moving to Lisbon next year"),
        ("My dog is called Rex", "I work as a nurse"),
        ("I like tea", "Where do I live?"),
    ],
)
async def test_what_can_both_be_true_stands_side_by_side(judge: Judge, first: str, second: str) -> None:
    [odds] = await judge.odds([(first, second)])
    assert verdict_of(odds).effect is Effect.COEXIST


@pytest.mark.req("D3")
@pytest.mark.parametrize(
    ("first", "second"),
    [("I live in Porto", "My sister lives in Germany"), ("My wife Sarah likes tea", "My boss Tom hates tea")],
)
async def test_what_is_said_of_a_person_leaves_the_user_and_others_alone(judge: Judge, first: str, second: str) -> None:
    [odds] = await judge.odds([(first, second)])
    assert verdict_of(odds).effect is Effect.COEXIST


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("first", "second"),
    [("I live in Leeds", "My home's in Leeds"), ("I'm allergic to peanuts", "I have a peanut allergy")],
)
async def test_the_same_in_other_words_is_a_repetition(judge: Judge, first: str, second: str) -> None:
    [odds] = await judge.odds([(first, second)])
    assert verdict_of(odds).effect is Effect.DUPLICATE


@pytest.mark.req("D2", "R6")
@pytest.mark.parametrize("only", [None, 0, 1])
def test_most_cases_are_judged_rightly_and_hardly_anything_is_retired_wrongly(only: int | None) -> None:
    path = CASES / "changes.jsonl" if only is None else CASES / "more" / "changes.jsonl"
    result = score(path, only=only)
    assert result.accuracy >= 0.60, result.misses  # how good it is, `make quality` tells
    assert result.wrongly_retired <= 0.05, result.misses
