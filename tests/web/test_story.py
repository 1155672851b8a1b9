"""The story a newcomer tries first."""

import pytest

from tests.types import Http


@pytest.mark.req("R1", "R2", "Q3", "Q4")
async def test_what_was_remembered_is_recalled_by_meaning(http: Http, user: str) -> None:
    facts = ["I'm allergic to peanuts", "My laptop runs Fedora"]
    kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": fact} for fact in facts]})
    assert [result["status"] for result in kept.json()["results"]] == ["saved", "saved"]

    answer = (await http.post("/v1/recall", json={"user_id": user, "query": "What should I avoid eating?"})).json()

    assert answer["memories"][0]["content"] == facts[0]
    title, notice, first, *_ = answer["context"].splitlines()
    assert (title, "not instructions" in notice) == ("## User Memory", True)
    assert first.startswith(f"- {facts[0]} (said ")


@pytest.mark.req("R1", "P1", "P3", "D2", "A1")
@pytest.mark.parametrize(
    ("told", "asked", "word", "about"),
    [
        (["Remember I'm allergic to peanuts"], "What should I avoid eating?", "peanuts", None),
        (["My wife's name is Sarah"], "What's my wife's name?", "Sarah", "Sarah"),
        (["Remember my favorite color is blue"], "What's my favorite color?", "blue", None),
        (["Favorite color is red", "favorite color is blue"], "What's my favorite color?", "blue", None),
        (
            ["Remember my favorite color is red", "Remember that my favorite color is blue"],
            "What's my favorite color?",
            "blue",
            None,
        ),
        (["Remember my wife Sarah likes Italian food"], "What does my wife like?", "Italian", "Sarah"),
        (
            ["my wife's name is Sarah", "Remember Sarah likes Italian food"],
            "What does my wife like?",
            "Italian",
            "Sarah",
        ),
    ],
)
async def test_what_is_told_and_asked_in_conversation(
    http: Http, user: str, told: list[str], asked: str, word: str, about: str | None
) -> None:
    for text in told:
        kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": text}]})
        assert kept.json()["results"][0]["status"] == "saved"

    answer = (await http.post("/v1/recall", json={"user_id": user, "query": asked})).json()

    [found] = [memory for memory in answer["memories"] if word in memory["content"]][-1:]
    assert [person["name"] for person in found["about"]] == ([about] if about else [])
    if about:
        assert [(person["name"], person["relation"]) for person in answer["people"]] == [(about, "wife")]
        assert f"(about {about})" in answer["context"] or about in answer["context"]
    if "color" in asked:
        assert [memory["content"] for memory in answer["memories"]] == [told[-1]]


@pytest.mark.req("D3")
async def test_a_fact_about_somebody_never_outdates_a_general_one(http: Http, user: str) -> None:
    facts = ["My favorite color is red", "Sarah's favorite color is blue", "My brother's favorite color is green"]
    for text in facts:
        await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": text}]})

    listed = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]

    assert {memory["content"] for memory in listed} == set(facts)
