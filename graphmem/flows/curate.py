"""Putting right what is kept: look at it, change it, delete it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.errors import EngineUnavailable, UnknownMemory
from graphmem.flows.remember import EMBED_MISSING, vectors_if_possible
from graphmem.model import Edition, Grounds, Memory, MemoryId, Scope
from graphmem.ports import Embedder, Graph, Listing, Parser, Queue

_TRIES = 5


async def listed(scope: Scope, listing: Listing, *, graph: Graph) -> tuple[Sequence[Memory], MemoryId | None]:
    """A page of memories, newest first, and where the next page begins."""
    page = await graph.listed(scope, replace(listing, limit=listing.limit + 1))
    more = len(page) > listing.limit
    page = page[: listing.limit]
    return page, page[-1].id if more else None


async def shown(scope: Scope, memory_id: MemoryId, *, graph: Graph) -> Memory:
    memory = await graph.memory(scope, memory_id)
    if memory is None:
        raise UnknownMemory(memory_id)
    return memory


async def history(scope: Scope, memory_id: MemoryId, *, graph: Graph) -> Sequence[Edition]:
    """Every version of a fact, oldest first, with what took each one's place."""
    editions = await graph.history(scope, memory_id)
    if not editions:
        raise UnknownMemory(memory_id)
    return editions


async def grounds(scope: Scope, memory_id: MemoryId, *, graph: Graph) -> Grounds:
    """Why a memory is believed."""
    found = await graph.grounds(scope, memory_id)
    if found is None:
        raise UnknownMemory(memory_id)
    return found


async def revise(
    scope: Scope,
    memory_id: MemoryId,
    change: Callable[[Memory], Memory],
    *,
    graph: Graph,
    parser: Parser,
    embedder: Embedder,
    queue: Queue,
    now: datetime,
) -> Memory:
    """Changes a memory, and its vector with its words."""
    for _ in range(_TRIES):
        before = await shown(scope, memory_id, graph=graph)
        after = replace(change(before), updated_at=now)
        [vector] = await vectors_if_possible([after.content], embedder)
        [reading] = await parser.read([after.content])
        if await graph.rewrite(scope, after, vector, reading=reading, seen=before.updated_at):
            if vector is None:
                await queue.wake(EMBED_MISSING)
            return await shown(scope, memory_id, graph=graph)
    raise EngineUnavailable("this memory is being changed by others all the time; try again")


async def delete(scope: Scope, memory_id: MemoryId, *, graph: Graph) -> None:
    """Deletes a memory for good."""
    if not await graph.delete(scope, memory_id):
        raise UnknownMemory(memory_id)


async def clear(scope: Scope, *, graph: Graph) -> int:
    """Deletes every memory of the scope for good and says how many there were."""
    return await graph.clear(scope)
