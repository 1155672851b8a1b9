"""Messages that may be quoted, in Neo4j."""

from collections.abc import Sequence
from typing import Any

from neo4j.exceptions import ClientError

from graphmem.adapters.neo4j import quote_queries as queries
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.index_errors import is_about_the_index
from graphmem.adapters.neo4j.lucene import said
from graphmem.adapters.neo4j.query import bounds
from graphmem.core.grams import kept_grams
from graphmem.core.quotes import Sayings
from graphmem.errors import StatementFailed
from graphmem.model import Owner, OwnerType, Scope, Tenant, Vector
from graphmem.ports.quotes import QuoteSearch, UnembeddedThread

_CANDIDATES = 12
_SMALL = 200  # messages up to which comparing every vector is quicker than the index
_REACH = 50  # that the index is asked for: its search is approximate, and some of what it finds may not be quoted
_NEAR = 0.2  # similarity from which a fact that no longer holds may be what a message brings back
_LONGEST = 20_000  # characters of a message that are looked at
_READ = 2_000  # characters of a message that a model reads


class Neo4jQuotes:
    """What was said, each query bounded by tenant and user."""

    def __init__(self, engine: Engine, *, model: str) -> None:
        self._engine = engine
        self._model = model

    async def search(self, scope: Scope, search: QuoteSearch) -> Sayings:
        users = tuple(owner for owner in scope.owners or () if owner.type is OwnerType.USER)
        if not users:
            return Sayings()
        common: dict[str, Any] = {
            **bounds(Scope(scope.tenant, users)),
            "assistant_key": scope.assistant_key,
            "model": self._model,
            "lucene": said(users, search.words, search.phrases, search.grams),
            "candidates": _CANDIDATES,
            "least": _NEAR,
            "longest": _LONGEST,
            "now": search.now,
        }
        by_scan = queries.MessagesByScan(**common, vector=search.vector)
        if search.vector is None or search.messages <= _SMALL:
            [row] = await self._engine.run(by_scan)
            return row.found()
        try:
            [row] = await self._engine.run(queries.MessagesByIndex(**common, vector=search.vector, reach=_REACH))
        except (ClientError, StatementFailed) as error:
            if not is_about_the_index(error):
                raise
            [row] = await self._engine.run(by_scan)
        return row.found()

    async def threads_awaiting_vectors(
        self, limit: int, *, after: UnembeddedThread | None = None
    ) -> list[UnembeddedThread]:
        query = queries.ThreadsAwaitingVectors(
            after_tenant=after.owner.tenant if after else "", after_id=after.id if after else "", limit=limit
        )
        return [
            UnembeddedThread(Owner(Tenant(row.tenant), OwnerType.USER, row.user), row.id)
            for row in await self._engine.run(query)
        ]

    async def awaiting_vectors(self, thread: UnembeddedThread, limit: int) -> list[tuple[str, str]]:
        query = queries.MessagesAwaitingVectors(
            tenant=thread.owner.tenant, thread=thread.id, model=self._model, longest=_READ, limit=limit
        )
        [row] = await self._engine.run(query)
        return [(message.id, message.content) for message in row.messages]

    async def attach_vectors(self, thread: UnembeddedThread, vectors: Sequence[tuple[str, str, Vector]]) -> None:
        rows = [
            {"id": id_, "content": content, "vector": vector or None, "grams": kept_grams(content)}
            for id_, content, vector in vectors
        ]
        query = queries.AttachMessageVectors(
            tenant=thread.owner.tenant,
            thread=thread.id,
            owner_token=thread.owner.token,
            model=self._model,
            longest=_READ,
            rows=rows,
        )
        await self._engine.run(query)

    async def vectors_complete(self, thread: UnembeddedThread) -> None:
        query = queries.ThreadVectorsComplete(
            tenant=thread.owner.tenant, thread=thread.id, owner_token=thread.owner.token, model=self._model
        )
        await self._engine.run(query)

    async def mark_every_thread(self) -> int:
        [row] = await self._engine.run(queries.MarkEveryThread())
        return row["threads"]
