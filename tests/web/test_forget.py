"""What is deleted or forgotten is nowhere any more."""

from typing import Any

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.triggers import Triggers
from graphmem.flows.extract import Reading
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.wiring import parts
from tests.types import Http, Json
from tests.web.test_threads import opened, said
from tests.worker.reading import Scripted, read_thread


async def learned(http: Http, settings: Settings, user: str, *facts: str, **given: object) -> str:
    """A thread in which these facts were said and read."""
    thread = await opened(http, user, auto_extract=True, **given)
    for fact in facts:
        await said(http, thread, fact)
    async with parts(settings) as built:
        work = Reading(
            extractions=built.extractions, extractor=Scripted(), keeping=built.keeping, sizes=RecentSizes(built.graph),
            triggers=Triggers(), confidence=0.5, max_per_turn=5, lease=30, tries=1, pause=1,
        )  # fmt: skip
        await read_thread(Tenant("testing"), thread, work)
    shown = (await http.get(f"/v1/threads/{thread}")).json()
    assert shown["unchecked"] == 0, shown
    return thread


async def mentions(engine: Engine, *words: str) -> dict[str, int]:
    """How many nodes of each label hold one of the words in any property, and how many relationships."""
    async with engine._session(write=False) as session:
        result = await session.run(
            "MATCH (n) WHERE any(key IN keys(n) WHERE key <> 'embedding' AND any(word IN $words "
            "WHERE toLower(toString(CASE WHEN n[key] IS :: LIST<ANY> THEN 0 ELSE n[key] END)) CONTAINS word)) "
            "RETURN head(labels(n)) AS label, count(*) AS nodes",
            words=[word.lower() for word in words],
        )
        return {record["label"]: record["nodes"] async for record in result}


async def listed(http: Http, user: str, **params: Any) -> list[str]:
    answer = await http.get("/v1/memories", params={"user_id": user, **params})
    return sorted(memory["content"] for memory in answer.json()["memories"])


async def forgotten(http: Http, **target: str) -> tuple[Json, Json]:
    preview = await http.post("/v1/forget", json=target)
    assert preview.status_code == 200, preview.text
    assert preview.json()["erased"] is False
    receipt = await http.post("/v1/forget", json={**target, "confirm": preview.json()["confirm"]})
    assert receipt.status_code == 200, receipt.text
    assert receipt.json()["erased"] is True
    assert receipt.json()["at"] is not None
    return preview.json()["counts"], receipt.json()["counts"]


@pytest.mark.req("S8")
async def test_a_deleted_thread_leaves_nothing_but_what_others_said_too(
    http: Http, settings: Settings, engine: Engine, user: str
) -> None:
    first = await learned(http, settings, user, "My uncle Zebulon collects marimbas", "I ski", "I live in Graz")
    await http.post(
        f"/v1/threads/{first}/memories",
        json={"memories": [{"content": "Only xylophones here"}], "owner_type": "thread"},
    )
    second = await learned(http, settings, user, "I ski")
    third = await learned(http, settings, user, "I row")
    await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": "I row"}]})
    assert (await http.delete(f"/v1/threads/{third}")).json()["deleted"]["memories"] == 0
    assert "Zebulon" in str((await http.get("/v1/people", params={"user_id": user})).json())

    answer = (await http.delete(f"/v1/threads/{first}")).json()

    assert answer["deleted"]["memories"] == 3
    assert answer["deleted"]["messages"] == 3
    assert answer["deleted"]["people"] == 1
    assert await listed(http, user) == ["I row", "I ski"]
    assert await mentions(engine, first, "zebulon", "marimba", "xylophones") == {}
    assert (await http.get("/v1/people", params={"user_id": user})).json()["people"] == []
    assert (await http.get("/v1/extractions", params={"thread_id": first})).json()["extractions"] == []
    recalled = await http.post("/v1/recall", json={"user_id": user, "query": "Where do I live?", "thread_id": first})
    assert "Graz" not in recalled.text
    kept = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert {memory["content"]: memory["thread_id"] for memory in kept} == {"I ski": second, "I row": None}


@pytest.mark.req("S8")
async def test_a_cleared_thread_stays_with_its_messages(http: Http, settings: Settings, user: str) -> None:
    thread = await learned(http, settings, user, "I ski", "I row")
    await said(http, thread, "I swim")
    cleared = (await http.post(f"/v1/threads/{thread}/clear")).json()
    assert (cleared["status"], cleared["deleted"]["memories"]) == ("cleared", 2)
    assert await listed(http, user) == []
    shown = (await http.get(f"/v1/threads/{thread}")).json()
    assert (shown["messages"], shown["unchecked"], shown["extraction"]) == (3, 0, "idle")


@pytest.mark.req("S9")
async def test_a_merged_thread_gives_its_memories_to_the_user(http: Http, settings: Settings, user: str) -> None:
    await http.post("/v1/memories", json={"user_id": user, "memories": [
        {"content": "I live in Linz", "key": "home"}, {"content": "My sister Zora likes tea"}, {"content": "I ski"},
    ]})  # fmt: skip
    thread = await learned(http, settings, user, "I row")
    own = {"owner_type": "thread", "memories": [
        {"content": "I live in Graz", "key": "home"}, {"content": "My sister Zora plays chess"}, {"content": "I ski"},
        {"content": "My flat has a red door", "key": "door"},
    ]}  # fmt: skip
    await http.post(f"/v1/threads/{thread}/memories", json=own)
    both = await listed(http, user, across_threads=True)
    assert len(both) == 8

    merged = (await http.post(f"/v1/threads/{thread}/merge")).json()

    assert (merged["user_id"], merged["moved"], merged["superseded"]) == (user, 5, 2)
    expected = [
        "I live in Graz",
        "I row",
        "I ski",
        "My flat has a red door",
        "My sister Zora likes tea",
        "My sister Zora plays chess",
    ]
    assert await listed(http, user) == expected
    assert "I live in Linz" in await listed(http, user, status="deprecated")
    [zora] = (await http.get("/v1/people", params={"user_id": user})).json()["people"]
    assert (zora["name"], zora["memory_count"]) == ("Zora", 2)
    await http.delete(f"/v1/threads/{thread}")
    assert await listed(http, user) == expected
    refused = await http.post(f"/v1/threads/{await opened(http, user)}/merge", json={"user_id": "somebody"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.req("S10")
async def test_a_users_memories_of_all_threads_come_in_one_call(http: Http, user: str) -> None:
    for number in range(3):
        thread = await opened(http, user)
        body = {"memories": [{"content": f"Fact {number} of a thread"}], "owner_type": "thread"}
        await http.post(f"/v1/threads/{thread}/memories", json=body)
    assert await listed(http, user) == []
    assert await listed(http, user, across_threads=True) == [f"Fact {number} of a thread" for number in range(3)]
    assert await listed(http, f"{user}-other", across_threads=True) == []


@pytest.mark.req("L3")
async def test_forgetting_a_person_leaves_no_word_of_them(
    http: Http, settings: Settings, engine: Engine, user: str
) -> None:
    await learned(http, settings, user, "My wife Philippa likes Italian food", "I ski", "Philippa moved to Oslo")
    thread = await opened(http, user)
    await said(http, thread, "Did PHILIPPA call?", "assistant")
    await said(http, thread, "The philippan empire is long gone", "assistant")
    [person] = (await http.get("/v1/people", params={"user_id": user})).json()["people"]

    before, after = await forgotten(http, person_id=person["id"])

    assert before == after
    assert (after["memories"], after["people"], after["messages"]) == (2, 1, 3)
    assert await listed(http, user) == ["I ski"]
    assert await listed(http, user, status="all") == ["I ski"]
    assert (await http.get("/v1/people", params={"user_id": user})).json()["people"] == []
    assert await mentions(engine, person["id"]) == {}
    assert await mentions(engine, "philippa") == {"Message": 1}  # an empire is nobody
    recalled = await http.post("/v1/recall", json={"user_id": user, "query": "What does my wife like?"})
    assert "Italian" not in recalled.text
    assert (await http.get(f"/v1/threads/{thread}")).json()["unchecked"] == 1


@pytest.mark.req("L3")
async def test_forgetting_a_user_leaves_nothing(http: Http, settings: Settings, engine: Engine, user: str) -> None:
    await learned(
        http, settings, user, "My wife Sarah likes Italian food", "I ski", "I live in Graz", chat_id=f"chat-{user}"
    )
    await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": "I live in Linz now"}]})
    other = f"other-{user[5:]}"
    await learned(http, settings, other, "I row")

    before, after = await forgotten(http, user_id=user)

    assert {name: after.get(name, 0) for name in before} == before
    assert (after["memories"], after["threads"], after["messages"], after["people"], after["owners"]) == (4, 1, 3, 1, 1)
    assert await mentions(engine, user) == {}
    for path in ("/v1/memories", "/v1/people", "/v1/threads", "/v1/extractions"):
        listing = (await http.get(path, params={"user_id": user})).json()
        assert [value for value in listing.values() if value] == [], path
    assert await listed(http, other) == ["I row"]


async def test_forgetting_a_memory_or_a_thread_asks_first(http: Http, settings: Settings, user: str) -> None:
    thread = await learned(http, settings, user, "I ski", "I row")
    [memory, _] = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    preview = (await http.post("/v1/forget", json={"thread_id": thread})).json()
    assert preview["counts"]["memories"] == 2
    assert len(await listed(http, user)) == 2

    before, after = await forgotten(http, memory_id=memory["id"])
    assert before == after
    assert after["memories"] == 1
    for wrong in ("", "yes", (await http.post("/v1/forget", json={"user_id": user})).json()["confirm"]):
        other = await http.post("/v1/forget", json={"thread_id": thread, "confirm": wrong})
        assert (other.status_code, other.json()["error"]["code"]) == (409, "conflict")
    receipt = (await http.post("/v1/forget", json={"thread_id": thread, "confirm": preview["confirm"]})).json()
    assert (receipt["erased"], receipt["counts"]["memories"]) == (True, 1)
    assert await listed(http, user) == []
    for target in ({"memory_id": memory["id"]}, {"thread_id": thread}, {"person_id": memory["id"]}):
        assert (await http.post("/v1/forget", json=target)).status_code == 404
    for bad in ({}, {"thread_id": "a", "user_id": "b"}, {"memory_id": "no id"}):
        assert (await http.post("/v1/forget", json=bad)).status_code == 400
