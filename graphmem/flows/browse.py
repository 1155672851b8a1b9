"""Looking at what is kept: lists, one memory, its versions, and why it is believed."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.core.pages import page_of
from graphmem.errors import UnknownMemory
from graphmem.model import Edition, Grounds, Memory, MemoryId, Scope
from graphmem.ports.graph import Graph, Listing


async def listed(scope: Scope, listing: Listing, *, graph: Graph) -> tuple[Sequence[Memory], MemoryId | None]:
    """A page of memories, newest first, and where the next page begins."""
    page, last = page_of(await graph.listed(scope, replace(listing, limit=listing.limit + 1)), listing.limit)
    return page, last.id if last else None


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
