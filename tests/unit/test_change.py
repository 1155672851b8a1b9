"""What a new fact does to those already known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.neo4j.writing import apply
from graphmem.core.change import Addition, Decision, Known, Neighbour, Pair, Repetition, settle
from graphmem.core.substance import differs
from graphmem.core.text import fingerprint, tokens
from graphmem.core.verdict import Odds
from graphmem.model import Claim, Kind, Memory, MemoryId, Owner, OwnerType, Status, Tenant, Vector
from tests.doubles import REPLACED, UNSURE
from tests.service import plain

NOW = datetime(2026, 11, 16, tzinfo=UTC)
REPEATED = Odds(repeats=0.99)
LIKELY = Odds(repeats=0.3)  # not enough by itself
BRISTOL, LEEDS = "I live in Bristol", "I live in Leeds"
NOTHING: Mapping[Pair, Odds] = MappingProxyType({})
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


def decide(
    new: Claim, *known: tuple[Memory, float], odds: Mapping[Pair, Odds] = NOTHING, states: bool = True
) -> Decision:
    near = {new.id: [Neighbour(old, similarity) for old, similarity in known]}
    [decision] = settle(Known([new], [None], near, now=NOW), odds, dedup_threshold=0.9, stating=[states])
    return decision


def batch(
    claims: Sequence[Claim], odds: Mapping[Pair, Odds] = NOTHING, vectors: Sequence[Vector | None] | None = None
) -> list[Decision]:
    known = Known(claims, vectors or [None] * len(claims), {}, now=NOW)
    return settle(known, odds, dedup_threshold=0.9)


def outdated(decision: Decision) -> tuple[str, ...]:
    assert isinstance(decision, Addition)
    return decision.supersedes


@pytest.mark.req("R6")
def test_a_reworded_fact_repeats_the_nearest_one() -> None:
    near, nearer = memory("a", "I really like tea"), memory("b", "I do like tea")
    odds = {(old.content, "I like tea a lot"): LIKELY for old in (near, nearer)}
    decision = decide(claim("n", "I like tea a lot"), (near, 0.92), (nearer, 0.95), odds=odds)
    assert isinstance(decision, Repetition)
    assert decision.memory_id == "b"


@pytest.mark.req("R6")
@pytest.mark.parametrize(("similarity", "odds"), [(0.89, LIKELY), (0.95, Odds())])
def test_a_fact_that_is_not_near_enough_or_says_another_thing_is_a_new_one(similarity: float, odds: Odds) -> None:
    old, words = memory("a", "I once saw a cat"), "I once saw a dog"
    assert isinstance(decide(claim("n", words), (old, similarity), odds={(old.content, words): odds}), Addition)


@pytest.mark.req("R6")
def test_what_is_judged_to_say_the_same_is_a_repetition_however_it_is_worded() -> None:
    odds = {("I have a peanut allergy", "Peanuts make me ill"): REPEATED}
    decision = decide(claim("n", "Peanuts make me ill"), (memory("a", "I have a peanut allergy"), 0.6), odds=odds)
    assert isinstance(decision, Repetition)
    unlike = decide(claim("n", "Peanuts make me ill"), (memory("a", "I have a peanut allergy"), 0.3), odds=odds)
    assert isinstance(unlike, Addition)


@pytest.mark.req("R6")
@pytest.mark.parametrize("similarity", [0.3, 0.99])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I take 10 mg", "I take 20 mg"),
        ("Ana is my friend", "Ana is not my friend"),
        ("My friend Ana skis", "My friend Eva skis"),
        ("I take the red pill", "I take the blue pill"),
        ("Yoga is on Monday", "Yoga is on Tuesday"),
        ("I broke my left arm", "I broke my right arm"),
    ],
)
def test_another_number_name_colour_day_or_side_or_a_denial_is_no_repetition(
    first: str, second: str, similarity: float
) -> None:
    odds = {(first, second): REPEATED}
    assert isinstance(decide(claim("n", second), (memory("a", first), similarity), odds=odds), Addition)


@pytest.mark.req("R6")
def test_what_may_replace_a_fact_does_not_repeat_it_however_alike_they_are() -> None:
    odds = {("I like tea", "I liked tea"): UNSURE}
    assert isinstance(decide(claim("n", "I liked tea"), (memory("a", "I like tea"), 0.99), odds=odds), Addition)


@pytest.mark.req("R6")
def test_an_expired_fact_is_not_repeated_but_told_anew() -> None:
    old = replace(memory("a", "I'm on crutches"), expires_at=NOW - timedelta(days=1))
    assert isinstance(decide(claim("n", "I'm on crutches"), (old, 1.0)), Addition)


@pytest.mark.req("R6")
@given(st.lists(st.tuples(CONTENT, SUBJECTS), min_size=1, max_size=8))
def test_a_fact_said_twice_is_one(said: list[tuple[str, tuple[str, ...]]]) -> None:
    claims = [claim(str(number), content, None, subjects) for number, (content, subjects) in enumerate(said + said)]
    assert all(isinstance(decision, Repetition) for decision in batch(claims)[len(said) :])


@pytest.mark.req("R6")
def test_a_fact_said_twice_in_one_batch_in_other_words_is_one() -> None:
    claims = [claim("a", LEEDS), claim("b", "my home's in leeds")]
    first, second = batch(claims, {(LEEDS, "my home's in leeds"): LIKELY}, vectors=[[1.0, 0.1], [1.0, 0.2]])
    assert isinstance(first, Addition)
    assert isinstance(second, Repetition)


@pytest.mark.req("D2")
def test_a_newer_home_replaces_the_older_one_and_says_why() -> None:
    decision = decide(claim("n", LEEDS), (memory("a", BRISTOL), 0.6), odds={(BRISTOL, LEEDS): Odds(replaces=0.97)})
    assert isinstance(decision, Addition)
    assert decision.supersedes == ("a",)
    assert decision.reason == "the newer statement replaces it, 97% confident"
    assert [verdict.rule for verdict in decision.verdicts] == [decision.rule] == ["judged"]


@pytest.mark.req("D2")
def test_a_claim_replaces_one_before_it_in_the_batch() -> None:
    first, second = batch([claim("a", BRISTOL), claim("b", LEEDS)], {(BRISTOL, LEEDS): REPLACED})
    assert outdated(first) == ()
    assert outdated(second) == ("a",)


@pytest.mark.req("D2")
def test_what_only_asks_or_thanks_outdates_nothing_and_repeats_nothing() -> None:
    question = "Do I live in Leeds?"
    for odds in (REPLACED, REPEATED, UNSURE):
        asked = claim("n", question)
        told = {(BRISTOL, question): odds}
        assert decide(asked, (memory("a", BRISTOL), 0.6), odds=told, states=False) == Addition(claim=asked, vector=None)


@pytest.mark.req("D2")
@pytest.mark.parametrize(("known", "gone"), [(1, 1), (2, 2), (3, 2), (12, 2)])
def test_one_statement_outdates_at_most_two_the_likeliest(known: int, gone: int) -> None:
    moved = "I moved to Linz"
    near = [(memory(f"m{n}", f"I live in Graz, street {n}"), 0.6) for n in range(known)]
    odds = {(one.content, moved): Odds(replaces=0.96 + n / 1_000) for n, (one, _) in enumerate(near)}
    assert set(outdated(decide(claim("n", moved), *near, odds=odds))) == {f"m{n}" for n in range(known)[-gone:]}


@pytest.mark.req("D2")
def test_what_one_speaker_says_leaves_what_another_said() -> None:
    first, second = "Ann: I live in Bristol", "Bob: I live in Leeds"
    assert outdated(decide(claim("n", second), (memory("a", first), 0.95), odds={(first, second): REPLACED})) == ()


def test_what_is_kept_for_one_assistant_is_not_met_by_what_is_said_to_another() -> None:
    old = replace(memory("a", LEEDS), assistant_key="cook")
    assert isinstance(decide(claim("n", LEEDS), (old, 1.0)), Addition)
    assert isinstance(decide(replace(claim("n", LEEDS), assistant_key="cook"), (old, 1.0)), Repetition)


@pytest.mark.req("D3")
def test_two_people_of_one_name_never_meet() -> None:
    first, second = "Anna lives in Bristol", "Anna lives in Leeds"
    old = memory("a", first, subjects=("anna-1",))
    new = claim("n", second, subjects=("anna-2",))
    assert decide(new, (old, 0.95), odds={(first, second): REPLACED}) == Addition(claim=new, vector=None)


@pytest.mark.req("D3")
def test_whoever_fills_a_role_gives_way_to_whoever_fills_it_now() -> None:
    first, second = "My boss is Ana", "My boss is Eva"
    old = memory("a", first, subjects=("ana",))
    new = claim("n", second, subjects=("eva",))
    assert outdated(decide(new, (old, 0.9), odds={(first, second): REPLACED})) == ("a",)


@pytest.mark.req("R6", "D3")
@pytest.mark.parametrize(("said", "similarity"), [("likes tea", 1.0), ("likes coffee", 0.7)])
@pytest.mark.parametrize("key", [None, "drink"])
@pytest.mark.parametrize("others", [(), ("Sarah",), ("Sarah", "Tom")])
def test_facts_about_different_people_never_meet(
    said: str, similarity: float, key: str | None, others: tuple[str, ...]
) -> None:
    old = memory("a", "likes tea", key=key, subjects=others)
    decision = decide(claim("n", said, key=key, subjects=("Tom",)), (old, similarity))
    assert outdated(decision) == ()


@pytest.mark.req("D1")
def test_the_same_key_with_another_value_replaces_the_old_one() -> None:
    decision = decide(claim("n", LEEDS, "residence"), (memory("a", BRISTOL, "residence"), 0.7))
    assert isinstance(decision, Addition)
    assert (decision.supersedes, decision.rule) == (("a",), "same_key")
    assert decision.reason == "residence has a new value"


@pytest.mark.req("D1")
@pytest.mark.parametrize("odds", [Odds(), REPLACED, UNSURE])
def test_a_key_counts_more_than_what_the_judge_thinks(odds: Odds) -> None:
    told = {(BRISTOL, LEEDS): odds}
    old = memory("a", BRISTOL, "residence")
    assert outdated(decide(claim("n", LEEDS, "residence"), (old, 0.7), odds=told, states=False)) == ("a",)
    assert outdated(decide(claim("n", LEEDS, "workplace"), (old, 0.7), odds=told)) == ()


@pytest.mark.req("D1")
def test_the_same_value_of_a_key_in_other_words_is_a_repetition() -> None:
    words = "my home's in leeds"
    for similarity, odds in ((0.95, LIKELY), (0.5, REPEATED)):
        old = memory("a", LEEDS, "residence")
        told = {(LEEDS, words): odds}
        assert isinstance(decide(claim("n", words, "residence"), (old, similarity), odds=told), Repetition)


@pytest.mark.req("D1")
def test_an_expired_value_of_a_key_gives_way_to_the_next() -> None:
    old = replace(memory("a", "drinks tea", "drink"), expires_at=NOW)
    assert outdated(decide(claim("n", "drinks coffee", "drink"), (old, 0.5))) == ("a",)


@pytest.mark.req("D1")
def test_the_same_words_without_a_key_give_way_to_a_value() -> None:
    known = [(memory("a", BRISTOL, "residence"), 0.7), (memory("b", LEEDS), 1.0)]
    assert outdated(decide(claim("n", LEEDS, "residence"), *known)) == ("a", "b")


def test_a_statement_that_arrives_late_takes_its_place_before_the_one_that_replaces_it() -> None:
    porto, day = "I live in Porto", timedelta(days=1)
    first = replace(memory("a", BRISTOL), created_at=NOW - 2 * day)
    last = replace(memory("c", LEEDS), created_at=NOW + day)
    odds = {(BRISTOL, porto): REPLACED, (porto, LEEDS): REPLACED}
    decision = decide(claim("n", porto), (first, 0.6), (last, 0.6), odds=odds)
    assert outdated(decision) == ("a",)
    assert isinstance(decision, Addition)
    assert decision.late is not None
    assert (decision.late.by, decision.late.at, decision.late.verdict.rule) == ("c", NOW + day, "judged")
    assert decision.doubts == ()


def test_each_claim_is_judged_beside_the_nearest_of_what_it_may_change_the_older_first() -> None:
    new, later = claim("n", "I moved"), replace(memory("later", "I moved again"), created_at=NOW + timedelta(days=1))
    near = [Neighbour(memory(f"m{n}", f"I live in street {n}"), 0.3 + n / 100) for n in range(12)]
    others = [
        Neighbour(later, 0.99),
        Neighbour(memory("far", "I ski"), 0.1),
        Neighbour(replace(memory("cook", "I eat"), assistant_key="cook"), 0.99),
        Neighbour(memory("bob", "Bob: I moved"), 0.99),
    ]
    known = Known([new], [[1.0]], {new.id: near + others}, now=NOW)
    assert list(known.pairs()) == [
        ("I moved", "I moved again"),
        *((f"I live in street {n}", "I moved") for n in range(11, 4, -1)),
    ]


def test_what_has_no_vector_is_not_judged() -> None:
    new = claim("n", LEEDS)
    assert list(Known([new], [None], {new.id: [Neighbour(memory("a", BRISTOL), 0.9)]}, now=NOW).pairs()) == []


def test_claims_of_one_batch_are_judged_beside_each_other() -> None:
    known = Known([claim("a", BRISTOL), claim("b", LEEDS)], [[1.0, 0.1], [1.0, 0.2]], {}, now=NOW)
    assert list(known.pairs()) == [(BRISTOL, LEEDS)]


CHANCES = st.sampled_from([0.0, 0.1, 0.2, 0.39, 0.4, 0.5, 0.8, 0.94, 0.95, 0.99]) | st.floats(0, 1)
ODDS = st.builds(Odds, replaces=CHANCES, repeats=CHANCES)
SAID = [
    "I live in Graz",
    "I live in Linz",
    "i live in graz.",
    "I don't live in Graz",
    "We have 2 dogs",
    "We have 3 dogs",
    "I like red tea",
    "I like blue tea",
    "我喜欢猫",
    "🐱",
]
JUDGED = st.dictionaries(st.tuples(st.sampled_from(SAID), st.sampled_from(SAID)), ODDS, max_size=40)


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known, what is said, and what the judge thinks of it."""

    memories: list[Memory]
    claims: list[Claim]
    similar: list[float]
    alike: bool  # whether the claims are all of like meaning
    stating: list[bool]
    odds: Mapping[Pair, Odds]

    def words(self) -> dict[MemoryId, str]:
        return {old.id: old.content for old in self.memories} | {new.id: new.content for new in self.claims}

    def settled(self) -> list[Decision]:
        near = [Neighbour(old, s) for old, s in zip(self.memories, self.similar, strict=True)]
        vectors: list[Vector | None] = [[1.0, 0.0] if self.alike else None] * len(self.claims)
        known = Known(self.claims, vectors, {one.id: near for one in self.claims}, now=NOW)
        return settle(known, self.odds, dedup_threshold=0.9, stating=self.stating)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    told = st.tuples(st.sampled_from(SAID), KEY, st.integers(-3, 3))
    memories = [
        replace(memory(f"m{n}", text, key), created_at=NOW + timedelta(days=day))
        for n, (text, key, day) in enumerate(draw(st.lists(told, max_size=5)))
    ]
    claims = [
        replace(claim(f"c{n}", text, key), said_at=NOW + timedelta(days=day))
        for n, (text, key, day) in enumerate(draw(st.lists(told, min_size=1, max_size=5)))
    ]
    return Scene(
        memories,
        claims,
        draw(st.lists(st.floats(0, 1), min_size=len(memories), max_size=len(memories))),
        draw(st.booleans()),
        draw(st.lists(st.booleans(), min_size=len(claims), max_size=len(claims))),
        draw(JUDGED),
    )


@given(scenes())
def test_there_is_one_decision_for_each_claim_and_the_same_each_time(scene: Scene) -> None:
    decisions = scene.settled()
    assert [decision.claim for decision in decisions] == scene.claims
    assert decisions == scene.settled()


@pytest.mark.req("D1", "D2")
@given(scenes())
def test_what_is_retired_was_standing_and_said_no_later(scene: Scene) -> None:
    standing = {one.id: one.said_at for one in scene.memories}
    for decision in scene.settled():
        new = decision.claim
        if isinstance(decision, Repetition):
            standing[decision.memory_id] = max(new.said_at, standing.get(decision.memory_id, new.said_at))
            continue
        assert len(decision.verdicts) == len(decision.supersedes) == len(set(decision.supersedes))
        for old in decision.supersedes:
            assert standing.pop(old) <= new.said_at  # nothing is retired twice
        if decision.late is None:
            standing[new.id] = new.said_at
        else:
            assert decision.late.at >= new.said_at
            assert decision.late.by != new.id


@pytest.mark.req("D2")
@given(scenes())
def test_without_a_key_few_are_outdated_and_only_by_what_states_something(scene: Scene) -> None:
    for decision, states in zip(scene.settled(), scene.stating, strict=True):
        if isinstance(decision, Addition) and decision.claim.key is None:
            assert len(decision.supersedes) <= (2 if states else 0)
            assert states or decision.late is None


@pytest.mark.req("R6")
@given(scenes())
def test_a_repetition_never_differs_in_what_counts(scene: Scene) -> None:
    words = scene.words()
    keys = {old.id: old.key for old in scene.memories} | {new.id: new.key for new in scene.claims}
    for decision in scene.settled():
        if isinstance(decision, Repetition):
            new, old = decision.claim, words[decision.memory_id]
            assert fingerprint(old) == fingerprint(new.content) or not differs(old, new.content)
            assert None in (new.key, keys[decision.memory_id]) or new.key == keys[decision.memory_id]
            keys[decision.memory_id] = new.key or keys[decision.memory_id]


@given(st.lists(st.tuples(CONTENT, KEY, SUBJECTS), min_size=1, max_size=8))
def test_a_claim_changes_only_what_was_added_before_it(said: list[tuple[str, str | None, tuple[str, ...]]]) -> None:
    added: set[str] = set()
    for decision in batch([claim(str(number), *what) for number, what in enumerate(said)]):
        if isinstance(decision, Repetition):
            assert decision.memory_id in added
        else:
            assert set(decision.supersedes) <= added
            added.add(decision.claim.id)


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


@given(st.lists(st.tuples(WORDED, DAYS, KEY), min_size=2, max_size=6), st.booleans(), ODDS)
def test_whatever_is_said_stays_in_a_memory_or_in_the_record_of_a_change(
    said: list[tuple[str, int, str | None]], alike: bool, odds: Odds
) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, "u")
    claims = [
        replace(claim(str(number), text, key), said_at=NOW + timedelta(days=day))
        for number, (text, day, key) in enumerate(said)
    ]
    vectors: list[Vector | None] = [[1.0, 0.0]] * len(claims) if alike else [[]] * len(claims)
    known = Known(claims, vectors, {}, now=NOW)
    decisions = settle(known, dict.fromkeys(known.pairs(), odds), dedup_threshold=0.9)
    written = apply(owner, plain(decisions), {}, (), model="m", now=NOW)

    kept = {tokens(row["content"]) for row in [*written.added, *written.repeated]}
    for change in written.changes:
        before = msgspec.json.decode(change["record"]["before"])["nodes"].values()
        kept |= {tokens(node["properties"]["content"]) for node in before if "content" in node["properties"]}
    assert {tokens(text) for text, *_ in said} <= kept

    holding = [row["key"] for row in written.added if row["status"] == "active" and row["key"]]
    assert len(holding) == len(set(holding))


def moves(order: Sequence[int], key: str | None) -> list[Claim]:
    """One move a day, told in some order."""
    return [replace(claim(f"{day}", f"I live in City{day}", key), said_at=NOW + timedelta(days=day)) for day in order]


@pytest.mark.req("D1", "D4")
@given(st.permutations(range(5)))
def test_values_of_a_key_hold_in_the_order_in_which_they_were_said(order: list[int]) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, "u")
    written = apply(owner, plain(batch(moves(order, "residence"))), {}, (), model="m", now=NOW)

    ended = {row["id"]: row["valid_to"] for row in written.added}
    assert ended == {f"{day}": NOW + timedelta(days=day + 1) if day < 4 else None for day in range(5)}
    gone = {(row["new"], row["old"]) for row in written.overtaken}
    ties = {(row["new"], row["old"]) for row in written.superseded} - gone
    assert ties == {(f"{day + 1}", f"{day}") for day in range(4)}


@pytest.mark.req("D2", "D4")
@given(st.permutations(range(5)))
def test_without_a_key_too_what_was_said_last_holds_in_whatever_order_it_arrives(order: list[int]) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, "u")
    cities = [f"I live in City{day}" for day in range(5)]
    odds = {(older, newer): REPLACED for place, older in enumerate(cities) for newer in cities[place + 1 :]}
    written = apply(owner, plain(batch(moves(order, None), odds)), {}, (), model="m", now=NOW)

    ended = {row["id"]: row["valid_to"] for row in written.added}
    assert [id_ for id_, at in ended.items() if at is None] == ["4"]
    assert all(at > NOW + timedelta(days=int(id_)) for id_, at in ended.items() if at is not None)
    assert sorted(row["old"] for row in written.superseded) == ["0", "1", "2", "3"]
    assert all(row["old"] < row["new"] for row in written.superseded)
