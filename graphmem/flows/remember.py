"""Keeping what was said."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import uuid_utils

from graphmem.core.change import Addition, Decision
from graphmem.core.settlement import settle_all
from graphmem.errors import EmbedderUnavailable, InvalidInput
from graphmem.flows.arbitrate import SecondOpinions
from graphmem.model import Claim, MemoryId, Owner, Vector
from graphmem.ports.graph import Also, Graph
from graphmem.ports.language import Embedder, Parser
from graphmem.ports.queue import Queue

EMBED_MISSING = "embed_missing"


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one item."""

    memory_id: MemoryId
    deduplicated: bool
    superseded: tuple[MemoryId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """All that remembering works with."""

    graph: Graph
    parser: Parser
    embedder: Embedder
    queue: Queue
    dedup_threshold: float
    opinions: SecondOpinions | None = None

    async def remember(
        self,
        owner: Owner,
        items: Sequence[Claim | InvalidInput],
        *,
        now: datetime,
        also: Also | None = None,
        sent_again: bool = False,
    ) -> list[Kept | InvalidInput]:
        return await remember(
            owner,
            items,
            graph=self.graph,
            parser=self.parser,
            embedder=self.embedder,
            queue=self.queue,
            opinions=self.opinions,
            dedup_threshold=self.dedup_threshold,
            now=now,
            also=also,
            sent_again=sent_again,
        )


async def remember(
    owner: Owner,
    items: Sequence[Claim | Kept | InvalidInput],
    *,
    graph: Graph,
    parser: Parser,
    embedder: Embedder,
    queue: Queue,
    opinions: SecondOpinions | None = None,
    dedup_threshold: float,
    now: datetime,
    also: Also | None = None,
    sent_again: bool = False,
) -> list[Kept | InvalidInput]:
    """Keeps each claim, replacing what it outdates; an item that can't be kept doesn't hold up the others.

    Second opinions take their time: they are for those whom nobody waits for. `also` is written with the claims. What
    may be `sent_again`, under the same ids, is kept once.
    """
    if sent_again:
        ids = [item.id for item in items if isinstance(item, Claim)]
        before = await graph.kept_before(owner, ids)
        items = [_before(item, before) for item in items]
    claims = [item for item in items if isinstance(item, Claim)]
    if not claims:
        return [item for item in items if not isinstance(item, Claim)]
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
        also=also,
    )

    if None in vectors:
        await queue.wake(EMBED_MISSING)
    retired = await opinions.on(owner, settlement.decisions) if opinions else {}
    outcomes = (_kept(decision, retired.get(decision.claim.id, ())) for decision in settlement.decisions)
    return [next(outcomes) if isinstance(item, Claim) else item for item in items]


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


def _before(
    item: Claim | Kept | InvalidInput, before: Mapping[MemoryId, tuple[MemoryId, ...]]
) -> Claim | Kept | InvalidInput:
    if not isinstance(item, Claim) or item.id not in before:
        return item
    return Kept(item.id, deduplicated=False, superseded=before[item.id])


def _kept(decision: Decision, retired: tuple[MemoryId, ...]) -> Kept:
    if isinstance(decision, Addition):
        return Kept(decision.claim.id, deduplicated=False, superseded=decision.supersedes + retired)
    # A claim that meets itself was written by a first try whose answer got lost.
    again = decision.memory_id == decision.claim.id
    return Kept(decision.memory_id, deduplicated=not again, superseded=())
