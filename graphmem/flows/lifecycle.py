"""What goes by itself: the long expired and replaced, the least valuable of too many, people nobody speaks of."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.core.attempts import REMEMBERED_FOR
from graphmem.core.lifecycle import evicted
from graphmem.flows.isolation import isolated
from graphmem.model import Owner
from graphmem.ports.lifecycle import Lifecycle

_PAGE, _BATCH = 200, 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """How much was removed, or would be."""

    owners: int = 0
    expired: int = 0
    superseded: int = 0
    people: int = 0
    runs: int = 0
    keys: int = 0  # of requests
    tokens: int = 0

    def plus(self, **more: int) -> "Collected":
        return Collected(**{name: getattr(self, name) + more.get(name, 0) for name in self.__slots__})


async def collect(
    *,
    lifecycle: Lifecycle,
    retention: timedelta,
    now: datetime,
    dry_run: bool = False,
    progress: Callable[[Collected], None] = lambda _: None,
) -> Collected:
    """Removes what expired or was replaced longer ago than the retention; safe to stop and to start again."""
    total, before = Collected(), now - retention
    async for owner in _owners(lifecycle):
        total = total.plus(owners=1)
        with isolated("collecting_failed", owner=owner.id):
            if dry_run:
                stale, lonely = await lifecycle.stale(owner, before=before, limit=None), await lifecycle.lonely(owner)
                expired = sum(stale.values())
                total = total.plus(expired=expired, superseded=len(stale) - expired, people=len(lonely))
            else:
                while stale := await lifecycle.stale(owner, before=before, limit=_BATCH):
                    people = await lifecycle.erase(owner, list(stale))
                    expired = sum(stale.values())
                    total = total.plus(expired=expired, superseded=len(stale) - expired, people=people)
                    progress(total)
                total = total.plus(people=await lifecycle.erase_people(owner, await lifecycle.lonely(owner)))
        progress(total)
    if not dry_run:
        total = total.plus(
            runs=await lifecycle.erase_runs(before=before),
            keys=await lifecycle.erase_keys(since=now - REMEMBERED_FOR),
            tokens=await lifecycle.erase_tokens(before=now),
        )
    return total


async def evict(*, lifecycle: Lifecycle, most: int, now: datetime) -> int:
    """Removes the least valuable memories of owners that hold more than so many, and says how many."""
    total = 0
    for owner in await lifecycle.large_owners(most):
        with isolated("evicting_failed", owner=owner.id):
            ids = evicted(await lifecycle.worth(owner), most=most, now=now)
            for start in range(0, len(ids), _BATCH):
                await lifecycle.erase(owner, ids[start : start + _BATCH])
            total += len(ids)
    return total


async def _owners(lifecycle: Lifecycle) -> AsyncIterator[Owner]:
    after = ""
    while page := await lifecycle.owners(after=after, limit=_PAGE):
        for owner in page:
            yield owner
        after = page[-1].id
