"""The calls about memories and people, each as a request and the shape of its answer: shared by both clients."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from graphmem.client.call import Call, Fields, given, memory_path, new_key, person_path, plain, reading, safe
from graphmem.core.attempts import HEADER
from graphmem.web.api.change_shapes import (
    ChangesAnswer,
    ChangeShape,
    CuratedMemory,
    CuratedPerson,
    SplitAnswer,
    SuggestionsAnswer,
)
from graphmem.web.api.forget_shapes import ForgetAnswer
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

Facts = str | MemoryItem | Mapping[str, Any] | Sequence[str | MemoryItem | Mapping[str, Any]]


def remember(facts: Facts, whose: Fields, key: str | None, more: Fields) -> Call[RememberAnswer]:
    body = {**given(whose), **given(more), "memories": items_of(facts)}
    headers = {HEADER: key or new_key()}
    return Call(method="POST", path="/v1/memories", answer=RememberAnswer, body=body, headers=headers, again=True)


def recall(query: str, whose: Fields, more: Fields) -> Call[RecallAnswer]:
    body = {"query": query, **given(whose), **given(more)}
    return Call(method="POST", path="/v1/recall", answer=RecallAnswer, body=body, again=True)


def listed(whose: Fields, more: Fields) -> Call[MemoriesAnswer]:
    return reading("/v1/memories", MemoriesAnswer, {**whose, **more})


def get(memory_id: str, whose: Fields) -> Call[MemoryShape]:
    return reading(memory_path(memory_id), MemoryShape, whose)


def update(memory_id: str, whose: Fields, changes: Fields) -> Call[CuratedMemory]:
    return Call(
        method="PATCH", path=memory_path(memory_id), answer=CuratedMemory, params=given(whose), body=plain(changes)
    )


def reassign(memory_id: str, subjects: Sequence[str], whose: Fields) -> Call[CuratedMemory]:
    path = f"{memory_path(memory_id)}/reassign"
    return Call(method="POST", path=path, answer=CuratedMemory, params=given(whose), body={"subjects": list(subjects)})


def restore(memory_id: str, whose: Fields) -> Call[CuratedMemory]:
    path = f"{memory_path(memory_id)}/restore"
    return Call(method="POST", path=path, answer=CuratedMemory, params=given(whose))


def delete(memory_id: str, whose: Fields) -> Call[DeletedAnswer]:
    return Call(method="DELETE", path=memory_path(memory_id), answer=DeletedAnswer, params=given(whose))


def clear(whose: Fields) -> Call[ClearedAnswer]:
    return Call(method="DELETE", path="/v1/memories", answer=ClearedAnswer, params=given(whose))


def history(memory_id: str, whose: Fields) -> Call[HistoryAnswer]:
    return reading(f"{memory_path(memory_id)}/history", HistoryAnswer, whose)


def why(memory_id: str, whose: Fields) -> Call[WhyAnswer]:
    return reading(f"{memory_path(memory_id)}/why", WhyAnswer, whose)


def people(whose: Fields, more: Fields) -> Call[PeopleAnswer]:
    return reading("/v1/people", PeopleAnswer, {**whose, **more})


def person(person_id: str, whose: Fields) -> Call[CountedPersonShape]:
    return reading(person_path(person_id), CountedPersonShape, whose)


def person_memories(person_id: str, whose: Fields, more: Fields) -> Call[MemoriesAnswer]:
    return reading(f"{person_path(person_id)}/memories", MemoriesAnswer, {**whose, **more})


def rename(
    person_id: str, whose: Fields, name: str | None, add: Sequence[str], remove: Sequence[str]
) -> Call[CuratedPerson]:
    body = given({"name": name, "add_aliases": list(add) or None, "remove_aliases": list(remove) or None})
    return Call(method="PATCH", path=person_path(person_id), answer=CuratedPerson, params=given(whose), body=body)


def merge(person_id: str, into: str, whose: Fields) -> Call[CuratedPerson]:
    path = f"{person_path(person_id)}/merge"
    return Call(method="POST", path=path, answer=CuratedPerson, params=given(whose), body={"into": into})


def split(
    person_id: str, memory_ids: Sequence[str], whose: Fields, name: str | None, aliases: Sequence[str]
) -> Call[SplitAnswer]:
    body = {"memory_ids": list(memory_ids), "aliases": list(aliases), **given({"name": name})}
    return Call(
        method="POST", path=f"{person_path(person_id)}/split", answer=SplitAnswer, params=given(whose), body=body
    )


def suggestions(whose: Fields, limit: int) -> Call[SuggestionsAnswer]:
    return reading("/v1/people/suggestions", SuggestionsAnswer, {**whose, "limit": limit})


def apart(person_id: str, other: str, whose: Fields) -> Call[CuratedPerson]:
    path = f"{person_path(person_id)}/apart"
    return Call(method="POST", path=path, answer=CuratedPerson, params=given(whose), body={"other": other})


def changes(whose: Fields, more: Fields) -> Call[ChangesAnswer]:
    return reading("/v1/changes", ChangesAnswer, {**whose, **more})


def undo(change_id: str, whose: Fields) -> Call[ChangeShape]:
    return Call(method="POST", path=f"/v1/changes/{safe(change_id)}/undo", answer=ChangeShape, params=given(whose))


def forget_preview(target: Fields) -> Call[ForgetAnswer]:
    return reading("/v1/forget", ForgetAnswer, target)


def forget(preview: ForgetAnswer) -> Call[ForgetAnswer]:
    if preview.confirm is None:
        raise ValueError("this is a receipt: it was forgotten already")
    body = {f"{preview.kind}_id": preview.id, "confirm": preview.confirm}
    return Call(method="POST", path="/v1/forget", answer=ForgetAnswer, body=body)


def items_of(facts: Facts) -> list[Fields]:
    several = [facts] if isinstance(facts, str | MemoryItem | Mapping) else facts
    return [{"content": fact} if isinstance(fact, str) else _fields(fact) for fact in several]


def _fields(fact: MemoryItem | Fields) -> Fields:
    return given(msgspec.to_builtins(fact) if isinstance(fact, MemoryItem) else plain(fact))
