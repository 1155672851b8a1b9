"""What two texts that say the same can't differ in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.substance import differs, share_a_name


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea", "I don't like tea"),
        ("I eat meat", "I never eat meat"),
        ("I swim", "i dont swim"),
        ("We have 2 dogs", "We have 3 dogs"),
        ("We have two dogs", "We have three dogs"),
        ("We have 2 cats and 3 dogs", "We have 3 cats and 2 dogs"),
        ("My friend Ana skis", "My friend Eva skis"),
        ("Tom lent Ana 50 euros", "Ana lent Tom 50 euros"),
        ("Yoga is on Monday", "Yoga is on Tuesday"),
        ("My train is in March", "My train is in June"),
        ("I get up at 6am", "I get up at 6pm"),
        ("I take the red pill", "I take the blue pill"),
        ("I broke my left arm", "I broke my right arm"),
        ("I run before lunch", "I run after lunch"),
        ("I love 🐱", "I love 🐶"),
        ("我喜欢猫", "我喜欢狗"),
        ("Я люблю кошек", "Я люблю собак"),
    ],
)
def test_names_numbers_colours_sides_days_and_denials_are_the_substance_of_a_fact(one: str, other: str) -> None:
    assert differs(one, other)
    assert differs(other, one)


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I don't like tea", "I do not like tea"),
        ("I don’t like tea", "I don't like tea"),
        ("I can't swim", "I cannot swim"),
        ("I eat no meat", "I don't eat meat"),
        ("We have two dogs", "We have 2 dogs"),
        ("We meet on the 3rd of June", "We meet on 3 June"),
        ("I get up at 6am", "I get up at 6 a.m."),
        ("Yoga is on Mondays", "yoga is on monday"),
        ("My grey car", "My gray car"),
        ("Ana likes tea", "ana likes tea"),
        ("Sarah is ill", "My wife Sarah is ill"),
        ("I'm allergic to peanuts", "I have a peanut allergy"),
        ("I like tea", "I like tea a lot"),
    ],
)
def test_spelling_and_what_only_one_of_them_tells_make_no_difference(one: str, other: str) -> None:
    assert not differs(one, other)
    assert not differs(other, one)


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_differs_from_itself_and_none_is_too_strange(one: str, other: str) -> None:
    assert not differs(one, one)
    assert differs(one, other) is differs(other, one)
    assert share_a_name(one, other) is share_a_name(other, one)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("Anna lives in Leeds", "My friend Anna is a vet", True),
        ("Anna lives in Leeds", "my friend anna is a vet", True),
        ("My boss is Ana", "My boss is Eva", False),
        ("My sister is ill", "My brother is well", False),
        ("I like tea", "I like jazz", False),
        ("The bank opens on Monday", "The shop opens at noon", False),
    ],
)
def test_a_name_is_shared_however_it_is_written(one: str, other: str, shared: bool) -> None:
    assert share_a_name(one, other) is shared
    assert share_a_name(other, one) is shared


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("The shop opens at 8 a.m.", "We open at 8", False),
        ("The shop opens at 8 a.m.", "The shop opens at 8 p.m.", True),
        ("My advisor is Professor Wójcik", "Prof Wójcik advises me", False),
        ("I study at the University of Graz", "I study at the University of Linz", True),
    ],
)
def test_a_short_form_is_no_difference(one: str, other: str, apart: bool) -> None:
    assert differs(one, other) is differs(other, one) is apart
