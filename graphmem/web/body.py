"""Request bodies: what is not JSON is told apart in words, with the field where one is to blame."""

import json
import math
import re
from typing import Any

import msgspec
from litestar import Request

from graphmem.errors import InvalidInput, NotJson

_LONG_NUMBER = re.compile(rb"\d{19}")  # may have more than 64 bits
_DEEPEST = 100  # levels, of what is looked through level by level further on
_ODD = "is not a finite number of at most 64 bits"


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is checked when it is read as JSON, whatever its header calls it."""

    async def json(self) -> Any:
        content = await self.body()
        value = read_json(content) if content else None
        if _LONG_NUMBER.search(content) and (field := _odd_number(value, "")) is not None:
            raise InvalidInput(field, _ODD)
        return await super().json()


def read_json(content: bytes) -> Any:
    """What a text of JSON says; raises what is wrong with it, naming the field of a number that JSON doesn't have."""
    try:
        content.decode()
        value = msgspec.json.decode(content)
        if content.count(b"[") + content.count(b"{") > _DEEPEST and _depth(value) > _DEEPEST:
            raise RecursionError
    except UnicodeDecodeError as error:
        raise NotJson(f"the body is not UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise NotJson(f"the body is nested more than {_DEEPEST} levels deep") from error
    except msgspec.DecodeError as error:
        field = _in_other_words(content)
        if field is not None:
            raise InvalidInput(field, _ODD) from error
        raise NotJson(f"the body is not JSON: {str(error).removeprefix('JSON is malformed: ')}") from error
    return value


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level := [one for one in level if isinstance(one, dict | list)]:
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
        depth += 1
    return depth


def _in_other_words(content: bytes) -> str | None:
    """Where NaN, Infinity or 1e999 stands, which some clients write though JSON has no such numbers."""
    try:
        return _odd_number(json.loads(content), "")
    except (ValueError, RecursionError):
        return None


def _odd_number(value: Any, path: str) -> str | None:
    """Where a number stands that is not finite, or that neither the graph nor other readers of JSON can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return path
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return path
    inner: Any = ()
    if isinstance(value, dict):
        inner = ((item, f"{path}.{name}" if path else name) for name, item in value.items())
    elif isinstance(value, list):
        inner = ((item, f"{path}[{index}]") for index, item in enumerate(value))
    return next((found for item, where in inner if (found := _odd_number(item, where)) is not None), None)
