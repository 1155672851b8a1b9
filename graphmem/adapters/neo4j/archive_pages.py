"""A tenant's lines page by page: no statement takes long, and nobody holds more than a page."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import structlog

from graphmem.adapters.neo4j import archive_queries as queries
from graphmem.adapters.neo4j import archive_rows as rows
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.query import Query
from graphmem.adapters.neo4j.thread_queries import ThreadsOfUser
from graphmem.core.archive.records import AliasLine, MessageLine, OwnerLine, ReadingLine, Record
from graphmem.model import Owner, OwnerType, Tenant

_log = structlog.get_logger()
_OWNERS, _PAGE = 200, 500
LARGE = 20_000  # memories of one owner, or of several together, that are sorted for one page
Line = dict[str, Any]


class Pages:
    """One export."""

    def __init__(self, engine: Engine, tenant: Tenant, users: Sequence[str] | None, *, model: str | None) -> None:
        self._engine, self._tenant, self._model = engine, tenant, model
        self._users = None if users is None else list(users)

    async def lines(self) -> AsyncIterator[Record]:
        async for page in self.owners():
            for owner in page:
                yield OwnerLine(owner=rows.bare(owner.id, self._tenant), things=owner.things)
        async for line in self._of_owners(queries.PeopleLines):
            yield rows.person(line, self._tenant)
        async for line in self._of_owners(queries.AliasLines):
            yield AliasLine(**line)
        async for record in self._talks():
            yield record
        async for line in self._memories():
            for record in _readable(line, lambda line: rows.memory(line, self._tenant)):
                yield record
        async for line in self._of_owners(queries.ChangeLines):
            for record in _readable(line, lambda line: rows.change(line, self._tenant)):
                yield record
        async for line in self._runs():
            for record in _readable(line, rows.extraction):
                yield record

    async def owners(self) -> AsyncIterator[list[queries.OwnerRow]]:
        only = None if self._users is None else [owner.id async for owner in self._named(self._users)]
        after = ""
        while page := await self._engine.run(
            queries.Owners(
                tenant=self._tenant, prefix=f"{self._tenant}/", only=_plain(only), after=after, limit=_OWNERS
            )
        ):
            yield page
            after = page[-1].id

    async def _named(self, users: Sequence[str]) -> AsyncIterator[Owner]:
        for user in users:
            yield Owner(self._tenant, OwnerType.USER, user)
            [found] = await self._engine.run(ThreadsOfUser(tenant=self._tenant, user=user))
            for id_ in found.ids:
                yield Owner(self._tenant, OwnerType.THREAD, id_)

    async def _of_owners(self, query: Callable[..., Query[Any]]) -> AsyncIterator[Line]:
        async for page in self.owners():
            async for line in self._paged(query, [owner.id for owner in page]):
                yield line

    async def _paged(self, query: Callable[..., Query[Any]], owners: list[str], **more: Any) -> AsyncIterator[Line]:
        """All lines of these owners: each page begins where the last one ended."""
        at, after = owners[0], ""
        while page := await self._engine.run(
            query(
                tenant=self._tenant,
                owners=owners[owners.index(at) :],  # in the engine's order, which may not be Python's
                owner=at,
                after=after,
                limit=_PAGE,
                **more,
            )
        ):
            for row in page:
                yield row.line
            at, after = getattr(page[-1], "owner", None) or page[-1].line["owner"], page[-1].line["id"]

    async def _memories(self) -> AsyncIterator[Line]:
        async for page in self.owners():
            for some in together(page):
                if len(some) > 1 or some[0].size <= LARGE:
                    owners = [owner.id for owner in some]
                    async for line in self._paged(queries.MemoryLines, owners, model=self._model):
                        yield line
                else:
                    async for line in self._of_one(some[0].id):
                        yield line

    async def _of_one(self, owner: str) -> AsyncIterator[Line]:
        after = ""
        whose: Any = {"tenant": self._tenant, "owners": [owner]}
        while page := await self._engine.run(
            queries.MemoryLinesOfOne(**whose, after=after, limit=_PAGE, model=self._model)
        ):
            for row in page:
                yield row.line
            after = page[-1].line["id"]

    async def _talks(self) -> AsyncIterator[Record]:
        after = ""
        while page := await self._engine.run(
            queries.ThreadLines(tenant=self._tenant, users=self._users, after=after, limit=_OWNERS)
        ):
            for row in page:
                for record in _readable(row.line, rows.thread):
                    yield record
                async for line in self._messages(row.line["id"]):
                    yield MessageLine(**line)
                yield ReadingLine(**row.reading)
            after = page[-1].line["id"]

    async def _messages(self, thread: str) -> AsyncIterator[Line]:
        position, after = 0, ""
        while page := await self._engine.run(
            queries.MessageLines(tenant=self._tenant, thread=thread, position=position, after=after, limit=_PAGE)
        ):
            for row in page:
                yield row.line
            position, after = page[-1].line["position"], page[-1].line["id"]

    async def _runs(self) -> AsyncIterator[Line]:
        after = ""
        while page := await self._engine.run(
            queries.ExtractionLines(tenant=self._tenant, users=self._users, after=after, limit=_PAGE)
        ):
            for row in page:
                yield row.line
            after = page[-1].line["id"]


def _readable(line: Line, make: Callable[[Line], Record]) -> Iterator[Record]:
    """The line, unless what the graph holds can't be read: an export goes on without it."""
    try:
        yield make(line)
    except (AttributeError, KeyError, TypeError, ValueError, msgspec.DecodeError):
        _log.error("unreadable_row", id=line["id"])


def together(owners: Iterable[queries.OwnerRow]) -> list[list[queries.OwnerRow]]:
    """The owners in their order, as many together as have no more than a large one."""
    groups: list[list[queries.OwnerRow]] = []
    held = 0
    for owner in owners:
        if not groups or held + owner.size > LARGE:
            groups.append([])
            held = 0
        groups[-1].append(owner)
        held += owner.size
    return groups


def _plain(ids: "list[Any] | None") -> list[str] | None:
    return None if ids is None else [str(id_) for id_ in ids]
