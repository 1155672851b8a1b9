"""The values of a key in the order in which they were said, whenever they arrive: each holds until the next."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from graphmem.core.verdict import Effect, Verdict
from graphmem.model import Memory, MemoryId


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """The place of a value that arrives after one of its key that was said later."""

    by: MemoryId  # what was said next
    at: datetime
    verdict: Verdict
    after: MemoryId | None = None  # what held until then
    overtakes: bool = False  # whether what was said next was known to have replaced that


@dataclass(frozen=True, slots=True)
class Held:
    """What a claim is settled against: a memory, or a claim of the same batch that became one."""

    id: MemoryId
    content: str
    fingerprint: str
    key: str | None
    subjects: frozenset[str]
    assistant_key: str | None
    first_said: datetime
    said_at: datetime
    expired: bool = False
    ended: datetime | None = None
    ended_by: MemoryId | None = None


def neighbours_in_time(new: Held, values: Collection[Held]) -> tuple[Held | None, Held | None]:
    """The value of the key that held when a claim was said, and the one that was said next."""
    earlier = [v for v in values if v.said_at <= new.said_at and (v.ended is None or v.ended > new.said_at)]
    later = [v for v in values if v.said_at > new.said_at]
    before = max(earlier, key=lambda value: (value.said_at, value.id), default=None)
    return before, min(later, key=lambda value: (value.first_said, value.id), default=None)


def place_of(new: Held, before: Held | None, after: Held | None) -> Late | None:
    """The place of a claim between what held when it was said and what was said next; none for one said last."""
    if after is None:
        return None
    at = max(after.first_said, new.said_at)
    verdict = new_value(new.key)
    if before is None or before.ended is None:
        return Late(by=after.id, at=at, verdict=verdict)
    return Late(by=after.id, at=at, verdict=verdict, after=before.id, overtakes=before.ended_by == after.id)


def new_value(key: str | None) -> Verdict:
    """A key has one value: the one said last."""
    return Verdict(Effect.SUPERSEDES, f"{key} has a new value", "same_key")


def outlived(memories: Collection[Memory]) -> list[tuple[Memory, Memory]]:
    """Of the values that one key has for the same people and assistant, each but the one said last, with the next."""
    groups: dict[tuple[object, ...], list[Memory]] = defaultdict(list)
    for memory in memories:
        groups[memory.owner, memory.key, frozenset(memory.subjects), memory.assistant_key].append(memory)
    lines = (sorted(group, key=lambda memory: (memory.said_at, memory.id)) for group in groups.values())
    return [pair for line in lines for pair in pairwise(line)]
