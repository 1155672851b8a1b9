"""Which pairs of facts are worth a second opinion."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.change import Addition
from graphmem.core.doubt import Doubt, doubt
from graphmem.core.verdict import DOUBTED, REPEATED, REVIEWED, Odds
from graphmem.model import MemoryId
from tests.doubles import UNSURE
from tests.unit.test_change import NOW, Scene, claim, decide, memory, scenes

OLD = MemoryId("a")
CHANCES = st.floats(0, 1)
COLD, HOT = "Brew it cold", "Brew it hot"


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("odds", "left"),
    [
        (Odds(), None),
        (Odds(replaces=DOUBTED - 0.01, repeats=DOUBTED - 0.01), None),
        (Odds(repeats=REPEATED), None),
        (Odds(replaces=DOUBTED), Doubt(OLD, COLD)),
        (Odds(repeats=REPEATED - 0.01), Doubt(OLD, COLD)),
        (Odds(replaces=0.6), Doubt(OLD, COLD, "the newer statement may replace the older, 60% confident")),
        (Odds(replaces=1.0), Doubt(OLD, COLD, "the newer statement may replace the older, 99% confident")),
    ],
)
def test_a_pair_is_doubtful_between_what_is_unlikely_and_what_is_sure(odds: Odds, left: Doubt | None) -> None:
    assert doubt(OLD, COLD, odds) == left


@given(CHANCES, CHANCES, CHANCES)
def test_a_likelier_change_is_never_less_doubtful(chance: float, likelier: float, repeats: float) -> None:
    less, more = sorted((chance, likelier))
    one, other = (doubt(OLD, COLD, Odds(replaces=chance, repeats=repeats)) for chance in (less, more))
    assert one is None or other is not None
    if one is not None and one.conflict:
        assert other is not None
        assert other.conflict


def doubts(
    newer: str, *known: tuple[str, Odds], key: str | None = None, other_key: str | None = None, states: bool = True
) -> list[str]:
    near = [(memory(str(place), words, key=other_key), 0.5) for place, (words, _) in enumerate(known)]
    odds = {(words, newer): likely for words, likely in known}
    decision = decide(claim("n", newer, key=key), *near, odds=odds, states=states)
    assert isinstance(decision, Addition)
    return [left.content for left in decision.doubts]


@pytest.mark.req("D2")
def test_the_likeliest_of_the_doubtful_are_named_and_at_most_three() -> None:
    chances = {"one": 0.3, "two": 0.7, "three": 0.1, "four": 0.5, "five": 0.25}
    known = [(f"Tea {word}", Odds(replaces=chance)) for word, chance in chances.items()]
    assert doubts(HOT, *known) == ["Tea two", "Tea four", "Tea one"]


def test_what_somebody_should_look_at_comes_before_what_only_may_say_the_same() -> None:
    known = [(f"Tea {n}", Odds(replaces=0.39, repeats=0.7)) for n in range(4)]
    assert doubts(HOT, *known, ("Tea cold", Odds(replaces=0.41)))[0] == "Tea cold"


def test_what_is_kept_under_another_key_is_no_doubt() -> None:
    assert doubts(HOT, (COLD, UNSURE), key="morning", other_key="evening") == []
    assert doubts(HOT, (COLD, UNSURE), key="morning") == [COLD]


def test_a_question_leaves_no_doubt() -> None:
    assert doubts("Do you brew it hot?", (COLD, UNSURE), states=False) == []


@pytest.mark.req("D3")
def test_a_fact_of_somebody_else_of_that_name_is_no_doubt() -> None:
    first, second = "Anna brews it cold", "Anna brews it hot"
    old, new = memory("a", first, subjects=("anna-1",)), claim("n", second, subjects=("anna-2",))
    assert decide(new, (old, 0.8), odds={(first, second): UNSURE}) == Addition(claim=new, vector=None)


def test_what_was_said_later_is_no_doubt() -> None:
    old, new = replace(memory("a", COLD), created_at=NOW + timedelta(days=1)), claim("n", HOT)
    assert decide(new, (old, 0.8), odds={(HOT, COLD): UNSURE}) == Addition(claim=new, vector=None)


def test_a_doubt_holds_the_words_of_its_time() -> None:
    new = claim("n", HOT)
    decision = decide(new, (memory("a", COLD), 0.8), odds={(COLD, HOT): Odds(repeats=DOUBTED)})
    assert decision == Addition(claim=new, vector=None, doubts=(Doubt(MemoryId("a"), COLD),))


@pytest.mark.req("D2")
@given(scenes())
def test_doubts_are_few_and_of_what_stands_beside_the_claim(scene: Scene) -> None:
    words = scene.words()
    for decision, states in zip(scene.settled(), scene.stating, strict=True):
        if not isinstance(decision, Addition):
            continue
        assert len(decision.doubts) <= (3 if states and decision.late is None else 0)
        assert {left.memory_id for left in decision.doubts}.isdisjoint({*decision.supersedes, decision.claim.id})
        for left in decision.doubts:
            assert left.content == words[left.memory_id]
            likely = scene.odds[left.content, decision.claim.content]
            assert likely.replaces >= DOUBTED or DOUBTED <= likely.repeats < REPEATED
            assert bool(left.conflict) == (likely.replaces >= REVIEWED)
