"""Which pairs of facts are worth a second opinion."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.change import Addition, Neighbour, settle
from graphmem.core.doubt import Doubt, doubtful
from graphmem.core.facets import Facet
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
