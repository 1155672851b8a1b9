"""Both clients on the way to a real server, a good way or one with faults."""

import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from graphmem.client import AsyncGraphmem, Graphmem
from tests.service import KEY

Server = tuple[str, Path]
BOTH = pytest.mark.parametrize("kind", [Graphmem, AsyncGraphmem])


async def of(answer: Any) -> Any:
    return await answer if inspect.isawaitable(answer) else answer


@asynccontextmanager
async def connected(kind: Any, server: Server, user: str, **options: Any) -> AsyncIterator[Any]:
    client = kind(server[0], KEY, user_id=user, **options)
    if isinstance(client, Graphmem):
        with client:
            yield client
    else:
        async with client:
            yield client


async def lines_of(lines: Any) -> list[bytes]:
    return list(lines) if not hasattr(lines, "__aiter__") else [line async for line in lines]


class Faulty(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A way to the real server on which the first requests, or the answers to them, get lost."""

    def __init__(self, *faults: httpx.TransportError | httpx.Response, after: bool = False) -> None:
        self._faults = list(faults)
        self._after = after
        self._real = httpx.HTTPTransport()
        self._async = httpx.AsyncHTTPTransport()
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if not self._faults:
            return self._real.handle_request(request)
        if self._after:
            self._real.handle_request(request).read()
        return self._fault()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if not self._faults:
            return await self._async.handle_async_request(request)
        if self._after:
            await (await self._async.handle_async_request(request)).aread()
        return self._fault()

    def _fault(self) -> httpx.Response:
        fault = self._faults.pop(0)
        if isinstance(fault, Exception):
            raise fault
        return fault

    def close(self) -> None:
        self._real.close()

    async def aclose(self) -> None:
        await self._async.aclose()


def busy(status: int = 503, code: str = "engine_unavailable") -> httpx.Response:
    error = {"code": code, "message": "later", "details": []}
    return httpx.Response(status, json={"error": error})
