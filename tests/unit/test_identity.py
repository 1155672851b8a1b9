"""Who is who, on mentions made by hand."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.identity import identify, named
from graphmem.core.mentions import Gender, Mention, Relation, Said, Sort, Told
from graphmem.core.names import Likeness, likeness
from graphmem.core.person import (
    About,
    Bond,
    EndedBond,
    Join,
    KnownPerson,
    NewPerson,
    PersonId,
    Plan,
    Recent,
    Suggestion,
    last_mentions,
    recently,
)
from graphmem.core.relations import relation

SYNONYMS = [("mum", "mother"), ("dad", "father"), ("flatmate", "roommate"), ("hubby", "husband")]
FACTS = [("Sarah", "wife"), ("Tom", "boss"), ("Leo", "son"), ("Max", "son"), ("Jo", "friend"), ("Ida", "aunt")]
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def of(name: str | None = None, *relations: str, **more: object) -> Mention:
    """A mention as a text would make it."""
    known = tuple(r for word in relations if (r := relation(word)))
    return Mention(start=0, end=1, name=name, relations=known, subject=True, **more)  # type: ignore[arg-type]


def meet(*texts: Mention | Said, people: tuple[KnownPerson, ...] = (), recent: Recent = ()) -> Plan:
    """The plan of the last text, after the ones before it."""
    ids = (f"p{number}" for number in itertools.count(1))
    plan = Plan(people=people, recent=recent)
    for text in texts:
        said = text if isinstance(text, Said) else Said((text,))
        plan = identify(said, plan.people, new_ids=ids, recent=plan.recent, things=plan.things)
    return plan


def names(plan: Plan) -> list[tuple[str, ...]]:
    return [person.names for person in plan.people]


def words(plan: Plan) -> list[list[str]]:
    return [[bond.word for bond in person.bonds] for person in plan.people]


@pytest.mark.req("P1")
def test_a_new_name_makes_a_person() -> None:
    plan = meet(of("Halima"))
    assert names(plan) == [("Halima",)]
    assert plan.about == (plan.people[0].id,)


@pytest.mark.req("P1")
def test_a_doubtful_name_makes_nobody_but_finds_who_is_known() -> None:
    assert meet(of("Paris", sure=False)).people == ()
    assert meet(of("Paris", "friend"), of("Paris", sure=False)).about == (PersonId("p1"),)


@pytest.mark.req("P2")
def test_a_relation_without_a_name_gets_one_later() -> None:
    plan = meet(of(None, "wife"), of("Sarah", "wife", told=Told.NAME), of("Sarah"))
    assert names(plan) == [("Sarah",)]
    assert plan.about == (PersonId("p1"),)


@pytest.mark.req("P2")
def test_what_was_apart_is_joined_when_the_user_says_so() -> None:
    plan = meet(of(None, "wife"), of("Sarah"), of("Sarah", "wife", told=Told.RELATION))
    assert names(plan) == [("Sarah",)]
    assert plan.joined == {"p1": "p2"}


@pytest.mark.req("P2")
def test_two_people_of_one_name_stay_two() -> None:
    assert words(meet(of("Sarah", "wife"), of("Sarah", "colleague"))) == [["wife"], ["colleague"]]
    assert words(meet(of("Jan", "dad"), of("Jan", "boss", another=True, told=Told.NAME))) == [["dad"], ["boss"]]


@pytest.mark.req("P2")
def test_a_name_that_two_people_bear_is_about_nobody() -> None:
    assert meet(of("Sarah", "wife"), of("Sarah", "colleague"), of("Sarah")).about == ()


@pytest.mark.req("P2")
def test_the_plain_name_is_whoever_is_called_so() -> None:
    plan = meet(of("Anna", "sister"), of("Anna Pichler", "colleague", another=True), of("Anna"))
    assert plan.about == (PersonId("p1"),)
    assert meet(of("Anna Pichler", "colleague"), of("Anna")).about == (PersonId("p1"),)


@pytest.mark.req("P2")
def test_a_nickname_is_the_same_person_and_a_likeness_only_a_suggestion() -> None:
    assert names(meet(of("Robert", "uncle"), of("Bob"))) == [("Robert", "Bob")]
    plan = meet(of("Katherine"), of("Catherine"))
    assert len(plan.people) == 2
    assert [type(step) for step in plan.steps].count(Suggestion) == 1


@pytest.mark.req("P2")
def test_an_alias_told_joins_who_was_apart() -> None:
    plan = meet(of("Bobo"), of("Roberto", "nephew"), of("Roberto", aliases=("Bobo",)))
    assert [set(each) for each in names(plan)] == [{"Roberto", "Bobo"}]


@pytest.mark.req("P2")
def test_another_holder_ends_a_relation_that_only_one_can_have() -> None:
    plan = meet(of("Gareth", "boss"), of("Ifeoma", "boss", new=True, told=Told.NAME))
    assert words(plan) == [["ex-boss"], ["boss"]]
    assert any(isinstance(step, EndedBond) for step in plan.steps)
    assert meet(of("Gareth", "boss"), of("Ifeoma", "boss", new=True), of(None, "boss")).about == (PersonId("p2"),)


@pytest.mark.req("P2")
def test_a_former_relation_is_not_the_present_one() -> None:
    plan = meet(of("Dana", "ex-wife"), of("Keiko", "wife"), of(None, "ex-wife"))
    assert plan.about == (PersonId("p1"),)


@pytest.mark.req("P2")
def test_sons_are_many_and_a_wife_is_one() -> None:
    assert names(meet(of("Anna", "sister"), of("Bea", "sister"))) == [("Anna",), ("Bea",)]
    assert meet(of("Leo", "son"), of(None, "son")).about == (PersonId("p1"),)
    assert meet(of("Leo", "son"), of("Max", "son"), of(None, "son")).about == ()


@pytest.mark.req("P2")
@pytest.mark.parametrize(("one", "other"), SYNONYMS)
def test_words_for_one_relation_mean_one_person(one: str, other: str) -> None:
    plan = meet(of(None, one), of(None, other))
    assert words(plan) == [[one, other]]


@pytest.mark.req("P2")
def test_a_girlfriend_may_become_a_wife_and_a_sister_never() -> None:
    assert words(meet(of("Mei", "girlfriend"), of("Mei", "wife"))) == [["wife"]]
    assert len(meet(of("Mei", "sister"), of("Mei", "wife", told=Told.RELATION)).people) == 2


@pytest.mark.req("P3")
def test_a_pronoun_goes_to_whom_it_fits() -> None:
    she = of(pronoun="she")
    assert meet(of("Olga", "neighbour", gender=Gender.WOMAN), of(None, "dad"), she).about == (PersonId("p1"),)


@pytest.mark.req("P3")
def test_a_pronoun_that_two_people_fit_is_about_nobody() -> None:
    both = Said((of("Anna", "sister"), of("Ida", "aunt")))
    assert meet(both, of(pronoun="she")).about == ()


@pytest.mark.req("P3")
def test_a_pronoun_after_a_pet_or_a_group_is_about_nobody() -> None:
    pet = Mention(start=0, end=1, name="Luna", sort=Sort.THING)
    assert meet(of("Olga", "aunt"), pet, of(pronoun="she")).about == ()
    assert meet(pet, of("Luna")).people == ()


@pytest.mark.req("P3")
def test_somebodys_brother_is_his_own_person() -> None:
    brother = Mention(start=5, end=9, name="Tom", relations=(Relation("brother", "brother", of=0),), subject=True)
    plan = meet(Said((Mention(start=0, end=5, name="Sarah"), brother)))
    assert plan.subjects == (PersonId("p2"),)
    assert plan.people[1].bonds == (Bond("Sarah's brother", "brother", of=PersonId("p1")),)


@pytest.mark.req("P3")
def test_every_step_says_why() -> None:
    plan = meet(of(None, "wife"), of("Sarah"), of("Sarah", "wife", told=Told.RELATION))
    assert all(step.rule and step.reason for step in plan.steps)


def test_the_people_last_mentioned_are_found_in_the_same_order() -> None:
    plan = meet(of("Anna", "sister"), of("Tom", "boss"))
    times = last_mentions(plan, at=NOW)
    assert recently(times, at=NOW + timedelta(minutes=1)) == (frozenset(["p2"]),)
    assert recently(times, at=NOW + timedelta(hours=1)) == ()


def test_of_a_text_with_very_many_people_everybody_was_mentioned() -> None:
    people = [PersonId(f"p{number}") for number in range(10)]
    about = tuple(About(person, "name", "known", place, True) for place, person in enumerate(people))
    times = last_mentions(Plan(steps=about, recent=tuple(frozenset([person]) for person in people[:8])), at=NOW)
    assert set(times) == set(people)
    assert {times[person] for person in people[8:]} == {min(times.values())}


@pytest.mark.req("R5", "P5")
def test_a_person_is_found_by_any_name_or_relation() -> None:
    known = meet(of("Elizabeth", "aunt", aliases=("Liz",)), of(None, "boss")).people
    for asked, person in [("Liz", "p1"), ("elizabeth", "p1"), ("my aunt", "p1"), ("boss", "p2"), ("Tom", None)]:
        found = identify(named([asked], sure=False), known, new_ids=iter(()))
        assert found.about == (() if person is None else (person,))
        assert found.people == known or asked == "Tom"


@pytest.mark.req("R5")
def test_nobody_is_found_by_a_fuller_name_than_a_sister_is_called_by() -> None:
    known = meet(of("Anna", "sister")).people
    assert identify(named(["Anna Pichler"], sure=False), known, new_ids=iter(())).about == ()


NAMES = ["Sarah", "Anna", "Anna Pichler", "Tom", "Jan", "Katherine", "Catherine", "Bob", "Robert", "Noor", None]
RELATIONS = ["wife", "boss", "son", "sister", "friend", "ex-wife", "colleague", "mum", "mother", "kid"]
MENTIONS = st.builds(
    lambda name, word, told, another, new, subject: Mention(
        start=0,
        end=1,
        name=name,
        relations=() if word is None else tuple(r for r in [relation(word)] if r),
        told=told if name and word else None,
        another=another and bool(name and word),
        new=new and word == "boss",
        subject=subject,
    ),
    st.sampled_from(NAMES),
    st.sampled_from([*RELATIONS, None]),
    st.sampled_from([None, *Told]),
    st.sampled_from([False, False, False, True]),
    st.sampled_from([False, False, True]),
    st.booleans(),
)


@pytest.mark.req("P2")
@given(st.lists(MENTIONS, max_size=8))
def test_never_are_two_joined_who_both_have_a_name(mentions: list[Mention]) -> None:
    ids = (f"p{number}" for number in itertools.count(1))
    plan = Plan()
    for mention in mentions:
        before = {person.id: person for person in plan.people}
        plan = identify(Said((mention,)), plan.people, new_ids=ids, recent=plan.recent)
        for step in plan.steps:
            if isinstance(step, Join):
                assert not before[step.other].names or not before[step.person].names


@pytest.mark.req("P2")
@given(st.lists(MENTIONS.filter(lambda m: not m.another and not m.new), max_size=8))
def test_the_same_text_again_teaches_nothing(mentions: list[Mention]) -> None:
    plan = meet(*mentions)
    ids = (f"q{number}" for number in itertools.count(1))
    if not mentions:
        return
    once = identify(Said((mentions[-1],)), plan.people, new_ids=ids, recent=plan.recent)
    twice = identify(Said((mentions[-1],)), once.people, new_ids=ids, recent=once.recent)
    assert twice.people == once.people
    assert not any(isinstance(step, NewPerson | Join) for step in twice.steps)


@pytest.mark.req("P1", "P2")
@given(st.permutations(FACTS))
def test_the_order_of_independent_facts_does_not_matter(facts: list[tuple[str, str]]) -> None:
    plan = meet(*(of(name, word) for name, word in facts))
    assert sorted((p.names, p.bonds[0].word) for p in plan.people) == sorted(((n,), w) for n, w in facts)


@pytest.mark.req("P3")
@given(st.lists(MENTIONS, max_size=8))
def test_a_text_is_only_about_people_there_are(mentions: list[Mention]) -> None:
    plan = meet(*mentions)
    assert set(plan.about) <= {person.id for person in plan.people}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Łukasz", "lukasz", Likeness.SAME),
        ("Mrs Petrova", "Petrova", Likeness.SAME),
        ("Liz", "Elizabeth", Likeness.NICKNAME),
        ("Jon", "John", Likeness.SPELLING),
        ("Katherine", "Catherine", Likeness.SPELLING),
        ("Anna", "Anna Pichler", Likeness.SHORT),
        ("Mia", "Pia", Likeness.NONE),
    ],
)
def test_names_are_as_alike_as_people_think(one: str, other: str, alike: Likeness) -> None:
    assert likeness(one, other) is likeness(other, one) is alike


@pytest.mark.req("P2")
def test_a_nickname_with_another_relation_is_somebody_else() -> None:
    told = meet(of("Helena", "wife"), of("Lena", "accountant", told=Told.RELATION))
    assert names(told) == [("Helena",), ("Lena",)]
    assert words(told) == [["wife"], ["accountant"]]
    same = meet(of("Elizabeth"), of("Liz", "sister", told=Told.RELATION))
    assert len(same.people) == 1


@pytest.mark.req("P1")
@pytest.mark.parametrize(
    ("owner", "relative", "is_"),
    [("sister", "husband", "brother-in-law"), ("daughter", "son", "grandson"), ("wife", "mother", "mother-in-law")],
)
def test_a_relatives_relative_is_told_what_they_are_to_the_user(owner: str, relative: str, is_: str) -> None:
    [held] = [relation(relative)]
    assert held is not None
    theirs = Mention(start=9, end=10, name="Raj", relations=(Relation(f"Mia's {relative}", held.kind, of=0),))
    plan = meet(Said((of("Mia", owner), theirs)))
    assert words(plan) == [[owner], [f"Mia's {relative}", is_]]


@pytest.mark.req("P1")
def test_a_friends_husband_is_nothing_to_the_user_and_a_mother_stays_one() -> None:
    theirs = Mention(start=9, end=10, name="Raj", relations=(Relation("Mia's husband", "husband", of=0),))
    assert words(meet(Said((of("Mia", "friend"), theirs)))) == [["friend"], ["Mia's husband"]]
    assert words(meet(of("Ann", "mother"), of("Eva", "mother"))) == [["mother"], ["mother"]]
    assert [kind.former for word in ("ex-mother", "old friend", "ex-wife") if (kind := relation(word))] == [
        False,
        False,
        True,
    ]
