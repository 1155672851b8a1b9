"""Keeping, looking at, changing and deleting memories over HTTP."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import uuid_utils

from tests.types import Http, Json


async def remember(http: Http, body: Json) -> list[Json]:
    answer = await http.post("/v1/memories", json=body)
    assert answer.status_code == 200, answer.text
    results: list[Json] = answer.json()["results"]
    return results


async def listed(http: Http, **parameters: str | bool) -> list[Json]:
    answer = await http.get("/v1/memories", params=parameters)
    assert answer.status_code == 200, answer.text
    memories: list[Json] = answer.json()["memories"]
    return memories


@pytest.mark.req("M1", "M4")
async def test_a_memory_is_given_back_with_all_that_was_said_of_it(http: Http, user: str) -> None:
    said = "2026-03-01T09:30:00Z"
    item = {
        "content": "I'm allergic to peanuts",
        "kind": "profile",
        "key": "Food allergies",
        "tags": ["food", "health", "food"],
        "confidence": 0.9,
        "importance": 0.8,
        "metadata": {"source": {"page": 3}},
        "expires_days": 30,
        "said_at": said,
    }
    body = {
        "user_id": user,
        "memories": [item],
        "thread_id": "t-1",
        "thread_specific": True,
        "source_message_id": "m-1",
        "source_tool_run_id": "r-1",
    }
    [result] = await remember(http, body)
    memory = (await http.get(f"/v1/memories/{result['memory_id']}", params={"user_id": user})).json()

    assert UUID(memory["id"]).version == 7
    assert {
        name: memory[name] for name in ("content", "kind", "key", "tags", "confidence", "importance", "status")
    } == {
        "content": "I'm allergic to peanuts",
        "kind": "profile",
        "key": "food_allergies",
        "tags": ["food", "health"],
        "confidence": 0.9,
        "importance": 0.8,
        "status": "active",
    }
    assert memory["metadata"] == {"source": {"page": 3}}
    assert memory["owner"] == {"type": "user", "id": user}
    assert (memory["thread_id"], memory["source_message_id"], memory["source_tool_run_id"]) == ("t-1", "m-1", "r-1")
    assert memory["created_at"] == memory["updated_at"] == memory["valid_from"] == said
    assert memory["expires_at"] == "2026-03-31T09:30:00Z"
    assert memory["embedding_model"] == "onnx:recall-minilm-2"
    assert (memory["superseded_by"], memory["assistant_key"], memory["about"]) == (None, None, [])


@pytest.mark.req("M1")
async def test_ids_are_in_the_order_of_time(http: Http, user: str) -> None:
    facts = [f"Fact number {number} of a long list about {user}" for number in range(30)]
    for fact in facts:
        await remember(http, {"user_id": user, "memories": [{"content": fact}]})

    newest_first = [memory["content"] for memory in await listed(http, user_id=user)]
    assert newest_first == facts[::-1]


async def test_a_long_list_comes_in_pages_that_miss_nothing(http: Http, user: str) -> None:
    animals = ["cat", "dog", "owl", "hen", "fox", "bee", "ant", "yak", "elk"]
    await remember(http, {"user_id": user, "memories": [{"content": f"I once saw a {animal}"} for animal in animals]})
    seen: list[str] = []
    cursor = None
    while True:
        parameters: Json = {"user_id": user, "limit": 4} | ({"cursor": cursor} if cursor else {})
        page = (await http.get("/v1/memories", params=parameters)).json()
        seen += [memory["content"].split()[-1] for memory in page["memories"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == animals[::-1]


async def test_a_list_can_be_narrowed(http: Http, user: str) -> None:
    items = [
        {"content": "I prefer tea", "kind": "preference", "tags": ["drink"]},
        {"content": "Water the plants", "kind": "task", "key": "chores"},
    ]
    await remember(http, {"user_id": user, "memories": items})

    assert [m["content"] for m in await listed(http, user_id=user, kind="task")] == ["Water the plants"]
    assert [m["content"] for m in await listed(http, user_id=user, tag="drink")] == ["I prefer tea"]
    assert [m["content"] for m in await listed(http, user_id=user, key="Chores")] == ["Water the plants"]


@pytest.mark.req("M3")
async def test_an_expired_memory_is_neither_listed_nor_recalled(http: Http, user: str) -> None:
    last_year = (datetime.now(UTC) - timedelta(days=365)).isoformat()
    items = [
        {"content": "I'm parking in bay 14", "expires_days": 14, "said_at": last_year},
        {"content": "I drive a Fiat"},
    ]
    await remember(http, {"user_id": user, "memories": items})

    assert [m["content"] for m in await listed(http, user_id=user)] == ["I drive a Fiat"]
    assert len(await listed(http, user_id=user, include_expired=True)) == 2
    recalled = (
        await http.post("/v1/recall", json={"user_id": user, "query": "Where am I parking, in which bay?"})
    ).json()
    assert "bay 14" not in str(recalled)


@pytest.mark.req("R6", "R2")
@pytest.mark.parametrize(
    ("again", "kept"),
    [
        ("I'm allergic to peanuts!", "I'm allergic to peanuts"),
        ("i’m  ALLERGIC to peanuts", "I'm allergic to peanuts"),
        ("I am allergic to peanuts", "I am allergic to peanuts"),
    ],
)
async def test_the_same_fact_said_again_updates_the_one_that_is_kept(
    http: Http, user: str, again: str, kept: str
) -> None:
    [first] = await remember(
        http, {"user_id": user, "memories": [{"content": "I'm allergic to peanuts", "tags": ["a"]}]}
    )
    [second] = await remember(http, {"user_id": user, "memories": [{"content": again, "tags": ["b"]}]})

    assert (first["status"], first["deduplicated"]) == ("saved", False)
    assert second == {
        "status": "updated",
        "memory_id": first["memory_id"],
        "deduplicated": True,
        "superseded": [],
        "error": None,
    }
    [memory] = await listed(http, user_id=user)
    assert (memory["content"], memory["tags"]) == (kept, ["a", "b"])


@pytest.mark.req("R6")
async def test_the_same_fact_twice_in_a_batch_is_one_memory(http: Http, user: str) -> None:
    results = await remember(
        http,
        {"user_id": user, "memories": [{"content": "I like tea"}, {"content": "I like tea."}, {"content": "I ski"}]},
    )

    assert [result["status"] for result in results] == ["saved", "updated", "saved"]
    assert results[1]["memory_id"] == results[0]["memory_id"]
    assert len(await listed(http, user_id=user)) == 2


@pytest.mark.req("R6")
async def test_the_same_fact_from_many_callers_at_once_is_one_memory(http: Http, user: str) -> None:
    body = {"user_id": user, "memories": [{"content": "I was born in Recife"}]}
    results = await asyncio.gather(*(remember(http, body) for _ in range(12)))

    assert sorted(result[0]["status"] for result in results) == ["saved"] + ["updated"] * 11
    assert len(await listed(http, user_id=user)) == 1


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My son Leo can't eat nuts", "My son Tim can't eat nuts"),
        ("My flight is on 14 May", "My flight is on 16 May"),
        ("I like horror films", "I don't like horror films"),
    ],
)
async def test_facts_that_differ_in_a_name_a_number_or_a_not_stay_two(
    http: Http, user: str, one: str, other: str
) -> None:
    await remember(http, {"user_id": user, "memories": [{"content": one}]})
    [second] = await remember(http, {"user_id": user, "memories": [{"content": other}]})

    assert second["deduplicated"] is False


@pytest.mark.req("D1", "R2", "D4")
async def test_a_new_value_of_a_key_replaces_the_old_one_and_keeps_it_for_the_record(http: Http, user: str) -> None:
    first = {"content": "My favourite colour is red", "key": "favourite_colour"}
    second = {"content": "My favourite colour is blue", "key": "favourite_colour"}
    [red] = await remember(http, {"user_id": user, "memories": [first]})
    [blue] = await remember(http, {"user_id": user, "memories": [second]})

    assert blue["superseded"] == [red["memory_id"]]
    assert [m["content"] for m in await listed(http, user_id=user)] == ["My favourite colour is blue"]
    [old] = await listed(http, user_id=user, status="deprecated")
    assert (old["status"], old["superseded_by"]) == ("deprecated", blue["memory_id"])
    recalled = (await http.post("/v1/recall", json={"user_id": user, "query": "favourite colour"})).json()
    assert [m["content"] for m in recalled["memories"]] == ["My favourite colour is blue"]


@pytest.mark.req("L3")
async def test_a_changed_memory_is_found_by_its_new_words(http: Http, user: str) -> None:
    [kept] = await remember(http, {"user_id": user, "memories": [{"content": "I play the cello", "tags": ["music"]}]})
    path = f"/v1/memories/{kept['memory_id']}"
    changed = await http.patch(path, json={"content": "I grow dahlias on my allotment", "importance": 0.5})

    assert changed.status_code == 200
    assert (changed.json()["content"], changed.json()["importance"]) == ("I grow dahlias on my allotment", 0.5)
    assert changed.json()["tags"] == ["music"]
    assert changed.json()["updated_at"] > changed.json()["created_at"]
    answer = (await http.post("/v1/recall", json={"user_id": user, "query": "Which flowers do I grow?"})).json()
    assert answer["memories"][0]["content"] == "I grow dahlias on my allotment"
    assert (await http.patch(path, json={"importance": None})).json()["importance"] is None


@pytest.mark.req("L3")
@pytest.mark.parametrize(
    ("patch", "field"),
    [({"content": ""}, "content"), ({"kind": "x"}, "kind"), ({"confidence": 2}, "confidence"), ({"id": "x"}, "id")],
)
async def test_a_bad_change_changes_nothing(http: Http, user: str, patch: Json, field: str) -> None:
    [kept] = await remember(http, {"user_id": user, "memories": [{"content": "I play the cello"}]})
    path = f"/v1/memories/{kept['memory_id']}"
    before = (await http.get(path)).json()
    answer = await http.patch(path, json=patch)

    assert answer.status_code == 400
    assert answer.json()["error"]["details"][0]["field"] == field
    assert (await http.get(path)).json() == before


@pytest.mark.req("L3")
async def test_changes_made_at_once_all_count(http: Http, user: str) -> None:
    [kept] = await remember(http, {"user_id": user, "memories": [{"content": "I play the cello"}]})
    path = f"/v1/memories/{kept['memory_id']}"
    changes = [{"importance": 0.5}, {"tags": ["music"]}, {"kind": "profile"}]
    await asyncio.gather(*(http.patch(path, json=change) for change in changes))

    memory = (await http.get(path)).json()
    assert (memory["importance"], memory["tags"], memory["kind"]) == (0.5, ["music"], "profile")


@pytest.mark.req("L3")
async def test_a_deleted_memory_is_gone(http: Http, user: str) -> None:
    [kept] = await remember(http, {"user_id": user, "memories": [{"content": "I play the cello"}]})
    path = f"/v1/memories/{kept['memory_id']}"

    assert (await http.delete(path)).json() == {"id": kept["memory_id"], "status": "deleted"}
    assert (await http.get(path)).status_code == 404
    assert (await http.delete(path)).status_code == 404
    assert await listed(http, user_id=user, status="all") == []
    assert (await http.post("/v1/recall", json={"user_id": user, "query": "cello"})).json()["memories"] == []


@pytest.mark.req("L3", "Q7")
async def test_clearing_deletes_all_of_one_owner_and_nothing_else(http: Http, user: str) -> None:
    other = f"{user}-neighbour"
    for name in (user, other):
        await remember(http, {"user_id": name, "memories": [{"content": "I play the cello"}, {"content": "I ski"}]})

    assert (await http.get("/v1/memories/any", params={"user_id": user})).json() == {"has_memories": True}
    assert (await http.delete("/v1/memories", params={"user_id": user})).json() == {"deleted": 2}
    assert (await http.get("/v1/memories/any", params={"user_id": user})).json() == {"has_memories": False}
    assert len(await listed(http, user_id=other)) == 2


@pytest.mark.req("A5")
async def test_a_request_sent_again_is_answered_again_and_keeps_nothing_twice(http: Http, user: str) -> None:
    facts = [{"content": "My favorite color is red"}, {"content": ""}, {"content": "My favorite color is blue"}]
    headers = {"Idempotency-Key": str(uuid_utils.uuid7())}
    body = {"user_id": user, "memories": facts}

    first = await http.post("/v1/memories", json=body, headers=headers)
    again = await http.post("/v1/memories", json=body, headers=headers)

    assert first.json() == again.json()
    assert [result["status"] for result in first.json()["results"]] == ["saved", "error", "saved"]
    listed = await http.get("/v1/memories", params={"user_id": user, "status": "all"})
    assert [memory["status"] for memory in listed.json()["memories"]] == ["active", "deprecated"]
    changes = (await http.get("/v1/changes", params={"user_id": user})).json()["changes"]
    assert len(changes) == 1
