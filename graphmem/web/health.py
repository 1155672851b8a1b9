"""Is it alive, and is it ready?"""

import asyncio

from litestar import Controller, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from msgspec import Struct

from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.engine_rows import SchemaRow
from graphmem.deadlines import allowance
from graphmem.errors import GraphmemError
from graphmem.wiring import Parts

_PATIENCE = 1.5  # seconds; whoever probes gives up after 2 or so


class Live(Struct, frozen=True):
    status: str


class Ready(Struct, frozen=True):
    """Which parts can be used now; `status` is ready, degraded (requests are served, but nobody works in the
    background) or not_ready.

    `writes` is false while the disk is too full to write, and `loading` tells what is still being loaded after a start.
    """

    status: str
    engine: bool
    queue: bool
    vectors: bool
    worker: bool  # whether one was at work in the last three minutes
    writes: bool
    loading: list[str]


class HealthController(Controller):
    path = "/health"
    tags = ("operations",)

    @get("/live", summary="Is the process alive?")
    async def live(self) -> Live:
        return Live("live")

    @get("/ready", summary="Can it serve now?")
    async def ready(self, parts: NamedDependency[Parts], state: State) -> Response[Ready]:
        with allowance(_PATIENCE):
            have, queue = await asyncio.gather(_schema(parts), parts.queue.ping())
        engine = have is not None
        vectors = have is not None and have.embedding_model == parts.embedder.model
        worker = have is not None and have.worker
        # The queue only wakes workers: without it requests are served all the same.
        good = engine and vectors and not state.loading
        status = "not_ready" if not good else "ready" if worker else "degraded"
        return Response(
            Ready(
                status,
                engine=engine,
                queue=queue,
                vectors=vectors,
                worker=worker,
                writes=parts.engine.writable,
                loading=sorted(state.loading),
            ),
            status_code=200 if good else 503,
            headers={} if good else {"Retry-After": "2"},
        )


async def _schema(parts: Parts) -> SchemaRow | None:
    """What the graph was made for, if it can be reached and was made ready."""
    try:
        return await schema.current(parts.engine)
    except GraphmemError:
        return None
