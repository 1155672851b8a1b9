"""A server that speaks OpenAI's protocol: asked again when it stumbles, and left when it does not answer."""

import asyncio
import contextlib
import math
import re
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx
import msgspec
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from graphmem.errors import SetupError

Shape = TypeVar("Shape")

_TRIES = 3
_PATIENCE = 30.0  # seconds: a server that asks for a longer pause is left alone
_LARGEST = 64 * 1024 * 1024
_CODE = re.compile(r"[a-z][a-z0-9_]{0,60}")
_MEANING = {
    401: "the key was refused",
    402: "it has to be paid first",
    403: "the key may not do this",
    404: "no such model or address",
}


class NoAnswer(Exception):
    """Why a server gave no answer, without a word of what it was asked or what it said."""


class Refused(NoAnswer):
    """The server does not take the request as it is."""

    def __init__(self, status: int, code: str | None, parameter: str | None) -> None:
        parts = [f"status {status}", _MEANING.get(status), code]
        super().__init__(", ".join(part for part in parts if part))
        self.status = status
        self.parameter = parameter


class _Busy(NoAnswer):
    """Worth another try, after so many seconds at least."""

    def __init__(self, problem: str, pause: float = 0) -> None:
        super().__init__(problem)
        self.pause = pause


class _Problem(msgspec.Struct):
    code: str | int | None = None
    param: str | None = None


class _Failure(msgspec.Struct):
    error: _Problem


class Server:
    """One server, with the key for it."""

    def __init__(self, base_url: str, *, key: str | None, timeout: float = 20, pause: float = 0.5) -> None:
        """`timeout` and the first `pause` between two tries are in seconds."""
        key = (key or "").strip()
        if not key.isascii() or not key.isprintable():
            raise SetupError("OPENAI_API_KEY holds characters that no key has", ["copy the key anew"])
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._client = httpx.AsyncClient(base_url=_address(base_url), headers=headers, timeout=timeout)
        self._timeout = timeout
        self._back_off = wait_exponential_jitter(multiplier=pause, max=pause * 10, jitter=pause)

    async def post(self, path: str, body: Mapping[str, Any]) -> bytes:
        """The server's answer. Raises NoAnswer when it has none, also after more tries."""
        content = msgspec.json.encode(body)
        async for attempt in AsyncRetrying(
            retry=retry_if_exception_type(_Busy), stop=stop_after_attempt(_TRIES), wait=self._pause, reraise=True
        ):
            with attempt:
                return await self._once(path, content)
        raise AssertionError("unreachable: the loop returns or raises")

    async def stream(self, path: str, body: Mapping[str, Any]) -> AsyncIterator[bytes]:
        """The answer as it comes, from its first byte on. Raises NoAnswer when there is none, or not all of it."""
        request = self._client.build_request("POST", path, content=msgspec.json.encode(body))
        try:
            response = await self._client.send(request, stream=True)
            if response.status_code >= 300:
                await response.aclose()
                raise Refused(response.status_code, None, None)
        except httpx.TransportError as error:
            raise NoAnswer(type(error).__name__) from None
        return _parts(response)

    async def close(self) -> None:
        await self._client.aclose()

    async def _once(self, path: str, content: bytes) -> bytes:
        try:
            # The client's own limit is for each read: a server that sends a byte now and then would never meet it.
            async with asyncio.timeout(self._timeout), self._client.stream("POST", path, content=content) as response:
                answer = await _whole(response)
        except TimeoutError:
            raise _Busy(f"no answer in {self._timeout:g} seconds") from None
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise _Busy(type(error).__name__) from None  # its words may hold the key
        if response.status_code in (408, 409, 429) or response.status_code >= 500:
            raise _busy(response)
        if response.status_code >= 300:
            problem = _problem(answer)
            code = problem.code if isinstance(problem.code, str) and _CODE.fullmatch(problem.code) else None
            raise Refused(response.status_code, code, problem.param)
        return answer

    def _pause(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        return max(self._back_off(state), error.pause if isinstance(error, _Busy) else 0)


def _address(base_url: str) -> httpx.URL:
    with contextlib.suppress(httpx.InvalidURL):
        url = httpx.URL(base_url.strip().rstrip("/"))
        if url.scheme in ("http", "https") and url.host:
            return url
    raise SetupError("OPENAI_BASE_URL is no http address", ["set it to one such as https://api.openai.com/v1"])


async def _parts(response: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for part in response.aiter_bytes():
            yield part
    except httpx.TransportError as error:
        raise NoAnswer(type(error).__name__) from None
    finally:
        await response.aclose()


async def _whole(response: httpx.Response) -> bytes:
    answer = bytearray()
    async for part in response.aiter_bytes():
        answer += part
        if len(answer) > _LARGEST:
            raise NoAnswer("an answer without end")
    return bytes(answer)


def _busy(response: httpx.Response) -> NoAnswer:
    problem, pause = f"status {response.status_code}", _asked_pause(response.headers.get("Retry-After", ""))
    if pause > _PATIENCE:
        return NoAnswer(f"{problem}, to be asked again in {math.ceil(pause)} seconds")
    return _Busy(problem, pause)


def _asked_pause(header: str) -> float:
    """The seconds that a Retry-After means, given as a number or as a date."""
    with contextlib.suppress(ValueError):
        seconds = float(header)
        return max(0.0, seconds) if math.isfinite(seconds) else 0.0
    with contextlib.suppress(ValueError, TypeError):
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    return 0.0


def decoded(answer: bytes, shape: type[Shape]) -> Shape:
    """What the JSON holds, strictly checked. Raises msgspec.DecodeError for all that is no such thing."""
    try:
        return msgspec.json.decode(answer, type=shape)
    except RecursionError:
        raise msgspec.DecodeError("nested too deep") from None


def _problem(answer: bytes) -> _Problem:
    try:
        return decoded(answer, _Failure).error
    except msgspec.DecodeError:
        return _Problem()
