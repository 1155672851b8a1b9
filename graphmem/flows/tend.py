"""Work that keeps the graph in order, done in the background."""

from collections.abc import Callable

from graphmem.model import Owner, Scope
from graphmem.ports.graph import Graph
from graphmem.ports.language import Embedder

_OWNERS = 100
_BATCH = 128


async def embed_missing(*, graph: Graph, embedder: Embedder, progress: Callable[[int], None] = lambda _: None) -> int:
    """Gives every memory that lacks one a vector of the model in use, and says how many got one."""
    total = 0
    done: set[Owner] = set()
    while owners := [owner for owner in await graph.owners_awaiting_vectors(_OWNERS) if owner not in done]:
        for owner in owners:
            total += await _embed_for(owner, graph=graph, embedder=embedder, progress=progress)
            done.add(owner)
    return total


async def _embed_for(owner: Owner, *, graph: Graph, embedder: Embedder, progress: Callable[[int], None]) -> int:
    scope = Scope(owner.tenant, (owner,))
    total = 0
    while waiting := await graph.awaiting_vectors(scope, _BATCH):
        vectors = await embedder.embed([content for _, content in waiting])
        rows = [(id_, content, vector) for (id_, content), vector in zip(waiting, vectors, strict=True)]
        await graph.attach_vectors(scope, rows)
        total += len(rows)
        progress(len(rows))
    await graph.vectors_complete(scope)
    return total
