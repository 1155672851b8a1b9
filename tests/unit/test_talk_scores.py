"""What counts as learned from a talk."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from benchmarks.talk_cases import Expected, Fact, Question, Retired, Said, Session, Talk
from benchmarks.talk_scores import Learned, says, score
from graphmem.web.api.shapes import MemoryShape, OwnerShape, PersonShape

_THEN = datetime(2026, 3, 1, tzinfo=UTC)
_TALK = Talk(
    id="made-up",
    sessions=[Session(date=_THEN, messages=[Said(role="user", content="…")])],
    expect=[Fact(contains=["insulin"], about="Nanay"), Fact(contains=["york"])],
    retired=[Retired(contains=["leeds"], by=["york"])],
    forbid=["weather"],
    people=[Expected(names=["Nanay"], relations=["mother"])],
    questions=[Question(q="What does her mother take?", contains=["insulin"])],
)
_NOTHING = Learned(memories=[], people=[], in_review=frozenset(), recalled=[[]])


@pytest.mark.parametrize(
    ("text", "phrases", "expected"),
    [
        ("Keep it to 2 lines", ["2 lines"], True),
        ("Keep it to 12 lines", ["2 lines"], False),
        ("33 people on the roster", ["33"], True),
        ("330 people on the roster", ["33"], False),
        ("0.5 mg a day", ["5 mg"], False),
        ("It costs N1,240, she said", ["1,240"], True),
        ("Pharmacology is my Weakest", ["pharma", "weakest"], True),
        ("I was testing", ["sting"], False),
        ("I moved to York", ["york", "leeds"], False),
    ],
)
def test_a_text_says_a_fact_when_it_holds_every_phrase(text: str, phrases: list[str], expected: bool) -> None:
    assert says(text, phrases) is expected


def test_a_fact_about_somebody_counts_twice_when_it_is_about_them() -> None:
    mother = _person("Nanay", "mom")
    found = score(_TALK, replace(_NOTHING, memories=[_memory("She takes insulin", mother)], people=[mother])).score
    assert (found.facts, found.held, found.facts_about_somebody, found.held_about_them) == (2, 1, 1, 1)
    assert (found.people, found.people_right, found.people_found) == (1, 1, 1)
    found = score(_TALK, replace(_NOTHING, memories=[_memory("She takes insulin", _person("Trish"))])).score
    assert (found.held, found.held_about_them, found.people_found) == (1, 0, 0)


def test_what_is_expected_nowhere_is_counted_and_so_is_what_is_forbidden() -> None:
    memories = [_memory("The weather is fine"), _memory("My mother is called Nanay"), _memory("I moved to York")]
    found = score(_TALK, replace(_NOTHING, memories=memories)).score
    assert (found.kept, found.unexpected, found.unrelated, found.forbidden) == (3, 1, 1, 1)


def test_an_older_fact_in_review_is_active_but_seen() -> None:
    older = _memory("I live in Leeds")
    found = score(_TALK, replace(_NOTHING, memories=[older])).score
    assert (found.replaced, found.still_active, found.still_active_unseen) == (1, 1, 1)
    found = score(_TALK, replace(_NOTHING, memories=[older], in_review=frozenset({older.id}))).score
    assert (found.still_active, found.still_active_unseen) == (1, 0)
    found = score(_TALK, replace(_NOTHING, memories=[_memory("I moved from Leeds to York")])).score
    assert found.still_active == 0


def test_two_people_of_one_name_must_be_two() -> None:
    wanted = [Expected(names=["Pedro"], relations=["brother"]), Expected(names=["Pedro"], relations=["former CTO"])]
    talk = Talk(id="two", sessions=_TALK.sessions, questions=[], people=wanted)
    both = [_person("Pedro", "brother", "ex-CTO")]
    found = score(talk, replace(_NOTHING, people=both, recalled=[])).score
    assert (found.people_right, found.people_found) == (1, 1)
    found = score(talk, replace(_NOTHING, people=[*both, _person("Pedro", "brother")], recalled=[])).score
    assert (found.people_right, found.people_found) == (2, 2)


def test_a_question_is_answered_by_one_of_the_memories() -> None:
    assert score(_TALK, replace(_NOTHING, recalled=[["I ski", "Nanay takes insulin"]])).score.answered == 1
    missed = score(_TALK, replace(_NOTHING, memories=[_memory("Nanay takes insulin")]))
    assert missed.score.answered == 0
    assert any("held, not recalled" in miss for miss in missed.misses)


def _person(name: str | None, *relations: str) -> PersonShape:
    return PersonShape(id=f"person-{name}", name=name, relations=list(relations), aliases=[])


def _memory(content: str, *about: PersonShape) -> MemoryShape:
    return MemoryShape(
        id=f"memory-{content}",
        content=content,
        kind="fact",
        key=None,
        tags=[],
        confidence=1.0,
        importance=None,
        status="active",
        metadata={},
        assistant_key=None,
        owner=OwnerShape("user", "made-up"),
        about=list(about),
        embedding_model=None,
        expires_at=None,
        valid_from=_THEN,
        valid_to=None,
        created_at=_THEN,
        updated_at=_THEN,
        thread_id=None,
        source_message_id=None,
        source_tool_run_id=None,
        superseded_by=None,
    )
