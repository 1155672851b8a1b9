"""Changes in sentences."""

from datetime import UTC, datetime

import pytest

from graphmem.core.picture import Change, Deed, Node, Part, Tie
from graphmem.core.telling import told
from graphmem.model import Owner, OwnerType, Tenant

WORDS = {"old": "I have a dog called Rex", "new": "Our dog Rex died", "one": "I like tea"}


def change(
    kind: str, summary: str, *, memories: tuple[str, ...] = (), before: Part | None = None, after: Part | None = None
) -> Change:
    deed = Deed(kind=kind, summary=summary, before=before or Part(), after=after or Part())
    owner = Owner(Tenant("t"), OwnerType.USER, "me")
    return Change(id="c", owner=owner, at=datetime(2026, 3, 1, tzinfo=UTC), by="by hand", deed=deed, memories=memories)


def part(**properties: object) -> Part:
    return Part({"one": Node("Memory", properties)})


def test_a_replaced_fact_is_told_with_both_facts_and_the_reason() -> None:
    after = Part({}, {Tie("SUPERSEDES", "new", "old"): {}})
    said = told(change("supersede", "dog has ended", memories=("new", "old"), after=after), WORDS)
    assert said == "“I have a dog called Rex” gave way to “Our dog Rex died”: dog has ended."


def test_two_that_both_hold_are_told_with_their_words() -> None:
    after = Part({}, {Tie("MAY_REPLACE", "new", "old"): {}})
    both = change("both", "both say what pets you have, and both hold", memories=("new", "old"), after=after)
    assert told(both, WORDS) == "“Our dog Rex died” and “I have a dog called Rex” both hold."
    assert told(both, {}) == "Two facts: both say what pets you have, and both hold."


def test_a_fact_that_is_gone_is_told_without_its_words() -> None:
    after = Part({}, {Tie("SUPERSEDES", "new", "old"): {}})
    assert told(change("supersede", "a new home", after=after), {}) == "A fact was replaced: a new home."


@pytest.mark.parametrize(
    ("kind", "summary", "sentence"),
    [
        ("remove", "a fact was removed", "“I like tea” was removed."),
        ("restore", "a superseded fact holds after all", "“I like tea” was replaced, but holds after all."),
        ("reassign", "a fact is about Ana and Tom", "“I like tea” is about Ana and Tom."),
        ("rename", "Jonas is called Jonas Berg", "Jonas is now called Jonas Berg."),
        ("alias", "Jonas: added my boss, removed Joe", "Jonas also goes by “my boss” and no longer goes by “Joe”."),
        ("merge", "Kath is Robin", "Kath is Robin: the two are one person."),
        ("apart", "Kath and Cath are two", "Kath and Cath are two, though their names are alike."),
        ("split", "Sam is somebody else than Samuel", "Sam is somebody else than Samuel."),
        ("something new", "a new kind", "A new kind."),
    ],
)
def test_each_kind_of_change_is_a_sentence(kind: str, summary: str, sentence: str) -> None:
    assert told(change(kind, summary, memories=("one",)), WORDS) == sentence


def test_an_edit_tells_the_words_before_and_after_or_what_else_was_changed() -> None:
    words = change(
        "edit",
        "changed content",
        memories=("one",),
        before=part(content="I like tea"),
        after=part(content="I like oolong"),
    )
    assert told(words, WORDS) == "“I like tea” now says “I like oolong”."
    sure = change(
        "edit", "changed confidence", memories=("one",), before=part(confidence=1.0), after=part(confidence=0.5)
    )
    assert told(sure, WORDS) == "Of “I like tea”, somebody changed how sure it is."
