"""What a text says, whatever its wording."""

from collections.abc import Callable
from time import perf_counter

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from graphmem.adapters.spacy.facts import facets
from graphmem.adapters.spacy.gate import worth_keeping
from graphmem.core.facets import Facet, State, decode, encode, index_keys, kind_of
from graphmem.core.wording import moments, normal, slug
from graphmem.model import Kind

Read = Callable[[str], tuple[Facet, ...]]


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("text", "subject", "key", "value"),
    [
        ("My favourite colour is teal", "", "favorite_color", "teal"),
        ("teal is my favorite color", "", "favorite_color", "teal"),
        ("I live in Bristol", "", "residence", "bristol"),
        ("my home's in bristol", "", "residence", "bristol"),
        ("My brother Kwame lives in Accra", "brother kwame", "residence", "accra"),
        ("Kwame has relocated to Accra for good", "kwame", "residence", "accra"),
        ("I was born on 12 March 1988", "", "birthday", "1988-03-12"),
        ("my date of birth is March 12, 1988", "", "birthday", "1988-03-12"),
        ("im a parent of two kids", "", "count_child", "2"),
        ("My son Theo is seven", "son theo", "age", "7"),
        ("the Oslo flight is on the 16th of December instead", "", "when_flight_oslo", "--12-16"),
        ("please reply in English from now on", "", "answer_language", "english"),
        ("you can call me Sam", "", "preferred_name", "sam"),
        ("I don't eat meat", "", "diet", "vegetarian"),
        ("My daughter's favourite colour is pink", "daughter", "favorite_color", "pink"),
    ],
)
def test_an_attribute_is_found_in_its_wordings(read: Read, text: str, subject: str, key: str, value: str) -> None:
    assert (subject, key, value) in {(one.subject, one.key, one.value) for one in read(text)}


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("I used to live in Prague", State.PAST),
        ("When I was a kid we lived in Cairo", State.PAST),
        ("I'd love to live in Canada some day", State.WISHED),
        ("I'm moving to Lisbon next year", State.PLANNED),
        ("I live in Brno", State.CURRENT),
    ],
)
def test_a_home_is_past_wished_planned_or_current(read: Read, text: str, state: State) -> None:
    assert [one.state for one in read(text) if one.key == "residence"] == [state]


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("sold the Honda", "honda"),
        ("ditched the Pixel and got an iPhone", "pixel"),
        ("had to pull out of the Berlin marathon", "berlin marathon"),
        ("we switched from Vodafone to O2", "vodafone"),
        ("I quit Deloitte", "deloitte"),
    ],
)
def test_an_end_names_what_ended(read: Read, text: str, thing: str) -> None:
    assert thing in {one.object for one in read(text) if one.ended}


@pytest.mark.req("D2")
def test_a_text_can_say_several_things(read: Read) -> None:
    found = read("sold the Honda, I'm driving a Kia EV6 now 🚗")
    assert {(one.key, one.ended) for one in found} >= {("end", True), ("car", False)}


@pytest.mark.req("D2")
def test_a_facet_points_at_its_words(read: Read) -> None:
    text = "btw I live in Leeds"
    [facet] = read(text)
    assert "live in Leeds" in text[facet.start : facet.end]


@given(st.text(max_size=200))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_is_too_strange_to_read(nlp: Language, text: str) -> None:
    doc = nlp(text)
    found = facets(doc)
    assert decode(msgspec.json.decode(msgspec.json.encode(encode(found)))) == found
    assert facets(doc) == found
    worth_keeping(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the 14th of December", "December 14"),
        ("3 Nov", "November 3rd"),
        ("12/24", "24 December"),
        ("at 9:30", "at 9.30"),
    ],
)
def test_a_moment_is_the_same_in_every_notation(one: str, other: str) -> None:
    assert moments(one) == moments(other) != ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cilantro", "coriander"),
        ("my Mum", "mom"),
        ("two kids", "2 children"),
        ("the movies", "film"),
        ("grey", "gray"),
    ],
)
def test_words_have_one_spelling(one: str, other: str) -> None:
    assert normal(one) == normal(other)


def test_a_slug_does_not_depend_on_word_order() -> None:
    assert slug("flight to Oslo") == slug("my Oslo flight")


def test_a_memory_is_found_again_by_its_keys_and_things(read: Read) -> None:
    assert {"residence", "of:leed"} <= set(index_keys(read("I live in Leeds")))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I live in Leeds", Kind.PROFILE),
        ("I like jazz", Kind.PREFERENCE),
        ("remind me to call the bank", Kind.TASK),
        ("My flight to Rome is on 3 May", Kind.EVENT),
        ("our router is a Fritzbox", Kind.FACT),
    ],
)
def test_a_kind_is_guessed(read: Read, text: str, kind: Kind) -> None:
    assert kind_of(read(text), text) is kind


@pytest.mark.req("X6")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("what's the capital of Mongolia?", "question"),
        ("If I were vegan, I'd eat tofu", "hypothetical"),
        ("I'm so tired today, barely slept", "only for now"),
        ("set a timer for 10 minutes", "instruction"),
        ("Translate into French: 'My brother lives in Madrid and I'm allergic to cats'", "instruction"),
        ("lol my blood type is basically espresso at this point 😂", "joke"),
        ("I'd love to see Japan one day", "wish"),
        ("const user = {name: 'Alice', city: 'Rome'}", "code"),
        ("I'm allergic to peanuts so nothing with those", None),
        ("please always give me temperatures in celsius", None),
        ("We adopted a greyhound called Pixel in May", None),
    ],
)
def test_only_lasting_statements_are_worth_keeping(text: str, why: str | None) -> None:
    assert worth_keeping(text) == why


@pytest.mark.parametrize(
    "piece", ["I moved from a b c d e f g ", "sold all my all of the ", "now still not currently ", "a "]
)
def test_a_long_text_takes_no_long_time(nlp: Language, piece: str) -> None:
    doc = nlp.make_doc((piece * 5_000)[:10_000])
    began = perf_counter()
    facets(doc)
    assert perf_counter() - began < 3
