"""People are looked up by keys that every name which may mean them shares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.identity import named
from graphmem.core.mentions import Mention, Relation, Said, Sort
from graphmem.core.names import Likeness, alike_initials, likeness, name_keys
from graphmem.core.people_lookup import PeopleLookup, people_lookup
from graphmem.core.text import word_set

FIRST = sorted(word_set("""
    Anna Ana Annamaria Bob Robert Bobby Katherine Catherine Kate Jan Yan José Jose Liz Elizabeth Maria Mariana Sven
    Zven Philip Filip Tom Thomas Łukasz Lukas Émile Emil Gerd Jerd Ivo Yvo 李 ß Dr. O'Neil Mary-Lou
"""))  # fmt: skip
NAMES = st.one_of(
    st.sampled_from(FIRST),
    st.builds(" ".join, st.lists(st.sampled_from(FIRST), min_size=1, max_size=3)),
    st.text(max_size=8),
)


def finds(lookup: PeopleLookup, name: str) -> bool:
    """Whether somebody of that name is among those who are read."""
    keys = name_keys(name)
    spelt = keys.initial in lookup.initials and bool(lookup.spelt_alike([keys.folded]))
    pair = keys.first in lookup.nicknames and keys.last in lookup.surnames
    return spelt or pair or keys.folded in lookup.names or bool({keys.first, keys.last} & lookup.words)


@given(NAMES, NAMES)
def test_whoever_a_name_may_mean_is_found_by_it(asked: str, known: str) -> None:
    lookup = people_lookup([Said((Mention(start=0, end=1, name=asked),))])
    if likeness(asked, known) > Likeness.NONE:
        assert finds(lookup, known)


@pytest.mark.parametrize(
    ("asked", "known", "found"),
    [
        ("Anna", "Anna Pichler", True),
        ("Pichler", "Anna Pichler", True),
        ("Anna Pichler", "Anna", True),
        ("Bob Jones", "Robert Jones", True),
        ("Bob Jones", "Robert Smith", False),
        ("Mary Lou", "Marylou", True),
        ("Dr. Müller", "Muller", True),
        ("Anna Pichler", "Anna Gruber", False),
        ("Katherine", "Catherine", True),
        ("Katherine", "Sven", False),
    ],
)
def test_a_name_finds_those_like_it_and_nobody_else(asked: str, known: str, found: bool) -> None:
    assert finds(people_lookup([Said((Mention(start=0, end=1, name=asked),))]), known) is found


def test_who_is_only_looked_for_is_not_compared_by_spelling() -> None:
    assert people_lookup([named(["Katherine"], sure=False)]).spelt == frozenset()
    assert people_lookup([named(["Katherine"])]).spelt == {"katherine"}


def test_a_letter_is_mistaken_for_one_that_sounds_like_it() -> None:
    assert alike_initials("j") == {"j", "y", "g"}
    assert alike_initials("b") == {"b"}


def test_everybody_with_a_relation_that_few_have_is_read_and_enough_of_those_that_many_have() -> None:
    boss, son, ex = (people_lookup([named([word])]) for word in ("my boss", "my son", "my ex"))
    assert boss.kinds == {"boss"}
    assert not boss.common_kinds
    assert son.kinds == {"child"}
    assert son.common_kinds == {"son"}
    assert son.enough >= 3
    assert {"wife", "girlfriend"} <= ex.kinds


def test_relations_to_others_are_followed_as_often_as_texts_name_them() -> None:
    brother = Mention(start=5, end=9, relations=(Relation("brother", "brother", of=0),))
    lookup = people_lookup([Said((Mention(start=0, end=5, name="Sarah"), brother))])
    assert lookup.kinds_of_others == {"brother", "sibling"}
    assert lookup.depth == 1
    assert not lookup.kinds


def test_texts_about_nobody_look_nobody_up() -> None:
    pet = Mention(start=0, end=1, name="Luna", sort=Sort.THING)
    assert people_lookup([]) == people_lookup([Said()]) == people_lookup([Said((pet,))]) == PeopleLookup()


def test_a_key_is_no_longer_than_an_index_takes() -> None:
    keys = name_keys("ﷺ" * 100)
    assert len(keys.folded) == 200
