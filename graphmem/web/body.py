"""Request bodies: what is not JSON is told apart in words, with the field where one is to blame."""

import json
import math
from typing import Any

import msgspec
from litestar import Request

from graphmem.errors import InvalidInput, NotJson


class JsonRequest(Request[Any, Any, Any]):
    """A request whose JSON body is checked when it is first read."""

    async def body(self) -> bytes:
        content = await super().body()
        if content and self.headers.get("content-type", "").startswith("application/json"):
            check_json(content)
        return content


def check_json(content: bytes) -> None:
    """Raises what is wrong with a text that is not JSON; a number that is none is named by its field."""
    try:
        content.decode()
        msgspec.json.decode(content, type=msgspec.Raw)
    except UnicodeDecodeError as error:
        raise NotJson(f"the body is not UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise NotJson("the body is nested too deeply") from error
    except msgspec.DecodeError as error:
        field = _odd_number(content)
        if field is not None:
            raise InvalidInput(field, "is not a number that JSON knows") from error
        raise NotJson(f"the body is not JSON: {str(error).removeprefix('JSON is malformed: ')}") from error


def _odd_number(content: bytes) -> str | None:
    """Where NaN or Infinity stands, which some clients write though JSON has no such numbers."""
    try:
        return _find(json.loads(content), "")
    except (ValueError, RecursionError):
        return None


def _find(value: Any, path: str) -> str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return path
    inner: Any = ()
    if isinstance(value, dict):
        inner = ((item, f"{path}.{name}" if path else name) for name, item in value.items())
    elif isinstance(value, list):
        inner = ((item, f"{path}[{index}]") for index, item in enumerate(value))
    return next((found for item, where in inner if (found := _find(item, where)) is not None), None)
