"""The block for the prompt: what each line tells, what fits, and what can't pose as more than data."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.prompt import NOTICE, Before, Style, block, lately_replaced, line, one_line, tokens
from graphmem.core.whom import concerned
from graphmem.model import Memory, MemoryId, Person, Quote, Recalled, Replacement, Role
from tests.unit.test_change import memory

SAID = datetime(2026, 3, 3, 9, tzinfo=UTC)
PRIYA = Person(id="p", name="Priya", relations=("boss",))
SARAH = Person(id="s", name="Sarah", relations=("wife",))
NAMELESS = Person(id="n", name=None, relations=("neighbour",))


def said(content: str, *about: Person) -> Memory:
    return replace(memory("m", content), about=about, created_at=SAID)


def recalled(*contents: str) -> list[Recalled]:
    facts = [replace(said(content), id=MemoryId(str(place))) for place, content in enumerate(contents)]
    return [Recalled(memory=fact, score=1, relevance=0.9, similarity=1) for fact in facts]


def quote(text: str) -> Quote:
    return Quote(
        thread_id="t", message_id="m", role=Role.USER, said_at=SAID, text=text, score=1, similarity=1, in_words=1
    )


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (said("I work at Acme"), "- I work at Acme (said 3 March 2026)"),
        (said("hates surprises", PRIYA), "- (about Priya, my boss) hates surprises (said 3 March 2026)"),
        (said("Priya hates surprises", PRIYA), "- Priya hates surprises (Priya: my boss; said 3 March 2026)"),
        (said("My boss Priya hates surprises", PRIYA), "- My boss Priya hates surprises (said 3 March 2026)"),
        (said("my neighbour sings", NAMELESS), "- my neighbour sings (said 3 March 2026)"),
        (said("sings at night", NAMELESS), "- (about my neighbour) sings at night (said 3 March 2026)"),
        (
            replace(said("I ski"), repeated_at=SAID + timedelta(days=30)),
            "- I ski (said 2 April 2026)",
        ),
    ],
)
@pytest.mark.req("Q4", "P3")
def test_a_line_says_when_it_was_said_and_whom_it_is_about(fact: Memory, told: str) -> None:
    assert line(fact) == told


def test_what_changed_lately_says_so() -> None:
    def gone(new: str, at: datetime) -> Replacement:
        return Replacement(new=MemoryId(new), old=MemoryId("o"), at=at, reason=None, rule=None)

    outdated = [
        (gone("0", SAID), "I live in Porto"),
        (gone("0", SAID - timedelta(days=1)), "I live in Faro"),
        (gone("1", SAID - timedelta(days=60)), "I have a cat"),
    ]
    replaced = lately_replaced(outdated, since=SAID - timedelta(days=30))

    assert replaced == {"0": Before("I live in Porto", SAID)}
    text = block(recalled("I live in Lisbon", "I have a dog"), Style.HEADING, replaced=replaced).text
    assert text.splitlines()[2:] == [
        '- I live in Lisbon (since 3 March 2026; before: "I live in Porto")',
        "- I have a dog (said 3 March 2026)",
    ]


def test_what_was_said_has_a_heading_of_its_own_after_the_facts() -> None:
    both = block(recalled("I ski"), Style.HEADING, [quote('The "Alps" it is')])
    alone = block([], Style.BRACKET, [quote("The Alps it is")])

    assert both.text.splitlines() == [
        "## User Memory", NOTICE, "- I ski (said 3 March 2026)",
        "## Said in Conversation", "- \"The 'Alps' it is\" (user, 3 March 2026)",
    ]  # fmt: skip
    assert alone.text.splitlines()[:2] == ["[Said in Conversation]", NOTICE]
    assert block([], Style.HEADING).text == ""


@given(st.lists(st.text(min_size=1, max_size=60), max_size=6), st.integers(1, 200))
def test_a_budget_holds_whole_lines_the_best_first(contents: list[str], room: int) -> None:
    facts, quotes = recalled(*contents[:3]), [quote(text) for text in contents[3:]]
    made = block(facts, Style.HEADING, quotes, max_tokens=room)

    assert sum(tokens(one) for one in made.text.splitlines()) <= room
    assert set(made.text.splitlines()) <= set(block(facts, Style.HEADING, quotes).text.splitlines())
    assert bool(made.text) == bool(made.memories or made.quotes)
    assert list(made.memories) == [item for item in facts if item in made.memories]


@given(st.text(max_size=200))
def test_text_in_a_memory_adds_no_line_no_fence_and_nothing_unseen(text: str) -> None:
    shown = one_line(text)

    assert shown.splitlines() in ([], [shown])
    assert "```" not in shown
    assert not {"\u202e", "\u200b", "\u2066"} & set(shown)


@pytest.mark.req("P4")
@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does my wife like?", ["Sarah"]),
        ("what would sarah like?", ["Sarah"]),
        ("How should I write to Priya?", ["Priya"]),
        ("What should I cook?", []),
    ],
)
def test_people_are_given_when_the_question_or_a_memory_concerns_them(question: str, names: list[str]) -> None:
    everybody = [PRIYA, SARAH, NAMELESS]

    assert [person.name for person in concerned(question, everybody, [])] == names
    assert concerned("What should I cook?", everybody, [said("likes fish", SARAH)]) == (SARAH,)
