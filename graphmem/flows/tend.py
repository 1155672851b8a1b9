"""Work that keeps the graph in order, done in the background."""

from collections.abc import Callable

import structlog

from graphmem.core.speaker import spoken
from graphmem.flows.isolation import isolated
from graphmem.model import Owner, Scope
from graphmem.ports.graph import Graph
from graphmem.ports.language import Embedder
from graphmem.ports.quotes import Quotes, UnembeddedThread

_log = structlog.get_logger()
_OWNERS = _THREADS = 100
_BATCH = 128


async def embed_missing(*, graph: Graph, embedder: Embedder, progress: Callable[[int], None] = lambda _: None) -> int:
    """Gives every memory and message that lacks one a vector of the model in use; says how many memories got one."""
    total, last = 0, None
    while owners := await graph.owners_awaiting_vectors(_OWNERS, after=last):
        for last in owners:
            with isolated("embedding_failed", owner=last.id):
                total += await _embed_for(last, graph=graph, embedder=embedder, progress=progress)
    await _embed_messages(quotes=graph.quotes, embedder=embedder)
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


async def _embed_messages(*, quotes: Quotes, embedder: Embedder) -> None:
    last = None
    while threads := await quotes.threads_awaiting_vectors(_THREADS, after=last):
        for last in threads:
            with isolated("embedding_failed", thread=last.id):
                await _embed_thread(last, quotes=quotes, embedder=embedder)


async def _embed_thread(thread: UnembeddedThread, *, quotes: Quotes, embedder: Embedder) -> None:
    while waiting := await quotes.awaiting_vectors(thread, _BATCH):
        vectors = await embedder.embed([content for _, content in waiting])
        rows = [(id_, content, vector) for (id_, content), vector in zip(waiting, vectors, strict=True)]
        await quotes.attach_vectors(thread, rows)
    await quotes.vectors_complete(thread)
