"""What a new fact does to those already known."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.neo4j.writing import apply
from graphmem.core.agreement import same_words
from graphmem.core.change import Addition, Decision, Neighbour, Repetition, settle
from graphmem.core.facets import Facet
from graphmem.core.text import tokens
from graphmem.core.verdict import same_substance
from graphmem.model import Claim, Kind, Memory, MemoryId, Owner, OwnerType, Status, Tenant, Vector
from tests.service import plain

NOW = datetime(2026, 11, 16, tzinfo=UTC)
CONTENT = st.sampled_from(["I like tea", "I like tea.", "I LIKE TEA", "I ski", "I live in Graz", "My boss is Ana"])
KEY = st.sampled_from([None, "residence", "hobby"])
SUBJECTS = st.sampled_from([(), ("Sarah",), ("Tom",)])


def claim(id_: str, content: str, key: str | None = None, subjects: tuple[str, ...] = ()) -> Claim:
    return Claim(id=MemoryId(id_), content=content, key=key, subjects=subjects, said_at=NOW)


def memory(id_: str, content: str, key: str | None = None, subjects: tuple[str, ...] = ()) -> Memory:
    return Memory(
        id=MemoryId(id_),
        content=content,
        kind=Kind.FACT,
        key=key,
        subjects=subjects,
        tags=(),
        confidence=1,
        importance=None,
        status=Status.ACTIVE,
        metadata={},
        assistant_key=None,
        owner=Owner(Tenant("t"), OwnerType.USER, "u"),
        embedding_model=None,
        expires_at=None,
        valid_from=NOW,
        valid_to=None,
        created_at=NOW,
        updated_at=NOW,
    )


def decide(new: Claim, *known: tuple[Memory, float]) -> Decision:
    neighbours = {new.id: [Neighbour(old, similarity) for old, similarity in known]}
    [decision] = settle([new], [None], neighbours, dedup_threshold=0.9, now=NOW)
    return decision


@pytest.mark.req("R6")
def test_a_reworded_fact_repeats_the_nearest_one() -> None:
    near, nearer = memory("a", "I really like tea"), memory("b", "I do like tea")
    decision = decide(claim("n", "I like tea a lot"), (near, 0.92), (nearer, 0.95))
    assert isinstance(decision, Repetition)
    assert decision.memory_id == "b"


@pytest.mark.req("R6")
def test_a_fact_below_the_threshold_is_a_new_one() -> None:
    assert isinstance(decide(claim("n", "I like tea a lot"), (memory("a", "I really like tea"), 0.89)), Addition)


@pytest.mark.parametrize(("known", "outdated"), [(1, 1), (2, 2), (3, 0), (12, 0)])
def test_what_seems_to_outdate_many_facts_outdates_none(known: int, outdated: int) -> None:
    home = Facet(rule="lives", key="residence", value="graz", single=True)
    near = [Neighbour(memory(f"m{n}", f"I live in Graz, street {n}"), 0.6, (home,)) for n in range(known)]
    new = claim("n", "I moved to Linz")
    moved = (replace(home, value="linz"),)
    [decision] = settle([new], [None], {new.id: near}, dedup_threshold=0.9, now=NOW, facets=[moved])
    assert isinstance(decision, Addition)
    assert len(decision.supersedes) == outdated


@pytest.mark.req("R6", "D3")
def test_facts_about_different_people_never_meet() -> None:
    old = memory("a", "likes tea", key="drink", subjects=("Sarah",))
    decision = decide(claim("n", "likes tea", key="drink", subjects=("Tom",)), (old, 1.0))
    assert isinstance(decision, Addition)
    assert decision.supersedes == ()


@pytest.mark.req("R6")
def test_an_expired_fact_is_not_repeated_but_told_anew() -> None:
    old = replace(memory("a", "I'm on crutches"), expires_at=NOW - timedelta(days=1))
    assert isinstance(decide(claim("n", "I'm on crutches"), (old, 1.0)), Addition)


@pytest.mark.req("D1")
def test_the_same_key_with_another_value_replaces_the_old_one() -> None:
    decision = decide(claim("n", "I live in Leeds", "residence"), (memory("a", "I live in Bristol", "residence"), 0.7))
    assert isinstance(decision, Addition)
    assert decision.supersedes == ("a",)
    assert decision.reason
    assert decision.rule


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I don't like tea", "I do not like tea", True),
        ("I don’t like tea", "I don't like tea", True),
        ("I like tea", "I don't like tea", False),
        ("We have 2 dogs", "We have 3 dogs", False),
        ("My friend Ana skis", "My friend Eva skis", False),
        ("Tom lent Ana 50 euros", "Ana lent Tom 50 euros", False),
        ("We have 2 cats and 3 dogs", "We have 3 cats and 2 dogs", False),
        ("I'm allergic to peanuts", "I have a peanut allergy", True),
    ],
)
def test_names_numbers_and_denials_are_the_substance_of_a_fact(one: str, other: str, same: bool) -> None:
    assert same_substance(one, other) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I take the red pill", "I take the blue pill", False),
        ("I run before lunch", "I run after lunch", False),
        ("I was a nurse", "I am a nurse", False),
        ("I'm allergic to peanuts", "I have a peanut allergy", True),
        ("I love 🐱", "I love 🐶", False),
        ("我喜欢猫", "我喜欢狗", False),
        ("Я люблю кошек", "Я люблю собак", False),
        ("I like tea", "I like tea a lot", True),
    ],
)
def test_the_words_of_a_near_duplicate_agree(one: str, other: str, same: bool) -> None:
    assert same_words(one, other) is same
    assert same_words(other, one) is same


@given(st.lists(st.tuples(CONTENT, KEY, SUBJECTS), min_size=1, max_size=8))
def test_settling_is_one_decision_a_claim_and_the_same_each_time(
    said: list[tuple[str, str | None, tuple[str, ...]]],
) -> None:
    claims = [claim(str(number), *what) for number, what in enumerate(said)]
    vectors = [None] * len(claims)
    once = settle(claims, vectors, {}, dedup_threshold=0.9, now=NOW)

    assert once == settle(claims, vectors, {}, dedup_threshold=0.9, now=NOW)
    assert [decision.claim for decision in once] == claims
    added = {decision.claim.id for decision in once if isinstance(decision, Addition)}
    for decision in once:
        if isinstance(decision, Repetition):
            assert decision.memory_id in added
        else:
            assert set(decision.supersedes) <= added - {decision.claim.id}


WORDED = st.text(min_size=1, max_size=40) | st.sampled_from(
    [
        "ฉันแพ้ถั่วลิสง",
        "ฉันชอบแมว",
        "我喜欢猫",
        "我喜欢狗",
        "🐱",
        "🐶",
        "I like red tea",
        "I like blue tea",
        "I like tea a lot",
    ]
)
DAYS = st.integers(0, 5)


@given(st.lists(st.tuples(WORDED, DAYS, KEY), min_size=2, max_size=6), st.booleans())
def test_whatever_is_said_stays_in_a_memory_or_in_the_record_of_a_change(
    said: list[tuple[str, int, str | None]], alike: bool
) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, "u")
    claims = [
        replace(claim(str(number), text, key), said_at=NOW + timedelta(days=day))
        for number, (text, day, key) in enumerate(said)
    ]
    vectors: list[Vector | None] = [[1.0, 0.0]] * len(claims) if alike else [[]] * len(claims)
    decisions = settle(claims, vectors, {}, dedup_threshold=0.9, now=NOW)
    written = apply(owner, plain(decisions), {}, (), model="m", now=NOW)

    kept = {tokens(row["content"]) for row in [*written.added, *written.repeated]}
    for change in written.changes:
        before = msgspec.json.decode(change["record"]["before"])["nodes"].values()
        kept |= {tokens(node["properties"]["content"]) for node in before if "content" in node["properties"]}
    assert {tokens(text) for text, *_ in said} <= kept

    holding = [row["key"] for row in written.added if row["status"] == "active" and row["key"]]
    assert len(holding) == len(set(holding))


@given(st.permutations(range(5)))
def test_values_of_a_key_hold_in_the_order_in_which_they_were_said(order: list[int]) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, "u")
    claims = [
        replace(claim(f"{day}", f"I live in City{day}", "residence"), said_at=NOW + timedelta(days=day))
        for day in order
    ]
    decisions = settle(claims, [None] * 5, {}, dedup_threshold=0.9, now=NOW)
    written = apply(owner, plain(decisions), {}, (), model="m", now=NOW)

    ended = {row["id"]: row["valid_to"] for row in written.added}
    assert ended == {f"{day}": NOW + timedelta(days=day + 1) if day < 4 else None for day in range(5)}
    gone = {(row["new"], row["old"]) for row in written.overtaken}
    ties = {(row["new"], row["old"]) for row in written.superseded} - gone
    assert ties == {(f"{day + 1}", f"{day}") for day in range(4)}


@given(st.lists(st.tuples(CONTENT, SUBJECTS), min_size=1, max_size=8))
def test_a_fact_said_twice_is_one(said: list[tuple[str, tuple[str, ...]]]) -> None:
    claims = [claim(str(number), content, None, subjects) for number, (content, subjects) in enumerate(said + said)]
    decisions = settle(claims, [None] * len(claims), {}, dedup_threshold=0.9, now=NOW)

    assert all(isinstance(decision, Repetition) for decision in decisions[len(said) :])
