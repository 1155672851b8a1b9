"""Each call of the API as a request to send and the shape of its answer: shared by both clients."""

import secrets
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from graphmem.core.attempts import HEADER
from graphmem.web.api.change_shapes import ChangesAnswer, ChangeShape, CuratedMemory, CuratedPerson, SplitAnswer
from graphmem.web.api.shapes import (
    ClearedAnswer,
    CountedPersonShape,
    DeletedAnswer,
    MemoriesAnswer,
    MemoryItem,
    MemoryShape,
    PeopleAnswer,
    RecallAnswer,
    RememberAnswer,
)
from graphmem.web.api.versions import HistoryAnswer, WhyAnswer

Answer = TypeVar("Answer")
Facts = str | MemoryItem | Mapping[str, Any] | Sequence[str | MemoryItem | Mapping[str, Any]]
Whose = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[Answer]):
    """One request; `again` says that it does no harm when it is sent twice."""

    method: str
    path: str
    answer: type[Answer]
    params: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    again: bool = False


def new_key() -> str:
    """A UUID of version 7."""
    moment = time.time_ns() // 1_000_000
    bits = moment << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62)
    return str(uuid.UUID(int=bits))


def remember(facts: Facts, whose: Whose, key: str | None, more: Mapping[str, Any]) -> Call[RememberAnswer]:
    several = [facts] if isinstance(facts, str | MemoryItem | Mapping) else facts
    items = [{"content": fact} if isinstance(fact, str) else _fields(fact) for fact in several]
    body = {**_given(whose), **_given(more), "memories": items}
    headers = {HEADER: key or new_key()}
    return Call(method="POST", path="/v1/memories", answer=RememberAnswer, body=body, headers=headers, again=True)


def recall(query: str, whose: Whose, more: Mapping[str, Any]) -> Call[RecallAnswer]:
    body = {"query": query, **_given(whose), **_given(more)}
    return Call(method="POST", path="/v1/recall", answer=RecallAnswer, body=body, again=True)


def listed(whose: Whose, more: Mapping[str, Any]) -> Call[MemoriesAnswer]:
    return _get("/v1/memories", MemoriesAnswer, {**whose, **more})


def get(memory_id: str, whose: Whose) -> Call[MemoryShape]:
    return _get(_memory(memory_id), MemoryShape, whose)


def update(memory_id: str, whose: Whose, changes: Mapping[str, Any]) -> Call[CuratedMemory]:
    return Call(
        method="PATCH", path=_memory(memory_id), answer=CuratedMemory, params=_given(whose), body=_plain(changes)
    )


def delete(memory_id: str, whose: Whose) -> Call[DeletedAnswer]:
    return Call(method="DELETE", path=_memory(memory_id), answer=DeletedAnswer, params=_given(whose))


def clear(whose: Whose) -> Call[ClearedAnswer]:
    return Call(method="DELETE", path="/v1/memories", answer=ClearedAnswer, params=_given(whose))


def history(memory_id: str, whose: Whose) -> Call[HistoryAnswer]:
    return _get(f"{_memory(memory_id)}/history", HistoryAnswer, whose)


def why(memory_id: str, whose: Whose) -> Call[WhyAnswer]:
    return _get(f"{_memory(memory_id)}/why", WhyAnswer, whose)


def people(whose: Whose, more: Mapping[str, Any]) -> Call[PeopleAnswer]:
    return _get("/v1/people", PeopleAnswer, {**whose, **more})


def person(person_id: str, whose: Whose) -> Call[CountedPersonShape]:
    return _get(_person(person_id), CountedPersonShape, whose)


def person_memories(person_id: str, whose: Whose, more: Mapping[str, Any]) -> Call[MemoriesAnswer]:
    return _get(f"{_person(person_id)}/memories", MemoriesAnswer, {**whose, **more})


def rename(
    person_id: str, whose: Whose, name: str | None, add: Sequence[str], remove: Sequence[str]
) -> Call[CuratedPerson]:
    body = _given({"name": name, "add_aliases": list(add) or None, "remove_aliases": list(remove) or None})
    return Call(method="PATCH", path=_person(person_id), answer=CuratedPerson, params=_given(whose), body=body)


def merge(person_id: str, into: str, whose: Whose) -> Call[CuratedPerson]:
    path = f"{_person(person_id)}/merge"
    return Call(method="POST", path=path, answer=CuratedPerson, params=_given(whose), body={"into": into})


def split(
    person_id: str, memory_ids: Sequence[str], whose: Whose, name: str | None, aliases: Sequence[str]
) -> Call[SplitAnswer]:
    body = {"memory_ids": list(memory_ids), "aliases": list(aliases), **_given({"name": name})}
    return Call(method="POST", path=f"{_person(person_id)}/split", answer=SplitAnswer, params=_given(whose), body=body)


def changes(whose: Whose, more: Mapping[str, Any]) -> Call[ChangesAnswer]:
    return _get("/v1/changes", ChangesAnswer, {**whose, **more})


def undo(change_id: str, whose: Whose) -> Call[ChangeShape]:
    return Call(method="POST", path=f"/v1/changes/{_safe(change_id)}/undo", answer=ChangeShape, params=_given(whose))


def _get(path: str, answer: type[Answer], params: Mapping[str, Any]) -> Call[Answer]:
    return Call(method="GET", path=path, answer=answer, params=_given(params), again=True)


def _memory(memory_id: str) -> str:
    return f"/v1/memories/{_safe(memory_id)}"


def _person(person_id: str) -> str:
    return f"/v1/people/{_safe(person_id)}"


def _safe(id_: str) -> str:
    """An id that can't lead to another address."""
    return str(uuid.UUID(id_))


def _fields(fact: MemoryItem | Mapping[str, Any]) -> Mapping[str, Any]:
    return _given(msgspec.to_builtins(fact) if isinstance(fact, MemoryItem) else _plain(fact))


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in _plain(fields).items() if value is not None}


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in fields.items()}
