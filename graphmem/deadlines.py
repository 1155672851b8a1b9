"""How long a request waits for the parts that it needs: all its waits together have one limit."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar


class Allowance:
    """Seconds that may be waited in all; what is computed in between, or waited for at the same time, counts once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._spent = 0.0
        self._waiting = 0
        self._since = 0.0

    @property
    def left(self) -> float:
        running = time.monotonic() - self._since if self._waiting else 0.0
        return self.seconds - self._spent - running

    def begin(self) -> None:
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting += 1

    def end(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._spent += time.monotonic() - self._since


_allowance: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def allowance(seconds: float) -> Iterator[None]:
    """What is done inside waits so many seconds in all."""
    token = _allowance.set(Allowance(seconds))
    try:
        yield
    finally:
        _allowance.reset(token)


@asynccontextmanager
async def waiting(*, most: float, share: float = 1.0) -> AsyncIterator[float]:
    """Raises TimeoutError when what is inside takes longer than `share` of what may still be waited.

    Without an allowance it may take `most` seconds. Gives the seconds to tell a caller of.
    """
    given = _allowance.get()
    if given is None:
        async with asyncio.timeout(most):
            yield most
        return
    given.begin()
    try:
        async with asyncio.timeout(given.left * share):
            yield given.seconds * share
    finally:
        given.end()
