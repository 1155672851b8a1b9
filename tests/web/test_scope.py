"""Who sees what: owners, assistants, and nothing across."""

import pytest

from tests.types import Http, Json


async def keep(http: Http, content: str, **body: object) -> str:
    answer = await http.post("/v1/memories", json={"memories": [{"content": content}], **body})
    assert answer.status_code == 200, answer.text
    memory_id: str = answer.json()["results"][0]["memory_id"]
    return memory_id


async def seen(http: Http, **whose: str) -> set[str]:
    listed = (await http.get("/v1/memories", params=whose)).json()["memories"]
    query: Json = {"query": "Which drink is the one?", "limit": 50, "min_similarity": -1, **whose}
    recalled = (await http.post("/v1/recall", json=query)).json()["memories"]
    contents = {memory["content"] for memory in listed}
    assert contents == {memory["content"] for memory in recalled}
    return contents


@pytest.mark.req("S1", "S3")
async def test_a_retrieval_sees_the_memories_of_everyone_it_names_and_of_nobody_else(http: Http, user: str) -> None:
    await keep(http, "The user drinks tea", user_id=user)
    await keep(http, "The chat drinks cocoa", chat_id=f"{user}-c", owner_type="chat")
    await keep(http, "The org drinks water", owner_type="org", owner_id=f"{user}-o")
    await keep(http, "The assistant drinks oil", assistant_id=f"{user}-a", owner_type="assistant")
    await keep(http, "The thread drinks milk", thread_id=f"{user}-t", user_id=user, owner_type="thread")

    assert await seen(http, user_id=user) == {"The user drinks tea"}
    assert await seen(http, user_id=user, chat_id=f"{user}-c") == {"The user drinks tea", "The chat drinks cocoa"}
    assert await seen(http, org_id=f"{user}-o") == {"The org drinks water"}
    assert await seen(http, thread_id=f"{user}-t", assistant_id=f"{user}-a") == {
        "The thread drinks milk",
        "The assistant drinks oil",
    }
    everyone = {f"{kind}_id": f"{user}-{kind[0]}" for kind in ("chat", "org", "assistant", "thread")}
    assert len(await seen(http, user_id=user, **everyone)) == 5
    assert await seen(http, user_id=f"{user}-c") == set()


@pytest.mark.req("S1")
@pytest.mark.parametrize(
    ("body", "owner"),
    [
        ({"user_id": "U", "chat_id": "C"}, {"type": "user", "id": "U"}),
        ({"chat_id": "C"}, {"type": "chat", "id": "C"}),
        ({"user_id": "U", "chat_id": "C", "owner_type": "chat"}, {"type": "chat", "id": "C"}),
        ({"user_id": "U", "owner_type": "org", "owner_id": "O"}, {"type": "org", "id": "O"}),
        ({"user_id": "a/b/c"}, {"type": "user", "id": "a/b/c"}),
    ],
)
async def test_a_memory_has_exactly_one_owner(http: Http, body: Json, owner: Json) -> None:
    memory_id = await keep(http, "Somebody drinks tea", **body)

    assert (await http.get(f"/v1/memories/{memory_id}")).json()["owner"] == owner
    await http.delete(f"/v1/memories/{memory_id}")


@pytest.mark.req("S4")
async def test_what_is_meant_for_one_assistant_is_seen_by_no_other(http: Http, user: str) -> None:
    await keep(http, "Everyone may know of the tea", user_id=user)
    secret = await keep(http, "Only the nurse knows of the wine", user_id=user, assistant_key="nurse")

    assert await seen(http, user_id=user) == {"Everyone may know of the tea"}
    assert await seen(http, user_id=user, assistant_key="cook") == {"Everyone may know of the tea"}
    assert len(await seen(http, user_id=user, assistant_key="nurse")) == 2
    for assistant, status in (("cook", 404), ("nurse", 200)):
        whose = {"user_id": user, "assistant_key": assistant}
        assert (await http.get(f"/v1/memories/{secret}", params=whose)).status_code == status


@pytest.mark.req("S3")
async def test_a_memory_of_someone_else_looks_like_one_that_does_not_exist(http: Http, user: str) -> None:
    memory_id = await keep(http, "I drink tea", user_id=user)
    missing = "01890000-0000-7000-8000-000000000000"
    stranger = {"user_id": f"{user}-stranger"}
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        theirs = await http.request(method, f"/v1/memories/{memory_id}", params=stranger, json=body)
        none = await http.request(method, f"/v1/memories/{missing}", params=stranger, json=body)
        assert (theirs.status_code, theirs.json()) == (none.status_code, none.json())
        assert theirs.status_code == 404
    assert (await http.get(f"/v1/memories/{memory_id}", params={"user_id": user})).status_code == 200
