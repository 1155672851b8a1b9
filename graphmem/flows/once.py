"""Doing once what a request with a key asks for, however often it is sent."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from graphmem.core.attempts import Attempt
from graphmem.errors import SentBefore
from graphmem.ports.attempts import Attempts

Answer = TypeVar("Answer")


async def once(
    attempt: Attempt,
    *,
    attempts: Attempts,
    first: Callable[[], Awaitable[Answer]],
    again: Callable[[str], Awaitable[Answer]],
) -> Answer:
    """What `first` answers, which notes it; or what `again` makes of what was noted when the same was done before."""
    while True:
        noted = await attempts.answer(attempt)
        if noted is not None:
            return await again(noted)
        try:
            return await first()
        except SentBefore:
            continue
