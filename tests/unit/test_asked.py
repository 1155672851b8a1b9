"""What a user asks in so many words to be kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.asked import asked


@pytest.mark.req("R3")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/remember I'm allergic to peanuts", "I'm allergic to peanuts"),
        ("  /remember: my IBAN ends in 42", "my IBAN ends in 42"),
        ("remember that my car is a blue Skoda", "my car is a blue Skoda"),
        ("Please remember my son's name is Leo.", "my son's name is Leo."),
        ("don't forget that I work nights", "I work nights"),
        ("don’t forget I'm vegan", "I'm vegan"),
        ("save this: our anniversary is 14 September", "our anniversary is 14 September"),
        ("ok, note that my office is closed on Fridays", "my office is closed on Fridays"),
        ("keep in mind I only have an hour a day", "I only have an hour a day"),
        ("can you remember that I like tea?", "I like tea"),
        ("our anniversary is 14 September, please keep that in mind", "our anniversary is 14 September"),
        ("I hate olives. Remember that!", None),
        ("What a day. Remember: I take my coffee black", "I take my coffee black"),
    ],
)
def test_what_is_asked_for_is_found(text: str, words: str | None) -> None:
    found = asked(text)
    assert (found.words if found else None) == words


@pytest.mark.req("R3")
@pytest.mark.parametrize(
    "text",
    [
        "do you remember my sister?",
        "I don't remember where I parked",
        "remember when we talked about Rome?",
        "remember what I told you?",
        "I can't remember his name",
        "if I remember correctly it was blue",
        "what's a good way to remember names?",
        "she asked me to save the file",
        "hello",
        "",
    ],
)
def test_what_is_only_spoken_of_is_not_asked_for(text: str) -> None:
    assert asked(text) is None


@pytest.mark.req("R3")
def test_only_the_command_is_explicit() -> None:
    command, wish = asked("/remember my phone is 42"), asked("remember my phone is 42")
    assert [found.explicit for found in (command, wish) if found] == [True, False]


@given(st.text(max_size=200))
def test_the_words_stand_where_they_are_said_to(text: str) -> None:
    for said in (text, f"/remember {text}", f"please remember that {text}", f"{text}, keep that in mind"):
        found = asked(said)
        if found is not None:
            assert said[found.start : found.end] == found.words
            assert found.words.strip()
