"""Keeping what was said."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
import uuid_utils

from graphmem.core.attempts import Attempt
from graphmem.core.change import Addition, Decision
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings, attribute, settlement
from graphmem.core.speaker import spoken
from graphmem.errors import EmbedderUnavailable, InvalidInput
from graphmem.flows.arbitrate import SecondOpinions
from graphmem.flows.once import once
from graphmem.model import Claim, MemoryId, Owner, Vector
from graphmem.ports.attempts import Attempts
from graphmem.ports.graph import Also, Graph
from graphmem.ports.language import Embedder, Judge, Parser
from graphmem.ports.queue import Queue

EMBED_MISSING = "embed_missing"


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one item."""

    memory_id: MemoryId
    deduplicated: bool
    superseded: tuple[MemoryId, ...]


Outcome = Kept | InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """All that remembering works with."""

    graph: Graph
    parser: Parser
    judge: Judge
    embedder: Embedder
    queue: Queue
    attempts: Attempts
    dedup_threshold: float
    opinions: SecondOpinions | None = None

    async def remember(
        self,
        owner: Owner,
        items: Sequence[Claim | InvalidInput],
        *,
        now: datetime,
        also: Also | None = None,
        attempt: Attempt | None = None,
        readings: Mapping[MemoryId, Reading] = MappingProxyType({}),
    ) -> list[Outcome]:
        """Keeps each claim; what comes again with its key is answered as it was, and nothing is kept twice."""
        kept = partial(
            remember,
            owner,
            items,
            graph=self.graph,
            parser=self.parser,
            judge=self.judge,
            embedder=self.embedder,
            queue=self.queue,
            opinions=self.opinions,
            dedup_threshold=self.dedup_threshold,
            now=now,
            known=readings,
        )
        if attempt is None:
            return await kept(also=also)
        noted = self.attempts.noted(attempt, owner, lambda settlement: _written(_outcomes(items, settlement)))

        async def both(transaction: Any, settlement: Settlement | None) -> None:
            if also is not None:
                await also(transaction, settlement)
            await noted(transaction, settlement)

        return await once(attempt, attempts=self.attempts, first=lambda: kept(also=both), again=_read_again)


async def remember(
    owner: Owner,
    items: Sequence[Claim | InvalidInput],
    *,
    graph: Graph,
    parser: Parser,
    judge: Judge,
    embedder: Embedder,
    queue: Queue,
    opinions: SecondOpinions | None = None,
    dedup_threshold: float,
    now: datetime,
    also: Also | None = None,
    known: Mapping[MemoryId, Reading] = MappingProxyType({}),
) -> list[Outcome]:
    """Keeps each claim, replacing what it outdates; an item that can't be kept doesn't hold up the others.

    Second opinions take their time: they are for those whom nobody waits for. `also` is written with the claims.
    """
    claims = [item for item in items if isinstance(item, Claim)]
    if not claims:
        return [item for item in items if not isinstance(item, Claim)]
    texts = [claim.content for claim in claims]
    vectors, readings = await asyncio.gather(vectors_if_possible(texts, embedder), _read(claims, known, parser))

    async def decide(known: Surroundings) -> Settlement:
        who = attribute(claims, readings, vectors, known, new_ids=new_ids(), now=now)
        pairs = who.pairs()
        odds = dict(zip(pairs, await judge.odds(pairs), strict=True))
        return settlement(who, odds, dedup_threshold=dedup_threshold)

    settled = await graph.settle(owner, claims, vectors, readings=readings, decide=decide, now=now, also=also)

    if None in vectors:
        await queue.wake(EMBED_MISSING)
    retired = await opinions.on(owner, settled.decisions) if opinions else {}
    return _outcomes(items, settled, retired)


async def _read(claims: Sequence[Claim], known: Mapping[MemoryId, Reading], parser: Parser) -> list[Reading]:
    """What each claim says, as far as it isn't known from where it was found."""
    unread = [claim for claim in claims if claim.id not in known]
    found = iter(await parser.read([claim.content for claim in unread]) if unread else ())
    return [known[claim.id] if claim.id in known else next(found) for claim in claims]


def new_ids() -> Iterator[str]:
    """Ids in the order of time, without end."""
    while True:
        yield str(uuid_utils.uuid7())


async def vectors_if_possible(texts: Sequence[str], embedder: Embedder) -> Sequence[Vector | None]:
    """The vectors, or none of them when the model can't be reached: a worker adds them later."""
    try:
        return await embedder.embed([spoken(text) for text in texts])
    except EmbedderUnavailable:
        return [None] * len(texts)


def _outcomes(
    items: Sequence[Claim | InvalidInput],
    settlement: Settlement | None,
    retired: Mapping[MemoryId, tuple[MemoryId, ...]] = MappingProxyType({}),
) -> list[Outcome]:
    decisions = settlement.decisions if settlement is not None else ()
    outcomes = (_kept(decision, retired.get(decision.claim.id, ())) for decision in decisions)
    return [next(outcomes) if isinstance(item, Claim) else item for item in items]


def _kept(decision: Decision, retired: tuple[MemoryId, ...]) -> Kept:
    if isinstance(decision, Addition):
        return Kept(decision.claim.id, deduplicated=False, superseded=decision.supersedes + retired)
    # A claim that meets itself was written by a first try whose answer got lost.
    again = decision.memory_id == decision.claim.id
    return Kept(decision.memory_id, deduplicated=not again, superseded=())


def _written(outcomes: Sequence[Outcome]) -> str:
    rows = [one if isinstance(one, Kept) else (one.code, one.field, one.problem) for one in outcomes]
    return msgspec.json.encode(rows).decode()


async def _read_again(written: str) -> list[Outcome]:
    rows = msgspec.json.decode(written, type=list[Kept | tuple[str, str, str]])
    return [row if isinstance(row, Kept) else InvalidInput(row[1], row[2], code=row[0]) for row in rows]
