"""What the reader takes from a conversation, and what it leaves."""

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.adapters.learned.extractor import ReaderExtractor
from graphmem.core.conversation import Conversation, Extract
from graphmem.core.mentions import Sort
from graphmem.model import Kind, Message, Role
from graphmem.wiring import reader_of

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
SAID = st.sampled_from(
    ["I live in Porto", "my sister Ana is a vet", "She loves jazz", "what's the time?", "ok thanks", "im vegan btw",
     "actually, it's Lisbon", "I'm tired", "remember that I work nights", "my dog Rex and i hike, any tips?",
     "he's 9", "no", "yes, two", "Do you have any pets?", "my netflix password is Tangerine-Moose-42", "🙄 sure"]
)  # fmt: skip
TALK = st.lists(st.tuples(st.sampled_from(Role), st.one_of(SAID, st.text(max_size=60))), max_size=6)


def message(role: Role, content: str, place: int = 0) -> Message:
    return Message(id=f"m{place}", role=role, content=content, said_at=NOW)


def extract(*turns: tuple[Role, str], earlier: tuple[tuple[Role, str], ...] = (), threshold: float = 0.7) -> Extract:
    before = tuple(message(role, text, -1 - place) for place, (role, text) in enumerate(earlier))
    talk = tuple(message(role, text, place) for place, (role, text) in enumerate(turns))
    found = ReaderExtractor(reader_of(), min_confidence=threshold).extract(Conversation(earlier=before, unread=talk))
    return asyncio.run(found)


def told(*texts: str) -> list[str]:
    return [found.content for found in extract(*((Role.USER, text) for text in texts)).found]


@pytest.mark.req("X5")
def test_the_reader_has_a_name() -> None:
    assert ReaderExtractor(reader_of(), min_confidence=0.7).name == "reader"


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    "fact",
    ["I live in Porto", "I work as a nurse at the hospital", "My wife Sarah is a vet", "I'm allergic to peanuts"],
)
def test_a_plain_fact_is_kept_in_its_words(fact: str) -> None:
    [found] = extract((Role.USER, fact)).found
    assert (found.content, found.quote) == (fact, fact)


@pytest.mark.req("X6")
def test_each_fact_is_told_on_its_own_and_names_whom_a_pronoun_means() -> None:
    facts = ["My sister Ana is a vet.", "Ana lives in Leeds."]
    assert told("My sister Ana is a vet. She lives in Leeds.") == facts


@pytest.mark.req("X6")
def test_of_a_message_that_tells_and_asks_only_the_fact_is_kept() -> None:
    made = extract((Role.USER, "I just started as a data engineer at Bolt, what should I read about Kafka?"))
    assert [found.content for found in made.found] == ["I just started as a data engineer at Bolt"]
    assert {passed.reason for passed in made.passed} == {"question"}


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    "text",
    [
        "what's the capital of Mongolia?",
        "set a timer for 10 minutes",
        "If I were vegan I would eat tofu",
        "I'm so tired today",
        "thanks!",
        "In my novel the hero lives in Prague",
        "my netflix password is Purple-Yak-9931",
        "```\nI live in Paris\n```",
    ],
)
def test_what_does_not_last_is_left_with_its_reason(text: str) -> None:
    made = extract((Role.USER, text))
    assert made.found == ()
    assert all(passed.message_id == "m0" and passed.reason for passed in made.passed)
    assert bool(made.passed) == ("```" not in text)


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the wifi password is Tangerine-Moose-42", "Tangerine"),
        ("my phone number is 07700 900123", "900123"),
        ("My password is Purple-Yak-9931 and I live in Porto", "Purple"),
    ],
)
def test_no_part_of_a_secret_is_kept(text: str, secret: str) -> None:
    assert not [fact for fact in told(text) if secret in fact]


@pytest.mark.req("X6")
def test_standing_wishes_are_preferences_and_orders_for_now_are_nothing() -> None:
    standing = extract((Role.USER, "please always give me temperatures in celsius")).found
    assert [found.kind for found in standing] == [Kind.PREFERENCE]
    assert told("make this paragraph shorter and use British spelling here") == []


@pytest.mark.req("X6")
def test_an_answer_is_kept_with_its_question_and_one_for_now_is_not() -> None:
    found = extract((Role.ASSISTANT, "Nice! Where do you live?"), (Role.USER, "Porto")).found
    assert [(one.content, one.quote) for one in found] == [("Where do you live? Porto", "Porto")]
    assert not extract((Role.ASSISTANT, "Shall I book it?"), (Role.USER, "yes please")).found


@pytest.mark.req("X6")
def test_a_reply_that_is_a_whole_sentence_needs_no_question() -> None:
    found = extract((Role.ASSISTANT, "Where do you live?"), (Role.USER, "I live in Porto")).found
    assert [one.content for one in found] == ["I live in Porto"]


@pytest.mark.req("X6")
def test_a_pronoun_reaches_back_to_messages_read_before() -> None:
    before = ((Role.USER, "My brother Tom is a chef"),)
    assert [one.content for one in extract((Role.USER, "he lives in Berlin"), earlier=before).found] == [
        "Tom lives in Berlin"
    ]


@pytest.mark.req("P1", "X6")
def test_who_is_only_introduced_in_a_request_is_kept_too() -> None:
    [found] = extract((Role.USER, "Can you suggest a gift for my brother Tom?")).found
    assert (found.content, found.kind) == ("Tom is my brother.", Kind.PROFILE)
    assert found.quote == "Can you suggest a gift for my brother Tom?"


@pytest.mark.req("X6")
@pytest.mark.parametrize("threshold", [0.0, 0.7, 0.9])
def test_what_is_kept_is_as_sure_as_is_asked_for(threshold: float) -> None:
    [found] = extract((Role.USER, "I live in Porto"), threshold=threshold).found
    assert threshold <= found.confidence <= 1


def test_what_is_known_already_or_said_twice_is_found_once() -> None:
    said = Conversation(unread=(message(Role.USER, "I live in Porto."),), known=("I live in Porto",))
    assert asyncio.run(ReaderExtractor(reader_of(), min_confidence=0.7).extract(said)).found == ()
    assert len(told("I live in Porto", "I live in Porto.")) == 1


@pytest.mark.parametrize("text", ["My wife Sarah lives in Porto", "My brother Tom is a chef"])
def test_what_was_found_brings_along_whom_it_speaks_of(text: str) -> None:
    [found] = extract((Role.USER, text)).found
    assert found.reading is not None
    assert [mention.sort for mention in found.reading.said.mentions].count(Sort.PERSON) == 1
    assert (found.reading.kind, found.reading.lasting >= 0.5) == (found.kind, True)


@pytest.mark.req("X6")
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(TALK)
def test_only_the_users_words_count_and_the_answer_is_always_the_same(talk: list[tuple[Role, str]]) -> None:
    found = extract(*talk)
    assert found == extract(*talk)
    users = {f"m{place}": text for place, (role, text) in enumerate(talk) if role is Role.USER}
    for one in found.found:
        assert one.quote.strip()
        assert one.quote in users[one.message_id]
        assert 0.7 <= one.confidence <= 1
    assert {passed.message_id for passed in found.passed} <= set(users)
    silent = [(role, text) for role, text in talk if role is not Role.USER]
    assert extract(*silent) == Extract()
