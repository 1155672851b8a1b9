"""What the rules take from a conversation, and what they leave."""

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.adapters.spacy.extractor import RuleExtractor
from graphmem.adapters.spacy.parser import SpacyParser
from graphmem.adapters.spacy.readings import note, noted
from graphmem.core.conversation import Conversation, Extract
from graphmem.model import Kind, Message, Role

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
SAID = st.sampled_from(
    ["I live in Porto", "my sister Ana is a vet", "She loves jazz", "what's the time?", "ok thanks", "im vegan btw",
     "actually, it's Lisbon", "I'm tired", "remember that I work nights", "my dog Rex and i hike, any tips?",
     "he's 9", "no", "yes, two", "Do you have any pets?", "the wifi password is Tangerine-Moose-42", "🙄 sure", "/remember"]
)  # fmt: skip
TALK = st.lists(st.tuples(st.sampled_from(Role), st.one_of(SAID, st.text(max_size=60))), max_size=6)


def message(role: Role, content: str, place: int = 0) -> Message:
    return Message(id=f"m{place}", role=role, content=content, said_at=NOW)


def extract(*turns: tuple[Role, str], earlier: tuple[tuple[Role, str], ...] = (), threshold: float = 0.7) -> Extract:
    before = tuple(message(role, text, -1 - place) for place, (role, text) in enumerate(earlier))
    talk = tuple(message(role, text, place) for place, (role, text) in enumerate(turns))
    found = RuleExtractor(min_confidence=threshold).extract(Conversation(earlier=before, unread=talk))
    return asyncio.run(found)


def told(*texts: str) -> list[str]:
    return [found.content for found in extract(*((Role.USER, text) for text in texts)).found]


@pytest.mark.req("X5")
def test_the_rules_have_a_name() -> None:
    assert RuleExtractor().name == "rules"


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("message", "facts"),
    [
        ("My wife Sarah grew up in Cork and swims in the sea all year round",
         ["My wife Sarah grew up in Cork", "My wife Sarah swims in the sea all year round"]),
        ("my brother Tom, who lives in Berlin, is a chef", ["My brother Tom is a chef", "My brother Tom lives in Berlin"]),
        ("I just started as a data engineer at Bolt, what should I read about Kafka?",
         ["I just started as a data engineer at Bolt"]),
        ("What can I cook for my son who is allergic to nuts?", ["My son is allergic to nuts"]),
        ("As a vegetarian, what should I order?", ["I'm a vegetarian"]),
        ("anyway, I cycle to work every day so I need a decent jacket", ["I cycle to work every day"]),
        ("i live in porto i work as a nurse", ["I live in porto", "I work as a nurse"]),
        ("My sister Ana is a vet. She lives in Leeds.", ["My sister Ana is a vet", "Ana lives in Leeds"]),
        ("What's a good gift for my mum? She's 70 and collects teapots", ["My mum is 70", "My mum collects teapots"]),
        ("we have a boat. it's called Penelope", ["We have a boat", "My boat is called Penelope"]),
        ("I like tea and coffee", ["I like tea and coffee"]),
        ("My wife and I live in Ghent", ["My wife and I live in Ghent"]),
        ("by the way, I just wanted to say that I'm left-handed", ["I'm left-handed"]),
        ("I said I was born in 1990 but I meant 1991", ["I was born in 1991"]),
    ],
)  # fmt: skip
def test_each_fact_is_told_on_its_own(message: str, facts: list[str]) -> None:
    assert told(message) == facts


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("what's the capital of Mongolia?", "question"),
        ("set a timer for 10 minutes", "instruction"),
        ("If I were vegan I would eat tofu", "hypothetical"),
        ("I wish I could play the violin", "wish"),
        ("I'm so tired today", "only for now"),
        ("the wifi password is Tangerine-Moose-42", "a secret"),
        ("my phone number is 07700 900123", "personal data"),
        ("oh great, I just LOVE mondays 🙄", "joke"),
        ("let's roleplay: you are a bartender and I'm a pirate from Tortuga", "role play"),
        ("In my novel the hero lives in Prague", "fiction"),
        ("She lives in Rome", "unclear who"),
        ("```\nI live in Paris\n```", "nothing of the user's own"),
        ("maybe I like jazz, not sure", "not sure"),
    ],
)
def test_what_does_not_last_is_left_with_its_reason(message: str, reason: str) -> None:
    found = extract((Role.USER, message))
    assert not found.found
    assert reason in {passed.reason for passed in found.passed}


@pytest.mark.req("X6")
def test_standing_wishes_are_preferences_and_orders_for_now_are_nothing() -> None:
    standing = extract((Role.USER, "please always give me temperatures in celsius")).found
    assert [(one.content, one.kind) for one in standing] == [
        ("Always give me temperatures in celsius", Kind.PREFERENCE)
    ]
    assert told("make this paragraph shorter and use British spelling here") == []


@pytest.mark.req("X6")
def test_an_answer_is_understood_by_its_question() -> None:
    found = extract((Role.ASSISTANT, "Any food allergies?"), (Role.USER, "yeah, shellfish")).found
    assert [(one.content, one.quote) for one in found] == [("I'm allergic to shellfish", "shellfish")]
    assert not extract((Role.ASSISTANT, "Shall I book it?"), (Role.USER, "yes please")).found


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("question", "reply", "fact"),
    [
        (
            "What does he enjoy these days?",
            "Joaquim collects old maps of the coast",
            "Joaquim collects old maps of the coast",
        ),
        ("Any wishes for the food?", "Tomás loves dumplings", "Tomás loves dumplings"),
    ],
)
def test_a_reply_that_is_a_whole_sentence_needs_no_question(question: str, reply: str, fact: str) -> None:
    assert [found.content for found in extract((Role.ASSISTANT, question), (Role.USER, reply)).found] == [fact]


def test_a_correction_replaces_what_was_said() -> None:
    assert told("My flight to Denver is on Tuesday 9 June", "no wait, it's Thursday") == [
        "My flight to Denver is on Thursday 9 June"
    ]
    assert told("I live in Lyon", "sorry, autocorrect! I meant I live in Lille") == ["I live in Lille"]


@pytest.mark.req("X6")
def test_a_pronoun_reaches_back_to_messages_read_before() -> None:
    before = ((Role.USER, "My brother Tom is a chef"),)
    found = extract((Role.USER, "he lives in Berlin"), earlier=before).found
    assert [one.content for one in found] == ["Tom lives in Berlin"]


@pytest.mark.req("R3")
def test_what_is_asked_for_is_kept_and_the_command_allows_personal_data() -> None:
    found = extract((Role.USER, "/remember my passport number is X1234567")).found
    assert [(one.explicit, one.confidence >= 0.9) for one in found] == [(True, True)]
    assert told("remember my netflix password: Purple-Yak-9931") == []
    assert told("/remember my netflix password is Purple-Yak-9931") == []


@pytest.mark.req("X6")
def test_the_threshold_decides() -> None:
    hedged = (Role.USER, "I think I like jazz")
    assert extract(hedged, threshold=0.8).found == ()
    assert [one.confidence < 0.8 for one in extract(hedged, threshold=0.6).found] == [True]


def test_what_is_known_already_is_not_found_again() -> None:
    said = Conversation(unread=(message(Role.USER, "I live in Porto."),), known=("I live in Porto",))
    assert asyncio.run(RuleExtractor().extract(said)).found == ()


@pytest.mark.req("X6")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(TALK)
def test_only_the_users_words_count_and_the_answer_is_always_the_same(talk: list[tuple[Role, str]]) -> None:
    found = extract(*talk)
    assert found == extract(*talk)
    users = {f"m{place}": text for place, (role, text) in enumerate(talk) if role is Role.USER}
    for one in found.found:
        assert one.quote.strip()
        assert one.quote in users[one.message_id]
        assert 0.7 <= one.confidence <= 1
        assert "Tangerine" not in one.content
    assert {passed.message_id for passed in found.passed} <= set(users)
    silent = [(role, text) for role, text in talk if role is not Role.USER]
    assert extract(*silent) == Extract()


@pytest.mark.parametrize("text", ["My wife Sarah lives in Porto", "btw I live in Graz, any tips?", "I work at Bolt"])
def test_what_was_found_is_not_read_again_when_it_is_kept(text: str) -> None:
    parser = SpacyParser()
    [found] = extract((Role.USER, text)).found
    kept = noted(found.content)
    assert kept is not None

    note(found.content, kept)
    assert parser._read([found.content])[0] is kept
    assert parser._read([found.content]) == [kept]
