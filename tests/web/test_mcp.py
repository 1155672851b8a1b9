"""MCP with the SDK's own client, over HTTP and over standard input and output."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from tests.service import KEY
from tests.types import Http

TOOLS = {"remember", "recall", "search", "list", "forget", "people", "history", "why"}
GRAPH_TOOLS = {
    "create_entities",
    "create_relations",
    "add_observations",
    "delete_entities",
    "delete_observations",
    "delete_relations",
    "read_graph",
    "search_nodes",
    "open_nodes",
}
Server = tuple[str, Path]


@asynccontextmanager
async def connected(
    server: Server, user: str, *, way: str = "http", profile: str = "default", mode: str = "auto"
) -> AsyncIterator[Client]:
    address, folder = server
    if way == "stdio":
        arguments = ["-m", "graphmem", "mcp", "--user", user, "--profile", profile]
        environment = {"GRAPHMEM_DATA_DIR": str(folder), "PATH": "/usr/bin"}
        yield_from = StdioServerParameters(command=sys.executable, args=arguments, env=environment, cwd=folder)
        async with Client(yield_from, mode=mode) as client:
            yield client
        return
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {KEY}"}, timeout=60) as http:
        url = f"{address}/mcp?user_id={user}&profile={profile}"
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            yield client


async def use(client: Client, tool: str, /, **arguments: Any) -> Any:
    answer = await client.call_tool(tool, arguments)
    [content] = answer.content
    assert isinstance(content, TextContent)
    assert json.loads(content.text) == answer.structured_content
    assert answer.is_error == (answer.structured_content.get("status") == "error")
    return answer.structured_content


@pytest.mark.req("A4")
@pytest.mark.parametrize(
    ("way", "mode"), [("http", "auto"), ("http", "legacy"), ("stdio", "auto"), ("stdio", "legacy")]
)
async def test_an_agent_remembers_and_recalls(readme_server: Server, user: str, way: str, mode: str) -> None:
    async with connected(readme_server, user, way=way, mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == TOOLS
        hints = {name: tool.annotations for name, tool in tools.items()}
        assert {name for name, hint in hints.items() if hint and hint.read_only_hint} == TOOLS - {"remember", "forget"}
        assert {name for name, hint in hints.items() if hint and hint.destructive_hint} == {"forget"}

        red = await use(client, "remember", content="My favorite color is red")
        blue = await use(client, "remember", content="My favorite color is blue")
        assert blue["superseded"] == [red["memory_id"]]
        await use(client, "remember", memories=[{"content": "My wife Sarah likes Italian food"}])

        recalled = await use(client, "recall", query="What's my favorite color?")
        assert "blue" in recalled["context"]
        assert recalled["context"].endswith('; before: "My favorite color is red")')
        assert recalled["messages"] == []
        tight = await use(client, "recall", query="What's my favorite color?", include=["messages"], max_tokens=50)
        assert (tight["memories"], tight["context"]) == ([], "")
        found = await use(client, "search", query="What does my wife like?")
        assert found["memories"][0]["about"] == ["Sarah"]
        assert len((await use(client, "list"))["memories"]) == 2
        [sarah] = (await use(client, "people"))["people"]
        assert (sarah["name"], sarah["relation"]) == ("Sarah", "wife")
        versions = (await use(client, "history", memory_id=blue["memory_id"]))["versions"]
        assert [version["id"] for version in versions] == [red["memory_id"], blue["memory_id"]]
        assert (await use(client, "why", memory_id=blue["memory_id"]))["words"] == "My favorite color is blue"

        uris = {resource.uri for resource in (await client.list_resources()).resources}
        assert uris == {"graphmem://people", "graphmem://memories"}
        templates = (await client.list_resource_templates()).resource_templates
        assert {template.name for template in templates} == {"person", "memory"}
        for uri, word in (
            ("graphmem://people", "Sarah"),
            ("graphmem://memories", "blue"),
            (f"graphmem://people/{sarah['id']}", "Italian"),
            (f"graphmem://memories/{blue['memory_id']}", "blue"),
        ):
            [content] = (await client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            assert word in content.text

        [prompt] = (await client.list_prompts()).prompts
        [message] = (await client.get_prompt(prompt.name, {"query": "favorite color"})).messages
        assert isinstance(message.content, TextContent)
        assert "- My favorite color is blue" in message.content.text
        assert "Sarah" not in message.content.text
        [message] = (await client.get_prompt(prompt.name)).messages
        assert isinstance(message.content, TextContent)
        assert "- Sarah (wife)" in message.content.text

        assert (await use(client, "forget", memory_id=blue["memory_id"]))["status"] == "deleted"
        assert (await use(client, "forget", memory_id=blue["memory_id"]))["error"]["code"] == "not_found"


@pytest.mark.req("A4", "R7")
@pytest.mark.parametrize("way", ["http", "stdio"])
async def test_bad_input_gets_the_protocols_own_error(readme_server: Server, user: str, way: str) -> None:
    async with connected(readme_server, user, way=way) as client:
        secret = await use(client, "remember", content="My Netflix password is Purpl3Giraffe!")
        assert secret["error"]["code"] == "sensitive"
        assert "Giraffe" not in json.dumps(secret)
        assert (await use(client, "recall"))["error"]["field"] == "query"
        assert (await use(client, "recall", query="x", limit="many"))["error"]["field"] == "limit"
        assert (await use(client, "why", memory_id="x"))["error"]["field"] == "memory_id"
        for tool in ("nothing", "read_graph", "save_memory"):
            with pytest.raises(MCPError, match=tool):
                await client.call_tool(tool, {})
        for uri in ("graphmem://nothing", "graphmem://people/x", "file:///etc/passwd"):
            with pytest.raises(MCPError, match="uri"):
                await client.read_resource(uri)
        with pytest.raises(MCPError, match="no such memory"):
            await client.read_resource("graphmem://memories/01890000-0000-7000-8000-000000000000")
        with pytest.raises(MCPError, match="no prompt"):
            await client.get_prompt("nothing")


@pytest.mark.req("A4")
async def test_the_tools_of_the_official_memory_server_work_on_people_and_memories(
    readme_server: Server, user: str
) -> None:
    async with connected(readme_server, user, profile="extended") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS | GRAPH_TOOLS
        john = {"name": "John_Smith", "entityType": "person", "observations": ["Speaks fluent Spanish"]}
        acme = {"name": "Acme", "entityType": "organization", "observations": []}
        made = await use(client, "create_entities", entities=[john, acme])
        assert made == {"entities": [john, acme]}
        assert await use(client, "create_entities", entities=[john]) == {"entities": []}

        works = {"from": "John_Smith", "to": "Acme", "relationType": "works_at"}
        assert await use(client, "create_relations", relations=[works]) == {"relations": [works]}
        assert await use(client, "create_relations", relations=[works]) == {"relations": []}
        additions = [{"entityName": "John_Smith", "contents": ["Graduated in 2019", "Speaks fluent Spanish"]}]
        added = await use(client, "add_observations", observations=additions)
        assert added["results"] == [{"entityName": "John_Smith", "addedObservations": ["Graduated in 2019"]}]
        await use(client, "remember", content="My wife Sarah likes Italian food")

        graph = await use(client, "read_graph")
        assert {entity["name"]: entity["observations"] for entity in graph["entities"]} == {
            "John_Smith": ["Speaks fluent Spanish", "Graduated in 2019"],
            "Acme": [],
            "Sarah": ["My wife Sarah likes Italian food"],
        }
        assert works in graph["relations"]
        assert {"from": user, "to": "Sarah", "relationType": "wife"} in graph["relations"]
        found = await use(client, "search_nodes", query="Who speaks Spanish?")
        assert "John_Smith" in [entity["name"] for entity in found["entities"]]
        opened = await use(client, "open_nodes", names=["John_Smith", "Acme"])
        assert ([entity["name"] for entity in opened["entities"]], opened["relations"]) == (
            ["John_Smith", "Acme"],
            [works],
        )
        recalled = await use(client, "recall", query="Where does John Smith work?")
        assert any("works at Acme" in memory["content"] for memory in recalled["memories"])

        unknown = [{"entityName": "Nobody", "contents": ["x"]}]
        assert "Nobody" in (await use(client, "add_observations", observations=unknown))["error"]["message"]
        gone = [{"entityName": "John_Smith", "observations": ["Graduated in 2019"]}]
        assert (await use(client, "delete_observations", deletions=gone))["deleted"] == 1
        assert (await use(client, "delete_relations", relations=[works]))["deleted"] == 1
        assert (await use(client, "delete_entities", entityNames=["John_Smith", "Acme"]))["deleted"] == 2
        left = await use(client, "read_graph")
        assert [entity["name"] for entity in left["entities"]] == ["Sarah"]


@pytest.mark.req("A4")
@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({}, "graphmem isn't running"),
        ({"GRAPHMEM_URL": "http://127.0.0.1:9", "GRAPHMEM_KEY": "gm_x"}, "127.0.0.1:9 does not answer"),
    ],
)
async def test_without_a_running_graphmem_the_client_is_told_in_words(
    tmp_path: Path, setting: dict[str, str], words: str
) -> None:
    environment = {"GRAPHMEM_DATA_DIR": str(tmp_path), "PATH": "/usr/bin", **setting}
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "graphmem", "mcp"], env=environment)
    async with Client(parameters) as client:
        with pytest.raises(MCPError, match=words):
            await client.list_tools()


@pytest.mark.parametrize(("name", "value"), [("profile", "everything"), ("user_id", ""), ("user_id", "a%0Ab")])
async def test_an_address_that_names_nothing_is_refused(http: Http, name: str, value: str) -> None:
    headers = {"Accept": "application/json, text/event-stream"}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = await http.post(f"/mcp?{name}={value}", json=message, headers=headers)

    assert answer.json()["error"]["code"] == -32602
    assert name in answer.json()["error"]["message"]


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_mcp_needs_a_key(http: Http, method: str) -> None:
    answer = await http.request(method, "/mcp", headers={"Authorization": "Bearer wrong"})

    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized")


@pytest.mark.req("A4")
@pytest.mark.parametrize(
    ("content", "code"), [("{", -32700), ("[]", -32600), ('{"jsonrpc": "2.0", "id": 1}', -32600), ("7", -32600)]
)
async def test_what_is_no_message_gets_a_json_rpc_error(http: Http, content: str, code: int) -> None:
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    answer = await http.post("/mcp", content=content, headers=headers)

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in {code, -32602, -32700}
