"""What a new fact does to an old one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.change_cases import score
from graphmem.core.change import Addition, Decision, Neighbour, Repetition, settle
from graphmem.core.facets import Facet, State
from graphmem.core.verdict import Effect, Said, judge
from graphmem.model import Claim, Kind, Memory, MemoryId, Owner, Status

Read = Callable[[str], tuple[Facet, ...]]
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
CASES = Path(__file__).parents[1] / "cases"
WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=9)
FACETS = st.builds(
    Facet,
    rule=st.just("any"),
    subject=st.sampled_from(["", "sarah", "wife sarah", "brother of sarah"]),
    key=st.sampled_from([None, "residence", "likes", "end", "does", "when_standup"]),
    single=st.booleans(),
    value=st.sampled_from(["", "leeds", "york", "T09:30", "mon"]),
    object=st.sampled_from(["", "tea", "coffee"]),
    polarity=st.sampled_from([1, -1]),
    state=st.sampled_from(State),
    ended=st.booleans(),
    correction=st.booleans(),
    fresh=st.booleans(),
)
SEVERAL = st.lists(FACETS, max_size=3).map(tuple)


def memory(content: str, **changes: object) -> Memory:
    plain = Memory(
        id=MemoryId("old"), content=content, kind=Kind.FACT, key=None, subjects=(), tags=(), confidence=1.0,
        importance=None, status=Status.ACTIVE, metadata={}, assistant_key=None, owner=Owner.parse("t/user/u"),
        embedding_model=None, expires_at=None, valid_from=None, valid_to=None, created_at=NOW, updated_at=NOW,
    )  # fmt: skip
    return replace(plain, **changes)  # type: ignore[arg-type]


def decide(claim: Claim, facets: tuple[Facet, ...], *near: Neighbour) -> Decision:
    [decision] = settle([claim], [None], {claim.id: near}, dedup_threshold=0.9, now=NOW, facets=[facets])
    return decision


def effect(read: Read, first: str, second: str, similarity: float = 0.6) -> Effect:
    return judge(Said(second, read(second)), Said(first, read(first)), similarity).effect


@pytest.mark.req("D2", "R6")
@pytest.mark.parametrize("only", [None, 0, 1])
def test_the_cases_are_judged_rightly_and_hardly_anything_is_retired_wrongly(only: int | None) -> None:
    path = CASES / "changes.jsonl" if only is None else CASES / "more" / "changes.jsonl"
    result = score(path, only=only)
    assert result.accuracy >= 0.90, result.misses
    assert result.wrongly_retired <= 0.02, result.misses
    stands = sum(count for (right, _), count in result.table.items() if right == "coexist")
    assert len(result.asked) <= 0.02 * stands, result.asked


@pytest.mark.req("D1")
def test_the_same_key_has_one_value() -> None:
    old = memory("drinks tea", key="drink")
    decision = decide(
        Claim(id=MemoryId("new"), content="drinks coffee", key="drink", said_at=NOW), (), Neighbour(old, 0.5)
    )
    assert isinstance(decision, Addition)
    assert (decision.supersedes, decision.rule) == (("old",), "same_key")


@pytest.mark.req("D2")
def test_a_newer_home_replaces_the_older_one_and_says_why(read: Read) -> None:
    old = Neighbour(memory("I live in Bristol"), 0.6, read("I live in Bristol"))
    decision = decide(Claim(id=MemoryId("new"), content="I live in Leeds", said_at=NOW), read("I live in Leeds"), old)
    assert isinstance(decision, Addition)
    assert decision.supersedes == ("old",)
    assert decision.reason == "residence was bristol, is leed"
    assert [verdict.rule for verdict in decision.verdicts] == ["new_value/lives_in"]


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Chicago", "I'm in Boston this week for a conference"),
        ("I live in Lyon", "I live in France"),
        ("I use Python at work", "For my side projects I use Rust"),
        ("I get up at 6 on weekdays", "At weekends I get up at 10"),
        ("I was a nurse for ten years", "I'm a software tester"),
        ("I live in Milan", "I'm moving to Lisbon next year"),
        ("I own a flat in Lisbon that I rent out", "I live in Porto"),
    ],
)
def test_what_can_both_be_true_stands_side_by_side(read: Read, first: str, second: str) -> None:
    assert effect(read, first, second) is Effect.COEXIST


@pytest.mark.req("D2")
@given(WORDS, WORDS, st.sampled_from(["I like {}", "I love {}", "I'm allergic to {}", "I hate {}"]), st.floats(0, 0.8))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_two_likes_coexist_whatever_the_things(read: Read, one: str, other: str, said: str, similarity: float) -> None:
    first, second = said.format(one), said.format(other)
    assert effect(read, first, second, similarity) is not Effect.SUPERSEDES


@pytest.mark.req("D3")
@given(SEVERAL, SEVERAL, st.floats(-1, 1))
def test_different_subjects_never_meet(new: tuple[Facet, ...], old: tuple[Facet, ...], similarity: float) -> None:
    claim = Claim(id=MemoryId("new"), content="Anna lives in York", subjects=("Anna",), said_at=NOW)
    for subjects in ((), ("Sarah",), ("Anna", "Sarah")):
        decision = decide(claim, new, Neighbour(memory("lives in Leeds", subjects=subjects), similarity, old))
        assert isinstance(decision, Addition)
        assert decision.supersedes == ()


@pytest.mark.req("D3")
@given(SEVERAL, SEVERAL)
def test_what_is_said_of_a_person_leaves_the_user_alone(new: tuple[Facet, ...], old: tuple[Facet, ...]) -> None:
    theirs = tuple(replace(facet, subject="sarah") for facet in new)
    mine = tuple(replace(facet, subject="") for facet in old)
    assert judge(Said("Sarah does", theirs), Said("I do", mine), 0.5).effect is Effect.COEXIST


@pytest.mark.req("R6")
@given(WORDS, SEVERAL)
def test_a_fact_said_twice_is_one(text: str, facets: tuple[Facet, ...]) -> None:
    near = Neighbour(memory(text), 1.0, facets)
    assert isinstance(decide(Claim(id=MemoryId("new"), content=text, said_at=NOW), facets, near), Repetition)


@pytest.mark.req("R6")
def test_a_fact_said_twice_in_one_batch_is_one(read: Read) -> None:
    texts = ["I live in Leeds", "my home's in leeds"]
    claims = [Claim(id=MemoryId(text), content=text, said_at=NOW) for text in texts]
    vectors = [[1.0, 0.1], [1.0, 0.2]]
    first, second = settle(claims, vectors, {}, dedup_threshold=0.9, now=NOW, facets=[read(text) for text in texts])
    assert isinstance(first, Addition)
    assert isinstance(second, Repetition)


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("first", "second"), [("I take 10 mg", "I take 20 mg"), ("Ana is my friend", "Ana is not my friend")]
)
def test_another_number_or_a_denial_is_no_repetition(read: Read, first: str, second: str) -> None:
    assert effect(read, first, second, 0.99) is not Effect.DUPLICATE


@given(SEVERAL, SEVERAL, st.floats(-1, 1))
def test_the_same_input_gets_the_same_decision(
    new: tuple[Facet, ...], old: tuple[Facet, ...], similarity: float
) -> None:
    claim = Claim(id=MemoryId("new"), content="one thing", said_at=NOW)
    near = Neighbour(memory("another thing"), similarity, old)
    assert decide(claim, new, near) == decide(claim, new, near)


@pytest.mark.req("D2")
@given(SEVERAL, SEVERAL)
def test_wishes_and_plans_outdate_nothing(new: tuple[Facet, ...], old: tuple[Facet, ...]) -> None:
    wished = tuple(replace(facet, state=State.WISHED) for facet in new)
    assert judge(Said("one", wished), Said("two", old), 0.5).effect is not Effect.SUPERSEDES


def test_an_expired_value_of_a_key_gives_way_to_the_next() -> None:
    old = memory("drinks tea", key="drink", expires_at=NOW)
    decision = decide(
        Claim(id=MemoryId("new"), content="drinks coffee", key="drink", said_at=NOW), (), Neighbour(old, 0.5)
    )
    assert isinstance(decision, Addition)
    assert decision.supersedes == (old.id,)
