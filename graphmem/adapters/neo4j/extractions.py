"""The runs over threads in Neo4j, and the lease that makes a thread only ever one run's."""

from typing import Any

import msgspec
import uuid_utils

from graphmem.adapters.neo4j import thread_queries as queries
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.threads import taught
from graphmem.core.settlement import Settlement
from graphmem.core.threads import Backlog
from graphmem.core.triggers import Due
from graphmem.errors import LeaseLost
from graphmem.model import Extraction, Message, Tenant, Thread
from graphmem.ports.extractions import Outcome, Taken
from graphmem.ports.graph import Also

_MOST_LATELY = 1_000


class Neo4jExtractions:
    """Leases by the engine's own clock, so that no two workers' clocks have to agree."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def waiting(self, limit: int) -> list[tuple[Tenant, str]]:
        [row] = await self._engine.run(queries.WaitingThreads(limit=limit))
        return [(Tenant(thread.tenant), thread.id) for thread in row.threads]

    async def take(self, tenant: Tenant, thread_id: str, *, extractor: str, lease: float) -> Taken | None:
        id_ = str(uuid_utils.uuid7())
        query = queries.TakeThread(
            tenant=tenant, thread=thread_id, extraction=id_, extractor=extractor, lease_for=round(lease * 1000)
        )
        rows = await self._engine.run(query)
        return Taken(extraction_id=id_, thread=rows[0].thread.thread(), tries=rows[0].tries) if rows else None

    async def renew(self, taken: Taken, *, lease: float) -> bool:
        return bool(await self._engine.run(queries.RenewLease(**_of(taken), lease_for=round(lease * 1000))))

    async def unread(self, taken: Taken, *, limit: int, earlier: int) -> tuple[list[Message], list[Message]]:
        thread = taken.thread
        rows = await self._engine.run(
            queries.Unread(tenant=thread.tenant, thread=thread.id, limit=limit, earlier=earlier)
        )
        if not rows:
            raise LeaseLost("the thread is gone")
        return [row.message() for row in rows[0].unread], [row.message() for row in reversed(rows[0].earlier)]

    def done(self, taken: Taken, outcome: Outcome, *, due: Due) -> Also:
        query = queries.Check(
            **_of(taken),
            messages=list(outcome.messages),
            refused={id_: list(reasons) for id_, reasons in outcome.left.items()},
            outcome={
                "found": outcome.found,
                "kept": outcome.kept,
                "refused": msgspec.json.encode(outcome.refused).decode() if outcome.refused else None,
            },
            every=due.every,
            threshold=due.threshold,
            soon=None if due.soon is None else round(due.soon * 1000),
        )

        async def also(transaction: Transaction, settlement: Settlement | None) -> None:
            if settlement is not None:
                await transaction.run(taught(taken.thread, taken.thread.owner, settlement))
            if not await transaction.run(query):
                raise LeaseLost("another run has the thread, or it is gone")

        return also

    async def finish(self, also: Also) -> None:
        await self._engine.write(lambda transaction: also(transaction, None))

    async def fail(self, taken: Taken, *, error: str, again: float | None) -> None:
        pause = None if again is None else round(again * 1000)
        await self._engine.run(queries.FailRun(**_of(taken), error=error, again=pause))

    async def set_aside(self, tenant: Tenant, thread_id: str, *, error: str) -> None:
        await self._engine.run(queries.SetAside(tenant=tenant, thread=thread_id, error=error))

    async def ask(self, tenant: Tenant, thread_id: str) -> Thread | None:
        rows = await self._engine.run(queries.AskForRun(tenant=tenant, thread=thread_id))
        return rows[0].thread.thread() if rows else None

    async def listed(
        self,
        tenant: Tenant,
        *,
        thread_id: str | None,
        user: str | None,
        status: str | None,
        limit: int,
        before: str | None,
    ) -> list[Extraction]:
        query = queries.ListedRuns(
            tenant=tenant, thread=thread_id, user=user, status=status, limit=limit, before=before
        )
        [row] = await self._engine.run(query)
        return [run.run() for run in row.runs]

    async def backlog(self, tenant: Tenant, *, user: str | None) -> Backlog:
        [row] = await self._engine.run(queries.BacklogOf(tenant=tenant, user=user))
        return Backlog(pending=row.pending, running=row.running, failed=row.failed, unread=row.unread)

    async def lately(
        self, tenant: Tenant, *, thread_id: str | None, user: str | None, seconds: int
    ) -> list[Extraction]:
        query = queries.RunsSince(tenant=tenant, thread=thread_id, user=user, seconds=seconds, limit=_MOST_LATELY)
        [row] = await self._engine.run(query)
        return [run.run() for run in row.runs]


def _of(taken: Taken) -> dict[str, Any]:
    return {"tenant": taken.thread.tenant, "thread": taken.thread.id, "extraction": taken.extraction_id}
