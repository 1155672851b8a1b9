"""What is asked and answered when something is to be forgotten."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct


class ForgetRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four ids; without `confirm` nothing is erased."""

    memory_id: str | None = None
    thread_id: str | None = None
    person_id: str | None = None
    user_id: str | None = None
    confirm: Annotated[str | None, Meta(description="From the preview: erase it, with what was added since")] = None


class ForgetAnswer(Struct, frozen=True):
    """A preview, or the receipt."""

    kind: str
    id: str
    erased: Annotated[bool, Meta(description="false: a preview; true: a receipt")]
    counts: Annotated[dict[str, int], Meta(description="How many nodes of what kind")]
    confirm: Annotated[str | None, Meta(description="Send this to erase it")]
    at: datetime | None
