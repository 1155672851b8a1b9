"""What each tool takes, in words that a model reads."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

Content = Annotated[str, Meta(description="The fact, as the user said it, in one sentence")]
MemoryId = Annotated[str, Meta(description="The id of the memory")]
Limit = Annotated[int, Meta(ge=1, le=100, description="Most memories in the answer")]
Kind = Annotated[
    Literal["profile", "preference", "fact", "task", "note", "summary", "event"],
    Meta(description="What kind of memory it is; found from the words when left out"),
]
Key = Annotated[str, Meta(description="What the fact is a value of, such as timezone: a new value replaces the old")]
Tags = Annotated[list[str], Meta(description="Words to find it by")]
Subjects = Annotated[list[str], Meta(description="Whom it is about, by name or relation: Sarah, my boss")]
Person = Annotated[str, Meta(description="Only memories about this person, by any name or relation: Sarah, my wife")]
ExpiresIn = Annotated[str, Meta(description="Until when it holds, if not for good: 2 weeks, until Friday")]
Explicit = Annotated[
    bool, Meta(description="True only if the user asked in so many words to keep personal data such as a phone number")
]


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """One fact to keep."""

    content: Content
    kind: Kind | None = None
    key: Key | None = None
    subjects: Subjects | None = None
    tags: Tags | None = None
    importance: Annotated[float, Meta(ge=0, le=1, description="0 to 1")] | None = None
    confidence: Annotated[float, Meta(ge=0, le=1, description="How sure it is, 0 to 1")] | None = None
    expires_in: ExpiresIn | None = None
    expires_days: Annotated[float, Meta(description="Days until it is no longer true")] | None = None
    explicit: Explicit = False


class Remember(Struct, frozen=True, forbid_unknown_fields=True):
    """One fact as `content`, or several as `memories`."""

    content: Content | None = None
    memories: Annotated[list[Fact], Meta(description="Several facts at once, instead of content")] | None = None
    kind: Kind | None = None
    key: Key | None = None
    subjects: Subjects | None = None
    tags: Tags | None = None
    expires_in: ExpiresIn | None = None
    expires_days: Annotated[float, Meta(description="Days until it is no longer true")] | None = None
    explicit: Explicit = False


class Update(Struct, frozen=True, forbid_unknown_fields=True):
    memory_id: MemoryId
    content: Content | None = None
    kind: Kind | None = None
    key: Key | None = None
    tags: Tags | None = None
    importance: Annotated[float, Meta(ge=0, le=1)] | None = None
    confidence: Annotated[float, Meta(ge=0, le=1)] | None = None
    explicit: Explicit = False


class OneMemory(Struct, frozen=True, forbid_unknown_fields=True):
    memory_id: MemoryId


class ListMemories(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 20
    kind: Kind | None = None
    person: Person | None = None
    include_expired: bool = False
    cursor: Annotated[str, Meta(description="The next_cursor of the last answer, for the page after it")] | None = None


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    query: Annotated[str, Meta(description="What to look for, in words or as a question")]
    limit: Limit | None = None
    person: Person | None = None
    as_of: (
        Annotated[datetime, Meta(description="What was known at this moment, such as 2026-03-01T00:00:00Z")] | None
    ) = None


class Recall(Search, frozen=True, forbid_unknown_fields=True):
    include: (
        Annotated[
            list[Literal["memories", "messages"]],
            Meta(description="What to give: facts, what was said word for word, or both; left out, facts come first"),
        ]
        | None
    ) = None
    max_tokens: Annotated[int, Meta(ge=1, le=1_000_000, description="Room for the context, in tokens")] | None = None


class AnyPerson(Struct, frozen=True, forbid_unknown_fields=True):
    person: Annotated[str, Meta(description="Only this one: an id, any name or relation")] | None = None
    limit: Limit = 50


class MemoryTool(Struct, frozen=True, forbid_unknown_fields=True):
    action: Annotated[Literal["save", "fetch", "delete"], Meta(description="What to do")]
    content: Annotated[str, Meta(description="save: the fact")] | None = None
    kind: Kind | None = None
    tags: Tags | None = None
    query: Annotated[str, Meta(description="fetch: what to look for; everything when left out")] | None = None
    limit: Limit | None = None
    memory_id: Annotated[str, Meta(description="delete: the id of the memory")] | None = None
    memory_ids: Annotated[list[str], Meta(max_length=100, description="fetch: only these")] | None = None
