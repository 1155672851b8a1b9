"""What may happen to each part of a running graphmem."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from graphmem.settings import load
from tests.attack.small_disk import NoMount, fill, small_disk
from tests.local.up import Up
from tests.worker.test_faults import flushed

PARTS = {
    "web server": "graphmem serve",
    "worker": "graphmem worker",
    "Valkey": "valkey-server",
    "Neo4j": "Neo4jCommunity",
}
_HELD = 4.0  # seconds that something stands still or is full
_FREE = 100  # megabytes that have to stay free on the small disk


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong, and is over when `strike` returns."""

    name: str
    strike: Callable[[Up], Awaitable[None]]


def faults(*, small: bool) -> list[Fault]:
    """One after the other; the disk is filled only where it is a small one of its own."""
    found = [Fault("the queue is emptied", _empty)]
    for name, word in PARTS.items():
        found.append(Fault(f"SIGKILL {name}", lambda up, word=word: _kill(up, word)))  # type: ignore[misc]
        found.append(Fault(f"SIGSTOP and SIGCONT {name}", lambda up, word=word: _hold(up, word)))  # type: ignore[misc]
    return [*found, Fault("the disk is full", _fill)] if small else found


@asynccontextmanager
async def somewhere(folder: Path) -> AsyncIterator[tuple[Path, dict[str, str], bool]]:
    """A folder for the data, the settings for it, and whether it is on a small disk of its own."""
    with contextlib.ExitStack() as stack:
        try:
            disk = stack.enter_context(small_disk(folder / "disk", megabytes=800))
        except NoMount:
            yield folder / "data", {}, False
        else:
            yield disk / "data", {"GRAPHMEM_MIN_FREE_MB": str(_FREE)}, True


async def _part(up: Up, word: str) -> psutil.Process:
    async with asyncio.timeout(120):
        while True:
            with contextlib.suppress(ValueError, psutil.NoSuchProcess):
                return up.child(word)
            await asyncio.sleep(0.2)  # it is being started again


async def _kill(up: Up, word: str) -> None:
    (await _part(up, word)).kill()


async def _hold(up: Up, word: str) -> None:
    part = await _part(up, word)
    part.suspend()
    try:
        await asyncio.sleep(_HELD)
    finally:
        part.resume()


async def _empty(up: Up) -> None:
    with contextlib.suppress(OSError):
        await flushed(load(redis_url=up.running.redis))


async def _fill(up: Up) -> None:
    ballast = fill(up.folder.parent)
    await asyncio.sleep(_HELD)
    ballast.unlink()
