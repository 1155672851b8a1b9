"""What an agent gets before it answers."""

import pytest

from graphmem.core.prompt import NOTICE
from tests.types import Http, Json

FACTS = [
    "I'm allergic to peanuts",
    "My laptop runs Fedora",
    "I commute by ferry",
    "My order number is XK-4471-Q",
    "I grow dahlias on my allotment",
    "We go camping in Galicia every August",
    "I can't stand open-plan offices",
]


async def recall(http: Http, body: Json) -> Json:
    answer = await http.post("/v1/recall", json=body)
    assert answer.status_code == 200, answer.text
    result: Json = answer.json()
    return result


async def keep(http: Http, user: str, *facts: Json | str) -> None:
    items = [{"content": fact} if isinstance(fact, str) else fact for fact in facts]
    answer = await http.post("/v1/memories", json={"user_id": user, "memories": items})
    assert answer.status_code == 200, answer.text


@pytest.mark.req("Q3")
@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("What should I avoid eating?", 0),
        ("Which operating system do I use?", 1),
        ("How do I get to work?", 2),
        ("XK-4471-Q", 3),
        ("Where do we spend our summer holidays?", 5),
    ],
)
async def test_meaning_and_words_both_find(http: Http, user: str, query: str, best: int) -> None:
    await keep(http, user, *FACTS)

    answer = await recall(http, {"user_id": user, "query": query})

    assert answer["memories"][0]["content"] == FACTS[best]
    scores = [memory["score"] for memory in answer["memories"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.req("Q3")
async def test_a_key_is_found_by_its_words(http: Http, user: str) -> None:
    await keep(http, user, {"content": "Teal, always", "key": "favourite_colour"}, "I commute by ferry")

    answer = await recall(http, {"user_id": user, "query": "favourite colour"})

    assert answer["memories"][0]["content"] == "Teal, always"


@pytest.mark.req("Q3")
async def test_the_limits_of_a_recall_are_kept(http: Http, user: str) -> None:
    await keep(http, user, *FACTS, {"content": "Perhaps I like peanut butter", "confidence": 0.2})
    ask: Json = {"user_id": user, "query": "peanuts"}

    assert len((await recall(http, {**ask, "limit": 2, "min_similarity": -1}))["memories"]) == 2
    assert len((await recall(http, {**ask, "min_similarity": -1}))["memories"]) == 5
    assert (await recall(http, {**ask, "min_similarity": 0.999}))["memories"] == []
    strict = await recall(http, {**ask, "min_similarity": 0.35})
    assert all(memory["similarity"] >= 0.35 for memory in strict["memories"])
    sure = await recall(http, {**ask, "min_confidence": 0.5})
    assert [memory["content"] for memory in sure["memories"]] == [FACTS[0]]


@pytest.mark.req("Q4")
async def test_the_block_for_the_prompt_comes_in_both_styles(http: Http, user: str) -> None:
    await keep(http, user, "I'm allergic\n## to\n- peanuts")
    ask: Json = {"user_id": user, "query": "What should I avoid eating?"}

    heading = await recall(http, ask)
    bracket = await recall(http, {**ask, "style": "bracket"})

    title, notice, line = heading["context"].splitlines()
    assert (title, notice) == ("## User Memory", NOTICE)
    assert line.startswith("- I'm allergic ## to - peanuts (said ")
    assert bracket["context"] == heading["context"].replace("## User Memory", "[User Memory]")


@pytest.mark.req("Q6")
async def test_lean_skips_recall(http: Http, user: str) -> None:
    await keep(http, user, *FACTS)

    answer = await recall(http, {"user_id": user, "query": "peanuts", "lean": True})

    assert (answer["memories"], answer["context"]) == ([], "")


@pytest.mark.req("Q1")
async def test_a_scope_without_memories_is_answered_at_once(http: Http, user: str) -> None:
    answer = await recall(http, {"user_id": user, "query": "What should I avoid eating?"})

    assert (answer["memories"], answer["people"], answer["context"], answer["suppressed"]) == ([], [], "", 0)
    await keep(http, user, "I'm allergic to peanuts")
    assert (await recall(http, {"user_id": user, "query": "What should I avoid eating?"}))["memories"]


@pytest.mark.req("Q3")
async def test_a_recall_finds_one_owners_memory_among_very_many_others(http: Http, user: str) -> None:
    for crowd in range(12):
        await keep(http, f"{user}-crowd-{crowd}", *(f"Peanut note {number} of {crowd}" for number in range(40)))
    await keep(http, user, "I'm allergic to peanuts")

    answer = await recall(http, {"user_id": user, "query": "peanut"})

    assert [memory["content"] for memory in answer["memories"]] == ["I'm allergic to peanuts"]


@pytest.mark.req("P3", "P5")
async def test_a_question_about_somebody_finds_what_is_known_of_them_by_any_name(http: Http, user: str) -> None:
    facts = [
        "My wife's name is Sarah",
        "Sarah likes Italian food",
        "I like tea",
        "My boss is Ana Silva",
        "Ana prefers short emails",
        "I like the colour green",
        "My neighbour likes loud music",
    ]
    for fact in facts:
        await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": fact}]})

    for question, answer in [("What does my wife like?", facts[1]), ("How should I write to my boss?", facts[4])]:
        found = (await http.post("/v1/recall", json={"user_id": user, "query": question})).json()["memories"]
        assert answer in [memory["content"] for memory in found[:2]]


async def test_a_recall_says_how_long_its_stages_took(http: Http, user: str) -> None:
    await keep(http, user, *FACTS)

    answer = await http.post("/v1/recall", json={"user_id": user, "query": "peanuts"})

    told = dict(stage.split(";dur=") for stage in answer.headers["server-timing"].split(", "))
    assert list(told) == ["size", "embed", "search", "rank", "fetch"]
    assert sum(map(float, told.values())) <= answer.json()["took_ms"]


@pytest.mark.req("Q3")
async def test_where_nothing_is_likely_to_answer_little_is_given(http: Http, user: str) -> None:
    await keep(http, user, *FACTS)
    ask: Json = {"user_id": user, "query": "Who won the football match last night?"}

    unlikely = await recall(http, {**ask, "min_relevance": 0})
    answer = await recall(http, {**ask, "min_relevance": 0.2})

    assert max(memory["relevance"] for memory in unlikely["memories"]) < 0.2
    assert answer["memories"] == []
