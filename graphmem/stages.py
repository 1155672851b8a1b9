"""How long the stages of a request take, for whoever asks for it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_taken: ContextVar[dict[str, float] | None] = ContextVar("stages", default=None)


@contextmanager
def measured() -> Iterator[dict[str, float]]:
    """Milliseconds by stage, of all that is done in the block."""
    taken: dict[str, float] = {}
    token = _taken.set(taken)
    try:
        yield taken
    finally:
        _taken.reset(token)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Something that takes its time; noted only where somebody measures."""
    taken = _taken.get()
    if taken is None:
        yield
        return
    began = time.perf_counter()
    try:
        yield
    finally:
        taken[name] = taken.get(name, 0.0) + (time.perf_counter() - began) * 1000


def server_timing(taken: dict[str, float]) -> str:
    """The value of a Server-Timing header."""
    return ", ".join(f"{name};dur={milliseconds:.2f}" for name, milliseconds in taken.items())
