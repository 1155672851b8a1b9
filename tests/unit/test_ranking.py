"""Which candidates are given, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.ranking import ranked
from graphmem.model import Candidate
from tests.unit.test_change import memory

CANDIDATES = st.lists(
    st.tuples(st.none() | st.floats(-1, 1), st.floats(0, 20)),
    max_size=20,
).map(
    lambda rows: [
        Candidate(memory=memory(str(number), f"fact {number}"), similarity=similarity, text_score=text)
        for number, (similarity, text) in enumerate(rows)
    ]
)


@pytest.mark.req("Q3")
@given(CANDIDATES, st.integers(1, 10), st.floats(-1, 1))
def test_a_strict_recall_gives_nothing_below_its_similarity(found: list[Candidate], limit: int, least: float) -> None:
    best = ranked(found, min_similarity=least, limit=limit, strict=True)
    assert len(best) <= limit
    assert all(item.similarity is None or item.similarity >= least for item in best)
    assert [item.score for item in best] == sorted((item.score for item in best), reverse=True)


@pytest.mark.req("Q3")
@given(CANDIDATES, st.permutations(range(20)))
def test_the_order_candidates_come_in_does_not_matter(found: list[Candidate], order: list[int]) -> None:
    shuffled = [found[index] for index in order if index < len(found)]
    assert ranked(found, min_similarity=0.35, limit=5) == ranked(shuffled, min_similarity=0.35, limit=5)


@pytest.mark.req("Q3")
def test_what_stands_out_is_given_even_where_nothing_is_close() -> None:
    found = [
        Candidate(memory=memory("a", "I take blood thinners"), similarity=0.28, text_score=0),
        Candidate(memory=memory("b", "I sing in a choir"), similarity=0.1, text_score=0),
    ]
    assert [item.memory.id for item in ranked(found, min_similarity=0.35, limit=5)] == ["a"]
    assert ranked(found, min_similarity=0.35, limit=5, strict=True) == []
