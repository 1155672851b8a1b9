"""The graph of memories in Neo4j."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from neo4j.exceptions import ClientError

from graphmem.adapters.neo4j import queries
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.lucene import lucene
from graphmem.adapters.neo4j.query import bounds
from graphmem.adapters.neo4j.rows import Found, written
from graphmem.core.change import Addition, Decision, Neighbour, merged
from graphmem.core.text import fingerprint
from graphmem.model import Candidate, Claim, Memory, MemoryId, Owner, Scope, Status, Vector
from graphmem.ports import Known, Listing, Sought

_LARGE, _VERY_LARGE = 1_000, 10_000  # memories in a scope
_COUNT_UP_TO = _VERY_LARGE + 1
_CLEAR_BATCH = 2_000


class Neo4jGraph:
    """Memories in Neo4j, each query bounded by tenant and owners."""

    def __init__(self, engine: Engine, *, model: str, dimensions: int, near: float) -> None:
        self._engine = engine
        self._model = model
        self._dimensions = dimensions
        self._near = near

    async def settle(
        self,
        owner: Owner,
        claims: Sequence[Claim],
        vectors: Sequence[Vector | None],
        *,
        decide: Callable[[Known], Sequence[Decision]],
        now: datetime,
    ) -> Sequence[Decision]:
        for vector in vectors:
            if vector is not None and len(vector) != self._dimensions:
                raise ValueError(f"a vector of {len(vector)} dimensions, not {self._dimensions}")

        async def work(transaction: Transaction, *, by_index: bool) -> Sequence[Decision]:
            known = await self._surroundings(transaction, owner, claims, vectors, by_index=by_index)
            decisions = decide(known)
            memories = {n.memory.id: n.memory for found in known.values() for n in found}
            await transaction.run(self._apply(owner, decisions, memories, now))
            return decisions

        try:
            return await self._engine.write(lambda transaction: work(transaction, by_index=True))
        except ClientError as error:
            if not _is_about_the_index(error):
                raise
            return await self._engine.write(lambda transaction: work(transaction, by_index=False))

    async def searchable(self, scope: Scope) -> int:
        [row] = await self._engine.run(queries.Searchable(**bounds(scope), most=_COUNT_UP_TO))
        return row["memories"]

    async def search(self, scope: Scope, sought: Sought) -> list[Candidate]:
        owners = scope.owners or ()
        common: dict[str, Any] = {
            **bounds(scope),
            "assistant_key": scope.assistant_key,
            "lucene": lucene(owners, sought.words, sought.phrases),
            "candidates": sought.candidates,
            "min_confidence": sought.min_confidence,
            "now": sought.now,
        }
        if sought.vector is None:
            [row] = await self._engine.run(queries.ByWords(**common))
            return [_candidate(found) for found in row.candidates]
        common |= {"vector": sought.vector, "model": self._model}
        try:
            [row] = await self._engine.run(queries.ByIndex(**common, reach=_reach(sought)))
        except ClientError as error:
            if not _is_about_the_index(error):
                raise
            [row] = await self._engine.run(queries.ByScan(**common))
        return [_candidate(found) for found in row.candidates]

    async def listed(self, scope: Scope, listing: Listing) -> list[Memory]:
        query = queries.Listed(
            **bounds(scope),
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
            statuses=[status.value for status in listing.statuses],
            kind=listing.kind,
            key=listing.key,
            tag=listing.tag,
            include_expired=listing.include_expired,
            before=listing.before,
            limit=listing.limit,
            now=listing.now,
        )
        [row] = await self._engine.run(query)
        return [memory.memory() for memory in row.memories]

    async def memory(self, scope: Scope, memory_id: MemoryId) -> Memory | None:
        query = queries.One(
            **bounds(scope),
            id=memory_id,
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
        )
        rows = await self._engine.run(query)
        return rows[0].memory.memory() if rows else None

    async def rewrite(self, scope: Scope, memory: Memory, vector: Vector | None, *, seen: datetime) -> bool:
        query = queries.Rewrite(
            **bounds(scope),
            id=memory.id,
            seen=seen,
            changes={**written(memory), **self._embedded(vector)},
            awaiting_vectors=vector is None,
        )
        return bool(await self._engine.run(query))

    async def delete(self, scope: Scope, memory_id: MemoryId) -> bool:
        query = queries.Delete(
            **bounds(scope),
            id=memory_id,
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
        )
        return bool(await self._engine.run(query))

    async def clear(self, scope: Scope) -> int:
        total = 0
        while True:
            [row] = await self._engine.run(queries.Clear(**bounds(scope), batch=_CLEAR_BATCH))
            total += row["deleted"]
            if row["deleted"] < _CLEAR_BATCH:
                return total

    async def owners_awaiting_vectors(self, limit: int) -> list[Owner]:
        return [Owner.parse(row.id) for row in await self._engine.run(queries.OwnersAwaitingVectors(limit=limit))]

    async def awaiting_vectors(self, scope: Scope, limit: int) -> list[tuple[MemoryId, str]]:
        [row] = await self._engine.run(queries.AwaitingVectors(**bounds(scope), model=self._model, limit=limit))
        return [(MemoryId(memory.id), memory.content) for memory in row.memories]

    async def attach_vectors(self, scope: Scope, vectors: Sequence[tuple[MemoryId, str, Vector]]) -> None:
        rows = [{"id": id_, "content": content, "vector": vector} for id_, content, vector in vectors]
        await self._engine.run(queries.AttachVectors(**bounds(scope), model=self._model, rows=rows))

    async def vectors_complete(self, scope: Scope) -> None:
        await self._engine.run(queries.VectorsComplete(**bounds(scope), model=self._model))

    async def mark_every_owner(self) -> int:
        [row] = await self._engine.run(queries.MarkEveryOwner())
        return row["owners"]

    async def _surroundings(
        self,
        transaction: Transaction,
        owner: Owner,
        claims: Sequence[Claim],
        vectors: Sequence[Vector | None],
        *,
        by_index: bool,
    ) -> Known:
        rows = [
            {"id": claim.id, "fingerprint": fingerprint(claim.content), "key": claim.key, "vector": vector}
            for claim, vector in zip(claims, vectors, strict=True)
        ]
        query = (queries.Surroundings if by_index else queries.SurroundingsByScan)(
            tenant=owner.tenant,
            owners=[owner.id],
            owner=owner.id,
            owner_type=owner.type.value,
            owner_ref=owner.ref,
            claims=rows,
            near=self._near,
        )
        return {
            MemoryId(row.claim_id): [Neighbour(near.memory.memory(), near.similarity) for near in row.neighbours]
            for row in await transaction.run(query)
        }

    def _apply(
        self, owner: Owner, decisions: Sequence[Decision], known: Mapping[MemoryId, Memory], now: datetime
    ) -> queries.Apply:
        added: dict[MemoryId, Memory] = {}
        repeated: dict[MemoryId, Memory] = {}
        vectors: dict[MemoryId, Vector | None] = {}
        superseded: list[dict[str, Any]] = []
        for decision in decisions:
            if isinstance(decision, Addition):
                claim = decision.claim
                added[claim.id] = _new_memory(claim, owner)
                vectors[claim.id] = decision.vector
                superseded += [
                    {"new": claim.id, "old": old, "at": now, "reason": decision.reason, "by": decision.rule}
                    for old in decision.supersedes
                ]
            else:
                pool = added if decision.memory_id in added else repeated
                before = pool.get(decision.memory_id) or known[decision.memory_id]
                pool[decision.memory_id] = merged(before, decision.claim, now=now)
                vectors[decision.memory_id] = decision.vector

        def rows(memories: Mapping[MemoryId, Memory]) -> list[dict[str, Any]]:
            return [{"id": id_, **written(memory), **self._embedded(vectors[id_])} for id_, memory in memories.items()]

        return queries.Apply(
            tenant=owner.tenant,
            owners=[owner.id],
            owner=owner.id,
            owner_token=owner.token,
            model=self._model,
            awaiting_vectors=any(vector is None for vector in vectors.values()),
            added=[row | _born(added[row["id"]]) for row in rows(added)],
            repeated=rows(repeated),
            superseded=superseded,
        )

    def _embedded(self, vector: Vector | None) -> dict[str, Any]:
        return {"embedding": vector, "embedding_model": self._model if vector is not None else None}


def _reach(sought: Sought) -> int:
    """How many the vector index is asked for: more in a large scope, where its search is approximate."""
    if sought.scope_size <= _LARGE:
        return 2 * sought.candidates
    return max(2 * sought.candidates, 200 if sought.scope_size <= _VERY_LARGE else 500)


def _candidate(found: Found) -> Candidate:
    return Candidate(memory=found.memory.memory(), similarity=found.similarity, text_score=found.text_score)


def _new_memory(claim: Claim, owner: Owner) -> Memory:
    return Memory(
        id=claim.id,
        content=claim.content,
        kind=claim.kind,
        key=claim.key,
        subjects=claim.subjects,
        tags=claim.tags,
        confidence=claim.confidence,
        importance=claim.importance,
        status=Status.ACTIVE,
        metadata=claim.metadata,
        assistant_key=claim.assistant_key,
        owner=owner,
        embedding_model=None,
        expires_at=claim.expires_at,
        valid_from=claim.said_at,
        valid_to=None,
        created_at=claim.said_at,
        updated_at=claim.said_at,
        provenance=claim.provenance,
    )


def _born(memory: Memory) -> dict[str, Any]:
    """The properties that never change after a memory was made."""
    return {
        "created_at": memory.created_at,
        "thread_id": memory.provenance.thread_id,
        "source_message_id": memory.provenance.message_id,
        "source_tool_run_id": memory.provenance.tool_run_id,
    }


def _is_about_the_index(error: ClientError) -> bool:
    """Whether a query failed because the vector index is missing, still being built, or of other dimensions."""
    text = f"{error.code} {error.message}".lower()
    return "index" in text or "dimension" in text
