"""A tenant read from Neo4j as the lines of an archive, and lines written to it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from graphmem.adapters.neo4j import archive_queries as queries
from graphmem.adapters.neo4j import archive_rows as rows
from graphmem.adapters.neo4j.archive_pages import Pages
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.one_value import keep_one_value
from graphmem.adapters.neo4j.query import Query
from graphmem.core.archive.ids import ids_in, stand_in
from graphmem.core.archive.records import (
    ChangeLine,
    ExtractionLine,
    MemoryLine,
    MessageLine,
    OwnerLine,
    PersonLine,
    ReadingLine,
    Record,
    ThreadLine,
)
from graphmem.model import Owner, Tenant
from graphmem.ports.archive import Here

Kind = TypeVar("Kind")
_BATCH = 1_000


class Neo4jArchive:
    """Reads page by page; writes a batch in one transaction."""

    def __init__(self, engine: Engine, *, model: str, dimensions: int) -> None:
        self._engine = engine
        self._model = model
        self._dimensions = dimensions

    @property
    def model(self) -> str:
        return self._model

    async def counts(self, tenant: Tenant, users: Sequence[str] | None) -> dict[str, int]:
        [talk] = await self._engine.run(queries.TalkCounts(tenant=tenant, users=_listed(users)))
        total = dict.fromkeys(("owner", "person", "alias"), 0) | talk | {"reading": talk["thread"]}
        total |= {"memory": 0, "change": 0}
        async for page in Pages(self._engine, tenant, users, model=None).owners():
            owners = [row.id for row in page]
            [counted] = await self._engine.run(queries.Counts(tenant=tenant, owners=owners))  # type: ignore[arg-type]
            for name, count in counted.items():
                total[name] += count
        return total

    def lines(self, tenant: Tenant, users: Sequence[str] | None, *, with_embeddings: bool) -> AsyncIterator[Record]:
        return Pages(self._engine, tenant, users, model=self._model if with_embeddings else None).lines()

    async def here(self, tenant: Tenant, records: Sequence[Record]) -> Here:
        ids = {id_ for record in records for id_ in ids_in(record)}
        threads = {record.id for record in records if isinstance(record, ThreadLine)}
        threads |= {record.thread for record in records if isinstance(record, MessageLine | ReadingLine)}
        said = [record for record in records if isinstance(record, MessageLine)]
        sources = [source for record in records if isinstance(record, MemoryLine) for source in record.learned_from]
        messages = {(s.thread, s.id) for s in said} | {(source.thread, source.message) for source in sources}
        query = queries.Here(
            tenant=tenant,
            owners=None,
            ids=[*ids, *(stand_in(tenant, id_) for id_ in ids)],
            holders=[f"{tenant}/{record.owner}" for record in records if isinstance(record, OwnerLine)],
            threads=list(threads),
            messages=[{"thread": thread, "id": id_} for thread, id_ in messages],
        )
        [row] = await self._engine.run(query)
        return Here(
            ids=frozenset(row.ids),
            owners=frozenset(rows.bare(id_, tenant) for id_ in row.holders),
            threads={thread.id: thread.arriving for thread in row.threads},
            messages=frozenset((message.thread, message.id) for message in row.messages),
        )

    async def held(self, owner: Owner, fingerprints: Sequence[str]) -> frozenset[str]:
        query = queries.Held(tenant=owner.tenant, owners=[owner.id], fingerprints=list(fingerprints))
        [row] = await self._engine.run(query)
        return frozenset(row.fingerprints)

    async def put(self, tenant: Tenant, records: Sequence[Record]) -> None:
        statements = self._statements(tenant, records)
        keyed = [line for line in _only(records, MemoryLine) if line.key is not None]

        async def work(transaction: Transaction) -> None:
            for statement in statements:
                await transaction.run(statement)
            if keyed:
                owners = sorted({Owner.parse(f"{tenant}/{line.owner}").id for line in keyed})
                keys = sorted({str(line.key) for line in keyed})
                await keep_one_value(transaction, tenant, owners, keys=keys, now=datetime.now(UTC))

        await self._engine.write(work)

    async def put_missing_names(self, tenant: Tenant, names: Mapping[str, str]) -> None:
        made = [rows.kept_name(person, name) for person, name in names.items()]
        for start in range(0, len(made), _BATCH):
            await self._engine.run(queries.PutMissingNames(tenant=tenant, rows=made[start : start + _BATCH]))

    def _statements(self, tenant: Tenant, records: Sequence[Record]) -> list[Query[dict[str, int]]]:
        """What writes these lines, in an order in which what a tie leads to is there before the tie."""
        people = _only(records, PersonLine)
        memories = _only(records, MemoryLine)
        threads = _only(records, ThreadLine)
        kept = [rows.kept_memory(line, tenant, model=self._model, dimensions=self._dimensions) for line in memories]
        owners = rows.kept_owners(records, tenant, awaiting={row["owner"] for row in kept if row["awaiting"]})
        ids = [row["id"] for row in owners]
        plan: list[Query[dict[str, int]]] = [
            queries.PutOwners(tenant=tenant, rows=owners),
            queries.PutPeople(tenant=tenant, rows=[rows.kept_person(line, tenant) for line in people]),
            queries.PutPersonTies(tenant=tenant, rows=[tie for line in people for tie in rows.kept_ties(line)]),
            queries.PutAliases(tenant=tenant, rows=rows.kept_aliases(records)),
            queries.PutThreads(tenant=tenant, rows=[rows.kept_thread(line, tenant) for line in threads]),
            queries.PutMessages(tenant=tenant, rows=[rows.kept_message(line) for line in _only(records, MessageLine)]),
            queries.PutReadings(tenant=tenant, rows=rows.kept(records, ReadingLine, besides=("thread",))),
            queries.PutMemories(tenant=tenant, owners=ids, rows=kept),
            queries.PutSuccessions(
                tenant=tenant, owners=None, rows=[tie for line in memories for tie in rows.kept_successions(line)]
            ),
            queries.PutDoubts(
                tenant=tenant, owners=None, rows=[tie for line in memories for tie in rows.kept_doubts(line)]
            ),
            queries.PutChanges(
                tenant=tenant, owners=None, rows=[rows.kept_change(line, tenant) for line in _only(records, ChangeLine)]
            ),
            queries.PutExtractions(
                tenant=tenant, rows=[rows.kept_extraction(line) for line in _only(records, ExtractionLine)]
            ),
        ]
        return [statement for statement in plan if statement.parameters["rows"]]


def _only(records: Sequence[Record], kind: type[Kind]) -> list[Kind]:
    return [record for record in records if isinstance(record, kind)]


def _listed(users: Sequence[str] | None) -> list[str] | None:
    return None if users is None else list(users)
