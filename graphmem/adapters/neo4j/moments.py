"""The graph's milliseconds as moments."""

from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta

# From the year 1 to the year 9999, as far as a datetime goes.
Milliseconds = Annotated[int, Meta(ge=-62_135_596_800_000, le=253_402_300_799_999)]


def moment(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else sure_moment(milliseconds)


def sure_moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
