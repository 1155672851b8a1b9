"""What calls can be told beside what they are about."""

from collections.abc import Sequence
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
    min_relevance: float
    min_similarity: float
    min_confidence: float
    as_of: datetime
    valid_at: datetime
    lean: bool
    explain: bool
    style: Literal["heading", "bracket"]
    include: Sequence[Literal["memories", "messages"]]
    max_tokens: int


class Page(TypedDict, total=False):
    limit: int
    cursor: str


class PageOptions(Page, total=False):
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


class ChangesOptions(Page, total=False):
    kind: str
    touched: str


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


class ThreadOptions(TypedDict, total=False):
    assistant_key: str
    chat_id: str
    auto_extract: bool
    metadata: dict[str, Any]


class ThreadMemoriesOptions(Page, total=False):
    org_id: str
    learned_here: bool


class ThreadRememberOptions(RememberOptions, total=False):
    assistant_only: bool


class Target(TypedDict, total=False):
    """What is to be forgotten: one of these."""

    memory_id: str
    thread_id: str
    person_id: str
    user_id: str


class ImportOptions(TypedDict, total=False):
    user_id: str
    format: Literal["auto", "graphmem", "mcp-memory", "mem0", "chatgpt", "claude"]
    explicit: bool
    dry_run: bool
