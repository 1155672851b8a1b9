"""A tenant read from Neo4j as the lines of an archive, and lines written to it."""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from graphmem.adapters.neo4j import archive_queries as queries
from graphmem.adapters.neo4j import archive_rows as rows
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.query import Query
from graphmem.adapters.neo4j.thread_queries import ThreadsOfUser
from graphmem.core.archive.ids import ids_in, stand_in
from graphmem.core.archive.records import (
    AliasLine,
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
from graphmem.model import Owner, OwnerType, Tenant
from graphmem.ports import Here

_PAGE = 200
Kind = TypeVar("Kind")


class Neo4jArchive:
    """Reads in streams, so that neither side holds more than a page; writes a batch in one transaction."""

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
        async for page in self._owners(tenant, users):
            owners = [row.id for row in page]
            [counted] = await self._engine.run(queries.Counts(tenant=tenant, owners=owners))  # type: ignore[arg-type]
            for name, count in counted.items():
                total[name] += count
        return total

    async def lines(
        self, tenant: Tenant, users: Sequence[str] | None, *, with_embeddings: bool
    ) -> AsyncIterator[Record]:
        model = self._model if with_embeddings else None
        async for page in self._owners(tenant, users):
            for row in page:
                yield OwnerLine(owner=rows.bare(row.id, tenant), things=row.things)
        async for page in self._owners(tenant, users):
            people = queries.PeopleLines(tenant=tenant, owners=[row.id for row in page])
            async for line in self._engine.stream(people):
                yield rows.person(line.line, tenant)
        async for page in self._owners(tenant, users):
            aliases = queries.AliasLines(tenant=tenant, owners=[row.id for row in page])
            async for line in self._engine.stream(aliases):
                yield AliasLine(**line.line)
        async for talk in self._talks(tenant, users):
            yield talk
        async for page in self._owners(tenant, users):
            whose = {"tenant": tenant, "owners": [row.id for row in page]}
            async for line in self._engine.stream(queries.MemoryLines(**whose, model=model)):  # type: ignore[arg-type]
                yield rows.memory(line.line, tenant)
        async for page in self._owners(tenant, users):
            whose = {"tenant": tenant, "owners": [row.id for row in page]}
            async for line in self._engine.stream(queries.ChangeLines(**whose)):  # type: ignore[arg-type]
                yield rows.change(line.line, tenant)
        async for line in self._engine.stream(queries.ExtractionLines(tenant=tenant, users=_listed(users))):
            yield rows.extraction(line.line)

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
            ours=frozenset(node.id for node in row.nodes if node.ours),
            others=frozenset(node.id for node in row.nodes if not node.ours),
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

        async def work(transaction: Transaction) -> None:
            for statement in statements:
                await transaction.run(statement)

        await self._engine.write(work)

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
            queries.PutAliases(tenant=tenant, rows=rows.kept(records, AliasLine, besides=("refers_to",))),
            queries.PutThreads(tenant=tenant, rows=[rows.kept_thread(line, tenant) for line in threads]),
            queries.PutMessages(tenant=tenant, rows=[rows.kept_message(line) for line in _only(records, MessageLine)]),
            queries.PutReadings(tenant=tenant, rows=rows.kept(records, ReadingLine, besides=("thread",))),
            queries.PutMemories(tenant=tenant, owners=ids, rows=kept),
            queries.PutSuccessions(
                tenant=tenant, owners=None, rows=[tie for line in memories for tie in rows.kept_successions(line)]
            ),
            queries.PutChanges(
                tenant=tenant, owners=None, rows=[rows.kept_change(line, tenant) for line in _only(records, ChangeLine)]
            ),
            queries.PutExtractions(
                tenant=tenant, rows=[rows.kept_extraction(line) for line in _only(records, ExtractionLine)]
            ),
        ]
        return [statement for statement in plan if statement.parameters["rows"]]

    async def _owners(self, tenant: Tenant, users: Sequence[str] | None) -> AsyncIterator[list[queries.OwnerRow]]:
        only = None
        if users is not None:
            mine = [Owner(tenant, OwnerType.USER, user) for user in users]
            for user in users:
                [found] = await self._engine.run(ThreadsOfUser(tenant=tenant, user=user))
                mine += [Owner(tenant, OwnerType.THREAD, id_) for id_ in found.ids]
            only = [owner.id for owner in mine]
        after = ""
        while page := await self._engine.run(
            queries.Owners(tenant=tenant, prefix=f"{tenant}/", only=only, after=after, limit=_PAGE)  # type: ignore[arg-type]
        ):
            yield page
            after = page[-1].id

    async def _talks(self, tenant: Tenant, users: Sequence[str] | None) -> AsyncIterator[Record]:
        after = ""
        while page := await self._engine.run(
            queries.ThreadLines(tenant=tenant, users=_listed(users), after=after, limit=_PAGE)
        ):
            for row in page:
                yield rows.thread(row.line)
                async for line in self._engine.stream(queries.MessageLines(tenant=tenant, thread=row.line["id"])):
                    yield MessageLine(**line.line)
                yield ReadingLine(**row.reading)
            after = page[-1].line["id"]


def _only(records: Sequence[Record], kind: type[Kind]) -> list[Kind]:
    return [record for record in records if isinstance(record, kind)]


def _listed(users: Sequence[str] | None) -> list[str] | None:
    return None if users is None else list(users)
