"""A real Neo4j and a real Valkey in a folder of their own, on free ports, for tests and benchmarks.

`python -m tests.service FOLDER` keeps a pair running; tests that find FOLDER in `TEST_ENGINES` use that pair and start
none, which spares each run a cold JVM. What earlier runs wrote is still there.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

import httpx
from rich.console import Console

from graphmem.cli.graph import wait_for_engine
from graphmem.core.change import Decision
from graphmem.core.settlement import Settlement
from graphmem.local.child import Child
from graphmem.local.datadir import DataDir
from graphmem.local.engines import private_neo4j, private_valkey
from graphmem.settings import Settings, load

KEY = "gm_test_key"
PATIENCE = 60  # seconds that a request waits: on a busy machine a cold engine takes its time
_KEPT = "engines.json"


def environment(settings: Settings, **more: str) -> dict[str, str]:
    """What a process of ours needs to reach the same service."""
    return {
        **os.environ,
        "NEO4J_URI": str(settings.neo4j_uri),
        "NEO4J_USERNAME": settings.neo4j_username,
        "NEO4J_PASSWORD": settings.neo4j_password.get_secret_value(),
        "REDIS_URL": str(settings.redis_url),
        "GRAPHMEM_KEY": KEY,
        "GRAPHMEM_TENANT": settings.tenant,
        "GRAPHMEM_WRONG_KEYS": str(settings.wrong_keys),
        "GRAPHMEM_REQUEST_SECONDS": str(settings.request_seconds),
        **more,
    }


@contextmanager
def served(settings: Settings, log: str | Path | None = None, /, *, port: int, **more: str) -> Iterator[str]:
    """The address of a `graphmem serve` on these engines, until the block ends; what it logs can go to a file."""
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "graphmem", "serve"]
    with Path(log).open("wb") if log else nullcontext() as errors:
        process = subprocess.Popen(command, env=environment(settings, GRAPHMEM_PORT=str(port), **more), stderr=errors)
    try:
        while process.poll() is None and not _ready(address):
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def _ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health/ready").status_code == 200
    except httpx.TransportError:
        return False


@asynccontextmanager
async def engines(folder: Path) -> AsyncIterator[Settings]:
    """Settings that reach both, until the block ends."""
    kept = Path(os.environ.get("TEST_ENGINES", "")) / _KEPT
    if kept.is_file():
        yield load(data_dir=folder, request_seconds=PATIENCE, wrong_keys=0, **json.loads(kept.read_text()))
        return
    data = DataDir(folder)
    data.prepare()
    neo4j = private_neo4j(load(data_dir=folder), data, Console(stderr=True))
    valkey = private_valkey(data)
    children = [
        Child("Neo4j", neo4j.command(), log=data.logs / "neo4j.log", say=print, environment=neo4j.environment()),
        Child("Valkey", valkey.command(), log=data.logs / "valkey.log", say=print),
    ]
    for child in children:
        await child.start()
    reached = {
        "neo4j_uri": neo4j.uri,
        "neo4j_username": "neo4j",
        "neo4j_password": neo4j.password,
        "redis_url": valkey.url,
        "key": KEY,
        "tenant": "testing",
    }
    settings = load(data_dir=folder, request_seconds=PATIENCE, wrong_keys=0, **reached)
    try:
        await wait_for_engine(settings, children[0])
        (folder / _KEPT).write_text(json.dumps(reached))
        yield settings
    finally:
        for child in reversed(children):
            await child.stop()


def plain(decisions: Sequence[Decision]) -> Settlement:
    """Decisions about texts that say nothing about people."""
    ids = [decision.claim.id for decision in decisions]
    return Settlement(
        decisions=tuple(decisions),
        about=dict.fromkeys(ids, ()),
        last_mentioned={},
    )


async def _keep(folder: Path) -> None:
    async with engines(folder):
        Console().print(f"TEST_ENGINES={folder}")
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_keep(Path(sys.argv[1]).resolve()))
