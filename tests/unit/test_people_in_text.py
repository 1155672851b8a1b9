"""Who a text speaks of: from the places that the reader marks to mentions, and with the real model."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.people_cases import CASES, play, score
from graphmem.adapters.learned.people import said
from graphmem.adapters.spacy.names import gender_of, is_given_name
from graphmem.adapters.spacy.nlp import load
from graphmem.core.mentions import Gender, Mention, Said, Sort, Told
from graphmem.core.text import word_set
from graphmem.core.understanding import Span, Spoken, Understood
from tests.doubles import spoken


def read(text: str, *places: Spoken, within: Span | None = None) -> Said:
    return said(Understood(text, spoken=places), load()(text), within=within)


def person(text: str, *places: Spoken) -> Mention:
    [mention] = read(text, *places).mentions
    return mention


def found(*texts: str) -> list[tuple[tuple[str, ...], list[str]]]:
    return [(person.names, [bond.word for bond in person.bonds]) for person in play(list(texts))[0]]


def about(*texts: str) -> list[str]:
    """The names of whom the last text is about."""
    known, facts = play(list(texts))
    return [p.names[0] if p.names else p.bonds[0].word for p in known if p.id in facts[-1]]


@pytest.mark.req("P1")
@pytest.mark.parametrize(
    ("text", "related", "named", "name", "word", "kind"),
    [
        ("My aunt Elizabeth is a retired judge", "My aunt", "Elizabeth", "Elizabeth", "aunt", "aunt"),
        ("Tom, my boss, never answers emails", "my boss", "Tom", "Tom", "boss", "boss"),
        ("my girlfriend is called noor", "my girlfriend", "noor", "Noor", "girlfriend", "partner"),
        ("Dimitri is my brother-in-law", "my brother-in-law", "Dimitri", "Dimitri", "brother-in-law", "brother-in-law"),
        ("My friend from college, Dave, is a chef", "My friend", "Dave", "Dave", "friend", "friend"),
        ("My piano teacher Lan is strict", "My piano teacher", "Lan", "Lan", "piano teacher", "teacher"),
    ],
)
def test_a_name_and_its_relation_are_one_person(
    text: str, related: str, named: str, name: str, word: str, kind: str
) -> None:
    places = [spoken(text, related, "relation", relation=kind), spoken(text, named)]
    one = person(text, *sorted(places, key=lambda place: place.start))
    assert (one.name, [relation.word for relation in one.relations]) == (name, [word])
    assert one.sort is Sort.PERSON


@pytest.mark.req("P1")
@pytest.mark.parametrize(
    ("text", "words", "says", "name"),
    [("Uncle Vikram pays", "Uncle Vikram", "uncle", "Vikram"), ("Dr. Patel called", "Dr. Patel", None, "Dr. Patel")],
)
def test_a_word_of_kin_before_a_name_is_a_relation_and_a_title_is_a_part_of_it(
    text: str, words: str, says: str | None, name: str
) -> None:
    one = person(text, spoken(text, words, "title", says=says, relation=says))
    assert (one.name, [relation.word for relation in one.relations]) == (name, [says] if says else [])


@pytest.mark.req("P1")
def test_a_pet_is_a_thing_and_nobody() -> None:
    text = "Our dog biscuit is scared"
    marked = read(text, spoken(text, "biscuit", "thing"))
    assert [mention.sort for mention in marked.mentions] == [Sort.THING]
    assert marked.things == ("Biscuit",)


@pytest.mark.req("P1")
def test_several_people_without_names_are_a_group() -> None:
    text = "My kids hate broccoli"
    one = person(text, spoken(text, "My kids", "relation", relation="child"))
    assert (one.sort, one.subject) == (Sort.GROUP, False)


@pytest.mark.req("P2")
def test_the_fullest_name_stands_first_and_the_others_are_aliases() -> None:
    text = "Liz is what everyone calls Elizabeth Miller"
    one = person(text, spoken(text, "Liz"), spoken(text, "Elizabeth Miller"))
    assert (one.name, one.aliases) == ("Elizabeth Miller", ("Liz",))


@pytest.mark.req("P2")
def test_somebodys_sister_comes_after_that_somebody_and_the_fact_is_hers() -> None:
    text = "My wife's sister Fay is a lawyer"
    wife, sister = read(
        text,
        spoken(text, "My wife", "relation", 1, relation="wife", says="wife"),
        spoken(text, "sister", "relation", 2, says="sister", of=1),
        spoken(text, "Fay", person=2),
    ).mentions
    assert ([r.word for r in wife.relations], wife.subject) == (["wife"], False)
    assert ([(r.word, r.of) for r in sister.relations], sister.name) == ([("wife's sister", 0)], "Fay")
    assert sister.subject


@pytest.mark.req("P2")
def test_a_pronoun_counts_only_where_nobody_is_named() -> None:
    text = "She sings with Nia"
    assert person(text, spoken(text, "She", "pronoun")).pronoun == "she"
    assert person(text, spoken(text, "She", "pronoun"), spoken(text, "Nia")).pronoun is None


@pytest.mark.req("P2")
def test_whoever_was_something_to_the_user_is_so_no_longer() -> None:
    text = "Birgit is no longer my manager"
    places = spoken(text, "Birgit", status="former"), spoken(text, "my manager", "relation", relation="manager")
    [relation] = person(text, *places).relations
    assert (relation.word, relation.former) == ("manager", True)


@pytest.mark.req("P2")
def test_another_one_and_a_new_one_are_told() -> None:
    other, new = "My other sister bakes", "My new boss bakes"
    assert person(other, spoken(other, "My other sister", "relation", relation="sister")).another
    assert person(new, spoken(new, "My new boss", "relation", relation="boss")).new


@pytest.mark.req("P2")
@pytest.mark.parametrize(
    ("text", "told"),
    [("My boss is Gareth", Told.NAME), ("Gareth is my boss", Told.RELATION), ("My boss Gareth swims", None)],
)
def test_what_is_news_is_told_apart(text: str, told: Told | None) -> None:
    related = "My boss" if "My boss" in text else "my boss"
    places = [spoken(text, related, "relation", relation="boss"), spoken(text, "Gareth")]
    assert person(text, *sorted(places, key=lambda place: place.start)).told is told


@pytest.mark.req("R5", "D3")
@pytest.mark.parametrize(
    ("text", "name", "subject"),
    [
        ("Halima's flat is in Leeds", "Halima", True),
        ("I think Ahmed is vegetarian", "Ahmed", True),
        ("Anna bakes", "Anna", True),
        ("I had lunch with Anna", "Anna", False),
        ("My car was repaired by Tom", "Tom", False),
    ],
)
def test_a_fact_is_about_whom_its_sentence_is_of(text: str, name: str, subject: bool) -> None:
    assert person(text, spoken(text, name)).subject is subject


@pytest.mark.req("D3")
def test_of_a_part_of_a_text_only_those_count_who_are_spoken_of_there() -> None:
    text = "My brother Kofi is a pilot. Ana sings."
    places = spoken(text, "Kofi", person=1), spoken(text, "Ana", person=2)
    whole, part = read(text, *places), read(text, *places, within=Span(text.index("Ana"), len(text)))
    assert [mention.name for mention in whole.mentions] == ["Kofi", "Ana"]
    assert [mention.name for mention in part.mentions] == ["Ana"]


def test_who_is_only_in_the_question_is_not_spoken_of_and_who_comes_back_has_the_name_from_there() -> None:
    text = "She sings"
    asked = Spoken(0, 4, "name", "Anna", 1, asked=True)
    assert read(text, asked).mentions == ()
    assert person(text, asked, spoken(text, "She", "pronoun", 1)).name == "Anna"


def test_who_is_hardly_somebody_can_only_be_somebody_known() -> None:
    text = "Will sings"
    assert not person(text, spoken(text, "Will", chance=0.4)).sure
    assert person(text, spoken(text, "Will", chance=0.6)).sure


def test_the_list_of_names_knows_many_cultures() -> None:
    assert all(map(is_given_name, ["Łukasz", "Zeynep", "Ifeoma", "Wei", "Jürgen", "Noor", "Otieno", "Graça", "Thanh"]))
    assert (gender_of("Graciela"), gender_of("Hiroshi"), gender_of("Sam")) == (Gender.WOMAN, Gender.MAN, Gender.MAN)


@pytest.mark.req("P1", "P2")
def test_whom_the_user_speaks_of_is_found_with_name_and_relation_and_saying_it_twice_makes_nobody_new() -> None:
    texts = ["My sister Anna lives in Graz", "My boss Gareth never answers emails"]
    people = [(("Anna",), ["sister"]), (("Gareth",), ["boss"])]
    assert found(*texts) == found(*texts, *texts) == people


@pytest.mark.req("P1")
@pytest.mark.parametrize("text", ["I live in Hamburg", "I like tea and coffee", "The ferry to Cork was late"])
def test_places_and_things_are_nobody(text: str) -> None:
    assert found(text) == []


@pytest.mark.req("P3", "R5", "D3")
def test_a_fact_is_about_the_person_it_names_and_one_about_the_user_is_about_nobody() -> None:
    assert about("My sister Anna lives in Graz") == ["Anna"]
    assert about("My sister Anna lives in Graz", "Anna is a vet") == ["Anna"]
    assert about("My sister Anna lives in Graz", "I live in Hamburg") == []


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


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=60))
def test_no_text_is_too_strange_to_read(text: str) -> None:
    play([text, text])


@pytest.mark.req("P1", "P2", "P3", "R5")
@pytest.mark.parametrize("path", ["people.jsonl", "more/people.jsonl", "more/people_apart.jsonl"])
def test_most_people_are_found_and_told_apart(path: str) -> None:
    result = score(CASES / path)
    assert result.exact >= 0.5, result.misses  # how good it is, `make quality` tells
    assert result.attribution >= 0.75, result.misses
