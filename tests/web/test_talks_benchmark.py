"""The benchmarks of talks and of what is retired run on made-up conversations."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import retired, talks
from benchmarks.recall import locomo
from benchmarks.recall.__main__ import begun
from benchmarks.recall.made_up import write
from benchmarks.talk_cases import load
from graphmem.client import Graphmem
from graphmem.settings import Settings
from tests.service import KEY, PATIENCE, environment

_QUIET = Console(quiet=True)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write(tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def client(readme_server: tuple[str, Path]) -> Iterator[Graphmem]:
    with Graphmem(readme_server[0], KEY, timeout=PATIENCE) as made:
        yield made


def test_a_talk_is_heard_and_scored(data: Path, client: Graphmem, settings: Settings) -> None:
    worker = subprocess.Popen([sys.executable, "-m", "graphmem", "worker"], env=environment(settings))
    try:
        scored = talks.measure(list(load(data, only=[])), client, console=_QUIET)
    finally:
        worker.terminate()
        worker.wait(30)
    result = talks.summed(scored, seconds=1)
    assert (result.counts.facts, result.counts.replaced, result.counts.people, result.counts.questions) == (3, 1, 1, 1)
    assert result.counts.held > 0
    assert result.figures["forbidden texts held a talk"] == 0
    assert result.figures["questions answered by one of the first 5"] == 1


def test_what_turns_retire_and_join_is_listed(data: Path, client: Graphmem) -> None:
    corpora = locomo.load([data], None).corpora
    run = begun()
    result = retired.Result(run.made, run.version, run.machine, counts={}, pairs=[])
    retired.measure("once", corpora, client, result, console=_QUIET)
    assert result.counts["once"].turns == 6
    retired.measure("again", corpora, client, result, console=_QUIET)
    assert result.counts["again"].joined == 6
    assert {pair.newer for pair in result.pairs if pair.became == "joined"} == {item.text for item in corpora[0].items}


def test_the_list_is_never_written_into_the_repository(repository: Path, data: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.retired", "--data", str(data), "--out", str(repository / "list.json")]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "outside of the repository" in refused.stderr
