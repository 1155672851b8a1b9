"""Work that keeps the graph in order, done in the background."""

from collections.abc import Callable

import structlog

from graphmem.core.speaker import spoken
from graphmem.flows.isolation import isolated
from graphmem.model import Owner, Scope
from graphmem.ports.graph import Graph
from graphmem.ports.language import Embedder

_log = structlog.get_logger()
_OWNERS = 100
_BATCH = 128


async def embed_missing(*, graph: Graph, embedder: Embedder, progress: Callable[[int], None] = lambda _: None) -> int:
    """Gives every memory that lacks one a vector of the model in use, and says how many got one."""
    total, last = 0, None
    while owners := await graph.owners_awaiting_vectors(_OWNERS, after=last):
        for last in owners:
            with isolated("embedding_failed", owner=last.id):
                total += await _embed_for(last, graph=graph, embedder=embedder, progress=progress)
    await graph.every_vector_complete()
    return total


async def _embed_for(owner: Owner, *, graph: Graph, embedder: Embedder, progress: Callable[[int], None]) -> int:
    scope = Scope(owner.tenant, (owner,))
    total = 0
    while waiting := await graph.awaiting_vectors(scope, _BATCH):
        vectors = await embedder.embed([spoken(content) for _, content in waiting])
        rows = [(id_, content, vector) for (id_, content), vector in zip(waiting, vectors, strict=True)]
        await graph.attach_vectors(scope, rows)
        total += len(rows)
        progress(len(rows))
    for id_ in await graph.vectors_complete(scope):
        _log.error("unreadable_row", owner=owner.id, id=id_)
    return total
