"""Which pairs of facts are worth a second opinion."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.change import Addition, Neighbour, settle
from graphmem.core.doubt import Doubt, conflict, doubtful
from graphmem.core.facets import Facet, State
from graphmem.core.verdict import Said
from graphmem.model import MemoryId
from tests.unit.test_change import claim, memory

NOW = datetime(2026, 11, 16, tzinfo=UTC)
Read = Callable[[str], tuple[Facet, ...]]


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("older", "newer", "similarity", "doubt"),
    [
        ("I live in Austria", "I live in Graz", 0.4, True),  # a town and its country, or a move
        ("I live in Austria", "I live in Graz", 0.1, False),
        ("I like green tea", "I like black tea", 0.8, True),
        ("I like green tea", "I like skiing", 0.3, False),
        ("I own a red bicycle", "The ferry to Cork was late", 0.6, False),  # no topic in common
        ("Ich wohne in Graz", "xyzzy", 0.7, True),  # nothing could be read in it
    ],
)
def test_a_pair_is_doubtful_when_it_is_on_one_topic_and_near(
    read: Read, older: str, newer: str, similarity: float, doubt: bool
) -> None:
    assert doubtful(Said(newer, read(newer)), Said(older, read(older)), similarity) is doubt


@given(similarity=st.floats(-1, 1), nearer=st.floats(-1, 1))
def test_nearer_is_never_less_doubtful(similarity: float, nearer: float) -> None:
    old = Said("I like green tea", [Facet(rule="likes", key="likes", object="tea")])
    new = Said("I like black tea", [Facet(rule="likes", key="likes", object="tea black")])
    if nearer >= similarity and doubtful(new, old, similarity):
        assert doubtful(new, old, nearer)


def doubts(newer: str, *known: tuple[str, float], key: str | None = None, other_key: str | None = None) -> list[str]:
    neighbours = [
        Neighbour(memory(str(place), words, key=other_key), near) for place, (words, near) in enumerate(known)
    ]
    new = claim("n", newer, key=key)
    [decision] = settle([new], [None], {new.id: neighbours}, dedup_threshold=0.9, now=NOW)
    assert isinstance(decision, Addition)
    return [doubt.content for doubt in decision.doubts]


def test_the_nearest_of_the_doubtful_are_named() -> None:
    known = [("Tea one", 0.6), ("Tea two", 0.8), ("Tea three", 0.2), ("Tea four", 0.7), ("Tea five", 0.55)]
    assert doubts("Brew it hot", *known) == ["Tea two", "Tea four", "Tea one"]


def test_what_is_kept_under_another_key_is_no_doubt() -> None:
    assert doubts("Brew it hot", ("Brew it cold", 0.8), key="morning", other_key="evening") == []
    assert doubts("Brew it hot", ("Brew it cold", 0.8), key="morning") == ["Brew it cold"]


def test_a_fact_of_somebody_else_is_no_doubt() -> None:
    old = Neighbour(memory("a", "Brew it cold", subjects=("Sarah",)), 0.8)
    new = claim("n", "Brew it hot")
    [decision] = settle([new], [None], {new.id: [old]}, dedup_threshold=0.9, now=NOW)
    assert decision == Addition(claim=new, vector=None)


def test_a_doubt_holds_the_words_of_its_time() -> None:
    old = Neighbour(memory("a", "Brew it cold"), 0.8)
    new = claim("n", "Brew it hot")
    [decision] = settle([new], [None], {new.id: [old]}, dedup_threshold=0.9, now=NOW)
    assert decision == Addition(claim=new, vector=None, doubts=(Doubt(MemoryId("a"), "Brew it cold"),))


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("older", "newer", "reason"),
    [
        ("I live in Porto", "I live in Germany", "both say where you live"),
        ("I work at Siemens", "I work at a bakery", "both say whom you work for"),
        ("My sister lives in Porto", "My sister lives in Germany", "both say where they live"),
        ("My favourite colour is red", "My favourite colour is blue", "both say what your favourite color is"),
        ("I live in Porto", "I live in Porto", None),
        ("I live in Porto", "I used to live in Germany", None),
        ("I live in Porto", "I'm moving to Germany next year", None),
        ("I live in Porto", "My sister lives in Germany", None),
        ("I get up at 6 on weekdays", "At weekends I get up at 10", None),
        ("I like green tea", "I like black tea", None),
    ],
)
def test_a_conflict_gives_two_values_to_what_has_only_one(
    read: Read, older: str, newer: str, reason: str | None
) -> None:
    assert conflict(Said(newer, read(newer)), Said(older, read(older)), one_person=False) == reason


@pytest.mark.req("D3")
def test_one_person_is_one_whatever_each_fact_calls_them_but_never_the_user(read: Read) -> None:
    old, new, mine = (Said(text, read(text)) for text in ("My sister is 19", "Ayla is 20", "I'm 30"))
    assert conflict(new, old, one_person=True) == "both say how old they are"
    assert conflict(new, old, one_person=False) is None
    assert conflict(mine, old, one_person=True) is None


FACETS = st.builds(
    Facet,
    rule=st.just("any"),
    subject=st.sampled_from(["", "sarah", "wife sarah", "brother of sarah"]),
    key=st.sampled_from([None, "residence", "favorite_color", "style_tea", "when_standup", "boss", "likes"]),
    single=st.booleans(),
    value=st.sampled_from(["", "leeds", "york", "north york", "T09:30"]),
    polarity=st.sampled_from([1, -1]),
    state=st.sampled_from(State),
    ended=st.booleans(),
    context=st.sampled_from([(), ("weekday",)]),
)


@pytest.mark.req("D2")
@given(FACETS, FACETS, st.booleans())
def test_a_conflict_is_the_same_from_both_sides_and_always_a_doubt(one: Facet, other: Facet, one_person: bool) -> None:
    new, old = Said("new", [one]), Said("old", [other])
    found = conflict(new, old, one_person=one_person)
    assert (found is None) == (conflict(old, new, one_person=one_person) is None)
    assert conflict(new, new, one_person=one_person) is None
    if found is not None:
        assert doubtful(new, old, 0.2)
        assert found.startswith("both say ")
        assert one.holds
        assert other.holds
        assert one.value != other.value


def test_what_somebody_should_look_at_comes_before_what_is_only_near() -> None:
    place = [Facet(rule="lives_in", key="residence", single=True, value="porto")]
    near = [Neighbour(memory(str(number), "Tea"), 0.8 + number / 100) for number in range(4)]
    old = Neighbour(memory("home", "I live in Porto"), 0.2, tuple(place))
    new, said = claim("n", "I live in Germany"), [Facet(rule="lives_in", key="residence", single=True, value="germany")]
    [decision] = settle([new], [None], {new.id: [*near, old]}, dedup_threshold=0.9, now=NOW, facets=[said])
    assert isinstance(decision, Addition)
    first, *_ = decision.doubts
    assert (first.memory_id, first.conflict) == ("home", "both say where you live")
    assert len(decision.doubts) == 3
