"""What calls can be told beside what they are about."""

from datetime import datetime
from typing import Any, Literal, TypedDict


class Whose(TypedDict, total=False):
    """Whose memories are meant."""

    user_id: str
    chat_id: str
    thread_id: str
    assistant_id: str
    org_id: str
    assistant_key: str


class RememberOptions(TypedDict, total=False):
    owner_type: Literal["user", "assistant", "org", "chat", "thread"]
    owner_id: str
    thread_specific: bool
    source_message_id: str
    source_tool_run_id: str
    time_zone: str


class RecallOptions(TypedDict, total=False):
    person: str
    limit: int
    min_similarity: float
    min_confidence: float
    as_of: datetime
    valid_at: datetime
    lean: bool
    explain: bool
    style: Literal["heading", "bracket"]


class PageOptions(TypedDict, total=False):
    limit: int
    cursor: str
    as_of: datetime
    valid_at: datetime


class ListOptions(PageOptions, total=False):
    status: Literal["active", "deprecated", "all"]
    kind: str
    key: str
    tag: str
    person: str
    include_expired: bool


class PeopleOptions(PageOptions, total=False):
    person: str


class ChangesOptions(TypedDict, total=False):
    kind: str
    touched: str
    limit: int
    cursor: str


class MemoryChanges(TypedDict, total=False):
    content: str
    kind: str
    key: str | None
    tags: list[str]
    confidence: float
    importance: float | None
    metadata: dict[str, Any]
    expires_at: datetime | None
    explicit: bool
