"""A private Neo4j for a peer that brings none."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.recall.peer import PeerFailed

_PATIENCE = 300.0  # seconds
_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Engine:
    """Where it is reached, and the process to ask what it takes up."""

    environment: Mapping[str, str]
    pid: int


@contextmanager
def private_neo4j(folder: Path) -> Iterator[Engine]:
    """The Neo4j that the tests start, until the block ends."""
    with folder.with_suffix(".log").open("wb") as log:
        command = [sys.executable, "-m", "tests.service", str(folder)]
        process = subprocess.Popen(command, cwd=_ROOT, stdout=log, stderr=log)
    try:
        told = _told(folder / "engines.json", process)
        yield Engine({"NEO4J_URI": told["neo4j_uri"], "NEO4J_PASSWORD": told["neo4j_password"]}, process.pid)
    finally:
        process.terminate()
        process.wait(60)


def _told(path: Path, process: "subprocess.Popen[bytes]") -> dict[str, str]:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if path.is_file() and (text := path.read_text()):
            told: dict[str, str] = json.loads(text)
            return told
        time.sleep(0.2)
    raise PeerFailed("its Neo4j did not start")
