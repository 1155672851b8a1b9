"""Engines of a test's own that can be stopped in the midst of what they do, as a paused machine or a lost network would."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import psutil

from graphmem.settings import Settings
from tests.service import engines


@asynccontextmanager
async def own_engines(folder: Path) -> AsyncIterator[Settings]:
    """A pair that nobody else uses, whatever TEST_ENGINES says."""
    kept = os.environ.pop("TEST_ENGINES", None)
    try:
        async with engines(folder) as settings:
            yield settings
    finally:
        if kept is not None:
            os.environ["TEST_ENGINES"] = kept


@contextmanager
def stopped(*words: str) -> Iterator[None]:
    """The one child of ours with these words in its command stands still until the block ends."""
    process = child(*words)
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def child(*words: str) -> psutil.Process:
    ours = psutil.Process().children(recursive=True)
    [found] = [one for one in ours if all(word in " ".join(one.cmdline()) for word in words)]
    return found
