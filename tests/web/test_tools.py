"""Tools that an agent loads and calls."""

import json
import subprocess
import sys
from typing import Any

import pytest
from litestar.testing import AsyncTestClient

from graphmem.errors import CANNOT_START
from graphmem.settings import Settings
from graphmem.web.app import create_app
from graphmem.web.tools.schema import Format, described
from graphmem.web.tools.table import TOOLS
from tests.service import KEY, environment
from tests.types import Http, Json

NAMES = {
    "remember",
    "save_memory",
    "create_memory",
    "update_memory",
    "delete_memory",
    "forget_memory",
    "list_memories",
    "search_memory",
    "memory",
}


async def use(http: Http, user: str, tool: str, /, **arguments: Any) -> Json:
    answer = await http.post(f"/v1/tools/{tool}", json={"user_id": user, "arguments": arguments})
    assert answer.status_code == 200, answer.text
    body: Json = answer.json()
    return body


@pytest.mark.req("A3")
@pytest.mark.parametrize("format_", ["openai", "anthropic", "mcp"])
async def test_the_tools_are_described_in_each_format(http: Http, format_: str) -> None:
    tools = (await http.get("/v1/tools", params={"format": format_})).json()["tools"]
    functions = [tool["function"] for tool in tools] if format_ == "openai" else tools
    schema = {"openai": "parameters", "anthropic": "input_schema", "mcp": "inputSchema"}[format_]

    assert {tool["name"] for tool in functions} == NAMES
    assert all(tool["description"] and tool[schema]["type"] == "object" for tool in functions)
    assert (await http.get("/v1/tools", params={"format": "x"})).json()["error"]["details"][0]["field"] == "format"


@pytest.mark.parametrize("name", TOOLS)
def test_a_description_is_whole_and_each_field_has_a_type(name: str) -> None:
    schema = described(TOOLS[name], Format.MCP)["inputSchema"]

    assert "$ref" not in json.dumps(schema)
    assert "null" not in json.dumps(schema)
    assert all("type" in field for field in schema["properties"].values())
    assert set(schema.get("required", [])) <= set(schema["properties"])


@pytest.mark.req("A3", "R2")
@pytest.mark.parametrize("tool", ["remember", "save_memory", "create_memory"])
async def test_a_fact_is_saved_once_and_then_updated(http: Http, user: str, tool: str) -> None:
    saved = await use(http, user, tool, content="I like tea", tags=["drinks"])
    again = await use(http, user, tool, content="I like tea")

    assert (saved["status"], saved["deduplicated"]) == ("saved", False)
    assert again == {**saved, "status": "updated", "deduplicated": True}


@pytest.mark.req("A3", "R1")
async def test_several_facts_are_remembered_at_once_each_by_itself(http: Http, user: str) -> None:
    facts = [{"content": "Likes Italian food", "subjects": ["Sarah"], "expires_in": "2 weeks"}, {"content": ""}]

    answer = await use(http, user, "remember", memories=facts)

    assert answer["status"] == "partial"
    assert [result["status"] for result in answer["results"]] == ["saved", "error"]
    [memory] = (await use(http, user, "list_memories", person="Sarah"))["memories"]
    assert (memory["about"], memory["expires_at"] is not None) == (["Sarah"], True)


@pytest.mark.req("A3")
async def test_a_memory_is_found_changed_and_forgotten(http: Http, user: str) -> None:
    id_ = (await use(http, user, "create_memory", content="I live in Graz", key="residence"))["memory_id"]
    [found] = (await use(http, user, "search_memory", query="Where do I live?", limit="3"))["memories"]
    assert (found["id"], found["key"]) == (id_, "residence")

    changed = await use(http, user, "update_memory", memory_id=id_, content="I live in Linz")
    assert (changed["status"], changed["memory_id"], changed["deduplicated"]) == ("updated", id_, False)
    [listed] = (await use(http, user, "list_memories"))["memories"]
    assert listed["content"] == "I live in Linz"

    assert await use(http, user, "forget_memory", memory_id=id_) == {"status": "deleted", "memory_id": id_}
    assert (await use(http, user, "delete_memory", memory_id=id_))["error"]["code"] == "not_found"


@pytest.mark.req("A3")
async def test_the_memory_tool_saves_fetches_and_deletes(http: Http, user: str) -> None:
    first = (await use(http, user, "memory", action="save", content="I like tea", kind="preference"))["memory_id"]
    second = (await use(http, user, "memory", action="save", content="My laptop runs Fedora"))["memory_id"]

    assert len((await use(http, user, "memory", action="fetch"))["memories"]) == 2
    assert (await use(http, user, "memory", action="fetch", query="What do I drink?"))["memories"][0]["id"] == first
    [only] = (await use(http, user, "memory", action="fetch", memory_ids=[second]))["memories"]
    assert only["content"] == "My laptop runs Fedora"
    assert (await use(http, user, "memory", action="delete", memory_id=first))["status"] == "deleted"
    for action, field in (("save", "content"), ("delete", "memory_id")):
        assert (await use(http, user, "memory", action=action))["error"]["field"] == field


@pytest.mark.req("A3", "R7")
@pytest.mark.parametrize(
    ("tool", "arguments", "code", "field"),
    [
        ("save_memory", {"content": "My Netflix password is Purpl3Giraffe!"}, "sensitive", "content"),
        ("save_memory", {"content": ""}, "invalid_input", "content"),
        ("save_memory", {"content": "x", "expires_days": 0}, "invalid_input", "expires_days"),
        ("remember", {}, "invalid_input", "content"),
        ("remember", {"memories": []}, "invalid_input", "memories"),
        ("remember", {"content": "x", "memories": [{"content": "y"}]}, "invalid_input", "content"),
        ("update_memory", {"memory_id": "x", "content": "y"}, "invalid_input", "memory_id"),
        ("update_memory", {"memory_id": "01890000-0000-7000-8000-000000000000"}, "invalid_input", "content"),
        (
            "update_memory",
            {"memory_id": "01890000-0000-7000-8000-000000000000", "content": "y"},
            "not_found",
            "",
        ),
    ],
)
async def test_what_a_rule_refuses_is_an_answer_the_model_can_read(
    http: Http, user: str, tool: str, arguments: Json, code: str, field: str
) -> None:
    answer = await use(http, user, tool, **arguments)

    assert (answer["status"], answer["deduplicated"]) == ("error", False)
    assert (answer["error"]["code"], answer["error"]["field"]) == (code, field)
    assert answer["error"]["message"]
    assert "Giraffe" not in json.dumps(answer)


@pytest.mark.req("A3")
@pytest.mark.parametrize(
    ("tool", "body", "status", "field"),
    [
        ("nothing", {"user_id": "U", "arguments": {}}, 404, None),
        ("save_memory", {"user_id": "U", "arguments": {}}, 400, "content"),
        ("save_memory", {"user_id": "U", "arguments": {"content": 7}}, 400, "content"),
        ("save_memory", {"user_id": "U", "arguments": {"content": "x", "kind": "opinion"}}, 400, "kind"),
        ("save_memory", {"user_id": "U", "arguments": {"content": "x", "colour": 1}}, 400, "colour"),
        ("save_memory", {"user_id": "U", "arguments": '{"content"'}, 400, "arguments"),
        ("save_memory", {"user_id": "U", "arguments": [1]}, 400, "arguments"),
        ("save_memory", {"user_id": "U", "arguments": {"content": "x"}, "tags": []}, 400, "tags"),
        ("save_memory", {"user_id": 7, "arguments": {"content": "x"}}, 400, "user_id"),
        ("save_memory", {"arguments": {"content": "x"}}, 400, "user_id"),
        ("list_memories", {"user_id": "U", "arguments": {"limit": 0}}, 400, "limit"),
        ("memory", {"user_id": "U", "arguments": {"action": "sing"}}, 400, "action"),
    ],
)
async def test_a_wrong_call_is_an_error_of_the_api(
    http: Http, tool: str, body: Json, status: int, field: str | None
) -> None:
    answer = await http.post(f"/v1/tools/{tool}", json=body)

    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert [detail["field"] for detail in error["details"]] == ([field] if field else [])


@pytest.mark.req("A3")
async def test_arguments_may_be_text_or_the_body_itself_and_the_address_says_whose(http: Http, user: str) -> None:
    calls: list[Json] = [{"arguments": json.dumps({"content": "I like tea"})}, {"content": "I like tea"}]
    for body in calls:
        answer = await http.post(
            "/v1/tools/save_memory", params={"user_id": user}, json={**body, "user_id": f"{user}-other"}
        )
        assert answer.json()["status"] in {"saved", "updated"}

    assert len((await use(http, user, "list_memories"))["memories"]) == 1
    assert (await use(http, f"{user}-other", "list_memories"))["memories"] == []


@pytest.mark.req("A3", "S7")
async def test_a_tool_reaches_nobody_elses_memories(http: Http, user: str) -> None:
    id_ = (await use(http, user, "save_memory", content="I like tea"))["memory_id"]
    other = f"{user}-other"

    for tool, more in (("update_memory", {"content": "I like wine"}), ("delete_memory", {})):
        assert (await use(http, other, tool, memory_id=id_, **more))["error"]["code"] == "not_found"
    assert (await use(http, other, "memory", action="fetch", memory_ids=[id_]))["memories"] == []
    assert (await use(http, user, "list_memories"))["memories"][0]["content"] == "I like tea"


@pytest.mark.req("A3")
async def test_a_tool_that_is_turned_off_is_neither_described_nor_done(settings: Settings, user: str) -> None:
    app = create_app(settings.model_copy(update={"tools_off": ("save_memory", "forget")}))
    async with AsyncTestClient(app) as client:
        client.headers["Authorization"] = f"Bearer {KEY}"
        described = (await client.get("/v1/tools", params={"format": "mcp"})).json()["tools"]
        for_mcp = (await client.get("/v1/tools", params={"profile": "mcp"})).json()["tools"]
        refused = await client.post("/v1/tools/save_memory", json={"user_id": user, "arguments": {"content": "x"}})

    assert {tool["name"] for tool in described} == NAMES - {"save_memory"}
    assert "forget" not in {tool["function"]["name"] for tool in for_mcp}
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "tool_off")


@pytest.mark.req("A3")
def test_turning_off_what_there_is_not_is_told(settings: Settings) -> None:
    started = subprocess.run(
        [sys.executable, "-m", "graphmem", "serve"],
        env=environment(settings, GRAPHMEM_TOOLS_OFF="forget, save_memori"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert started.returncode == CANNOT_START
    assert "GRAPHMEM_TOOLS_OFF: there is no tool 'save_memori'" in started.stderr
    assert "Traceback" not in started.stderr
