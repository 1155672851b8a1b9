"""Is it alive, and is it ready?"""

from litestar import Controller, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from msgspec import Struct

from graphmem.adapters.neo4j import schema
from graphmem.errors import GraphmemError
from graphmem.wiring import Parts


class Live(Struct, frozen=True):
    status: str


class Ready(Struct, frozen=True):
    """Which parts can be used now; `status` is ready or not_ready.

    `writes` is false while the disk is too full to write, and `loading` tells what is still being loaded after a start.
    """

    status: str
    engine: bool
    queue: bool
    vectors: bool
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
        try:
            have = await schema.current(parts.engine)
        except GraphmemError:
            engine = vectors = False
        else:
            engine = have is not None
            vectors = have is not None and have.embedding_model == parts.embedder.model
        queue = await parts.queue.ping()
        # The queue only wakes workers: without it requests are served all the same.
        good = engine and vectors and not state.loading
        return Response(
            Ready(
                "ready" if good else "not_ready",
                engine=engine,
                queue=queue,
                vectors=vectors,
                writes=parts.engine.writable,
                loading=sorted(state.loading),
            ),
            status_code=200 if good else 503,
            headers={} if good else {"Retry-After": "2"},
        )
