"""No value in any field or parameter of any route is our mistake: it is taken, or refused by name."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from litestar.routes import HTTPRoute
from litestar.testing import AsyncTestClient

from graphmem.settings import Settings
from graphmem.web.app import create_app
from tests.service import KEY
from tests.types import Http, Json
from tests.web.test_pages import send

SKIPPED = {"/v1/extractions/stream"}  # never ends
TEXTS = [
    "",
    "\u0000",
    "9223372036854775808",
    "-9223372036854775809",
    "-1",
    "1e999",
    "NaN",
    "1" * 400,
    "eyJ9",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31",
    "9999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59-14:00",
    "Pacific/Kiritimati",
    "P999999999Y",
    "until tomorrow",
]
# As they stand in the body: Python would not write most of them.
TOKENS = [
    *(json.dumps(text) for text in TEXTS),
    *("1e999", "-1e999", "NaN", "Infinity", "9223372036854775808", "-9223372036854775809", "18446744073709551616"),
    *("1" + "0" * 400, "-" + "9" * 5000, "1e308", "5e-324", "-1", "true", "null", "[]", "{}"),
    *('"\\ud800"', '"\\udc00x"', '{"\\ud800": 1}', "[" * 700 + "]" * 700, '{"a":' * 20_000 + "1" + "}" * 20_000),
]
_HERE = "@@here@@"
_NOT_OF_THE_ADDRESS = {"self", "request", "parts", "seal", "viewer", "data"}
_JSON = {"Content-Type": "application/json"}


def _is_json(token: str) -> bool:
    try:
        value = json.loads(token)
    except (ValueError, RecursionError):
        return False
    return "\\ud" not in token and not (isinstance(value, float) and not math.isfinite(value))


def plain(schema: Json, components: Json) -> Any:
    """A value that a schema describes, with every field given."""
    if "$ref" in schema:
        return plain(components.get(schema["$ref"].rpartition("/")[2], {}), components)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return plain(next(one for one in schema[several] if one.get("type") != "null"), components)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            fields = schema.get("properties") or {"n": {"type": "integer"}}
            return {name: plain(each, components) for name, each in fields.items()}
        case "array":
            return [plain(schema.get("items", {}), components)]
        case "integer" | "number":
            return 1
        case "boolean":
            return False
        case _:
            return _text(schema)


def _text(schema: Json) -> str:
    if schema.get("format") == "date-time":
        return "2026-01-01T00:00:00Z"
    if "uuid" in str(schema):
        return "01890000-0000-7000-8000-000000000000"
    return "I moved to Graz until tomorrow"


def places(value: Any) -> Iterator[Any]:
    """The value as often as it has fields, each time with a mark in another one's place."""
    yield _HERE
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        for marked in places(each):
            copy = dict(value) if isinstance(value, dict) else list(value)
            copy[name] = marked
            yield copy


def filled(path: str, values: Mapping[str, Any]) -> str:
    """The address with a value for each of its parameters."""
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: quote(str(values.get(found[1], "x")), safe=""), path)


@pytest.fixture(scope="module")
async def there(http: Http) -> dict[str, str]:
    """Ids of what is there, so that more than the first look is reached."""
    user = "hostile-values"
    await http.post("/v1/threads", json={"user_id": user, "id": user})
    fact = {"user_id": user, "memories": [{"content": "My wife Sarah likes tea"}]}
    kept = (await http.post("/v1/memories", json=fact)).json()["results"][0]
    [person] = (await http.get("/v1/people", params={"user_id": user})).json()["people"]
    return {"user_id": user, "thread_id": user, "memory_id": kept["memory_id"], "person_id": person["id"]}


async def operations(http: Http) -> list[tuple[str, str, Json, Json]]:
    described = (await http.get("/schema/openapi.json")).json()
    return [
        (method, path, operation, described["components"]["schemas"])
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if path not in SKIPPED
    ]


def named(answer: httpx.Response) -> bool:
    """Whether an answer is none of our mistakes, and a refusal says of what."""
    return answer.status_code < 500 and (answer.status_code < 400 or bool(answer.json()["error"]["message"]))


async def test_no_value_of_a_parameter_of_any_route_is_our_mistake(http: Http, there: dict[str, str]) -> None:
    wrong, sent = [], 0
    for method, path, operation, components in await operations(http):
        if "requestBody" in operation:
            continue
        given = {each["name"]: plain(each["schema"], components) for each in operation.get("parameters", ())}
        given |= {name: there[name] for name in given if name in there}
        needed = {
            each["name"]: given[each["name"]]
            for each in operation.get("parameters", ())
            if each["in"] == "query" and (each.get("required") or each["name"] == "user_id")
        }
        for parameter, text in product(operation.get("parameters", ()), TEXTS):
            name, sent = parameter["name"], sent + 1
            in_path = {**given, name: text} if parameter["in"] == "path" else given
            address = filled(path, in_path)
            params = {**needed, name: text} if parameter["in"] == "query" else needed
            answer = await http.request(method.upper(), address, params=params)
            if not named(answer):
                wrong.append((method, path, name, text[:40], answer.status_code))
    assert wrong == []
    assert sent > 1_000


@pytest.mark.parametrize("part", range(4))
async def test_no_value_in_a_body_of_any_route_is_our_mistake(http: Http, there: dict[str, str], part: int) -> None:
    wrong, sent = [], 0
    for method, path, operation, components in (await operations(http))[part::4]:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            continue
        address = filled(path, {"name": "remember", **there})
        body = plain(content["schema"], components)
        for place, token in product(places(body), TOKENS):
            text, sent = json.dumps(place).replace(f'"{_HERE}"', token), sent + 1
            answer = await http.request(method.upper(), address, content=text.encode(), headers=_JSON)
            if not (named(answer) if path != "/rpc" else answer.status_code == 200):
                wrong.append((method, path, json.dumps(place)[:80], token[:40], answer.status_code))
    assert wrong == []
    assert sent > 100


@pytest.mark.parametrize(
    ("path", "cursor"),
    [
        (path, cursor)
        for path in (
            "/v1/threads/hostile-values/messages",
            "/v1/threads/hostile-values/conversation",
            "/v1/threads/hostile-values/memories",
            "/v1/threads?user_id=hostile-values",
            "/v1/memories?user_id=hostile-values",
            "/v1/people?user_id=hostile-values",
            "/v1/changes?user_id=hostile-values",
            "/v1/extractions",
        )
        for cursor in ("9223372036854775808", "-1", "x", "eyJ9", "1.5", "\u0000")
    ],
)
async def test_a_cursor_that_leads_nowhere_is_refused_by_name(
    http: Http, there: dict[str, str], path: str, cursor: str
) -> None:
    answer = await http.get(f"{path}{'&' if '?' in path else '?'}cursor={quote(cursor)}")
    assert answer.status_code == 400, answer.text
    assert [detail["field"] for detail in answer.json()["error"]["details"]] == ["cursor"]


@pytest.mark.parametrize("token", ["1e999", "-1e999", "NaN", "Infinity", "1" + "0" * 400, "18446744073709551616"])
async def test_a_number_that_cannot_be_held_is_refused_by_name(http: Http, user: str, token: str) -> None:
    for metadata, field in ((f'{{"n": [{token}]}}', "metadata.n[0]"), (token, "metadata")):
        body = f'{{"user_id": "{user}", "memories": [{{"content": "I ski", "metadata": {metadata}}}]}}'
        answer = await http.post("/v1/memories", content=body.encode(), headers=_JSON)
        assert (answer.status_code, answer.json()["error"]["details"][0]["field"]) == (400, f"memories[0].{field}")
    parameters = f'{{"query": "RETURN $n AS n", "parameters": {{"n": {token}}}}}'
    asked = await http.post("/v1/cypher", content=parameters.encode(), headers=_JSON)
    assert (asked.status_code, asked.json()["error"]["details"][0]["field"]) == (400, "parameters.n")


@pytest.mark.parametrize("token", [token for token in TOKENS if not _is_json(token)], ids=lambda token: token[:20])
async def test_json_rpc_calls_what_is_not_json_a_parse_error(http: Http, token: str) -> None:
    call = '{"jsonrpc": "2.0", "id": 1, "method": "memory.add", "params": {"content": "x", "expires_days": @}}'
    answer = await http.post("/rpc", content=call.replace("@", token).encode(), headers=_JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (200, -32700)


@pytest.mark.parametrize("kind", [None, "text/plain", "application/vnd.api+json"])
@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token[:20])
async def test_a_body_of_another_type_is_no_way_round_this(http: Http, user: str, kind: str | None, token: str) -> None:
    body = f'{{"user_id": "{user}", "memories": [{{"content": "x", "confidence": {token}}}]}}'
    headers = {"Content-Type": kind} if kind else {}
    answer = await http.post("/v1/memories", content=body.encode(), headers=headers)
    assert named(answer), answer.text


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Tokyo", "America/New_York"])
@pytest.mark.parametrize(
    "said_at",
    [
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00-14:00",
        "0001-01-01T00:00:00+14:00",
        "0001-12-31T23:59:59.999Z",
        "1582-10-10T12:00:00Z",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59-14:00",
    ],
)
async def test_a_moment_at_either_end_of_time_is_taken_or_refused_by_name(
    http: Http, user: str, zone: str, said_at: str
) -> None:
    facts: list[Json] = [
        {"content": f"I am in {number} until {words}", "said_at": said_at}
        for number, words in enumerate(("tomorrow", "tonight", "next week", "Christmas", "the end of the year", "9999"))
    ]
    ends: list[Json] = [
        *(
            {"expires_in": words}
            for words in ("yesterday", "until tomorrow", "P9999Y", "999999 years", "P" + "9" * 20 + "D")
        ),
        *({"expires_days": days} for days in (1e308, 5e-324, 36_500)),
    ]
    facts += [{"content": f"I am in room {number}", "said_at": said_at, **end} for number, end in enumerate(ends)]
    facts.append({"content": "Remember this only for today: I am tired", "said_at": said_at})
    answer = await http.post("/v1/memories", json={"user_id": user, "time_zone": zone, "memories": facts})

    assert named(answer), answer.text
    told = [detail["field"] for detail in answer.json().get("error", {}).get("details", ())]
    told += [one["error"]["field"] for one in answer.json().get("results", ()) if one["status"] == "error"]
    assert all(field.rpartition(".")[2] in ("said_at", "expires_in", "expires_days") for field in told)
    listed = await http.get("/v1/memories", params={"user_id": user, "include_expired": True, "status": "all"})
    assert len(listed.json()["memories"]) <= len(facts) - len(told)
    for memory in listed.json()["memories"]:
        assert (await http.get(f"/v1/memories/{memory['id']}/why")).status_code == 200


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token[:20])
async def test_no_argument_of_a_tool_is_our_mistake_over_mcp_or_as_text(http: Http, user: str, token: str) -> None:
    arguments = f'{{"content": "I am in Graz until tomorrow", "expires_days": {token}}}'
    call = '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "remember", "arguments": @}}'
    headers = {**_JSON, "Accept": "application/json, text/event-stream"}
    over_mcp = await http.post(
        f"/mcp?user_id={user}", content=call.replace("@", arguments).encode(), headers=headers, follow_redirects=True
    )
    as_text = await http.post("/v1/tools/remember", json={"user_id": user, "arguments": arguments})
    assert over_mcp.status_code < 500
    assert "-32603" not in over_mcp.text
    assert named(as_text), as_text.text


async def test_no_parameter_of_a_page_is_our_mistake(http: Http, there: dict[str, str], settings: Settings) -> None:
    wrong, sent = [], 0
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as browser:
        assert (await send(browser, "/sign-in", key=KEY)).status_code in (200, 303)
        for route in browser.app.routes:
            if not isinstance(route, HTTPRoute) or route.path.startswith(
                ("/v1", "/schema", "/static", "/mcp", "/health")
            ):
                continue
            for handler, text in product([h for h in route.route_handlers if "GET" in h.http_methods], TEXTS):
                for name in set(handler.parsed_fn_signature.parameters) - _NOT_OF_THE_ADDRESS:
                    sent += 1
                    path = filled(route.path, {**there, name: text})
                    answer = await browser.get(path, params={name: text}, follow_redirects=False)
                    if answer.status_code >= 500:
                        wrong.append((route.path, name, text[:40], answer.status_code))
    assert wrong == []
    assert sent > 100
