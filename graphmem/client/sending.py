"""Sending a call: where to, what to try again and when, and what an answer says."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import msgspec

from graphmem import __version__
from graphmem.client.call import Call
from graphmem.client.errors import ApiError, Unreachable, error_of

Answer = TypeVar("Answer")
DEFAULT_URL = "http://127.0.0.1:7878"
_LONGEST_PAUSE = 10.0


@dataclass(frozen=True, slots=True)
class Link:
    """Where graphmem is, and how long to try."""

    url: str
    key: str
    timeout: float
    retries: int

    @classmethod
    def of(cls, url: str | None, key: str | None, *, timeout: float, retries: int) -> "Link":
        """What isn't given comes from GRAPHMEM_URL and GRAPHMEM_KEY."""
        key = key or os.environ.get("GRAPHMEM_KEY")
        if not key:
            raise ValueError("a key is needed: key=…, or GRAPHMEM_KEY in the environment")
        return cls((url or os.environ.get("GRAPHMEM_URL") or DEFAULT_URL).rstrip("/"), key, timeout, retries)

    def options(self) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.key}", "User-Agent": f"graphmem/{__version__}"}
        return {"base_url": self.url, "headers": headers, "timeout": self.timeout}

    def lasting(self) -> httpx.Timeout:
        """The time-outs of a file on its way: it takes as long as it takes, once there is a connection."""
        return httpx.Timeout(self.timeout, read=None, write=None)

    def pauses(self) -> Iterator[float]:
        """Seconds to wait before each further try: longer and longer, and never in step with other clients."""
        for attempt in range(self.retries):
            yield min(_LONGEST_PAUSE, 0.25 * 2**attempt) * random.uniform(0.5, 1.0)  # noqa: S311


def request_of(call: Call[Any], link: Link) -> dict[str, Any]:
    body = {"content": call.pieces()} if call.pieces is not None else {"json": call.body}
    return {
        "method": call.method,
        "url": call.path,
        "params": dict(call.params),
        "headers": dict(call.headers),
        "timeout": link.lasting() if call.lasting else link.timeout,
        **body,
    }


def may_try_again(call: Call[Any], problem: httpx.TransportError | ApiError) -> bool:
    """A server that says it can't now has done nothing, or says so; one that was never reached has not either."""
    if call.once:
        return False
    if isinstance(problem, ApiError):
        return problem.status in (429, 503) and (call.again or problem.code != "outcome_unknown")
    return call.again or isinstance(problem, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)


def answer_of(call: Call[Answer], response: httpx.Response) -> Answer:
    if response.is_success:
        return msgspec.json.decode(response.content, type=call.answer)
    raise error_of(response)


def pause_of(planned: float, response: httpx.Response | None) -> float:
    """What the server asks for, if it does; otherwise as planned."""
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    return min(_LONGEST_PAUSE, max(planned, float(asked))) if asked.isdigit() else planned


def given_up(url: str, problem: httpx.TransportError | ApiError) -> Exception:
    if isinstance(problem, ApiError):
        return problem
    return Unreachable(f"graphmem at {url} does not answer ({type(problem).__name__})")


def cut_off(url: str) -> Exception:
    return Unreachable(f"graphmem at {url} stopped in the midst of an export")
