"""Every example on the pages about ways in works when pasted, but for the address."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from graphmem.settings import Settings
from tests.service import KEY, environment

EXPECTED = {
    "rpc": ['"status":"saved"', '"content":"My wife Sarah likes Italian food"'],
    "tools": [
        '"name":"save_memory"',
        '"status":"saved"',
        "I'm allergic to peanuts",
        "called save_memory: saved",
        "gm_",
    ],
    "client": [
        "saved",
        "## User Memory\n",
        "- I'm allergic to peanuts (said ",
        "Sarah ['wife']",
        "no such memory",
        "async: 3",
        "kept at once: saved",
        "assistant How about tacos with parsley? []",
        "would go: 1\ngone: 1 20",
        "would be created: {} there already: ",
        "exported: I live in Graz",
    ],
    "mcp": ["- My wife Sarah likes Italian food"],
    "openai": ["I'll remember", "blue", "lean:", "invalid_request_error messages"],
    "pydantic-ai": ["search_memory", "tools: ['save_memory', 'search_memory']"],
    "curl": ['"status":"saved"', '"context":"## User Memory', '"name":"Sarah"', "query: is missing"],
}


@pytest.mark.parametrize("page", EXPECTED)
def test_the_examples_of_a_page_work_when_pasted(
    repository: Path, settings: Settings, readme_server: tuple[str, Path], page: str
) -> None:
    address, folder = readme_server
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    around = environment(settings, GRAPHMEM_DATA_DIR=str(folder), PATH=path)
    key = {"Authorization": f"Bearer {KEY}"}
    httpx.delete(f"{address}/v1/memories", params={"user_id": "me"}, headers=key).raise_for_status()
    said = ""
    for language, block in re.findall(
        r"^```(sh|python)\n(.*?)^```", (repository / "docs" / f"{page}.md").read_text(), re.DOTALL | re.MULTILINE
    ):
        text = block.replace("http://127.0.0.1:7878", address)
        command = ["bash", "-euo", "pipefail", "-c", text] if language == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(command, env=around, cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}\n{done.stderr}"
        said += done.stdout
    for words in EXPECTED[page]:
        assert words in said


@pytest.mark.req("A4")
def test_the_client_configurations_are_json(repository: Path) -> None:
    blocks = re.findall(r"```json\n(.*?)```", (repository / "docs" / "mcp.md").read_text(), re.DOTALL)
    assert [list(json.loads(block)) for block in blocks] == [["mcpServers"]] * 2
