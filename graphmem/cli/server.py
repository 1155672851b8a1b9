"""Talks to a running graphmem: the one in GRAPHMEM_URL, or the one that `graphmem up` runs here."""

from typing import Any, TypeVar

import httpx
import msgspec

from graphmem.errors import GraphmemError, SetupError
from graphmem.local.datadir import DataDir
from graphmem.settings import Settings
from graphmem.web.error_shapes import ErrorAnswer

Answer = TypeVar("Answer")


class Refused(GraphmemError):
    """The server said no, and why."""


def address(settings: Settings) -> tuple[str, str]:
    """Where the server is, and the key for it."""
    running = DataDir(settings.data_dir.expanduser().resolve()).running()
    key = settings.key.get_secret_value() if settings.key else None
    if settings.url is not None:
        if key is None:
            raise SetupError("GRAPHMEM_URL is set, but no key", ["set GRAPHMEM_KEY to a key of that server"])
        return settings.url.rstrip("/"), key
    if running is None:
        raise SetupError(
            f"graphmem isn't running on {settings.data_dir}",
            [
                "start it with `graphmem up` (or `make up`)",
                "or set GRAPHMEM_DATA_DIR to the folder of the one that runs",
                "or set GRAPHMEM_URL and GRAPHMEM_KEY to use one elsewhere",
            ],
        )
    return running.url, key or running.key


def call(settings: Settings, method: str, path: str, *, answer: type[Answer], **arguments: Any) -> Answer:
    """The decoded answer of the server."""
    url, key = address(settings)
    try:
        response = httpx.request(
            method,
            f"{url}{path}",
            headers={"Authorization": f"Bearer {key}"},
            timeout=60,
            trust_env=False,
            **arguments,
        )
    except httpx.TransportError as error:
        raise SetupError(
            f"graphmem at {url} does not answer ({type(error).__name__})",
            ["is it still running? `graphmem doctor` checks"],
        ) from error
    if response.status_code >= 400:
        raise Refused(reason(response))
    return msgspec.json.decode(response.content, type=answer)


def reason(response: httpx.Response) -> str:
    """Why the server said no."""
    try:
        return msgspec.json.decode(response.content, type=ErrorAnswer).error.message
    except msgspec.DecodeError:
        return f"the server answered {response.status_code}"
