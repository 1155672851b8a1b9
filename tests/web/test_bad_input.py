"""Bad input gets a clear answer in one shape, names the field, and changes nothing."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.types import Http, Json


async def remembered(http: Http, user: str) -> list[str]:
    listed = await http.get("/v1/memories", params={"user_id": user})
    return [memory["content"] for memory in listed.json()["memories"]]


def refused(status: int, answer: Json, field: str) -> None:
    assert status == 400, answer
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message", "details"}
    assert field in [detail["field"] for detail in answer["error"]["details"]], answer
    assert field in answer["error"]["message"]


@pytest.mark.req("M2", "R1")
@pytest.mark.parametrize(
    ("item", "field"),
    [
        ({"content": ""}, "memories[0].content"),
        ({"content": " \n "}, "memories[0].content"),
        ({"content": "x" * 100_000}, "memories[0].content"),
        ({"content": "a\u0000b"}, "memories[0].content"),
        ({"content": "bell \u0007"}, "memories[0].content"),
        ({"content": 7}, "memories[0].content"),
        ({}, "memories[0].content"),
        ({"content": "ok", "kind": "opinion"}, "memories[0].kind"),
        ({"content": "ok", "confidence": 1.5}, "memories[0].confidence"),
        ({"content": "ok", "confidence": "high"}, "memories[0].confidence"),
        ({"content": "ok", "importance": -1}, "memories[0].importance"),
        ({"content": "ok", "tags": "one"}, "memories[0].tags"),
        ({"content": "ok", "tags": ["a"] * 33}, "memories[0].tags"),
        ({"content": "ok", "tags": [""]}, "memories[0].tags[0]"),
        ({"content": "ok", "metadata": []}, "memories[0].metadata"),
        ({"content": "ok", "metadata": {"a": ["x" * 1000] * 200}}, "memories[0].metadata"),
        ({"content": "ok", "key": "!!"}, "memories[0].key"),
        ({"content": "ok", "expires_days": 0}, "memories[0].expires_days"),
        ({"content": "ok", "expires_days": 1e9}, "memories[0].expires_days"),
        ({"content": "ok", "said_at": "2999-01-01T00:00:00Z"}, "memories[0].said_at"),
        ({"content": "ok", "said_at": "2020-01-01T00:00:00"}, "memories[0].said_at"),
        ({"content": "ok", "colour": "red"}, "memories[0].colour"),
    ],
)
async def test_a_bad_item_is_refused_by_name_and_nothing_is_kept(http: Http, user: str, item: Json, field: str) -> None:
    answer = await http.post("/v1/memories", json={"user_id": user, "memories": [item]})

    refused(answer.status_code, answer.json(), field)
    assert await remembered(http, user) == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"memories": []}, "memories"),
        ({"memories": [{"content": "x"}] * 10_000}, "memories"),
        ({"memories": "x"}, "memories"),
        ({}, "memories"),
        ({"memories": [{"content": "x"}], "user_id": ""}, "user_id"),
        ({"memories": [{"content": "x"}], "user_id": "a\nb"}, "user_id"),
        ({"memories": [{"content": "x"}], "user_id": 7}, "user_id"),
        ({"memories": [{"content": "x"}], "user_id": "u" * 300}, "user_id"),
        ({"memories": [{"content": "x"}], "owner_type": "team"}, "owner_type"),
        ({"memories": [{"content": "x"}], "owner_type": "org"}, "owner_id"),
        ({"memories": [{"content": "x"}], "nonsense": 1}, "nonsense"),
    ],
)
async def test_a_bad_request_to_remember_is_refused(http: Http, user: str, body: Json, field: str) -> None:
    answer = await http.post("/v1/memories", json={"user_id": user, **body})

    refused(answer.status_code, answer.json(), field)
    assert await remembered(http, user) == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": ""}, "query"),
        ({"query": "x" * 100_000}, "query"),
        ({"query": "nul \u0000"}, "query"),
        ({"query": 1}, "query"),
        ({}, "query"),
        ({"query": "x", "limit": 10**9}, "limit"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": "many"}, "limit"),
        ({"query": "x", "min_similarity": 2}, "min_similarity"),
        ({"query": "x", "style": "fancy"}, "style"),
        ({"query": "x", "user_id": None}, "user_id"),
    ],
)
async def test_a_bad_recall_is_refused(http: Http, user: str, body: Json, field: str) -> None:
    answer = await http.post("/v1/recall", json={"user_id": user, **body})

    refused(answer.status_code, answer.json(), field)


@pytest.mark.parametrize("path", ["/v1/extractions", "/v1/extractions/backlog", "/v1/extractions/stream"])
async def test_a_user_with_control_characters_is_refused_wherever_runs_are_asked_for(http: Http, path: str) -> None:
    answer = await http.get(path, params={"user_id": "a\u009bb"})
    refused(answer.status_code, answer.json(), "user_id")


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"limit": 10**9}, "limit"),
        ({"limit": "x"}, "limit"),
        ({"status": "gone"}, "status"),
        ({"kind": "opinion"}, "kind"),
        ({"cursor": "x"}, "cursor"),
        ({"include_expired": "perhaps"}, "include_expired"),
    ],
)
async def test_a_bad_list_is_refused(http: Http, user: str, parameters: Json, field: str) -> None:
    answer = await http.get("/v1/memories", params={"user_id": user, **parameters})

    refused(answer.status_code, answer.json(), field)


async def test_a_list_of_nobodys_memories_is_refused(http: Http) -> None:
    refused((answer := await http.get("/v1/memories")).status_code, answer.json(), "user_id")


@pytest.mark.parametrize("body", ['{"memories": [', "", "nonsense", "[]", "null", '"x"', "{" * 2000, "[" * 3000])
async def test_what_is_not_json_is_refused_in_words(http: Http, body: str) -> None:
    answer = await http.post("/v1/memories", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
async def test_a_number_that_is_none_is_refused_by_name(http: Http, user: str, number: str) -> None:
    body = json.dumps({"user_id": user, "memories": [{"content": "x", "confidence": 0}]}).replace("0}", f"{number}}}")
    answer = await http.post("/v1/memories", content=body, headers={"Content-Type": "application/json"})

    refused(answer.status_code, answer.json(), "memories[0].confidence")
    assert await remembered(http, user) == []


async def test_invalid_utf8_is_refused(http: Http) -> None:
    body = b'{"memories": [{"content": "\xff\xfe"}]}'
    answer = await http.post("/v1/memories", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid_json"


@pytest.mark.req("R1", "R2")
async def test_a_bad_item_does_not_fail_its_neighbours(http: Http, user: str) -> None:
    items = [{"content": "I like tea"}, {"content": ""}, {"content": 3}, {"content": "I live in Graz"}]
    answer = await http.post("/v1/memories", json={"user_id": user, "memories": items})

    results = answer.json()["results"]
    assert answer.status_code == 200
    assert [result["status"] for result in results] == ["saved", "error", "error", "saved"]
    assert results[1]["error"]["field"] == "memories[1].content"
    assert results[2]["error"]["field"] == "memories[2].content"
    assert sorted(await remembered(http, user)) == ["I like tea", "I live in Graz"]


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_an_unknown_memory_is_not_found(http: Http, method: str) -> None:
    body = {"content": "x"} if method == "PATCH" else None
    answer = await http.request(method, "/v1/memories/01890000-0000-7000-8000-000000000000", json=body)

    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


async def test_an_id_that_is_none_is_refused(http: Http) -> None:
    refused((answer := await http.get("/v1/memories/first")).status_code, answer.json(), "memory_id")


async def test_unknown_paths_and_methods_have_the_same_error_shape(http: Http) -> None:
    for answer, status in (
        (await http.get("/v1/nothing"), 404),
        (await http.put("/v1/memories", json={}), 405),
    ):
        assert answer.status_code == status
        assert set(answer.json()["error"]) == {"code", "message", "details"}


@pytest.mark.req("M1")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=200).filter(str.strip),
)
async def test_text_of_any_script_is_given_back_to_the_letter(http: Http, user: str, content: str) -> None:
    kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": content}]})
    memory_id = kept.json()["results"][0]["memory_id"]

    assert (await http.get(f"/v1/memories/{memory_id}")).json()["content"] == content


@pytest.mark.parametrize(
    "content",
    [
        "👩‍👩‍👧‍👦 family 🏳️‍🌈",
        "אני אלרגי לבוטנים",
        "أنا أعيش في القاهرة\u200f",
        "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢",
        "我对花生过敏",
        "e\u0301 and \u00e9",
        "line\nbreak\ttab",
    ],
)
async def test_emoji_right_to_left_and_combining_text_is_kept(http: Http, user: str, content: str) -> None:
    kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": content}]})
    memory_id = kept.json()["results"][0]["memory_id"]
    assert (await http.get(f"/v1/memories/{memory_id}")).json()["content"] == content

    recalled = await http.post("/v1/recall", json={"user_id": user, "query": content})
    assert [memory["content"] for memory in recalled.json()["memories"]] == [content]


@pytest.mark.parametrize(
    "query", ['") OR owner:*', "a AND (b OR", "owner_token:o1", "~ ^ * ? : \\ / [ ] { }", "+++---"]
)
async def test_a_fact_is_never_read_as_query_syntax(http: Http, user: str, query: str) -> None:
    told = f"I live in Gra{query.replace(' ', '')}z and my car is a Sk{query.replace(' ', '')}oda"
    for content in (
        told,
        f"{told} now",
        "\U000a0d08\U000b6b3d0\u023e\xae\U0001bfbf\xeb\u013d\xe0a\u0122\u023a#^\u023epv\\v",
    ):
        kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": content}]})

        assert kept.status_code == 200, kept.text


@pytest.mark.parametrize(
    "query", ['") OR owner:*', "a AND (b OR", "owner_token:o1", "~ ^ * ? : \\ / [ ] { }", "+++---"]
)
async def test_a_question_is_never_read_as_query_syntax(http: Http, user: str, query: str) -> None:
    await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": "I like tea"}]})

    answer = await http.post("/v1/recall", json={"user_id": user, "query": query})

    assert answer.status_code == 200


@pytest.mark.parametrize("part", ["messages", "conversation"])
async def test_a_place_in_a_thread_beyond_64_bits_is_refused(http: Http, user: str, part: str) -> None:
    thread = (await http.post("/v1/threads", json={"user_id": user})).json()["id"]

    answer = await http.get(f"/v1/threads/{thread}/{part}", params={"cursor": 2**64})

    assert answer.status_code == 400
    assert [detail["field"] for detail in answer.json()["error"]["details"]] == ["cursor"]
