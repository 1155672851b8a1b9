"""One request to the API, ready to be sent: shared by both clients."""

import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

Answer = TypeVar("Answer")
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[Answer]):
    """One request; `again` says that it does no harm when it is sent twice."""

    method: str
    path: str
    answer: type[Answer]
    params: Fields = field(default_factory=dict)
    body: Fields | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    again: bool = False
    pieces: Callable[[], Any] | None = None  # begins a body that is streamed
    once: bool = False  # what it streams can't be begun anew
    lasting: bool = False  # takes as long as there is something to read or write


def new_key() -> str:
    """A UUID of version 7."""
    moment = time.time_ns() // 1_000_000
    bits = moment << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)
    return str(uuid.UUID(int=bits))


def reading(path: str, answer: type[Answer], params: Fields) -> Call[Answer]:
    return Call(method="GET", path=path, answer=answer, params=given(params), again=True)


def memory_path(memory_id: str) -> str:
    return f"/v1/memories/{safe(memory_id)}"


def person_path(person_id: str) -> str:
    return f"/v1/people/{safe(person_id)}"


def thread_path(thread_id: str) -> str:
    return f"/v1/threads/{own(thread_id)}"


def safe(id_: str) -> str:
    """An id that can't lead to another address."""
    return str(uuid.UUID(id_))


def own(id_: str) -> str:
    """An id of the caller's own, as it can stand in an address without leading to another."""
    if id_ in ("", ".", "..") or "/" in id_:
        raise ValueError(f"{id_!r} can't be the id of a thread or message")
    return quote(id_, safe="")


def given(fields: Fields) -> dict[str, Any]:
    return {name: value for name, value in plain(fields).items() if value is not None}


def plain(fields: Fields) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in fields.items()}
