"""Putting right what is kept: each change on record, so that it can be undone; what is deleted is gone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from graphmem.core import conflict
from graphmem.core import curation as rules
from graphmem.core.curation import Correction
from graphmem.core.pages import page_of
from graphmem.core.picture import Change
from graphmem.errors import ChangedSince, EngineUnavailable, InvalidInput, UnknownChange, UnknownMemory
from graphmem.flows import browse
from graphmem.flows.people import found_person
from graphmem.flows.remember import EMBED_MISSING, new_ids, vectors_if_possible
from graphmem.model import Holds, Memory, MemoryId, Scope
from graphmem.ports.curation import ChangeListing, Curation
from graphmem.ports.graph import Graph
from graphmem.ports.language import Embedder
from graphmem.ports.queue import Queue

_TRIES = 5


async def revise(
    scope: Scope,
    memory_id: MemoryId,
    change: Callable[[Memory], Memory],
    *,
    graph: Graph,
    curation: Curation,
    embedder: Embedder,
    queue: Queue,
    now: datetime,
) -> Change | None:
    """Changes a memory, and its vector with its words."""
    for _ in range(_TRIES):
        before = await browse.shown(scope, memory_id, graph=graph)
        after = replace(change(before), updated_at=now)
        [vector] = await vectors_if_possible([after.content], embedder)
        try:
            done = await curation.rewrite(scope, after, vector, seen=before.updated_at)
        except ChangedSince:
            continue
        if vector is None:
            await queue.wake(EMBED_MISSING)
        return done
    raise EngineUnavailable("this memory is being changed by others all the time; try again")


async def call(
    scope: Scope, person_id: str, correction: Correction, *, curation: Curation, now: datetime
) -> Change | None:
    """Renames a person, or changes what else they are called."""
    ids = list(islice(new_ids(), len(correction.add) + 1))
    return await curation.curate(
        scope,
        people=[person_id],
        decide=lambda picture: rules.call(picture, person_id, correction, new_ids=ids, now=now),
        now=now,
    )


async def merge(scope: Scope, person_id: str, into: str, *, curation: Curation, now: datetime) -> Change | None:
    """Makes two people one."""
    return await curation.curate(
        scope,
        people=[person_id, into],
        decide=lambda picture: rules.merge(picture, person_id, into, now=now),
        now=now,
    )


async def apart(scope: Scope, person_id: str, other_id: str, *, curation: Curation, now: datetime) -> Change | None:
    """Says that two who look alike are two."""
    return await curation.curate(
        scope,
        people=[person_id, other_id],
        decide=lambda picture: rules.apart(picture, person_id, other_id, now=now),
        now=now,
    )


async def split(
    scope: Scope,
    person_id: str,
    memory_ids: Sequence[MemoryId],
    *,
    name: str | None,
    aliases: Sequence[str],
    curation: Curation,
    now: datetime,
) -> tuple[str, Change | None]:
    """Makes somebody new of some of a person's facts; their id, and the change."""
    new_id, alias_id = islice(new_ids(), 2)
    done = await curation.curate(
        scope,
        people=[person_id],
        memories=memory_ids,
        decide=lambda picture: rules.split(
            picture, person_id, memory_ids, name=name, aliases=aliases, new_id=new_id, alias_id=alias_id, now=now
        ),
        now=now,
    )
    return new_id, done


async def reassign(
    scope: Scope, memory_id: MemoryId, people: Sequence[str], *, graph: Graph, curation: Curation, now: datetime
) -> Change | None:
    """Says whom a fact is about, each by id, name or relation."""
    memory = await browse.shown(scope, memory_id, graph=graph)
    own = Scope(scope.tenant, (memory.owner,))
    found = []
    for place, words in enumerate(people):
        known = await graph.person(own, words)
        person = words if known and known.id == words else await found_person(own, words, graph=graph)
        if person is None:
            raise InvalidInput(f"subjects[{place}]", f"nobody is known as {words[:60]!r}, or more than one")
        found.append(person)
    return await curation.curate(
        scope,
        people=found,
        memories=[memory_id],
        decide=lambda picture: rules.reassign(picture, memory_id, found, now=now),
        now=now,
    )


async def settle(
    scope: Scope, memory_id: MemoryId, other_id: MemoryId, holds: Holds, *, curation: Curation, now: datetime
) -> Change | None:
    """Says which of two facts holds that may not both hold, or that both do."""
    return await curation.curate(
        scope,
        memories=[memory_id, other_id],
        decide=lambda picture: conflict.settle(picture, memory_id, other_id, holds, by=rules.BY_HAND, now=now),
        now=now,
    )


async def restore(scope: Scope, memory_id: MemoryId, *, curation: Curation, now: datetime) -> Change | None:
    """Lets a superseded fact hold again."""
    return await curation.curate(
        scope,
        memories=[memory_id],
        decide=lambda picture: rules.restore(picture, memory_id, now=now),
        now=now,
    )


async def remove(scope: Scope, memory_id: MemoryId, *, curation: Curation, now: datetime) -> Change | None:
    """Puts a memory away, so that it can be brought back."""
    return await curation.curate(
        scope,
        memories=[memory_id],
        decide=lambda picture: rules.remove(picture, memory_id, now=now),
        now=now,
    )


async def undo(
    scope: Scope, change_id: str, *, curation: Curation, embedder: Embedder, queue: Queue, now: datetime
) -> Change:
    """Brings back exactly what was before a change."""
    change = await shown(scope, change_id, curation=curation)
    texts = {
        id_: str(node.properties["content"])
        for id_, node in change.deed.before.nodes.items()
        if node is not None and "content" in node.properties
    }
    vectors = dict(zip(texts, await vectors_if_possible(list(texts.values()), embedder), strict=True))
    await curation.undo(scope, change, vectors=vectors, now=now)
    if None in vectors.values():
        await queue.wake(EMBED_MISSING)
    return await shown(scope, change_id, curation=curation)


async def shown(scope: Scope, change_id: str, *, curation: Curation) -> Change:
    change = await curation.change(scope, change_id)
    if change is None:
        raise UnknownChange(change_id)
    return change


async def listed(scope: Scope, listing: ChangeListing, *, curation: Curation) -> tuple[Sequence[Change], str | None]:
    """A page of changes, newest first, and where the next page begins."""
    page, last = page_of(await curation.changes(scope, replace(listing, limit=listing.limit + 1)), listing.limit)
    return page, last.id if last else None


async def delete(scope: Scope, memory_id: MemoryId, *, graph: Graph) -> None:
    """Deletes a memory for good."""
    if not await graph.delete(scope, memory_id):
        raise UnknownMemory(memory_id)


async def clear(scope: Scope, *, graph: Graph) -> int:
    """Deletes every memory of the scope for good and says how many there were."""
    return await graph.clear(scope)
