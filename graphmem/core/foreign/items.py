"""What the files of others hold, in our words: facts and conversations."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from graphmem.core.claims import Statement
from graphmem.core.messages import Draft

FORMATS = ("graphmem", "mcp-memory", "mem0", "chatgpt", "claude")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact, ready to be remembered."""

    where: str
    mark: str  # the same whenever the same file is read
    statement: Statement
    user: str | None = None  # whose it is, by the file
    assistant: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One conversation, in the order in which it was shown."""

    where: str
    id: str
    title: str | None
    at: datetime | None
    drafts: tuple[Draft, ...]
    skipped: Mapping[str, int] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that is neither."""

    where: str
    reason: str


Item = Fact | Talk | Unread


def moment_of(value: Any) -> datetime | None:
    """A moment as seconds or in ISO's words, in whichever zone; UTC where none is named."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        if isinstance(value, str) and value:
            said = datetime.fromisoformat(value)
            return said if said.tzinfo else said.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def mapping_of(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
