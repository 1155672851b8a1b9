"""The graph of memories in Neo4j."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from neo4j.exceptions import ClientError

from graphmem.adapters.neo4j import queries
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.index_errors import is_about_the_index
from graphmem.adapters.neo4j.lucene import lucene
from graphmem.adapters.neo4j.one_value import keep_one_value
from graphmem.adapters.neo4j.people_meant import known, read_people
from graphmem.adapters.neo4j.query import bounds
from graphmem.adapters.neo4j.quotes import Neo4jQuotes
from graphmem.adapters.neo4j.rows import Candidates
from graphmem.adapters.neo4j.writing import apply
from graphmem.core import nearby
from graphmem.core.grams import kept_grams
from graphmem.core.people_lookup import PeopleLookup
from graphmem.core.person import STILL_SPOKEN_OF, Join, KnownPerson
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings, lookup_for
from graphmem.core.text import fingerprint
from graphmem.errors import StatementFailed, Vanished
from graphmem.model import (
    Alike,
    Candidate,
    Claim,
    Contradiction,
    Edition,
    Grounds,
    Memory,
    MemoryId,
    Owner,
    Person,
    Replacement,
    Scope,
    Vector,
)
from graphmem.ports.graph import Also, Findings, Listing, Meaning, Searchable, Sought, Then
from graphmem.ports.language import Embedder
from graphmem.ports.quotes import Quotes

Row = TypeVar("Row")
# Memories in a scope up to which comparing all of them is quicker than the index, which looks through all its segments.
_SMALL = 200
_WHOLE = 1_000  # up to which many claims are compared with all memories of their owner
_COUNT_UP_TO = 10_000
_CLEAR_BATCH = 2_000
_MANY_CLAIMS = 8  # from which one look at all of an owner's memories is quicker than one look a claim


class Neo4jGraph:
    """Memories in Neo4j, each query bounded by tenant and owners."""

    def __init__(self, engine: Engine, *, model: str, dimensions: int) -> None:
        self._engine = engine
        self._model = model
        self._dimensions = dimensions
        self.earlier: Embedder | None = None
        self.quotes: Quotes = Neo4jQuotes(engine, model=model)

    async def settle(
        self,
        owner: Owner,
        claims: Sequence[Claim],
        vectors: Sequence[Vector | None],
        *,
        readings: Sequence[Reading],
        decide: Callable[[Surroundings], Awaitable[Settlement]],
        now: datetime,
        also: Also | None = None,
    ) -> Settlement:
        for vector in vectors:
            if vector and len(vector) != self._dimensions:
                raise ValueError(f"a vector of {len(vector)} dimensions, not {self._dimensions}")

        scope, lookup = Scope(owner.tenant, (owner,)), lookup_for(claims, readings)

        async def work(transaction: Transaction, *, by_index: bool) -> Settlement:
            around = await self._surroundings(transaction, owner, claims, vectors, by_index=by_index)
            since = now - STILL_SPOKEN_OF
            people = await read_people(scope, lookup, transaction.run, spoken_of_since=since)
            around = replace(around, people=tuple(people.people), last_mentioned=people.last_mentioned)
            settlement = await decide(around)
            near = {one.memory.id: one for found in around.neighbours.values() for one in found}
            await transaction.run(apply(owner, settlement, near, around.people, model=self._model, now=now))
            if any(isinstance(step, Join) for step in settlement.steps):
                await keep_one_value(transaction, owner.tenant, [owner.id], now=now)
            if also is not None:
                await also(transaction, settlement)
            return settlement

        try:
            return await self._engine.write(lambda transaction: work(transaction, by_index=True))
        except (ClientError, StatementFailed) as error:
            if not is_about_the_index(error):
                raise
            return await self._engine.write(lambda transaction: work(transaction, by_index=False))

    async def kept_before(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[MemoryId, ...]]:
        rows = await self._engine.run(queries.KeptBefore(**bounds(Scope(owner.tenant, (owner,))), ids=list(ids)))
        return {MemoryId(row.id): tuple(MemoryId(old) for old in row.superseded) for row in rows}

    async def people(
        self, scope: Scope, *, limit: int, after: str | None = None, then: Then | None = None, id_: str | None = None
    ) -> list[Person]:
        if then is not None:
            asked = queries.PeopleThen(
                **bounds(scope), id=id_, as_of=then.as_of, valid_at=then.valid_at, after=after, limit=limit
            )
            [row] = await self._engine.run(asked)
            return [counted.person.then(counted.memories) for counted in row.people]
        [row] = await self._engine.run(queries.ListedPeople(**bounds(scope), after=after, limit=limit))
        return [counted.person.person(counted.memories) for counted in row.people]

    async def alike(self, scope: Scope, *, limit: int) -> list[Alike]:
        [row] = await self._engine.run(queries.SuggestedMerges(**bounds(scope), limit=limit))
        return [suggestion.alike() for suggestion in row.suggestions]

    async def conflicts(
        self, scope: Scope, *, limit: int, now: datetime, memory_id: MemoryId | None = None
    ) -> list[Contradiction]:
        common: dict[str, Any] = {
            **bounds(scope),
            "assistant_key": scope.assistant_key,
            "every_assistant": scope.every_assistant,
            "limit": limit,
            "now": now,
        }
        query = queries.Conflicts(**common) if memory_id is None else queries.ConflictsOf(**common, id=memory_id)
        [row] = await self._engine.run(query)
        return [found.contradiction() for found in row.conflicts]

    async def everybody(self, scope: Scope) -> list[KnownPerson]:
        [row] = await self._engine.run(queries.EverybodyKnown(**bounds(scope)))
        return known(row.people)

    async def people_meant(self, scope: Scope, lookup: PeopleLookup) -> list[KnownPerson]:
        return (await read_people(scope, lookup, self._engine.run)).people

    async def person(self, scope: Scope, person_id: str) -> Person | None:
        rows = await self._engine.run(queries.OnePerson(**bounds(scope), id=person_id))
        return rows[0].person.person(rows[0].memories) if rows else None

    async def searchable(self, scope: Scope) -> Searchable:
        query = queries.Searchable(**bounds(scope), most=_COUNT_UP_TO, most_messages=_COUNT_UP_TO)
        [row] = await self._engine.run(query)
        return Searchable(**row)

    async def search(self, scope: Scope, sought: Sought) -> Findings:
        found = [await self._search(scope, sought, meaning) for meaning in sought.meanings or [Meaning("", None)]]
        candidates: dict[MemoryId, Candidate] = {}
        for candidate in (candidate for one in found for candidate in one.candidates):
            if candidate.id not in candidates or candidate.similarity is not None:
                candidates[candidate.id] = candidate
        return Findings(list(candidates.values()), found[0].people)

    async def _search(self, scope: Scope, sought: Sought, meaning: Meaning) -> Findings:
        common: dict[str, Any] = {
            **bounds(scope),
            "assistant_key": scope.assistant_key,
            "min_confidence": sought.min_confidence,
            "now": sought.now,
        }
        words: dict[str, Any] = {"lucene": lucene(scope.owners or (), sought.words, sought.phrases, sought.grams)}
        vectors: dict[str, Any] = {"vector": meaning.vector, "model": meaning.model}
        if sought.as_of is not None or sought.valid_at is not None:
            then: dict[str, Any] = {"person": sought.person, "as_of": sought.as_of, "valid_at": sought.valid_at}
            [row] = await self._engine.run(
                queries.AsOf(**common, **words, **vectors, **then, candidates=sought.candidates)
            )
            return _findings(row)
        if sought.person is not None:
            [row] = await self._engine.run(
                queries.About(**common, **vectors, person=sought.person, candidates=2 * sought.candidates)
            )
            return _findings(row)
        if meaning.vector is None:
            [row] = await self._engine.run(queries.ByWords(**common, **words, candidates=2 * sought.candidates))
            return _findings(row)
        common |= {**vectors, "kinds": list(sought.whom.kinds), "names": list(sought.whom.names)}
        scan = queries.ByScan(**common, candidates=2 * sought.candidates)
        if sought.scope_size <= _SMALL:
            [row] = await self._engine.run(scan)
            return _findings(row)
        indexed = queries.ByIndex(**common, **words, candidates=sought.candidates, reach=2 * sought.candidates)
        try:
            [row] = await self._engine.run(indexed)
        except (ClientError, StatementFailed) as error:
            if not is_about_the_index(error):
                raise
            [row] = await self._engine.run(scan)
        return _findings(row)

    async def chosen(self, scope: Scope, ids: Sequence[MemoryId], sought: Sought) -> dict[MemoryId, tuple[Memory, int]]:
        query = queries.ChosenMemories(
            **bounds(scope),
            ids=list(ids),
            assistant_key=scope.assistant_key,
            person=sought.person,
            min_confidence=sought.min_confidence,
            now=sought.now,
            as_of=sought.as_of,
            valid_at=sought.valid_at,
        )
        [row] = await self._engine.run(query)
        return {MemoryId(one.memory.id): (one.memory.memory(), one.outdated) for one in row.memories}

    async def suppressed(self, scope: Scope, ids: Sequence[MemoryId]) -> list[tuple[Replacement, str]]:
        query = queries.Suppressed(**bounds(scope), ids=list(ids), assistant_key=scope.assistant_key)
        [row] = await self._engine.run(query)
        return [old.replaced() for old in row.suppressed]

    async def listed(self, scope: Scope, listing: Listing) -> list[Memory]:
        query = queries.Listed(
            **bounds(scope),
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
            statuses=[status.value for status in listing.statuses],
            kind=listing.kind,
            key=listing.key,
            tag=listing.tag,
            person=listing.person,
            include_expired=listing.include_expired,
            before=listing.before,
            limit=listing.limit,
            now=listing.now,
            as_of=listing.as_of,
            valid_at=listing.valid_at,
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

    async def history(self, scope: Scope, memory_id: MemoryId) -> list[Edition]:
        query = queries.History(
            **bounds(scope),
            id=memory_id,
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
        )
        [row] = await self._engine.run(query)
        if memory_id not in {version.memory.id for version in row.versions}:
            return []
        return [edition for version in row.versions for edition in version.editions()]

    async def grounds(self, scope: Scope, memory_id: MemoryId) -> Grounds | None:
        query = queries.Why(
            **bounds(scope),
            id=memory_id,
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
        )
        rows = await self._engine.run(query)
        return rows[0].grounds() if rows else None

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

    async def owners_awaiting_vectors(self, limit: int, *, after: Owner | None = None) -> list[Owner]:
        query = queries.OwnersAwaitingVectors(after=after.id if after else "", limit=limit)
        return [Owner.parse(row.id) for row in await self._engine.run(query)]

    async def awaiting_vectors(self, scope: Scope, limit: int) -> list[tuple[MemoryId, str]]:
        [row] = await self._engine.run(queries.AwaitingVectors(**bounds(scope), model=self._model, limit=limit))
        return [(MemoryId(memory.id), memory.content) for memory in row.memories]

    async def attach_vectors(self, scope: Scope, vectors: Sequence[tuple[MemoryId, str, Vector]]) -> None:
        rows = [
            {"id": id_, "content": content, "vector": vector or None, "grams": kept_grams(content)}
            for id_, content, vector in vectors
        ]
        await self._engine.run(queries.AttachVectors(**bounds(scope), model=self._model, rows=rows))

    async def vectors_complete(self, scope: Scope) -> list[MemoryId]:
        rows = await self._engine.run(queries.VectorsComplete(**bounds(scope), model=self._model))
        return [MemoryId(id_) for row in rows for id_ in row.ids]

    async def every_vector_complete(self) -> bool:
        return bool(await self._engine.run(queries.EveryVectorComplete()))

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
    ) -> Surroundings:
        whose: dict[str, Any] = {
            "tenant": owner.tenant,
            "owners": [owner.id],
            "owner": owner.id,
            "owner_type": owner.type.value,
            "owner_ref": owner.ref,
        }
        if len(claims) >= _MANY_CLAIMS:
            most = queries.Searchable(tenant=owner.tenant, owners=[owner.id], most=_WHOLE + 1, most_messages=0)
            [size] = await transaction.run(most)
            if size["memories"] <= _WHOLE:
                keyed = [{"key": claim.key, "said_at": claim.said_at} for claim in claims if claim.key is not None]
                whole = _there(await transaction.run(queries.WholeOwner(**whose, claims=keyed)))
                sought = [
                    nearby.Sought(
                        id=claim.id,
                        key=claim.key,
                        fingerprint=fingerprint(claim.content),
                        vector=vector,
                    )
                    for claim, vector in zip(claims, vectors, strict=True)
                ]
                return Surroundings(
                    things=frozenset(whole.things),
                    neighbours=nearby.nearby(sought, [row.held() for row in whole.memories]),
                )
        rows = [
            {
                "id": claim.id,
                "fingerprint": fingerprint(claim.content),
                "key": claim.key,
                "said_at": claim.said_at,
                "vector": vector or None,
            }
            for claim, vector in zip(claims, vectors, strict=True)
        ]
        query = (queries.Surroundings if by_index else queries.SurroundingsByScan)(**whose, claims=rows)
        row = _there(await transaction.run(query))
        return Surroundings(
            things=frozenset(row.things),
            neighbours={
                MemoryId(near.claim_id): [neighbour.neighbour() for neighbour in near.neighbours]
                for near in row.surroundings
            },
        )


def _there(rows: list[Row]) -> Row:
    """The one row about an owner, who was deleted while we waited for them if there is none."""
    if not rows:
        raise Vanished
    return rows[0]


def _findings(row: Candidates) -> Findings:
    return Findings([found.candidate() for found in row.candidates], [person.person() for person in row.people])
