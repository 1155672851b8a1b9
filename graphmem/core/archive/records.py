"""The lines of an archive: what each kind of line holds, and which come first."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from graphmem.core.archive.sides import LONGEST_OWNER
from graphmem.core.properties import LARGEST

FORMAT, VERSION = "graphmem", 1
_MOMENT = r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)\Z"
Moment = Annotated[str, Meta(pattern=_MOMENT)]
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")]
OwnerRef = Annotated[str, Meta(pattern=r"^(user|assistant|org|chat|thread)/(?s:.)+\Z", max_length=LONGEST_OWNER)]
Ref = Annotated[str, Meta(min_length=1, max_length=200)]
Label = Annotated[str, Meta(max_length=200)]
Reason = Annotated[str, Meta(max_length=2_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]


class _Line(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class _Part(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    pass


class Header(_Line, frozen=True, kw_only=True, tag="header"):
    """The first line; its counts are of the moment when the export began."""

    format: str
    version: int
    counts: dict[str, Count]
    embedding_model: str | None = None  # whose vectors are in the file, if any


class OwnerLine(_Line, frozen=True, kw_only=True, tag="owner"):
    owner: OwnerRef
    things: list[str] | None = None


class PersonTie(_Part, frozen=True, kw_only=True):
    """A tie to a person who stands before this one in the file."""

    tie: Literal["MERGED_INTO", "MAY_BE", "RELATED_TO"]
    to: Id | None = None  # either of the two: where the tie leads, or where it comes from
    source: Id | None = field(default=None, name="from")
    kind: Label | None = None
    at: Moment | None = None
    by: Label | None = None
    reason: Reason | None = None
    dismissed_at: Moment | None = None


class PersonLine(_Line, frozen=True, kw_only=True, tag="person"):
    id: Id
    owner: OwnerRef
    name: Label | None = None
    gender: Literal["man", "woman"] | None = None
    status: Label | None = None
    rule: Label | None = None
    reason: Reason | None = None
    created_at: Moment | None = None
    last_mentioned: Moment | None = None
    ties: list[PersonTie] = []


class AliasLine(_Line, frozen=True, kw_only=True, tag="alias"):
    id: Id
    refers_to: Annotated[list[Id], Meta(min_length=1)]
    text: Label
    kind: Literal["name", "relation"]
    relation: Label | None = None
    former: bool | None = None
    of: Id | None = None
    rank: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] | None = None
    at: Moment | None = None
    ended_at: Moment | None = None
    rule: Label | None = None
    reason: Reason | None = None


class ThreadLine(_Line, frozen=True, kw_only=True, tag="thread"):
    id: Ref
    user: Ref
    assistant_key: Ref | None = None
    chat: Ref | None = None
    auto_extract: bool = False
    metadata: dict[str, Any] | None = None
    positions: Count
    created_at: Moment
    updated_at: Moment


class MessageLine(_Line, frozen=True, kw_only=True, tag="message"):
    thread: Ref
    id: Ref
    role: Literal["user", "assistant", "system", "tool"]
    content: str
    status: Literal["pending", "completed", "failed"]
    position: Count
    said_at: Moment
    created_at: Moment
    checked: bool = False
    checked_at: Moment | None = None
    checked_by: Id | None = None
    remembered: bool = False
    withdrawn: bool = False  # what it taught was deleted: it is no longer quoted
    redacted: list[Label] = []
    refused: list[Reason] = []


class ReadingLine(_Line, frozen=True, kw_only=True, tag="reading"):
    """How the reading of a thread stands; it follows the thread's messages."""

    thread: Ref
    tries: Annotated[int, Meta(ge=0, le=1_000)] = 0
    due_at: Moment | None = None
    debounced: bool | None = None
    lease: Id | None = None
    lease_until: Moment | None = None
    error: str | None = None
    failed_at: Moment | None = None
    failed_run: Id | None = None


class AboutTie(_Part, frozen=True, kw_only=True):
    person: Id
    subject: bool | None = None
    rule: Label | None = None
    reason: Reason | None = None


class Source(_Part, frozen=True, kw_only=True):
    """The message that a memory was learned from."""

    thread: Ref
    message: Ref


class Succession(_Part, frozen=True, kw_only=True):
    """A tie to a memory that stands before this one in the file: one that it replaced, or that replaced it."""

    replaces: Id | None = None
    replaced_by: Id | None = None
    at: Moment | None = None
    by: Label | None = None
    reason: Reason | None = None


class DoubtTie(_Part, frozen=True, kw_only=True):
    """A tie to a memory that stands before this one in the file: the two may not both hold."""

    may_replace: Id | None = None
    may_be_replaced_by: Id | None = None
    at: Moment | None = None
    reason: Reason | None = None
    dismissed_at: Moment | None = None


class RecallPart(_Part, frozen=True, kw_only=True):
    """One of the last times that a memory was recalled."""

    at: Moment
    key: Label
    assistant: Label | None = None
    interface: Label


class MemoryLine(_Line, frozen=True, kw_only=True, tag="memory"):
    id: Id
    owner: OwnerRef
    content: str
    kind: Literal["profile", "preference", "fact", "task", "note", "summary", "event"]
    key: Label | None = None
    tags: list[Label] = []
    confidence: Share | None = None  # 1 where a file made by hand leaves it out
    importance: Share | None = None
    status: Literal["active", "deprecated", "deleted"] | None = None  # likewise, active
    metadata: dict[str, Any] | None = None
    assistant_key: Ref | None = None
    created_at: Moment
    updated_at: Moment
    repeated_at: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None
    recall_count: Count | None = None
    recalled_at: Moment | None = None
    recalls: list[RecallPart] = []
    thread_id: Ref | None = None
    source_message_id: Ref | None = None
    source_tool_run_id: Ref | None = None
    about: list[AboutTie] = []
    learned_from: list[Source] = []
    successions: list[Succession] = []
    doubts: list[DoubtTie] = []
    embedding: list[float] | None = None
    facets: list[Any] = []  # written by earlier releases; nothing is made of them


class ChangeLine(_Line, frozen=True, kw_only=True, tag="change"):
    """Both sides are as the graph holds them, but for the tenant, which is left empty."""

    id: Id
    owner: OwnerRef
    kind: Label
    by: Label
    summary: str
    at: Moment
    undone_at: Moment | None = None
    before: dict[str, Any]
    after: dict[str, Any]
    touched: list[Id] = []


class ExtractionLine(_Line, frozen=True, kw_only=True, tag="extraction"):
    id: Id
    thread: Ref
    user: Ref
    status: Literal["running", "done", "retrying", "failed", "retried", "lost"]
    extractor: Label
    messages: Count
    found: Count
    kept: Count
    refused: dict[str, int] | None = None
    error: str | None = None
    took_ms: Count | None = None
    started_at: Moment
    updated_at: Moment


class Footer(_Line, frozen=True, kw_only=True, tag="footer"):
    """The last line: how many lines of each type stand above it."""

    counts: dict[str, Count]


Record = (
    OwnerLine
    | PersonLine
    | AliasLine
    | ThreadLine
    | MessageLine
    | ReadingLine
    | MemoryLine
    | ChangeLine
    | ExtractionLine
)
Line = Header | Record | Footer
TYPES = ("owner", "person", "alias", "thread", "message", "reading", "memory", "change", "extraction")


def type_of(record: Record) -> str:
    """The word in the line's `type`."""
    return str(record.__struct_config__.tag)
