"""How fast a tenant is exported and imported, and that the memory it takes does not grow with it: `make bench`.

A file of made-up memories is imported, and what is then exported must be that file to the byte. Each size has a server
of its own; it and the commands are asked for the largest resident size that they have had.
"""

import argparse
import asyncio
import contextlib
import filecmp
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import uuid_utils
from rich.console import Console
from rich.table import Table

from benchmarks.sentences import sentence
from benchmarks.speed import _EACH
from graphmem.adapters.neo4j import schema
from graphmem.core.archive.lines import written
from graphmem.core.archive.records import (
    FORMAT,
    VERSION,
    AboutTie,
    AliasLine,
    Footer,
    Header,
    MemoryLine,
    OwnerLine,
    PersonLine,
    Succession,
)
from graphmem.local.ports import free_port
from graphmem.settings import Settings
from graphmem.wiring import Parts, parts
from tests.service import engines, environment

_AT = "2026-01-01T10:00:00.123Z"
_EMPTY = "MATCH (n) WHERE n.tenant = $tenant CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"


@dataclass(frozen=True)
class Run:
    """One command: how long it took, and how large it and its server became."""

    seconds: float
    server: float  # megabytes
    command: float


async def run(sizes: list[int], console: Console) -> None:
    table = Table("Measure", *(f"{size:,} memories" for size in sizes), title="Export and import")
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="graphmem-archive-") as folder:
        async with engines(Path(folder) / "data") as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            for size in sizes:
                await _empty(built, settings)
                for name, value in (await _in_and_out(settings, Path(folder), size)).items():
                    rows.setdefault(name, []).append(value)
                    console.print(f"{size:,}: {name}: {value}")
    for name, values in rows.items():
        table.add_row(name, *values)
    console.print(table)


async def _in_and_out(settings: Settings, folder: Path, size: int) -> dict[str, str]:
    made, exported = folder / "made.jsonl", folder / "exported.jsonl"
    lines = _written(made, size)
    async with _served(settings) as (server, address):
        environ = environment(settings, GRAPHMEM_URL=address)
        idle = _largest(server.pid)
        there = await _run(server.pid, environ, "import", str(made))
        out = await _run(server.pid, environ, "export", str(exported))
    assert filecmp.cmp(made, exported, shallow=False), "something was lost"
    return {
        "file": f"{made.stat().st_size / 1e6:.1f} MB, {lines:,} lines",
        "import (vectors follow)": f"{there.seconds:.1f} s, {size / there.seconds:,.0f} memories/s",
        "export": f"{out.seconds:.1f} s, {size / out.seconds:,.0f} memories/s",
        "server, largest: when it is ready": f"{idle:.0f} MB",
        "server, largest: after the import": f"{there.server:.0f} MB",
        "server, largest: after the export": f"{out.server:.0f} MB",
        "command, largest: import": f"{there.command:.0f} MB",
        "command, largest: export": f"{out.command:.0f} MB",
        "exported": "the same to the byte",
    }


def _written(path: Path, size: int) -> int:
    """Writes an archive of users with a hundred memories each, about two people, in the order of an export."""
    users = [f"user/owner-{number:06}" for number in range(size // _EACH)]
    ids = {user: [[str(uuid_utils.uuid7()) for _ in range(count)] for count in (2, 2, _EACH)] for user in users}
    counts = {"owner": len(users), "person": 2 * len(users), "alias": 2 * len(users)}
    counts |= {"thread": 0, "message": 0, "extraction": 0, "reading": 0, "memory": size, "change": 0}
    with path.open("wb") as file:
        file.write(written(Header(format=FORMAT, version=VERSION, counts=counts)))
        file.writelines(written(OwnerLine(owner=user)) for user in users)
        for user in users:
            file.writelines(
                written(PersonLine(id=id_, owner=user, name="Sarah", created_at=_AT, last_mentioned=_AT))
                for id_ in ids[user][0]
            )
        for user in users:
            for id_, person in zip(ids[user][1], ids[user][0], strict=True):
                file.write(written(AliasLine(id=id_, refers_to=[person], text="Sarah", kind="name", at=_AT)))
        for user in users:
            file.writelines(written(line) for line in _memories(user, ids[user][2], ids[user][0]))
        file.write(written(Footer(counts=counts)))
    return 2 + sum(counts.values())


def _memories(user: str, ids: list[str], people: list[str]) -> Iterator[MemoryLine]:
    """Every tenth was replaced by the one after it."""
    for place, id_ in enumerate(ids):
        replaces = [Succession(replaces=ids[place - 1], at=_AT, by="rule", reason="newer")] if place % 10 == 1 else []
        yield MemoryLine(
            id=id_,
            owner=user,
            content=sentence(),
            kind="fact",
            confidence=0.9,
            status="deprecated" if place % 10 == 0 else "active",
            created_at=_AT,
            updated_at=_AT,
            valid_from=_AT,
            about=[AboutTie(person=people[place % 2], subject=True, rule="name", reason="named")],
            successions=replaces,
        )


async def _run(server: int, environ: dict[str, str], *arguments: str) -> Run:
    began = time.perf_counter()
    command = _started(environ, *arguments)
    _, status, used = await asyncio.to_thread(os.wait4, command.pid, 0)
    took = time.perf_counter() - began
    command.returncode = os.waitstatus_to_exitcode(status)
    assert command.returncode == 0, arguments
    return Run(took, _largest(server), used.ru_maxrss / 1000)


@asynccontextmanager
async def _served(settings: Settings) -> AsyncIterator[tuple["subprocess.Popen[bytes]", str]]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = _started(environment(settings, GRAPHMEM_PORT=str(port)), "serve")
    try:
        await _until_ready(address)
        yield process, address
    finally:
        process.terminate()
        process.wait(30)


async def _until_ready(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as client:
        for _ in range(3_000):
            with contextlib.suppress(httpx.TransportError):
                if (await client.get("/health/ready")).status_code == 200:
                    return
            await asyncio.sleep(0.1)
    raise TimeoutError("the server did not start")


def _started(environ: dict[str, str], *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "graphmem", *arguments], env=environ)


def _largest(pid: int) -> float:
    """The largest resident size that a process has had, in megabytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1000 if found else float("nan")


async def _empty(built: Parts, settings: Settings) -> None:
    async with built.engine._session(write=True) as session:
        await (await session.run(_EMPTY, tenant=settings.tenant)).consume()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, nargs="+", default=[10_000, 100_000])
    asyncio.run(run(parser.parse_args().memories, Console(highlight=False)))


if __name__ == "__main__":
    main()
