"""Asks once for what callers will ask for, before the first of them waits: the engine plans it, which takes seconds."""

import contextlib
from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem.core.claims import Statement, claim_of
from graphmem.core.keyphrases import keyphrases, telling
from graphmem.core.ranker import Question, rank
from graphmem.core.whom import whom
from graphmem.errors import DiskFull
from graphmem.flows.quote import sayings
from graphmem.flows.recall import CANDIDATES
from graphmem.flows.remember import Keeping, new_ids, vectors_if_possible
from graphmem.model import Candidate, MemoryId, Owner, OwnerType, Scope, Tenant
from graphmem.ports.graph import Meaning, Sizes, Sought

_QUESTION = "What does my friend Sarah like?"
_FACT = "My friend Sarah likes hill number"
_MANY = 10  # facts told at once: they are settled in another way than a single one


async def rehearse(tenant: Tenant, *, keeping: Keeping, sizes: Sizes, now: datetime) -> None:
    """Recalls and remembers for somebody who isn't there; nothing is kept."""
    owner = Owner(tenant, OwnerType.USER, "nobody")
    await _recall(owner, keeping=keeping, sizes=sizes, now=now)
    with contextlib.suppress(DiskFull):
        for facts in (1, _MANY):
            await _remember(owner, facts, keeping=keeping, now=now)


async def _recall(owner: Owner, *, keeping: Keeping, sizes: Sizes, now: datetime) -> None:
    scope = Scope(owner.tenant, (owner,))
    [vector] = await vectors_if_possible([_QUESTION], keeping.embedder)
    few = Sought(
        meanings=[Meaning(keeping.embedder.model, vector)],
        words=telling(_QUESTION),
        phrases=keyphrases(_QUESTION),
        whom=whom(_QUESTION),
        candidates=CANDIDATES,
        scope_size=1,
        min_confidence=0.0,
        now=now,
    )
    await sizes.of(scope)
    for sought in (few, replace(few, scope_size=1_000_000)):
        await keeping.graph.search(scope, sought)
        await sayings(scope, sought, messages=sought.scope_size, quotes=keeping.graph.quotes)
    nobodys = [MemoryId("none")]
    await keeping.graph.chosen(scope, nobodys, few)
    await keeping.graph.suppressed(scope, nobodys)
    made_up = [Candidate(id=nobodys[0], content=_FACT, said_at=0, similarity=0.5)]
    rank(Question.of(_QUESTION, made_up, now=now), made_up, among=1)


async def _remember(owner: Owner, facts: int, *, keeping: Keeping, now: datetime) -> None:
    ids = new_ids()
    claims = [
        claim_of(Statement(content=f"{_FACT} {number}"), id_=MemoryId(next(ids)), now=now) for number in range(facts)
    ]
    with contextlib.suppress(_Rehearsed):
        await keeping.remember(owner, claims, now=now, also=_abandon)


class _Rehearsed(Exception):
    """Has everything rolled back."""


async def _abandon(*_: Any) -> None:
    raise _Rehearsed
