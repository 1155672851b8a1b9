"""Who recalled a memory, and when."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One time that a memory was recalled; what was asked is nobody's business."""

    at: datetime
    key: str
    assistant: str | None = None
    interface: str


@dataclass(frozen=True, slots=True)
class Uses:
    """How often a memory was recalled, when last, and the last few times."""

    count: int = 0
    last: datetime | None = None
    recent: tuple[Use, ...] = ()
