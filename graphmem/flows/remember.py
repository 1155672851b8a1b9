"""Keeping what was said."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.core.change import Addition, Decision, settle
from graphmem.errors import EmbedderUnavailable, InvalidInput
from graphmem.model import Claim, MemoryId, Owner, Vector
from graphmem.ports import Embedder, Graph, Queue

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
    embedder: Embedder,
    queue: Queue,
    dedup_threshold: float,
    now: datetime,
) -> list[Kept | InvalidInput]:
    """Keeps each claim, replacing what it outdates; an item that can't be kept doesn't hold up the others."""
    claims = [item for item in items if isinstance(item, Claim)]
    if not claims:
        return [item for item in items if isinstance(item, InvalidInput)]
    vectors = await vectors_if_possible([claim.content for claim in claims], embedder)

    decisions = await graph.settle(
        owner,
        claims,
        vectors,
        decide=lambda known: settle(claims, vectors, known, dedup_threshold=dedup_threshold, now=now),
        now=now,
    )

    if None in vectors:
        await queue.wake(EMBED_MISSING)
    outcomes = iter(decisions)
    return [_kept(next(outcomes)) if isinstance(item, Claim) else item for item in items]


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
