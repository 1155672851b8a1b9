"""The documents tell the truth: every setting, route and error is in them, and nothing points outside."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from graphmem.settings import Settings
from graphmem.web.errors import STATUS
from tests.types import Http


def test_every_setting_is_documented_with_its_names_default_and_meaning(repository: Path) -> None:
    text = (repository / "docs" / "settings.md").read_text()
    for name, names in Settings.names().items():
        [row] = [line for line in text.splitlines() if line.startswith(f"| `{names[0]}`")]
        for alias in names[1:]:
            assert f"`{alias}`" in row
        assert str(Settings.model_fields[name].description) in row
    documented = re.findall(r"^\| `([A-Z0-9_]+)`", text, re.MULTILINE)
    assert sorted(documented) == sorted(names[0] for names in Settings.names().values())


@pytest.mark.req("A1")
async def test_every_route_and_error_is_documented(repository: Path, http: Http) -> None:
    text = (repository / "docs" / "api.md").read_text()
    for path, methods in (await http.get("/schema")).json()["paths"].items():
        for method in methods:
            shown = re.sub(r"{\w+_id}", "{id}", path, count=1)
            assert f"{method.upper()} {shown}" in text
    for error in STATUS:
        assert f"`{error.code}`" in text or STATUS[error] == 503


@pytest.mark.req("A1")
async def test_the_description_tells_what_an_item_is(http: Http) -> None:
    schemas = (await http.get("/schema")).json()["components"]["schemas"]
    item = next(schema for name, schema in schemas.items() if name.endswith("MemoryItem"))
    request = next(schema for name, schema in schemas.items() if name.endswith("RememberRequest"))
    assert "content" in item["properties"]
    assert item["required"] == ["content"]
    assert request["properties"]["memories"]["items"]["$ref"].endswith("MemoryItem")


async def test_every_property_of_a_memory_is_documented(repository: Path) -> None:
    text = (repository / "docs" / "graph.md").read_text()
    fragment = (repository / "cypher" / "fragments" / "memory.cypher").read_text()
    for name in re.findall(r"\.([a-z]\w+)|(\w+): m\.", fragment.split("about: COLLECT")[0]):
        assert f"`{name[0] or name[1]}`" in text or (name[0] or name[1]) in {"epochMillis", "status", "id"}


def test_links_between_documents_lead_somewhere(repository: Path) -> None:
    for page in (*repository.glob("*.md"), *repository.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_curl_lines_of_the_readme_work_when_pasted(repository: Path, readme_server: tuple[str, Path]) -> None:
    """The lines as they stand, but for the address."""
    address, folder = readme_server
    blocks = re.findall(r"```sh\n(.*?)```", (repository / "README.md").read_text(), re.DOTALL)
    lines = [block for block in blocks if "curl" in block or "export" in block]
    script = "\n".join(lines).replace("http://127.0.0.1:7878", address)
    answer = subprocess.run(
        ["bash", "-euc", f"export GRAPHMEM_DATA_DIR={shlex.quote(str(folder))}\n{script}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert '"status":"saved"' in answer.stdout
    assert "I am allergic to peanuts" in answer.stdout.splitlines()[-1].split('"context"')[1]


def test_nothing_names_a_registry_or_a_path_of_one_machine(repository: Path) -> None:
    files = subprocess.run(
        ["git", "ls-files"], cwd=repository, capture_output=True, text=True, check=True
    ).stdout.split()
    hosts = re.compile(r"(pypi\.org|pythonhosted|repo1?\.maven|maven\.apache\.org/maven2|npmjs|/root/|/work/|/tmp/)")
    found = {
        f"{file}: {match.group()}"
        for file in files
        if Path(file).suffix not in {".png", ".svg"} and file != "tests/test_docs.py"
        for match in hosts.finditer((repository / file).read_text(errors="ignore"))
    }
    assert found == set()
