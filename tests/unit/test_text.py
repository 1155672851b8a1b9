"""Text: what may be kept, and when two texts are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.neo4j.lucene import lucene
from graphmem.core.text import checked, fingerprint, normalised, slug, words
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


@given(TEXT, st.lists(TEXT, max_size=3))
def test_a_full_text_query_holds_nothing_but_words(text: str, phrases: list[str]) -> None:
    owner = Owner(Tenant("t"), OwnerType.USER, text)
    query = lucene([owner], words(text), phrases)
    inside = query.replace("+owner_token:(", "").replace("+(content:(", "").replace("key_words:(", "").replace(")", "")
    for part in inside.split():
        assert part.removesuffix("^2").isalnum()


@given(st.text(min_size=1))
def test_an_owner_survives_being_written_and_read(ref: str) -> None:
    owner = Owner(Tenant("tenant"), OwnerType.CHAT, ref)
    assert Owner.parse(owner.id) == owner
    assert owner.token[0] == "o"
    assert owner.token[1:].isdecimal()
