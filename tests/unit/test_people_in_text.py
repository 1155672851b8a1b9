"""Who a text speaks of, read with the real model."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.people_cases import CASES, play, score
from graphmem.adapters.spacy.names import gender_of, is_given_name
from graphmem.adapters.spacy.nlp import load
from graphmem.adapters.spacy.people import mentions
from graphmem.core.mentions import Gender, Mention, Said, Sort, Told
from graphmem.core.text import word_set


def read(text: str) -> Said:
    return mentions(load()(text))


def people(text: str) -> list[Mention]:
    return [m for m in read(text).mentions if m.sort is Sort.PERSON and m.sure and not m.pronoun]


def found(*texts: str) -> list[tuple[tuple[str, ...], list[str]]]:
    return [(person.names, [bond.word for bond in person.bonds]) for person in play(list(texts))[0]]


def about(*texts: str) -> list[str]:
    """The names of whom the last text is about."""
    known, facts = play(list(texts))
    return [p.names[0] if p.names else p.bonds[0].word for p in known if p.id in facts[-1]]


@pytest.mark.req("P1")
@pytest.mark.parametrize(
    ("text", "name", "word"),
    [
        ("My aunt Elizabeth is a retired judge", "Elizabeth", "aunt"),
        ("Tom, my boss, never answers emails", "Tom", "boss"),
        ("my wife's name is Sarah", "Sarah", "wife"),
        ("my girlfriend is called noor", "Noor", "girlfriend"),
        ("Dimitri is my brother-in-law", "Dimitri", "brother-in-law"),
        ("my sister in law Anna bakes", "Anna", "sister in law"),
        ("My friend from college, Dave, is a chef", "Dave", "friend"),
        ("My sister April was born in June", "April", "sister"),
        ("My friend Paris lives in Austin", "Paris", "friend"),
        ("My supervisor is Professor Bouchard", "Professor Bouchard", "supervisor"),
        ("Wanjiru is a colleague of mine", "Wanjiru", "colleague"),
        ("I have a new boss since Monday: Ifeoma", "Ifeoma", "boss"),
        ("My piano teacher Lan is strict", "Lan", "piano teacher"),
        ("Uncle Vikram pays", "Vikram", "uncle"),
    ],
)
def test_a_name_and_its_relation_are_one_person(text: str, name: str, word: str) -> None:
    assert [(m.name, [r.word for r in m.relations]) for m in people(text)] == [(name, [word])]


@pytest.mark.req("P1")
@pytest.mark.parametrize(
    "text",
    [
        "Our dog Biscuit is scared of the vacuum cleaner and my cat Luna is half blind",
        "We have two cats, Mochi and Oscar",
        "I only buy Levi's jeans and do my shopping at Trader Joe's",
        "I bank with Wells Fargo",
        "My favourite author is Ursula Le Guin",
        "Hey Claude, how are you?",
        "I grew up in Charlotte and moved to Florence",
        "My parents live in Coimbra",
        "My kids hate broccoli",
        "I hope April will be warmer than March",
        "I'm Chukwuemeka, but everyone calls me Emeka",
        "We named our boat Penelope",
        "My student loan is huge",
        "in the film Amélie, where does she work?",
        "suppose I had a brother in Madrid",
        "Translate into French: 'My brother lives in Madrid'",
    ],
)
def test_pets_places_brands_groups_and_the_user_are_nobody(text: str) -> None:
    assert found(text) == []


@pytest.mark.req("P1")
def test_the_user_has_names_too() -> None:
    assert read("My name is Beatriz but you can call me Bea").user_names == ("Beatriz", "Bea")


@pytest.mark.req("P1")
def test_names_in_a_group_are_people() -> None:
    assert found("My twins Isla and Callum are five") == [(("Isla",), ["twin"]), (("Callum",), ["twin"])]


@pytest.mark.req("P2")
def test_an_alias_is_the_same_person() -> None:
    assert found("My aunt Elizabeth bakes", "Everyone in the family calls Elizabeth Liz") == [
        (("Elizabeth", "Liz"), ["aunt"])
    ]
    assert found("My grandson Alejandro, Alex for short, collects stamps") == [(("Alejandro", "Alex"), ["grandson"])]


@pytest.mark.req("P2")
def test_saying_it_twice_makes_nobody_new() -> None:
    texts = ["My sister Anna lives in Graz", "A different Anna, my colleague Anna Pichler, plays the harp"]
    texts += ["My boss is Gareth", "My new boss is Ifeoma", "My other sister is called Bea", "Bea has a dog called Rex"]
    assert found(*texts) == found(*(text for text in texts for _ in range(2)))


@pytest.mark.req("P1", "P3")
def test_a_pet_is_nobody_later_either() -> None:
    assert found("I have a dog. His name is Rocky", "Rocky loves cheese") == []
    assert about("My sister Anna has a dog called Rex. She walks him daily") == ["Anna"]


@pytest.mark.req("P2")
def test_a_pronoun_can_bring_a_name() -> None:
    assert found("my mother-in-law hates garlic", "her name is Graciela") == [(("Graciela",), ["mother-in-law"])]


@pytest.mark.req("P2")
def test_not_being_the_boss_is_no_relation() -> None:
    assert found("Birgit is no longer my manager") == [(("Birgit",), ["ex-manager"])]
    assert ["boss"] not in [words for _, words in found("Jens is not my boss")]


@pytest.mark.req("R5", "D3")
@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["Halima's flat is in Leeds"], ["Halima"]),
        (["My neighbour Olga is 81", "She used to be a test pilot"], ["Olga"]),
        (["My sister Anna is 8", "I live in Hamburg"], []),
        (["My wife's sister Fay is a lawyer"], ["Fay"]),
        (["I think Ahmed is vegetarian"], ["Ahmed"]),
        (["My lawyer works for Baker McKenzie"], ["lawyer"]),
        (["Remember that Wanjiru's favourite flower is the protea"], ["Wanjiru"]),
        (["My friend Paris is nice", "I flew to Paris in May"], []),
    ],
)
def test_a_fact_is_about_whom_its_sentence_is_of(texts: list[str], names: list[str]) -> None:
    assert about(*texts) == names


@pytest.mark.req("D3")
def test_each_sentence_says_whom_it_is_of() -> None:
    said = read("I live in Bonn. My brother Kofi is a pilot. My car is red.")
    assert [(s.user, [said.mentions[i].name for i in s.subjects]) for s in said.sentences] == [
        (True, []),
        (False, ["Kofi"]),
        (True, []),
    ]


def test_what_is_news_is_told_apart() -> None:
    assert people("My boss is Gareth")[0].told is Told.NAME
    assert people("Gareth is my boss")[0].told is Told.RELATION


def test_the_list_of_names_knows_many_cultures() -> None:
    assert all(map(is_given_name, ["Łukasz", "Zeynep", "Ifeoma", "Wei", "Jürgen", "Noor", "Otieno", "Graça", "Thanh"]))
    assert (gender_of("Graciela"), gender_of("Hiroshi"), gender_of("Sam")) == (Gender.WOMAN, Gender.MAN, Gender.MAN)


PIECES = st.sampled_from(
    sorted(
        word_set(
            """
    my our Sarah 's is called , . and Tom boss wife ex - in law she her name dog Biscuit I friend of mine ( ) ? two a
    new other different goes by short for everyone calls kids will April London ' " the Dr. 3 é 🙂 not no longer
    """
        )
    )
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=60))
def test_no_text_is_too_strange_to_read(text: str) -> None:
    play([text, text])


@pytest.mark.req("P1", "P2", "P3", "R5")
@pytest.mark.parametrize("path", ["people.jsonl", "more/people.jsonl", "more/people_apart.jsonl"])
def test_people_are_found_and_told_apart(path: str) -> None:
    result = score(CASES / path)
    assert result.exact >= 0.90, result.misses
    assert result.attribution >= 0.95, result.misses
