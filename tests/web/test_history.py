"""What was known when, what was true when, and why something is believed."""

import pytest

from tests.types import Http, Json

COLOURS = [("red", "2026-01-01"), ("green", "2026-03-01"), ("blue", "2026-06-01")]


@pytest.fixture
async def colours(http: Http, user: str) -> list[str]:
    """The ids of three favourite colours, each of which replaced the one before."""
    ids = []
    for colour, day in COLOURS:
        item = {"content": f"My favourite colour is {colour}", "said_at": f"{day}T12:00:00Z"}
        answer = await http.post("/v1/memories", json={"user_id": user, "memories": [item]})
        ids.append(answer.json()["results"][0]["memory_id"])
    return ids


async def listed(http: Http, user: str, **parameters: str) -> list[str]:
    answer = await http.get("/v1/memories", params={"user_id": user, **parameters})
    assert answer.status_code == 200, answer.text
    return [memory["content"].split()[-1] for memory in answer.json()["memories"]]


async def recalled(http: Http, user: str, **body: str) -> list[str]:
    answer = await http.post("/v1/recall", json={"user_id": user, "query": "favourite colour", **body})
    assert answer.status_code == 200, answer.text
    return [memory["content"].split()[-1] for memory in answer.json()["memories"]]


@pytest.mark.req("D4")
@pytest.mark.parametrize("at", [0, 1, 2])
async def test_the_history_of_a_fact_is_the_same_from_every_version(
    http: Http, user: str, colours: list[str], at: int
) -> None:
    versions = (await http.get(f"/v1/memories/{colours[at]}/history", params={"user_id": user})).json()["versions"]

    assert [version["id"] for version in versions] == colours
    assert [version["replaced"] and version["replaced"]["by"] for version in versions] == [*colours[1:], None]
    assert versions[0]["replaced"]["at"] == "2026-03-01T12:00:00Z"
    assert versions[0]["replaced"]["reason"]
    assert versions[0]["replaced"]["rule"]


@pytest.mark.req("D4")
@pytest.mark.usefixtures("colours")
@pytest.mark.parametrize("clock", ["as_of", "valid_at"])
@pytest.mark.parametrize(
    ("moment", "known"),
    [("2025-12-01", []), ("2026-02-01", ["red"]), ("2026-04-01", ["green"]), ("2026-07-01", ["blue"])],
)
async def test_a_question_can_be_asked_of_a_past_moment(
    http: Http, user: str, clock: str, moment: str, known: list[str]
) -> None:
    when = {clock: f"{moment}T00:00:00Z"}
    assert await listed(http, user, **when) == known
    assert await recalled(http, user, **when) == known


@pytest.mark.req("D4")
@pytest.mark.usefixtures("colours")
async def test_without_a_moment_only_the_present_is_told(http: Http, user: str) -> None:
    assert await listed(http, user) == ["blue"]
    assert await recalled(http, user) == ["blue"]
    assert sorted(await listed(http, user, status="all")) == ["blue", "green", "red"]


@pytest.mark.req("D2")
async def test_what_was_said_earlier_outdates_nothing_that_was_said_later(http: Http, user: str) -> None:
    items = [("I live in Leeds", "2026-06-01"), ("I live in Bristol", "2026-01-01")]
    for content, day in items:
        item = {"content": content, "said_at": f"{day}T12:00:00Z"}
        answer = await http.post("/v1/memories", json={"user_id": user, "memories": [item]})
        assert answer.json()["results"][0]["superseded"] == []
    assert "Leeds" in await listed(http, user)


@pytest.mark.req("D4", "P3")
async def test_each_memory_answers_why_it_is_believed(http: Http, user: str) -> None:
    results = []
    for content in ("My wife Sarah lives in Graz", "Sarah moved to Linz"):
        body = {"user_id": user, "memories": [{"content": content}], "source_message_id": "m-7"}
        results.append((await http.post("/v1/memories", json=body)).json()["results"][0])
    why: Json = (await http.get(f"/v1/memories/{results[1]['memory_id']}/why")).json()

    assert why["words"] == "Sarah moved to Linz"
    assert why["memory"]["source_message_id"] == "m-7"
    assert why["confidence"] == 1.0
    assert [(told["name"], bool(told["rule"] and told["reason"])) for told in why["about"]] == [("Sarah", True)]
    assert [(old["content"], bool(old["rule"] and old["reason"])) for old in why["replaces"]] == [
        ("My wife Sarah lives in Graz", True)
    ]


async def test_the_history_of_someone_elses_memory_is_not_found(http: Http, user: str, colours: list[str]) -> None:
    for path in ("history", "why"):
        answer = await http.get(f"/v1/memories/{colours[0]}/{path}", params={"user_id": f"{user}-stranger"})
        assert answer.status_code == 404
    answer = await http.get("/v1/memories", params={"user_id": user, "as_of": "yesterday"})
    assert answer.json()["error"]["details"][0]["field"] == "as_of"


@pytest.mark.req("D4")
async def test_a_recall_counts_what_it_suppressed_and_says_why_when_asked(
    http: Http, user: str, colours: list[str]
) -> None:
    asked = {"user_id": user, "query": "favourite colour"}
    plain = (await http.post("/v1/recall", json=asked)).json()
    told = (await http.post("/v1/recall", json={**asked, "explain": True})).json()

    assert (plain["suppressed"], plain["suppressed_memories"]) == (2, [])
    assert told["suppressed"] == 2
    assert [(old["id"], old["superseded_by"]) for old in told["suppressed_memories"]] == [
        (colours[1], colours[2]),
        (colours[0], colours[1]),
    ]
    assert all(old["reason"] and old["rule"] for old in told["suppressed_memories"])


@pytest.mark.req("D4", "P4")
@pytest.mark.parametrize(
    ("moment", "known"),
    [
        ("2026-01-01", []),
        ("2026-02-15", [(None, ["boss"], 1)]),
        ("2026-04-15", [("Ingrid", ["boss"], 2)]),
        ("2026-07-01", [("Ana", ["boss"], 1), ("Ingrid", ["ex-boss"], 1)]),
    ],
)
async def test_people_are_told_as_they_were_known_at_a_moment(
    http: Http, user: str, moment: str, known: list[tuple[str | None, list[str], int]]
) -> None:
    told = [
        ("2026-02-01", "my boss hates mondays"),
        ("2026-04-01", "my boss's name is Ingrid"),
        ("2026-06-01", "my new boss is Ana"),
    ]
    for day, content in told:
        item = {"content": content, "said_at": f"{day}T12:00:00Z"}
        await http.post("/v1/memories", json={"user_id": user, "memories": [item]})

    when = {"user_id": user, "as_of": f"{moment}T00:00:00Z"}
    found = (await http.get("/v1/people", params=when)).json()["people"]

    assert sorted((p["name"] or "", p["relations"], p["memory_count"]) for p in found) == sorted(
        (name or "", relations, count) for name, relations, count in known
    )
    if known:
        memories = (await http.get(f"/v1/people/{found[0]['id']}/memories", params=when)).json()["memories"]
        assert len(memories) == found[0]["memory_count"]
