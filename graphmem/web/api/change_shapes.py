"""The shapes of corrections and of their record."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from graphmem.core.picture import Change
from graphmem.model import Alike, Contradiction, Holds, Memory, Person
from graphmem.web.api.shapes import (
    CountedPersonShape,
    MemoryShape,
    OwnerShape,
    PersonShape,
    memory_fields,
    memory_shape,
    person_fields,
    person_shape,
)

ChangeId = Annotated[str | None, Meta(description="Undo it by this id; none when nothing was changed")]


class PersonPatch(Struct, frozen=True, forbid_unknown_fields=True):
    """What to change about what somebody is called; what is left out stays."""

    name: str | UnsetType = UNSET
    add_aliases: Annotated[list[str], Meta(description="Names, or relations such as `my boss`")] = []
    remove_aliases: Annotated[list[str], Meta(description="Names or relations that are not theirs")] = []


class MergeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    into: Annotated[str, Meta(description="The id of the person they are one with, whose name stays")]


class ApartRequest(Struct, frozen=True, forbid_unknown_fields=True):
    other: Annotated[str, Meta(description="The id of the person they are not")]


class SuggestionShape(Struct, frozen=True):
    """Two people who may be one: merge them, or say that they are two."""

    person: PersonShape
    other: PersonShape
    reason: str
    at: datetime


class SuggestionsAnswer(Struct, frozen=True):
    suggestions: list[SuggestionShape]


class ConflictRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Which of two facts holds."""

    other: Annotated[str, Meta(description="The id of the memory that it may not hold beside")]
    holds: Annotated[Holds, Meta(description="`this` one, the `other`, or `both`")]


class ConflictShape(Struct, frozen=True):
    """Two facts that may not both hold: say which does."""

    newer: MemoryShape
    older: MemoryShape
    reason: str
    at: datetime


class ConflictsAnswer(Struct, frozen=True):
    conflicts: list[ConflictShape]


class SplitRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Which facts, and which names or relations, are somebody else's."""

    memory_ids: list[str] = []
    name: Annotated[str | None, Meta(description="What the other one is called; the same name by default")] = None
    aliases: Annotated[list[str], Meta(description="Names and relations that go with them")] = []


class Subjects(Struct, frozen=True, forbid_unknown_fields=True):
    subjects: Annotated[list[str], Meta(description="Ids, names or relations of known people; empty: nobody else")]


class CuratedMemory(MemoryShape, frozen=True, kw_only=True):
    change_id: ChangeId


class CuratedPerson(CountedPersonShape, frozen=True, kw_only=True):
    change_id: ChangeId


class SplitAnswer(Struct, frozen=True):
    person: Annotated[CountedPersonShape, Meta(description="The new one")]
    rest: Annotated[CountedPersonShape, Meta(description="The one they were split from")]
    change_id: ChangeId


class ChangeShape(Struct, frozen=True, kw_only=True):
    """One change to what is known."""

    id: str
    kind: Annotated[
        str,
        Meta(
            description="rename, alias, merge, apart, split, reassign, restore, remove, edit, supersede, both or join"
        ),
    ]
    summary: str
    at: datetime
    by: Annotated[str, Meta(description="`by hand`, or the rule that made it")]
    owner: OwnerShape
    people: list[str]
    memories: list[str]
    undone_at: datetime | None
    before: Annotated[dict[str, Any], Meta(description="What it touched as it was: nodes and ties; null: not there")]
    after: dict[str, Any]


class ChangesAnswer(Struct, frozen=True):
    changes: list[ChangeShape]
    next_cursor: str | None


def curated_memory(memory: Memory, change: Change | None) -> CuratedMemory:
    return CuratedMemory(**memory_fields(memory), change_id=change.id if change else None)


def curated_person(person: Person, change: Change | None) -> CuratedPerson:
    change_id = change.id if change else None
    return CuratedPerson(**person_fields(person), memory_count=person.memory_count or 0, change_id=change_id)


def suggestion_shape(alike: Alike) -> SuggestionShape:
    return SuggestionShape(person_shape(alike.person), person_shape(alike.other), alike.reason, alike.at)


def conflict_shape(found: Contradiction) -> ConflictShape:
    return ConflictShape(memory_shape(found.newer), memory_shape(found.older), found.reason, found.at)


def change_shape(change: Change) -> ChangeShape:
    return ChangeShape(
        id=change.id,
        kind=change.deed.kind,
        summary=change.deed.summary,
        at=change.at,
        by=change.by,
        owner=OwnerShape(change.owner.type.value, change.owner.ref),
        people=list(change.people),
        memories=list(change.memories),
        undone_at=change.undone_at,
        before=change.deed.before.as_json(),
        after=change.deed.after.as_json(),
    )
