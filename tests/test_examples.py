"""Every example runs as it stands."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.llm_server import KEY as LLM_KEY
from tests.llm_server import Body, LlmServer, Reply, says
from tests.service import KEY

Server = tuple[str, Path]


def run(repository: Path, server: Server, command: list[str], more: Mapping[str, str] | None = None) -> str:
    address, folder = server
    environment = {**os.environ, "GRAPHMEM_URL": address, "GRAPHMEM_KEY": KEY, **(more or {})}
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.req("A5")
def test_the_loop_in_plain_python_runs(repository: Path, readme_server: Server) -> None:
    said = run(repository, readme_server, [sys.executable, str(repository / "examples" / "plain_python.py")])

    assert "saved - I'm allergic to peanuts" in said
    assert "replaced 1 older fact" in said
    assert "My wife Sarah likes Italian food" in said
    assert "People: Sarah (wife)" in said
    assert "- My favorite color is red" not in said.split("replaced")[1]
    assert "memories" in said.splitlines()[-1]


@pytest.mark.req("A6")
def test_openais_client_runs_on_graphmem(repository: Path, readme_server: Server) -> None:
    said = run(repository, readme_server, [sys.executable, str(repository / "examples" / "openai_client.py")])

    remembered, answered, *_ = said.splitlines()
    assert "remember" in remembered
    assert "blue" in said.split("streamed:")[1]
    assert "blue" in answered or "blue" in said


def behaves(body: Body) -> Reply:
    """A model that keeps what it is told, and answers out of its instructions."""
    asked = [one for one in body["messages"] if one["role"] == "user"][-1]["content"]
    if body["messages"][-1]["role"] == "tool":
        return says(f"Kept: {json.loads(body['messages'][-1]['content'])['status']}")
    if asked.startswith("Please keep"):
        assert "save_memory" in [tool["function"]["name"] for tool in body["tools"]]
        arguments = json.dumps({"content": asked.removeprefix("Please keep in mind that ").capitalize()})
        call = {"id": "1", "type": "function", "function": {"name": "save_memory", "arguments": arguments}}
        return says(None, finish_reason="tool_calls", tool_calls=[call])
    return says(next(one["content"] for one in body["messages"] if one["role"] == "system"))


@pytest.mark.req("A3")
def test_an_agent_of_pydantic_ai_has_a_memory(repository: Path, readme_server: Server) -> None:
    command = [sys.executable, str(repository / "examples" / "pydantic_ai_agent.py")]
    with LlmServer(behaves) as llm:
        model = {"OPENAI_BASE_URL": llm.url, "OPENAI_API_KEY": LLM_KEY, "MODEL": "small"}
        said = run(repository, readme_server, command, model)

    assert said.splitlines()[0] in {"Kept: saved", "Kept: updated"}
    assert "sarah likes italian food" in said.lower()


def test_the_lines_with_curl_run(repository: Path, readme_server: Server) -> None:
    kept, recalled, people, chat, cleared = run(
        repository, readme_server, [str(repository / "examples" / "curl.sh")]
    ).splitlines()

    assert json.loads(kept)["results"][0]["status"] in {"saved", "updated"}
    assert "Italian" in json.loads(recalled)["context"]
    assert json.loads(people)["people"][0]["name"] == "Sarah"
    assert "Italian" in json.loads(chat)["choices"][0]["message"]["content"]
    assert json.loads(cleared)["deleted"] >= 1


@pytest.mark.req("A4")
@pytest.mark.parametrize("name", ["claude_desktop", "cursor", "vscode"])
async def test_the_command_in_a_clients_settings_is_an_mcp_server(
    repository: Path, readme_server: Server, name: str
) -> None:
    _, folder = readme_server
    settings: dict[str, Any] = json.loads((repository / "examples" / "mcp" / f"{name}.json").read_text())
    [servers] = settings.values()
    started = servers["memory"]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {"PATH": path, "GRAPHMEM_DATA_DIR": str(folder)}

    async with Client(
        StdioServerParameters(command=started["command"], args=started["args"], env=environment, cwd=folder)
    ) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        kept = await client.call_tool("remember", {"content": "My wife Sarah likes Italian food"})
        found = await client.call_tool("recall", {"query": "What does my wife like?"})

    assert ("read_graph" in names) == ("extended" in started["args"])
    assert not kept.is_error
    assert "Italian" in found.structured_content["context"]


def test_every_example_is_in_the_list(repository: Path) -> None:
    text = (repository / "examples" / "README.md").read_text()
    files = [file for file in (repository / "examples").rglob("*") if file.is_file() and file.suffix != ".md"]

    assert {
        str(file.relative_to(repository / "examples"))
        for file in files
        if f"({file.relative_to(repository / 'examples')})" not in text
    } == set()
