"""An installed wheel works outside the checkout."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=repository, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


def test_the_wheel_carries_the_cypher_the_pages_and_the_locks(wheel: Path, repository: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("cypher", "templates", "static"):
        for path in (repository / folder).rglob("*.*"):
            assert f"graphmem/{path.relative_to(repository).as_posix()}" in inside
    assert "graphmem/local/locks/neo4j-2026.08.1.json" in inside
    assert "graphmem/demo/year.jsonl" in inside
    assert "graphmem/py.typed" in inside


def test_an_installed_wheel_finds_its_files_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Unpacked into an empty folder that comes before the checkout on the path."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        "import graphmem, graphmem.resources as r, graphmem.adapters.neo4j.queries as q, graphmem.web.app;"
        "print(graphmem.__file__, r.folder('templates'), len(q.Apply.text))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    package, templates, _ = answer.stdout.split()
    assert Path(package).is_relative_to(tmp_path)
    assert Path(templates) == tmp_path / "graphmem" / "templates"
    assert (Path(templates) / "base.html").is_file()
