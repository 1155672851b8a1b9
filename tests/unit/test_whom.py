"""Whom a question asks about, by its words alone."""

import pytest

from graphmem.core.whom import NOBODY, Whom, whom


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What does my wife like?", Whom(("spouse", "wife"))),
        ("what's my wife's name", Whom(("spouse", "wife"))),
        ("Where does Sarah work?", Whom((), ("sarah",))),
        ("When is our mother-in-law coming?", Whom(("mother-in-law",))),
        ("Would my best friend Anna's dog like it?", Whom(("best friend",), ("anna",))),
        ("What is my favourite colour?", NOBODY),
        ("Who was my ex-wife?", NOBODY),
        ("Paris is lovely", NOBODY),
        ("", NOBODY),
    ],
)
def test_relations_and_names_are_found_in_a_question(question: str, asked: Whom) -> None:
    assert whom(question) == asked
