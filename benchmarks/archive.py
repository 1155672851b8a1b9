"""How fast a tenant is exported and imported, and that the memory it takes does not grow with it: `make bench`.

Each export and import has a server of its own, whose largest resident size is asked for at its end, as is that of the
command beside it. What is exported after the import must be the first file to the byte.
"""

import argparse
import asyncio
import filecmp
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from benchmarks.speed import _EACH, _fill, _until_ready
from graphmem.adapters.neo4j import schema
from graphmem.local.ports import free_port
from graphmem.settings import Settings
from graphmem.wiring import Parts, parts
from tests.service import engines, environment

_EMPTY = "MATCH (n) WHERE n.tenant = $tenant CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"


@dataclass(frozen=True)
class Run:
    """One command: how long it took, and how large it and its server became."""

    seconds: float
    idle: float  # megabytes of the server before
    server: float
    command: float


async def run(sizes: list[int], console: Console) -> None:
    table = Table("Measure", *(f"{size:,} memories" for size in sizes), title="Export and import")
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="graphmem-archive-") as folder:
        async with engines(Path(folder) / "data") as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            filled = 0
            for size in sizes:
                await _fill(built, range(filled // _EACH, size // _EACH), console)
                filled = size
                for name, value in (await _there_and_back(built, settings, Path(folder), size)).items():
                    rows.setdefault(name, []).append(value)
    for name, values in rows.items():
        table.add_row(name, *values)
    console.print(table)


async def _there_and_back(built: Parts, settings: Settings, folder: Path, size: int) -> dict[str, str]:
    first, second = folder / "first.jsonl", folder / "second.jsonl"
    out = await _run(settings, "export", str(first))
    await _empty(built, settings)
    back = await _run(settings, "import", str(first))
    again = await _run(settings, "export", str(second))
    lines = sum(1 for _ in first.open("rb"))
    assert lines >= size, f"{lines} lines for {size} memories"
    assert filecmp.cmp(first, second, shallow=False), "something was lost"
    return {
        "file": f"{first.stat().st_size / 1e6:.1f} MB, {lines:,} lines",
        "export": f"{out.seconds:.1f} s, {size / out.seconds:,.0f} memories/s",
        "import (vectors follow)": f"{back.seconds:.1f} s, {size / back.seconds:,.0f} memories/s",
        "server, largest: before": f"{out.idle:.0f} MB",
        "server, largest: export": f"{max(out.server, again.server):.0f} MB",
        "server, largest: import": f"{back.server:.0f} MB",
        "command, largest: export": f"{max(out.command, again.command):.0f} MB",
        "command, largest: import": f"{back.command:.0f} MB",
        "exported again": "the same to the byte",
    }


async def _run(settings: Settings, *arguments: str) -> Run:
    async with _served(settings) as (server, address):
        idle = _largest(server.pid)
        environ = environment(settings, GRAPHMEM_URL=address)
        began = time.perf_counter()
        command = _started(environ, *arguments)
        _, status, used = await asyncio.to_thread(os.wait4, command.pid, 0)
        took = time.perf_counter() - began
        command.returncode = os.waitstatus_to_exitcode(status)
        assert command.returncode == 0, arguments
        return Run(took, idle, _largest(server.pid), used.ru_maxrss / 1000)


@asynccontextmanager
async def _served(settings: Settings) -> AsyncIterator[tuple["subprocess.Popen[bytes]", str]]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = _started(environment(settings, GRAPHMEM_PORT=str(port)), "serve")
    try:
        async with httpx.AsyncClient(base_url=address) as client:
            await _until_ready(client)
        yield process, address
    finally:
        process.terminate()
        process.wait(30)


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
