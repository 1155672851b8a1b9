"""The rules of conversations: what is taken out of messages, what they ask for, and when they are read."""

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.asked import asked
from graphmem.core.messages import derived_id
from graphmem.core.redaction import redacted
from graphmem.core.sensitivity import SensitiveClass, screen
from graphmem.core.triggers import NEVER, Triggers
from graphmem.model import Message, MessageStatus, Role

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


def credentials(repository: Path) -> list[str]:
    lines = (repository / "tests" / "cases" / "more" / "sensitive.jsonl").read_text().splitlines()
    texts = [json.loads(line)["text"].replace("¦", "") for line in lines]
    return [text for text in texts if (found := screen(text)) and found.klass is SensitiveClass.CREDENTIAL]


@pytest.mark.req("R7")
def test_no_credential_is_left_in_a_message(repository: Path) -> None:
    texts = credentials(repository)
    assert len(texts) > 100
    for text in texts:
        kept, kinds = redacted(f"I live in Graz. {text}\nMy sister likes tea.")
        found = screen(kept)
        assert found is None or found.klass is not SensitiveClass.CREDENTIAL, text
        assert kinds, text


@pytest.mark.req("R7")
def test_what_stands_beside_a_secret_stays() -> None:
    kept, kinds = redacted(
        "I live in Graz. My password is hunter2Xy!9. We have two cats.\nhunter2Xy!9 is hard to type."
    )
    assert "hunter2" not in kept
    assert kept.startswith("I live in Graz. [redacted: ")
    assert "We have two cats." in kept
    assert kinds


@pytest.mark.req("R7")
@pytest.mark.parametrize(
    "text", ["Here is my password:\nhunter2Xy!9", "The api key is below.\n\nsk-proj-abcdefghijklmnopqrstuvwx123456"]
)
def test_a_secret_on_a_line_of_its_own_goes_with_the_words_that_announce_it(text: str) -> None:
    kept, _ = redacted(text)
    assert "hunter2" not in kept
    assert "sk-proj" not in kept


@given(st.text(max_size=300))
def test_a_text_without_secrets_is_left_to_the_letter(text: str) -> None:
    kept, kinds = redacted(text)
    assert (kept == text) is (kinds == ())


@pytest.mark.req("R3")
@pytest.mark.parametrize(
    ("text", "words", "explicit"),
    [
        ("/remember I hate olives", "I hate olives", True),
        ("/Remember: my shoe size is 43", "my shoe size is 43", True),
        ("remember that I hate olives", "I hate olives", False),
        ("Please remember I hate olives.", "I hate olives.", False),
        ("Hi! Can you remember that my sister is vegan?", "my sister is vegan", False),
        ("Don't forget that Tom is allergic to nuts", "Tom is allergic to nuts", False),
        ("don’t forget my dentist is Dr Voss", "my dentist is Dr Voss", False),
        ("Save this: the gate code word is a secret to me too", "the gate code word is a secret to me too", False),
        ("Do you remember what I said?", None, False),
        ("I can't remember her name", None, False),
        ("Remember when we went to Rome", None, False),
        ("Don't forget to write", None, False),
        ("I will never forget that day", None, False),
    ],
)
def test_what_a_message_asks_to_remember(text: str, words: str | None, explicit: bool) -> None:
    found = asked(text)
    assert (found.words if found else None) == words
    assert found is None or found.explicit is explicit


def message(role: Role, status: MessageStatus = MessageStatus.COMPLETED) -> Message:
    return Message(id="m", role=role, content="x", said_at=NOW, status=status)


@pytest.mark.req("X3")
def test_what_makes_a_thread_due() -> None:
    triggers = Triggers(threshold=4, debounce=30, every_message=True)
    user = triggers.due([message(Role.USER)])
    assert (user.spoke, user.every, user.threshold, user.soon) == (True, True, 4, 30)
    reply = triggers.due([message(Role.ASSISTANT)])
    assert (reply.spoke, reply.every, reply.soon) == (False, False, 30)
    pending = triggers.due([message(Role.ASSISTANT, MessageStatus.PENDING)])
    assert pending.soon is None
    wish = triggers.due([message(Role.USER)], asked=True)
    assert wish.soon == 30
    assert Triggers(debounce=None).due([message(Role.USER)], asked=True).soon == 60
    assert triggers.due([message(Role.SYSTEM), message(Role.TOOL)]).soon is None
    off = Triggers(enabled=False).due([message(Role.USER), message(Role.ASSISTANT)])
    assert (off.spoke, off.every, off.threshold, off.soon) == (False, False, NEVER, None)
    assert Triggers(threshold=0).due([message(Role.USER)]).threshold == NEVER


@given(st.integers(946_684_800_000, 4_102_444_800_000), st.lists(st.text(), min_size=1))
def test_an_id_made_of_the_same_parts_is_the_same_and_in_the_order_of_time(milliseconds: int, parts: list[str]) -> None:
    at = datetime.fromtimestamp(milliseconds / 1000, UTC)
    id_ = derived_id(at, *parts)
    assert derived_id(at, *parts) == id_
    assert UUID(id_).version == 7
    assert UUID(id_).int >> 80 == milliseconds
    assert derived_id(at, *parts, "more") != id_
