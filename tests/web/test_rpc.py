"""JSON-RPC 2.0 as the standard has it, with the methods an agent's sandbox calls."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.types import Http, Json


async def post(http: Http, body: Any) -> Any:
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    return await http.post("/rpc", content=content, headers={"Content-Type": "application/json"})


async def call(http: Http, method: str, params: Any) -> Json:
    answer = await post(http, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    assert answer.status_code == 200
    body: Json = answer.json()
    assert (body["jsonrpc"], body["id"]) == ("2.0", 1)
    assert ("result" in body) != ("error" in body)
    return body


@pytest.mark.req("A2")
async def test_the_story_of_a_sandbox(http: Http, user: str) -> None:
    fact = {"content": "My wife Sarah likes Italian food", "source": "chat", "subjects": ["Sarah"], "user_id": user}
    added = (await call(http, "memory.add", fact))["result"]
    assert (added["status"], added["deduplicated"], added["superseded"]) == ("saved", False, [])
    again = (await call(http, "memory.add", fact))["result"]
    assert (again["status"], again["memory_id"], again["deduplicated"]) == ("updated", added["memory_id"], True)

    found = (await call(http, "memory.search", {"query": "What does my wife like?", "user_id": user}))["result"]
    assert found["memories"][0]["content"] == fact["content"]
    assert found["memories"][0]["about"][0]["name"] == "Sarah"
    assert found["context"].startswith("## User Memory")

    listed = (await call(http, "memory.list", {"user_id": user, "limit": 5}))["result"]["memories"]
    assert [memory["metadata"] for memory in listed] == [{"source": "chat"}]

    gone = (await call(http, "memory.delete", {"memory_id": added["memory_id"]}))["result"]
    assert gone == {"id": added["memory_id"], "status": "deleted"}
    assert (await call(http, "memory.list", {"user_id": user}))["result"]["memories"] == []


@pytest.mark.req("A2", "S3")
async def test_a_chats_memories_are_seen_by_everyone_in_it(http: Http, user: str) -> None:
    chat = f"{user}-chat"
    await call(http, "memory.add", {"content": "Our standup is at 9am", "chat_id": chat})
    await call(http, "memory.add", {"content": "I like coffee", "user_id": user})

    both = (await call(http, "memory.list", {"user_id": user, "chat_id": chat}))["result"]["memories"]
    other = (await call(http, "memory.list", {"user_id": f"{user}-other", "chat_id": chat}))["result"]["memories"]

    assert {memory["owner"]["type"] for memory in both} == {"user", "chat"}
    assert [memory["content"] for memory in other] == ["Our standup is at 9am"]


@pytest.mark.req("A2")
async def test_an_expired_memory_is_listed_only_when_asked_for(http: Http, user: str) -> None:
    item = {"content": "I'm on crutches", "expires_days": 1, "said_at": "2020-01-01T00:00:00Z"}
    await http.post("/v1/memories", json={"user_id": user, "memories": [item]})

    assert (await call(http, "memory.list", {"user_id": user}))["result"]["memories"] == []
    with_expired = await call(http, "memory.list", {"user_id": user, "include_expired": True})
    assert len(with_expired["result"]["memories"]) == 1


@pytest.mark.req("A2")
async def test_parameters_may_come_by_position(http: Http, user: str) -> None:
    added = await call(http, "memory.add", ["I like tea", "chat", None, user])
    found = await call(http, "memory.search", ["tea", 3, user])

    assert found["result"]["memories"][0]["id"] == added["result"]["memory_id"]


@pytest.mark.req("A2")
async def test_a_batch_is_answered_call_by_call_and_a_notification_not_at_all(http: Http, user: str) -> None:
    add = {"jsonrpc": "2.0", "method": "memory.add", "params": {"content": "I like tea", "user_id": user}}
    calls = [add, {"jsonrpc": "2.0", "id": "a", "method": "memory.list", "params": {"user_id": user}}, 7]

    answer = await post(http, [*calls, {**add, "id": None, "method": "nothing"}])

    listed, wrong, unknown = answer.json()
    assert (listed["id"], [m["content"] for m in listed["result"]["memories"]]) == ("a", ["I like tea"])
    assert (wrong["id"], wrong["error"]["code"]) == (None, -32600)
    assert (unknown["id"], unknown["error"]["code"]) == (None, -32601)


@pytest.mark.parametrize("many", [False, True])
async def test_notifications_alone_get_no_content(http: Http, user: str, many: bool) -> None:
    note = {"jsonrpc": "2.0", "method": "memory.add", "params": {"content": "I like tea", "user_id": user}}
    failing = {"jsonrpc": "2.0", "method": "memory.add", "params": {}}

    answer = await post(http, [note, failing] if many else note)

    assert (answer.status_code, answer.content) == (204, b"")
    assert len((await call(http, "memory.list", {"user_id": user}))["result"]["memories"]) == 1


@pytest.mark.req("A2")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", -32700),
        ("{", -32700),
        (b"\xff", -32700),
        ('{"jsonrpc": "2.0", "id": NaN}', -32700),
        ("[" * 3000, -32700),
        ("[]", -32600),
        ("7", -32600),
        ({"id": 1, "method": "memory.list"}, -32600),
        ({"jsonrpc": "1.0", "id": 1, "method": "memory.list"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 7}, -32600),
        ({"jsonrpc": "2.0", "id": {}, "method": "memory.list"}, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "memory.list"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "memory.list", "params": "x"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "memory.list", "params": None}, -32600),
        ([{"jsonrpc": "2.0", "id": 1, "method": "memory.list"}] * 101, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "memory.everything"}, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "__class__"}, -32601),
    ],
)
async def test_what_is_no_call_gets_the_standards_error(http: Http, body: Any, code: int) -> None:
    answer = await post(http, body)

    assert answer.status_code == 200
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["message"]


@pytest.mark.req("A2")
@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("memory.search", {"user_id": "U"}, "query"),
        ("memory.search", {"user_id": "U", "query": ""}, "query"),
        ("memory.search", {"user_id": "U", "query": 7}, "query"),
        ("memory.search", {"user_id": "U", "query": "x", "limit": 10**30}, "limit"),
        ("memory.search", {"query": "x"}, "user_id"),
        ("memory.add", {"user_id": "U"}, "content"),
        ("memory.add", {"user_id": "U", "content": "a\u0000b"}, "content"),
        ("memory.add", {"user_id": "U", "content": "x", "expires_days": -1}, "expires_days"),
        ("memory.add", {"user_id": "U", "content": "x", "subjects": [""]}, "subjects[0]"),
        ("memory.add", {"user_id": "", "content": "x"}, "user_id"),
        ("memory.add", {"user_id": "U", "content": "x", "colour": 1}, "colour"),
        ("memory.add", ["x", None, None, "U", None, None, "more"], "params"),
        ("memory.list", {"user_id": "U", "limit": 0}, "limit"),
        ("memory.delete", {}, "memory_id"),
        ("memory.delete", {"memory_id": "x"}, "memory_id"),
    ],
)
async def test_a_wrong_parameter_is_named(http: Http, method: str, params: Any, field: str) -> None:
    error = (await call(http, method, params))["error"]

    assert error["code"] == -32602
    assert [detail["field"] for detail in error["data"]["details"]] == [field]
    assert field in error["message"]


@pytest.mark.req("A2", "R7")
async def test_our_own_errors_have_codes_of_their_own(http: Http, user: str) -> None:
    missing = await call(http, "memory.delete", {"memory_id": "01890000-0000-7000-8000-000000000000"})
    secret = await call(http, "memory.add", {"content": "My Netflix password is Purpl3Giraffe!", "user_id": user})

    assert (missing["error"]["code"], missing["error"]["data"]["code"]) == (-32004, "not_found")
    assert (secret["error"]["code"], secret["error"]["data"]["code"]) == (-32602, "sensitive")
    assert "Giraffe" not in json.dumps(secret)


@pytest.mark.req("S7")
async def test_what_a_caller_cant_see_it_cant_delete(http: Http, user: str) -> None:
    added = (await call(http, "memory.add", {"content": "I like tea", "user_id": user}))["result"]

    refused = await call(http, "memory.delete", {"memory_id": added["memory_id"], "user_id": f"{user}-other"})

    assert refused["error"]["data"]["code"] == "not_found"
    assert len((await call(http, "memory.list", {"user_id": user}))["result"]["memories"]) == 1


@pytest.mark.req("A2")
async def test_a_batch_of_garbage_gets_an_error_for_each(http: Http) -> None:
    answer = await post(http, [1, "x", None, [], {}, {"jsonrpc": "2.0", "method": "memory.list", "id": []}])

    assert [(one["id"], one["error"]["code"]) for one in answer.json()] == [(None, -32600)] * 6


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_CALLS = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | _VALUES,
        "id": _VALUES,
        "method": st.sampled_from(["memory.search", "memory.list", "memory.delete", "x"]) | _VALUES,
        "params": _VALUES,
    },
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=_CALLS | st.lists(_CALLS, max_size=3) | _VALUES)
async def test_no_call_whatever_is_answered_by_anything_but_the_protocol(http: Http, body: Any) -> None:
    answer = await post(http, body)

    assert answer.status_code in {200, 204}
    if answer.status_code == 200:
        answers = answer.json() if isinstance(answer.json(), list) else [answer.json()]
        assert all(one["jsonrpc"] == "2.0" and ("result" in one) != ("error" in one) for one in answers)
        assert all(one.get("error", {}).get("code") != -32603 for one in answers)
