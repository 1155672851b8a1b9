"""Threads and messages over HTTP."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.model import Tenant
from tests.types import Http, Json


async def opened(http: Http, user: str, **given: object) -> str:
    answer = await http.post("/v1/threads", json={"user_id": user, **given})
    assert answer.status_code == 201, answer.text
    id_: str = answer.json()["id"]
    return id_


async def said(http: Http, thread: str, content: str, role: str = "user", **given: object) -> Json:
    answer = await http.post(f"/v1/threads/{thread}/messages", json={"role": role, "content": content, **given})
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


@pytest.mark.req("X1")
async def test_a_thread_counts_the_messages_that_nobody_has_read(http: Http, user: str) -> None:
    thread = await opened(http, user, assistant_key="a", chat_id="c", metadata={"topic": "food"})
    await said(http, thread, "hello")
    await said(http, thread, "hi there", "assistant", status="pending", id="reply")

    shown = (await http.get(f"/v1/threads/{thread}")).json()

    assert (shown["user_id"], shown["assistant_key"], shown["chat_id"]) == (user, "a", "c")
    assert shown["metadata"] == {"topic": "food"}
    assert (shown["messages"], shown["unchecked"], shown["extraction"]) == (2, 1, "pending")
    [first, second] = (await http.get(f"/v1/threads/{thread}/messages")).json()["messages"]
    assert (first["role"], first["content"], first["status"], first["is_memory_checked"]) == (
        "user", "hello", "completed", False,
    )  # fmt: skip
    assert (second["status"], second["position"]) == ("pending", 2)


@pytest.mark.req("X1")
async def test_a_pending_message_is_completed_or_failed_once(http: Http, user: str) -> None:
    thread = await opened(http, user)
    for id_ in ("a", "b"):
        await said(http, thread, "", "assistant", status="pending", id=id_)
    path = f"/v1/threads/{thread}/messages"

    done = await http.patch(f"{path}/a", json={"status": "completed", "content": "Done."})
    assert done.json()["messages"][0]["content"] == "Done."
    assert done.json()["thread"]["unchecked"] == 1
    again = await http.patch(f"{path}/a", json={"status": "completed", "content": "Done."})
    assert (again.status_code, again.json()["thread"]["unchecked"]) == (200, 1)
    assert (await http.patch(f"{path}/a", json={"status": "failed"})).status_code == 409
    assert (await http.patch(f"{path}/a", json={"status": "completed", "content": "Other."})).status_code == 409
    assert (await http.patch(f"{path}/b", json={"status": "failed"})).json()["messages"][0]["status"] == "failed"
    assert (await http.patch(f"{path}/b", json={"status": "pending"})).json()["error"]["details"][0][
        "field"
    ] == "status"
    assert (await http.patch(f"{path}/c", json={"status": "failed"})).status_code == 404
    assert (await http.get(f"/v1/threads/{thread}")).json()["unchecked"] == 1


async def test_the_same_id_again_is_the_same_message(http: Http, user: str) -> None:
    thread = await opened(http, user)
    first = await said(http, thread, "I ski", id="m1")
    again = await said(http, thread, "I ski", id="m1")
    other = await http.post(f"/v1/threads/{thread}/messages", json={"role": "user", "content": "I swim", "id": "m1"})

    assert again["messages"] == first["messages"]
    assert again["thread"]["messages"] == 1
    assert (other.status_code, other.json()["error"]["code"]) == (409, "conflict")
    batch = [{"role": "user", "content": "new", "id": "m2"}, {"role": "user", "content": "other", "id": "m1"}]
    refused = await http.post(f"/v1/threads/{thread}/messages", json={"messages": batch})
    assert refused.status_code == 409
    assert (await http.get(f"/v1/threads/{thread}")).json()["messages"] == 1


async def test_the_same_id_at_the_same_time_is_one_message(http: Http, user: str) -> None:
    thread = await opened(http, user)
    answers = await asyncio.gather(*(said(http, thread, "I ski", id="m1") for _ in range(8)))
    assert {answer["messages"][0]["created_at"] for answer in answers} == {answers[0]["messages"][0]["created_at"]}
    await asyncio.gather(*(said(http, thread, f"fact {n}") for n in range(8)))
    listed = (await http.get(f"/v1/threads/{thread}/messages")).json()["messages"]
    assert [message["position"] for message in listed] == list(range(1, 10))


async def test_an_id_of_ones_own_opens_the_same_thread_again(http: Http, user: str) -> None:
    id_ = f"own-{user}"
    assert await opened(http, user, id=id_) == id_
    await said(http, id_, "hello")
    assert await opened(http, user, id=id_) == id_
    assert (await http.get(f"/v1/threads/{id_}")).json()["messages"] == 1
    taken = await http.post("/v1/threads", json={"user_id": f"{user}-other", "id": id_})
    assert taken.status_code == 404


async def test_threads_and_messages_come_in_pages(http: Http, user: str) -> None:
    threads = [await opened(http, user) for _ in range(5)]
    seen: list[str] = []
    cursor = None
    while True:
        params: dict[str, str] = {"user_id": user, "limit": "2", **({"cursor": cursor} if cursor else {})}
        page = (await http.get("/v1/threads", params=params)).json()
        seen += [thread["id"] for thread in page["threads"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == threads[::-1]
    many = [{"role": "user", "content": f"line {n}"} for n in range(5)]
    await http.post(f"/v1/threads/{threads[0]}/messages", json={"messages": many})
    path = f"/v1/threads/{threads[0]}/messages"
    first = (await http.get(path, params={"limit": 3})).json()
    rest = (await http.get(path, params={"limit": 3, "cursor": first["next_cursor"]})).json()
    assert [m["content"] for m in first["messages"] + rest["messages"]] == [f"line {n}" for n in range(5)]
    assert rest["next_cursor"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"role": "robot", "content": "x"}, "role"),
        ({"role": "user"}, "content"),
        ({"content": "x"}, "role"),
        ({"role": "user", "content": " "}, "content"),
        ({"role": "user", "content": "x" * 1_000_000}, "content"),
        ({"role": "user", "content": "x", "status": "late"}, "status"),
        ({"role": "user", "content": "x", "id": ""}, "id"),
        ({"role": "user", "content": "x", "id": "a/b"}, "id"),
        ({"role": "user", "content": "x", "said_at": "2026-01-01T00:00:00"}, "said_at"),
        ({"role": "user", "content": "x", "said_at": "2126-01-01T00:00:00Z"}, "said_at"),
        ({"role": "user", "content": "x", "nonsense": 1}, "nonsense"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "user", "content": "x"}, {"role": "user", "content": ""}]}, "messages[1].content"),
        ({"messages": [{"role": "user", "content": "x", "id": "i"}] * 2}, "messages[1].id"),
        ({"messages": [{"role": "user", "content": "x"}] * 501}, "messages"),
        ({"role": "user", "content": "x", "messages": [{"role": "user", "content": "x"}]}, "messages"),
    ],
)
async def test_a_bad_message_is_answered_with_its_field_and_nothing_is_written(
    http: Http, user: str, body: Json, field: str
) -> None:
    thread = await opened(http, user)
    answer = await http.post(f"/v1/threads/{thread}/messages", json=body)
    assert (answer.status_code, answer.json()["error"]["details"][0]["field"]) == (400, field)
    assert (await http.get(f"/v1/threads/{thread}")).json()["messages"] == 0


async def test_a_clock_that_is_a_little_ahead_is_fine(http: Http, user: str) -> None:
    thread = await opened(http, user)
    soon = (datetime.now(UTC) + timedelta(minutes=2)).isoformat()
    assert (await said(http, thread, "x", said_at=soon))["messages"][0]["status"] == "completed"


async def test_a_thread_that_is_not_there_takes_no_message(http: Http, user: str) -> None:
    thread = await opened(http, user)
    assert (await http.delete(f"/v1/threads/{thread}")).json()["deleted"]["threads"] == 1
    for method, path, body in (
        ("POST", f"/v1/threads/{thread}/messages", {"role": "user", "content": "x"}),
        ("GET", f"/v1/threads/{thread}/messages", None),
        ("GET", f"/v1/threads/{thread}", None),
        ("DELETE", f"/v1/threads/{thread}", None),
        ("POST", f"/v1/threads/{thread}/clear", None),
        ("POST", f"/v1/threads/{thread}/extract", None),
        ("GET", f"/v1/threads/{thread}/memories", None),
    ):
        answer = await http.request(method, path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path


@pytest.mark.req("S2")
async def test_a_thread_is_not_there_for_another_tenant(http: Http, engine: Engine, user: str) -> None:
    key = await Keys(engine).create(Tenant("other"), "test", now=datetime.now(UTC))
    other = {"Authorization": f"Bearer {key}"}
    thread = await opened(http, user, id=f"same-{user}")
    await said(http, thread, "I ski", id="m1")

    assert (await http.get(f"/v1/threads/{thread}", headers=other)).status_code == 404
    assert (await http.get("/v1/threads", params={"user_id": user}, headers=other)).json()["threads"] == []
    assert (await http.delete(f"/v1/threads/{thread}", headers=other)).status_code == 404
    theirs = await http.post("/v1/threads", json={"user_id": "them", "id": thread}, headers=other)
    assert theirs.status_code == 201
    assert (await http.get(f"/v1/threads/{thread}/messages", headers=other)).json()["messages"] == []
    posted = await http.post(
        f"/v1/threads/{thread}/messages", json={"role": "user", "content": "mine", "id": "m1"}, headers=other
    )
    assert posted.status_code == 200
    await http.delete(f"/v1/threads/{thread}", headers=other)
    assert (await http.get(f"/v1/threads/{thread}/messages")).json()["messages"][0]["content"] == "I ski"


@pytest.mark.req("R7")
async def test_a_secret_in_a_message_never_reaches_the_graph(http: Http, engine: Engine, user: str) -> None:
    thread = await opened(http, user)
    answer = await said(http, thread, "I live in Graz. My password is hunter2Xy!9. I like hunter2Xy!9 a lot.")

    [message] = answer["messages"]
    assert message["redacted"] != []
    assert "hunter2" not in str(answer)
    assert "I live in Graz." in message["content"]
    async with engine._session(write=False) as session:
        result = await session.run("MATCH (s:Message {thread: $id}) RETURN s.content AS words", id=thread)
        words = [record["words"] async for record in result]
    assert len(words) == 1
    assert "hunter2" not in words[0]


@pytest.mark.req("R3", "M4")
@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("/remember I hate olives", "I hate olives"),
        ("Please remember that I hate olives", "I hate olives"),
        ("Don't forget I hate olives", "I hate olives"),
        ("save this: I hate olives", "I hate olives"),
    ],
)
async def test_what_a_message_asks_to_remember_is_kept_at_once(http: Http, user: str, words: str, kept: str) -> None:
    thread = await opened(http, user)
    answer = await said(http, thread, words, id="wish")

    [result] = answer["remembered"]
    assert (result["status"], result["message_id"]) == ("saved", "wish")
    assert answer["messages"][0]["remembered"] is True
    memory = (await http.get(f"/v1/memories/{result['memory_id']}")).json()
    assert (memory["content"], memory["thread_id"], memory["source_message_id"]) == (kept, thread, "wish")
    again = await said(http, thread, words, id="wish")
    assert again["remembered"] == answer["remembered"]
    listed = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert [memory["content"] for memory in listed] == [kept]


@pytest.mark.req("R7")
async def test_a_command_may_keep_personal_data_but_never_a_secret(http: Http, user: str) -> None:
    thread = await opened(http, user)
    phone = "my phone number is +43 660 1234567"
    assert (await said(http, thread, f"remember that {phone}"))["remembered"][0]["error"]["code"] == "sensitive"
    assert (await said(http, thread, f"/remember {phone}"))["remembered"][0]["status"] == "saved"
    secret = await said(http, thread, "/remember my password is hunter2Xy!9")
    assert secret["remembered"][0]["error"]["code"] == "sensitive"
    assert "hunter2" not in str(secret)
    assert (await said(http, thread, "remember that I ski", "assistant"))["remembered"] == []


@pytest.mark.req("S5")
async def test_memories_for_a_thread_belong_to_whom_it_says(http: Http, user: str) -> None:
    thread = await opened(http, user, assistant_key=f"bot-{user}", chat_id=f"chat-{user}")
    path = f"/v1/threads/{thread}/memories"
    await said(http, thread, "we are closed on Monday", id="m1")
    owners = {}
    for type_ in ("user", "assistant", "org", "chat", "thread"):
        body = {"memories": [{"content": f"A fact for the {type_}"}], "owner_type": type_, "source_message_id": "m1"}
        body |= {"owner_id": f"org-{user}"} if type_ == "org" else {}
        kept = (await http.post(path, json=body)).json()["results"][0]
        memory = (await http.get(f"/v1/memories/{kept['memory_id']}")).json()
        owners[type_] = memory["owner"]["id"]
        assert (memory["thread_id"], memory["source_message_id"]) == (None, "m1")
    assert owners == {
        "user": user, "assistant": f"bot-{user}", "org": f"org-{user}", "chat": f"chat-{user}", "thread": thread,
    }  # fmt: skip
    specific = {"memories": [{"content": "Only here"}], "thread_specific": True, "assistant_only": True}
    kept = (await http.post(path, json=specific)).json()["results"][0]
    memory = (await http.get(f"/v1/memories/{kept['memory_id']}")).json()
    assert (memory["thread_id"], memory["assistant_key"]) == (thread, f"bot-{user}")
    for wrong, field in (({"owner_type": "org"}, "owner_id"), ({"owner_type": "robot"}, "owner_type")):
        answer = await http.post(path, json={"memories": [{"content": "x"}], **wrong})
        assert answer.json()["error"]["details"][0]["field"] == field


@pytest.mark.req("S6", "S7")
async def test_a_thread_lists_and_deletes_only_what_it_may_see(http: Http, user: str) -> None:
    mine = await opened(http, user, assistant_key="bot")
    other = await opened(http, f"{user}-other", assistant_key="bot")
    ids = []
    for thread, words, given in (
        (mine, "I ski", {}),
        (mine, "I swim", {"assistant_only": True}),
        (mine, "Our office is in Graz", {"owner_type": "org", "owner_id": f"org-{user}"}),
        (other, "I row", {}),
    ):
        body = {"memories": [{"content": words}], **given}
        ids.append((await http.post(f"/v1/threads/{thread}/memories", json=body)).json()["results"][0]["memory_id"])
    path = f"/v1/threads/{mine}/memories"

    assert [m["id"] for m in (await http.get(path)).json()["memories"]] == ids[:2]
    assert [m["id"] for m in (await http.get(path, params={"org_id": f"org-{user}"})).json()["memories"]] == ids[:3]
    chosen = {"memory_ids": f"{ids[3]},{ids[1]}"}
    assert [m["id"] for m in (await http.get(path, params=chosen)).json()["memories"]] == [ids[1]]
    elsewhere = await opened(http, user, assistant_key="another")
    seen = (await http.get(f"/v1/threads/{elsewhere}/memories")).json()["memories"]
    assert [m["id"] for m in seen] == [ids[0]]

    missing = await http.delete(path, params={"memory_ids": "01890000-0000-7000-8000-000000000000"})
    for hidden in (ids[3], ids[2]):
        answer = await http.delete(path, params={"memory_ids": hidden})
        assert (answer.status_code, answer.json()) == (404, missing.json())
    for wrong in ({"user_id": "somebody"}, {"assistant_key": "somebody"}):
        assert (await http.delete(path, params={"memory_ids": ids[0], **wrong})).status_code == 404
    assert (await http.delete(path, params={"memory_ids": ids[0], "user_id": user})).json() == {"deleted": [ids[0]]}
    assert [m["id"] for m in (await http.get(path)).json()["memories"]] == [ids[1]]
