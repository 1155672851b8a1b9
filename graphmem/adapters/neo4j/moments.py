"""The graph's milliseconds as moments."""

from datetime import UTC, datetime


def moment(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else sure_moment(milliseconds)


def sure_moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
