"""In which order memories answer, and how likely each does."""

import json
from datetime import UTC, datetime
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.period import period_in
from graphmem.core.ranker import ANSWERED, CHOSEN, ORDER, Question, features, rank
from graphmem.core.speaker import speaker, spoken
from graphmem.model import Candidate, MemoryId

HOUR = 3_600_000


def candidate(number: int, content: str, similarity: float | None = 0.3, **more: object) -> Candidate:
    found = {"id": MemoryId(str(number)), "content": content, "said_at": 0, "similarity": similarity, **more}
    return Candidate(**found)  # type: ignore[arg-type]


CANDIDATES = st.lists(
    st.tuples(st.text(max_size=30), st.none() | st.floats(-1, 1), st.integers(0, 10**12)), max_size=20
).map(
    lambda rows: [
        candidate(number, text, similarity, said_at=said) for number, (text, similarity, said) in enumerate(rows)
    ]
)


@given(st.text(max_size=40), CANDIDATES, st.permutations(range(20)))
def test_the_order_candidates_come_in_does_not_matter(asked: str, found: list[Candidate], order: list[int]) -> None:
    shuffled = [found[place] for place in order if place < len(found)]
    ranked = rank(Question(asked), found, among=100)
    assert {one.candidate.id: one for one in ranked} == {
        one.candidate.id: one for one in rank(Question(asked), shuffled, among=100)
    }
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert all(0 <= one.relevance <= 1 for one in ranked)


def test_every_feature_has_a_weight_and_every_weight_a_feature() -> None:
    weights = json.loads(files("graphmem.core").joinpath("ranker.json").read_text())
    assert set(weights["order"]) == set(ORDER)
    assert set(weights["answered"]) == set(ANSWERED)
    assert set(weights["chosen"]) == set(CHOSEN)
    assert set(ORDER) <= set(features(Question("Where?"), [candidate(1, "here")], among=1))


@pytest.mark.req("Q3")
def test_words_and_meaning_both_count() -> None:
    found = [candidate(1, "I run most mornings", 0.1), candidate(2, "I swim on Sundays", 0.1)]
    assert rank(Question("When do I go running?"), found, among=2)[0].candidate.id == "1"
    found = [candidate(1, "I run most mornings", 0.1), candidate(2, "Breakfast is at nine", 0.6)]
    assert rank(Question("What is my day like?"), found, among=2)[0].candidate.id == "2"


def test_a_key_counts_as_words() -> None:
    found = [candidate(1, "Teal, always", 0.2, key="favourite_colour"), candidate(2, "A green bicycle", 0.2)]
    assert rank(Question("favourite colour"), found, among=2)[0].candidate.id == "1"


def test_scripts_without_spaces_are_matched_by_their_characters() -> None:
    found = [candidate(1, "我住在上海市中心", None), candidate(2, "我喜欢喝茶", None)]
    assert rank(Question("上海"), found, among=2)[0].candidate.id == "1"


def test_an_answer_is_known_by_the_question_before_it() -> None:
    found = [
        candidate(1, "Ann: Which instrument do you play?", 0.5),
        candidate(2, "Bob: The oboe, since school", 0.2),
        candidate(3, "Ann: How lovely!", 0.1),
        candidate(4, "Bob: The ferry, since June", 0.2, said_at=24 * HOUR),
    ]
    question = Question.of("Which instrument does Bob play?", found, now=datetime(2026, 11, 18, tzinfo=UTC))
    columns = features(question, found, among=4)
    assert columns["coverage_before"].tolist() == [0, 1, 0, 0]
    assert columns["meaning_after"].tolist() == pytest.approx([0.25, 0, 0, 0])
    assert not features(Question("Which instrument do I play?"), found, among=4)["coverage_before"].any()


def test_what_the_person_asked_about_said_counts_more() -> None:
    found = [
        candidate(1, "Ann: I paint at the weekends", 0.4),
        candidate(2, "Bob: I paint at the weekends", 0.4),
        candidate(3, "Bob: I cycle", 0.1),
    ]
    now = datetime(2026, 11, 18, tzinfo=UTC)
    for asked, first in [("What does Bob paint?", "2"), ("What does Ann tell Bob?", "1")]:
        assert rank(Question.of(asked, found, now=now), found, among=3)[0].candidate.id == first


def test_a_conversation_ends_after_a_long_pause_or_with_its_thread() -> None:
    question = Question("What about the marathon?")
    talk = [
        candidate(1, "Ann: I signed up for the marathon", 0.9, said_at=0),
        candidate(2, "Ann: My knee hurts though", 0.1, said_at=60_000),
        candidate(3, "Ann: My elbow hurts though", 0.1, said_at=24 * HOUR),
        candidate(4, "Ann: My foot hurts though", 0.1, said_at=60_000, thread_id="other"),
        candidate(5, "My back hurts though", 0.1, said_at=60_000),
    ]
    assert features(question, talk, among=5)["talk_meaning"].tolist() == [1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("What did Ann do in May 2023?", "2023-05-01", "2023-06-01"),
        ("Where was I in May?", "2026-05-01", "2026-06-01"),
        ("Where was I in December?", "2025-12-01", "2026-01-01"),
        ("Where was he between August 11 and August 15 2023?", "2023-08-11", "2023-08-16"),
        ("What happened on 3 June?", "2026-06-03", "2026-06-04"),
        ("Who joined in 2021?", "2021-01-01", "2022-01-01"),
        ("What did I eat yesterday?", "2026-11-17", "2026-11-18"),
        ("What did I buy this week?", "2026-11-11T12:00", "2026-11-18T12:00"),
        ("What broke two weeks ago?", "2026-11-01", "2026-11-08"),
        ("What have I read in the past 3 months?", "2026-08-20T12:00", "2026-11-18T12:00"),
        ("May I ask where I live?", None, None),
        ("What did I do on 31 February?", None, None),
    ],
)
def test_the_time_a_question_speaks_of(asked: str, start: str | None, end: str | None) -> None:
    found = period_in(asked, now=datetime(2026, 11, 18, 12, tzinfo=UTC))
    expected = start and end and tuple(datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (start, end))
    assert found == expected


@pytest.mark.parametrize(
    ("text", "who", "said"),
    [
        ("Ann: I like tea", "Ann", "Ann: I like tea"),
        ("Mary-Jane O'Neil: hello", "Mary-Jane O'Neil", "Mary-Jane O'Neil: hello"),
        ("user: I like tea", "user", "I like tea"),
        ("assistant: Noted.", "assistant", "Noted."),
        ("I like tea", None, "I like tea"),
        ("See https://example.org", None, "See https://example.org"),
        ("Ann:", None, "Ann:"),
    ],
)
def test_who_said_a_line_of_a_transcript(text: str, who: str | None, said: str) -> None:
    assert (speaker(text), spoken(text)) == (who, said)
