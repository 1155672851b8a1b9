"""A second opinion on facts that the rules could not tell apart."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.core.change import Addition, Decision
from graphmem.core.doubt import Doubt
from graphmem.core.verdict import Effect
from graphmem.model import Claim, MemoryId, Owner, Scope
from graphmem.ports.curation import Curation
from graphmem.ports.language import Arbiter


@dataclass(frozen=True, slots=True)
class SecondOpinions:
    """Asks an arbiter about doubtful pairs, and settles those of which it is sure."""

    arbiter: Arbiter
    curation: Curation

    async def on(self, owner: Owner, decisions: Sequence[Decision]) -> dict[MemoryId, tuple[MemoryId, ...]]:
        """What each fact just kept retires, by the id of that fact.

        Nothing is locked meanwhile: what changed since the doubt arose stays as it is.
        """
        scope = Scope(owner.tenant, (owner,))
        retired: dict[MemoryId, tuple[MemoryId, ...]] = {}
        for decision in decisions:
            if isinstance(decision, Addition) and decision.doubts:
                judged = await asyncio.gather(*(self._judged(scope, decision.claim, d) for d in decision.doubts))
                retired[decision.claim.id] = tuple(id_ for id_ in judged if id_ is not None)
        return retired

    async def _judged(self, scope: Scope, claim: Claim, doubt: Doubt) -> MemoryId | None:
        verdict = await self.arbiter.judge(older=doubt.content, newer=claim.content)
        if verdict.effect is Effect.COEXIST:
            if doubt.conflict is not None and verdict.rule:  # it is sure, so nobody else needs to look
                await self.curation.let_stand(scope, doubt, by=claim, verdict=verdict)
            return None
        return doubt.memory_id if await self.curation.retire(scope, doubt, by=claim, verdict=verdict) else None
