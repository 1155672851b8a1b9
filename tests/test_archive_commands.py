"""`graphmem export` and `graphmem import` in processes of their own, and every example of their document."""

import json
import os
import re
import shutil
import subprocess
import sys
import uuid
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant, KeyRole
from graphmem.model import Tenant
from tests.types import Json

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
async def environ(readme_server: tuple[str, Path], engine: Engine, tmp_path: Path) -> dict[str, str]:
    """What reaches the running server as a tenant that nobody else is."""
    tenant, admin = Tenant(f"commands-{uuid.uuid4().hex[:12]}"), Grant(role=KeyRole.ADMIN)
    key = await Keys(engine).create(tenant, "test", now=datetime.now(UTC), grant=admin)
    found = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {
        **os.environ, "PATH": found, "GRAPHMEM_URL": readme_server[0], "GRAPHMEM_KEY": key, "COLUMNS": "160",
        "GRAPHMEM_DATA_DIR": str(tmp_path / "none"),
    }  # fmt: skip


@pytest.fixture
def run(environ: dict[str, str], tmp_path: Path) -> Run:
    def command(*arguments: str, given: bytes | None = None) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [sys.executable, "-m", "graphmem", *arguments], env=environ, cwd=tmp_path, input=given, capture_output=True, check=False
        )  # fmt: skip

    return command


def test_a_file_goes_out_and_comes_in(run: Run, environ: dict[str, str], tmp_path: Path) -> None:
    remembered(environ, "My wife Sarah likes tea", "I ski")

    out = run("export", "all.jsonl")

    assert out.returncode == 0, out.stderr
    assert b"2 memory" in out.stderr
    archive = (tmp_path / "all.jsonl").read_bytes()
    assert run("export", "--user", "me").stdout == archive
    assert [path.name for path in tmp_path.iterdir()] == ["all.jsonl"]
    known = run("import", "all.jsonl", "--json")
    answer: Json = json.loads(known.stdout)
    assert (answer["created"], answer["already_there"]["memory"]) == ({}, 2)
    assert b"already there: 1 owner, 1 person" in run("import", "-", given=archive).stdout


def test_a_broken_file_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl").write_text('{"type":"header","format":"graphmem","version":1,"counts":{}}\n{"type":"mem')

    refused = run("import", "cut.jsonl")

    assert refused.returncode == 1
    assert b"line 2: is not JSON" in refused.stderr
    assert b"there is no file" in run("import", "nowhere.jsonl").stderr
    assert b"there is no folder" in run("export", "nowhere/all.jsonl").stderr


def test_a_file_with_a_credential_is_imported_but_for_that_and_ends_with_one(run: Run, repository: Path) -> None:
    sample = str(repository / "tests" / "samples" / "mcp-memory.jsonl")

    imported = run("import", "--user", "me", sample)

    assert imported.returncode == 1
    assert b"created: 7 memory" in imported.stdout
    assert b"line 3: credential" in imported.stdout
    assert b"ghp_" not in imported.stdout


def test_every_example_of_the_document_works_when_pasted(
    repository: Path, environ: dict[str, str], readme_server: tuple[str, Path], tmp_path: Path
) -> None:
    samples = repository / "tests" / "samples"
    lines = (samples / "mcp-memory.jsonl").read_text().splitlines()
    (tmp_path / "memory.jsonl").write_text("\n".join([*lines[:2], *lines[3:]]))
    mem0 = json.loads((samples / "mem0.json").read_text())
    (tmp_path / "mem0.json").write_text(json.dumps(mem0["results"][:4]))
    shutil.copy(samples / "claude.json", tmp_path)
    with zipfile.ZipFile(tmp_path / "chatgpt.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(samples / "chatgpt.json", "export/conversations.json")
        archive.writestr("export/user.json", "{}")
    remembered(environ, "My wife Sarah likes tea", "I ski")
    blocks = re.findall(r"```sh\n(.*?)```", (repository / "docs" / "import-export.md").read_text(), re.DOTALL)
    assert len(blocks) == 6
    script = "\n".join(blocks).replace("http://127.0.0.1:7878", readme_server[0])

    pasted = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], env=environ, cwd=tmp_path, capture_output=True, text=True, check=False
    )  # fmt: skip

    assert pasted.returncode == 0, pasted.stderr + pasted.stdout
    assert "would be created: nothing" in pasted.stdout
    assert "created: 1 memory" in pasted.stdout
    assert '"created":{}' in pasted.stdout
    assert "chatgpt: 5 read" in pasted.stdout
    assert (tmp_path / "me.jsonl").read_bytes() == (tmp_path / "backup.jsonl").read_bytes()
    assert '"embedding":[' in (tmp_path / "vectors.jsonl").read_text()


def remembered(environ: dict[str, str], *contents: str) -> None:
    answer = httpx.post(
        f"{environ['GRAPHMEM_URL']}/v1/memories",
        headers={"Authorization": f"Bearer {environ['GRAPHMEM_KEY']}"},
        json={"user_id": "me", "memories": [{"content": content} for content in contents]},
        timeout=600,
        trust_env=False,
    )
    assert answer.status_code == 200, answer.text
