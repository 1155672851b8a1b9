"""A page of a longer list."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def page_of(found: Sequence[T], limit: int) -> tuple[Sequence[T], T | None]:
    """The page, and its last entry where more follow; `found` was looked up with one entry more than a page has."""
    page = found[:limit]
    return page, page[-1] if len(found) > limit else None
