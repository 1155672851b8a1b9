"""The keys of requests in Neo4j."""

from collections.abc import Callable

from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.queries import AnswerTo, NoteAnswer
from graphmem.core.attempts import Attempt
from graphmem.core.settlement import Settlement
from graphmem.errors import KeyReused, SentBefore, Vanished
from graphmem.model import Owner
from graphmem.ports.graph import Also


class Neo4jAttempts:
    """Each key is a node of its own, written in one transaction with what was asked for."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def answer(self, attempt: Attempt) -> str | None:
        asked = AnswerTo(id=attempt.id, tenant=attempt.tenant, since=attempt.since)
        for row in await self._engine.run(asked):
            if row.request != attempt.request:
                raise KeyReused
            return row.answer
        return None

    def noted(self, attempt: Attempt, owner: Owner, answer: Callable[[Settlement | None], str]) -> Also:
        async def also(transaction: Transaction, settlement: Settlement | None) -> None:
            note = NoteAnswer(
                id=attempt.id,
                tenant=attempt.tenant,
                owner=owner.id,
                request=attempt.request,
                answer=answer(settlement),
                at=attempt.at,
                since=attempt.since,
            )
            rows = await transaction.run(note)
            if not rows:
                raise Vanished
            if not rows[0]["fresh"]:
                raise SentBefore

        return also
