"""Text: what may be kept, and when two texts are the same."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.adapters.neo4j.lucene import lucene, typed
from graphmem.core.grams import grams, kept_grams
from graphmem.core.text import checked, fingerprint, normalised, slug, tokens, words
from graphmem.errors import InvalidInput
from graphmem.model import Owner, OwnerType, Tenant

TEXT = st.text(max_size=200)


@given(TEXT)
def test_text_is_kept_to_the_letter_or_refused(text: str) -> None:
    try:
        assert checked(text, field="content", longest=100) == text
    except InvalidInput:
        return
    else:
        text.encode()
        assert text.strip()
        assert len(text) <= 100
        assert "\0" not in text


@pytest.mark.req("R6")
@given(TEXT)
def test_case_spacing_and_a_final_stop_do_not_change_a_text(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)
    assert fingerprint(f"  {normalised(text)} . ") == fingerprint(normalised(text))


@given(st.text(min_size=1))
def test_a_key_has_one_spelling(key: str) -> None:
    try:
        once = slug(key)
    except InvalidInput:
        return
    assert slug(once) == once
    assert slug(key.replace(" ", "_")) == once


@settings(deadline=None)  # the first to ask for the telling words waits for their list
@given(TEXT, st.lists(TEXT, max_size=3))
def test_a_full_text_query_holds_nothing_but_words(text: str, phrases: list[str]) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, text)
    for query in (lucene([owner], words(text), phrases, grams(text)), typed([owner], text)):
        inside = re.sub(r"\+?(owner_token|content|key_words|grams):|[+()]", "", query)
        for part in inside.split():
            bare = part.removesuffix("^2").removesuffix("*")
            assert {unicodedata.category(character)[0] for character in bare} <= set("LMN")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I like tea", " i LIKE, tea! ", True),
        ("❤️", "❤", True),
        ("🐱", "🐶", False),
        ("मी", "मा", False),
        ("I know C#", "I know C", False),
        ("The freezer is at -18", "The freezer is at 18", False),
        ("2¹⁰", "210", False),
    ],
)
def test_tokens_leave_out_case_spacing_and_punctuation_alone(one: str, other: str, same: bool) -> None:
    assert (tokens(one) == tokens(other)) is same
    assert same or fingerprint(one) != fingerprint(other)


@given(TEXT, TEXT)
def test_texts_of_one_fingerprint_have_the_same_tokens(one: str, other: str) -> None:
    if fingerprint(one) == fingerprint(other):
        assert tokens(one) == tokens(other)
    assert tokens(one) == tokens(f" {one}. ")


@given(st.text(alphabet=st.characters(categories=["L", "M", "N", "So"]), min_size=1, max_size=30))
def test_a_text_is_found_by_its_grams(text: str) -> None:
    stored = set((kept_grams(f"so {text}!") or "").split())
    assert set(grams(text)) <= stored or unicodedata.category(text[0])[0] == "M"


@given(st.text(min_size=1))
def test_an_owner_survives_being_written_and_read(ref: str) -> None:
    owner = Owner(Tenant("tenant"), OwnerType.CHAT, ref)
    assert Owner.parse(owner.id) == owner
    assert owner.token[0] == "o"
    assert owner.token[1:].isdecimal()
