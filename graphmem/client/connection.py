"""The way to a server, waiting and for asyncio: calls are sent, and sent again where that helps."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import httpx

from graphmem.client.archive_calls import Lines
from graphmem.client.call import Call
from graphmem.client.errors import ApiError, error_of
from graphmem.client.options import Whose
from graphmem.client.sending import Link, answer_of, cut_off, given_up, may_try_again, pause_of, request_of

Answer = TypeVar("Answer")


class Connection:
    """The way to a server for a program that waits."""

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 4,
        transport: httpx.BaseTransport | None = None,
        **whose: Unpack[Whose],
    ) -> None:
        self._link = Link.of(url, key, timeout=timeout, retries=retries)
        self._whose = whose
        self._http = httpx.Client(**self._link.options(), transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def _of(self, named: Whose) -> dict[str, Any]:
        return {**self._whose, **named}

    def _send(self, call: Call[Answer]) -> Answer:
        pauses = self._link.pauses()
        while True:
            response: httpx.Response | None = None
            try:
                response = self._http.request(**request_of(call, self._link))
                return answer_of(call, response)
            except (httpx.TransportError, ApiError) as problem:
                planned = next(pauses, None)
                if planned is None or not may_try_again(call, problem):
                    raise given_up(self._link.url, problem) from problem
                pause = pause_of(planned, response)
            time.sleep(pause)

    def _lines(self, call: Call[bytes]) -> Iterator[bytes]:
        """The lines of an answer as they come; asked for again only before the first of them."""
        pauses, lines = self._link.pauses(), Lines()
        while True:
            response: httpx.Response | None = None
            begun = False
            try:
                with self._http.stream(**request_of(call, self._link)) as response:
                    if not response.is_success:
                        response.read()
                        raise error_of(response)
                    begun = True
                    for piece in response.iter_bytes():
                        yield from lines.of(piece)
                break
            except (httpx.TransportError, ApiError) as problem:
                planned = next(pauses, None)
                if begun or planned is None or not may_try_again(call, problem):
                    raise given_up(self._link.url, problem) from problem
                pause = pause_of(planned, response)
            time.sleep(pause)
        if not lines.complete:
            raise cut_off(self._link.url)


class AsyncConnection:
    """The way to a server for asyncio."""

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 4,
        transport: httpx.AsyncBaseTransport | None = None,
        **whose: Unpack[Whose],
    ) -> None:
        self._link = Link.of(url, key, timeout=timeout, retries=retries)
        self._whose = whose
        self._http = httpx.AsyncClient(**self._link.options(), transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    def _of(self, named: Whose) -> dict[str, Any]:
        return {**self._whose, **named}

    async def _send(self, call: Call[Answer]) -> Answer:
        pauses = self._link.pauses()
        while True:
            response: httpx.Response | None = None
            try:
                response = await self._http.request(**request_of(call, self._link))
                return answer_of(call, response)
            except (httpx.TransportError, ApiError) as problem:
                planned = next(pauses, None)
                if planned is None or not may_try_again(call, problem):
                    raise given_up(self._link.url, problem) from problem
                pause = pause_of(planned, response)
            await asyncio.sleep(pause)

    async def _lines(self, call: Call[bytes]) -> AsyncIterator[bytes]:
        """The lines of an answer as they come; asked for again only before the first of them."""
        pauses, lines = self._link.pauses(), Lines()
        while True:
            response: httpx.Response | None = None
            begun = False
            try:
                async with self._http.stream(**request_of(call, self._link)) as response:
                    if not response.is_success:
                        await response.aread()
                        raise error_of(response)
                    begun = True
                    async for piece in response.aiter_bytes():
                        for line in lines.of(piece):
                            yield line
                break
            except (httpx.TransportError, ApiError) as problem:
                planned = next(pauses, None)
                if begun or planned is None or not may_try_again(call, problem):
                    raise given_up(self._link.url, problem) from problem
                pause = pause_of(planned, response)
            await asyncio.sleep(pause)
        if not lines.complete:
            raise cut_off(self._link.url)
