"""Erasing for good in Neo4j, and finding what has to go."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from graphmem.adapters.neo4j import erase_queries as queries
from graphmem.adapters.neo4j import thread_queries
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.query import Query
from graphmem.adapters.neo4j.threads import erase_thread
from graphmem.core.lifecycle import Worth
from graphmem.model import MemoryId, Owner, OwnerType, Tenant

Work = Callable[[Transaction], Awaitable[Mapping[str, int] | None]]
_BATCH, _THREADS = 500, 50
_ALL = 2**31 - 1


class _Rehearsed(Exception):
    """Ends a transaction that was only a rehearsal, so that nothing of it is written."""

    def __init__(self, counts: Mapping[str, int] | None) -> None:
        self.counts = counts


class Neo4jErasure:
    """Erases one thing with all that tells of it, each in one transaction; a user in many, which can be done again.

    Each takes the owners first, so that whoever writes to them does so before it or after it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def memory(self, tenant: Tenant, memory_id: str, *, rehearse: bool) -> Mapping[str, int] | None:
        async def work(transaction: Transaction) -> Mapping[str, int] | None:
            [whose] = await transaction.run(queries.OwnersOf(tenant=tenant, owners=None, memories=[memory_id]))
            await transaction.run(queries.LockOwners(tenant=tenant, ids=whose.ids))
            counts = await _erase(transaction, tenant, [memory_id])
            return counts if counts["memories"] else None

        return await self._done(work, rehearse=rehearse)

    async def thread(self, tenant: Tenant, thread_id: str, *, rehearse: bool) -> Mapping[str, int] | None:
        return await self._done(lambda transaction: erase_thread(transaction, tenant, thread_id), rehearse=rehearse)

    async def person(self, tenant: Tenant, person_id: str, *, rehearse: bool) -> Mapping[str, int] | None:
        async def work(transaction: Transaction) -> Mapping[str, int] | None:
            asked = queries.OfPersonQuery(tenant=tenant, owners=None, id=person_id)
            for found in await transaction.run(asked):
                await transaction.run(queries.LockOwners(tenant=tenant, ids=[found.owner]))
            rows = await transaction.run(asked)
            if not rows:
                return None
            [of] = rows
            owner = Owner.parse(of.owner)
            [blanked] = await transaction.run(
                queries.BlankMessages(
                    tenant=tenant,
                    user=owner.ref if owner.type is OwnerType.USER else None,
                    messages=of.messages,
                    names=[_standing(name) for name in of.names],
                )
            )
            counts = Counter(await _erase(transaction, tenant, of.memories, apart_from=of.people))
            [gone] = await transaction.run(queries.ErasePeople(tenant=tenant, ids=of.people))
            return {**counts + Counter(gone), **blanked}

        return await self._done(work, rehearse=rehearse)

    async def user(self, tenant: Tenant, user: str, *, rehearse: bool) -> Mapping[str, int] | None:
        owner = Owner(tenant, OwnerType.USER, user)
        if rehearse:
            [row] = await self._engine.run(queries.CountUser(tenant=tenant, owners=[owner.id], user=user))
            return row
        total: Counter[str] = Counter()
        while part := await self._engine.write(lambda transaction: _erase_part(transaction, owner)):
            total.update(part)
            if part["owners"]:
                break
        return total

    async def _done(self, work: Work, *, rehearse: bool) -> Mapping[str, int] | None:
        async def rehearsed(transaction: Transaction) -> None:
            raise _Rehearsed(await work(transaction))

        if not rehearse:
            return await self._engine.write(work)
        try:
            await self._engine.write(rehearsed)
        except _Rehearsed as over:
            return over.counts
        return None


class Neo4jLifecycle:
    """What has to go by itself, owner by owner."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def owners(self, *, after: str, limit: int) -> list[Owner]:
        [row] = await self._engine.run(queries.Owners(after=after, limit=limit))
        return [Owner.parse(id_) for id_ in row.ids]

    async def large_owners(self, most: int) -> list[Owner]:
        [row] = await self._engine.run(queries.LargeOwners(most=most))
        return [Owner.parse(id_) for id_ in row.ids]

    async def stale(self, owner: Owner, *, before: datetime, limit: int | None) -> dict[MemoryId, bool]:
        query = queries.Stale(tenant=owner.tenant, owners=[owner.id], before=before, limit=limit or _ALL)
        [row] = await self._engine.run(query)
        return {MemoryId(one.id): one.expired for one in row.stale}

    async def worth(self, owner: Owner) -> list[Worth]:
        [row] = await self._engine.run(queries.WorthOf(tenant=owner.tenant, owners=[owner.id]))
        return [one.worth() for one in row.memories]

    async def lonely(self, owner: Owner) -> list[str]:
        [row] = await self._engine.run(queries.Lonely(tenant=owner.tenant, owners=[owner.id]))
        return row.ids

    async def erase(self, owner: Owner, memories: Sequence[MemoryId]) -> int:
        async def work(transaction: Transaction) -> int:
            await transaction.run(queries.LockOwners(tenant=owner.tenant, ids=[owner.id]))
            counts = await _erase(transaction, owner.tenant, list(memories))
            return counts["people"]

        return await self._engine.write(work)

    async def erase_people(self, owner: Owner, people: Sequence[str]) -> int:
        if not people:
            return 0
        [gone] = await self._engine.run(queries.EraseOrphans(tenant=owner.tenant, ids=list(people)))
        return gone["people"]

    async def erase_runs(self, *, before: datetime) -> int:
        return await self._erase_all(queries.OldRuns(before=before, limit=_BATCH))

    async def erase_keys(self, *, since: datetime) -> int:
        return await self._erase_all(queries.OldKeys(since=since, limit=_BATCH))

    async def erase_tokens(self, *, before: datetime) -> int:
        return await self._erase_all(queries.OldTokens(before=before, limit=_BATCH))

    async def _erase_all(self, batch: Query[dict[str, int]]) -> int:
        """Runs a query that deletes a batch and counts it, until nothing is left."""
        total = 0
        while True:
            [row] = await self._engine.run(batch)
            [count] = row.values()
            total += count
            if count < _BATCH:
                return total


async def _erase_part(transaction: Transaction, owner: Owner) -> Counter[str]:
    """Erases a part of what a user has, and the user with the last: whoever waits to write then finds nobody."""
    tenant, whose = owner.tenant, [owner.id]
    await transaction.run(queries.LockOwners(tenant=tenant, ids=[owner.id]))
    total: Counter[str] = Counter()
    [threads] = await transaction.run(thread_queries.ThreadsOfUser(tenant=tenant, user=owner.ref))
    for thread_id in threads.ids[:_THREADS]:
        total.update(await erase_thread(transaction, tenant, thread_id) or {})
    [memories] = await transaction.run(queries.OfOwner(tenant=tenant, owners=whose, limit=_BATCH))
    total.update(await _erase(transaction, tenant, memories.ids))
    [people] = await transaction.run(queries.PeopleOfOwner(tenant=tenant, owners=whose, limit=_BATCH))
    [gone] = await transaction.run(queries.ErasePeople(tenant=tenant, ids=people.ids))
    total.update(gone)
    if len(threads.ids) <= _THREADS and len(memories.ids) < _BATCH and len(people.ids) < _BATCH:
        [ended] = await transaction.run(queries.EraseOwner(tenant=tenant, owner=owner.id))
        total.update(ended)
    return +total


async def _erase(
    transaction: Transaction, tenant: Tenant, ids: Sequence[str], *, apart_from: Sequence[str] = ()
) -> dict[str, int]:
    """Deletes memories and whoever is left without any, leaving those apart who are deleted anyway."""
    [erased] = await transaction.run(queries.EraseMemories(tenant=tenant, owners=None, ids=list(ids)))
    people = [person for person in erased.people if person not in apart_from]
    [orphans] = await transaction.run(queries.EraseOrphans(tenant=tenant, ids=people))
    return {"memories": erased.memories, **orphans, "changes": erased.changes + orphans["changes"]}


def _standing(name: str) -> str:
    """A pattern for texts in which the name stands as a word, whatever its case (of Java's kind)."""
    quoted = name.replace("\\E", "\\E\\\\E\\Q")
    return f"(?isu).*(?<!\\w)\\Q{quoted}\\E(?!\\w).*"
