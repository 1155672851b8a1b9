"""A key opens a tenant, but for the tools it was made without."""

import json
import subprocess
import sys
from datetime import UTC, datetime

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant
from graphmem.model import Tenant
from graphmem.settings import Settings
from tests.service import environment
from tests.types import Http

OFF = ("delete_memory", "forget_memory", "forget", "memory")


@pytest.fixture
async def key(engine: Engine) -> dict[str, str]:
    """A key of the tests' tenant that deletes nothing."""
    made = await Keys(engine).create(
        Tenant("testing"), "careful", grant=Grant(tools_off=frozenset(OFF)), now=datetime.now(UTC)
    )
    return {"Authorization": f"Bearer {made}"}


@pytest.mark.req("A3")
async def test_a_tool_that_a_key_is_made_without_is_neither_described_nor_done(
    http: Http, key: dict[str, str], user: str
) -> None:
    given = (await http.get("/v1/tools", params={"format": "mcp"}, headers=key)).json()["tools"]
    with_other_key = (await http.get("/v1/tools", params={"format": "mcp"})).json()["tools"]
    saved = await http.post("/v1/tools/save_memory", json={"user_id": user, "content": "I like tea"}, headers=key)
    call = {"user_id": user, "arguments": {"memory_id": saved.json()["memory_id"]}}

    refused = await http.post("/v1/tools/delete_memory", json=call, headers=key)

    assert {tool["name"] for tool in with_other_key} - {tool["name"] for tool in given} == set(OFF) - {"forget"}
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "tool_off")
    assert (await http.post("/v1/tools/delete_memory", json=call)).json()["status"] == "deleted"


@pytest.mark.req("A2", "A3")
async def test_the_method_that_does_what_a_tool_does_is_off_with_it(http: Http, key: dict[str, str], user: str) -> None:
    add = {"jsonrpc": "2.0", "id": 1, "method": "memory.add", "params": {"content": "I like tea", "user_id": user}}
    added = (await http.post("/rpc", json=add, headers=key)).json()["result"]
    delete = {**add, "method": "memory.delete", "params": {"memory_id": added["memory_id"]}}

    refused = (await http.post("/rpc", json=delete, headers=key)).json()["error"]

    assert (refused["code"], refused["data"]["code"]) == (-32601, "tool_off")
    assert "result" in (await http.post("/rpc", json=delete)).json()


@pytest.mark.req("A4")
async def test_an_mcp_client_neither_sees_nor_uses_what_its_key_lacks(
    readme_server: tuple[str, object], key: dict[str, str], user: str
) -> None:
    async with httpx2.AsyncClient(headers=key, timeout=60) as link:
        url = f"{readme_server[0]}/mcp?user_id={user}"
        async with Client(streamable_http_client(url, http_client=link)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            with pytest.raises(MCPError, match="forget is turned off"):
                await client.call_tool("forget", {"memory_id": "01890000-0000-7000-8000-000000000000"})

    assert "recall" in names
    assert "forget" not in names


def graphmem(settings: Settings, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "graphmem", *arguments],
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.req("A3", "A6")
async def test_a_key_is_made_without_tools_and_listed_so(settings: Settings, engine: Engine, http: Http) -> None:
    tenant = ("--tenant", "cautious")
    made = graphmem(settings, "key", "create", *tenant, "--without-tool", "forget", "--without-tool", "why", "--json")
    listed = json.loads(graphmem(settings, "key", "list", "--json").stdout)
    wrong = graphmem(settings, "key", "create", *tenant, "--without-tool", "forgit")

    header = {"Authorization": f"Bearer {json.loads(made.stdout)['key']}"}
    tools = (await http.get("/v1/tools", params={"format": "mcp", "profile": "mcp"}, headers=header)).json()["tools"]
    assert {"forget", "why"}.isdisjoint(tool["name"] for tool in tools)
    assert [key["tools_off"] for key in listed if key["tenant"] == "cautious"] == [["forget", "why"]]
    assert wrong.returncode != 0
    assert "--without-tool: there is no tool 'forgit'" in wrong.stderr
    assert "Traceback" not in wrong.stderr
