"""A page of memories: the same for every way in."""

from dataclasses import replace

from graphmem.flows import browse
from graphmem.flows.people import found_person
from graphmem.model import Scope
from graphmem.ports.graph import Listing
from graphmem.web.api.shapes import MemoriesAnswer, memory_shape
from graphmem.wiring import Parts


async def page_of(scope: Scope, listing: Listing, *, person: str | None = None, parts: Parts) -> MemoriesAnswer:
    """The memories listed; only those about one person, when any of their names or relations is given."""
    if person is not None:
        about = await found_person(scope, person, graph=parts.graph)
        if about is None:
            return MemoriesAnswer([], None)
        listing = replace(listing, person=about)
    page, following = await browse.listed(scope, listing, graph=parts.graph)
    return MemoriesAnswer([memory_shape(memory) for memory in page], following)
