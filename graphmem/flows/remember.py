"""Keeping what was said."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import uuid_utils

from graphmem.core.change import Addition, Decision
from graphmem.core.settlement import settle_all
from graphmem.errors import EmbedderUnavailable, InvalidInput
from graphmem.model import Claim, MemoryId, Owner, Vector
from graphmem.ports import Embedder, Graph, Parser, Queue

EMBED_MISSING = "embed_missing"


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one item."""

    memory_id: MemoryId
    deduplicated: bool
    superseded: tuple[MemoryId, ...]


async def remember(
    owner: Owner,
    items: Sequence[Claim | InvalidInput],
    *,
    graph: Graph,
    parser: Parser,
    embedder: Embedder,
    queue: Queue,
    dedup_threshold: float,
    now: datetime,
) -> list[Kept | InvalidInput]:
    """Keeps each claim, replacing what it outdates; an item that can't be kept doesn't hold up the others."""
    claims = [item for item in items if isinstance(item, Claim)]
    if not claims:
        return [item for item in items if isinstance(item, InvalidInput)]
    texts = [claim.content for claim in claims]
    vectors, readings = await asyncio.gather(vectors_if_possible(texts, embedder), parser.read(texts))

    settlement = await graph.settle(
        owner,
        claims,
        vectors,
        readings=readings,
        decide=lambda known: settle_all(
            claims, readings, vectors, known, dedup_threshold=dedup_threshold, new_ids=new_ids(), now=now
        ),
        now=now,
    )

    if None in vectors:
        await queue.wake(EMBED_MISSING)
    outcomes = iter(settlement.decisions)
    return [_kept(next(outcomes)) if isinstance(item, Claim) else item for item in items]


def new_ids() -> Iterator[str]:
    """Ids in the order of time, without end."""
    while True:
        yield str(uuid_utils.uuid7())


async def vectors_if_possible(texts: Sequence[str], embedder: Embedder) -> Sequence[Vector | None]:
    """The vectors, or none of them when the model can't be reached: a worker adds them later."""
    try:
        return await embedder.embed(texts)
    except EmbedderUnavailable:
        return [None] * len(texts)


def _kept(decision: Decision) -> Kept:
    if isinstance(decision, Addition):
        return Kept(decision.claim.id, deduplicated=False, superseded=decision.supersedes)
    # A claim that meets itself was written by a first try whose answer got lost.
    again = decision.memory_id == decision.claim.id
    return Kept(decision.memory_id, deduplicated=not again, superseded=())
