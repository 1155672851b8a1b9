"""What the pages look at, in Neo4j."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.adapters.neo4j import view_queries as queries
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.lucene import typed
from graphmem.adapters.neo4j.query import Query, bounds
from graphmem.core.browsing import Crowd, Facts, Hits, Order, Succession, Tally, Web
from graphmem.model import Kind, Scope, Status, Tenant

_REACH = 5  # how many times as many are looked at, since some of them no longer hold


class Neo4jViews:
    """Lists and pictures for people, each query bounded by tenant and owners."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def users(self, tenant: Tenant, *, begins: str = "", limit: int) -> Sequence[str]:
        query = queries.UsersOf(tenant=tenant, owners=None, begins=begins, limit=limit)
        [row] = await self._engine.run(query)
        return row.users

    async def people(self, scope: Scope, *, called: str | None, order: Order, skip: int, limit: int) -> Crowd:
        [row] = await self._engine.run(_crowd(scope, called, order, skip, limit))
        return Crowd([found.acquaintance() for found in row.people], row.total)

    async def search(self, scope: Scope, text: str, *, limit: int, now: datetime) -> Hits:
        asked = queries.Search(
            **bounds(scope),
            lucene=typed(scope.owners or (), text),
            called=text.lower(),
            reach=limit * _REACH,
            limit=limit,
            now=now,
        )
        [row] = await self._engine.run(asked)
        return Hits([found.acquaintance() for found in row.people], [found.memory() for found in row.memories])

    async def words(self, scope: Scope, *, memories: Sequence[str], people: Sequence[str]) -> Mapping[str, str]:
        query = queries.WordsOf(**bounds(scope), memories=list(memories), people=list(people))
        [row] = await self._engine.run(query)
        return {found.id: found.text for found in row.words}

    async def tally(self, scope: Scope) -> Tally:
        [row] = await self._engine.run(queries.TallyOf(**bounds(scope)))
        return Tally(people=row.people, facts=row.facts, superseded=row.superseded, changes=row.changes)

    async def replaced(self, scope: Scope, *, limit: int) -> Sequence[Succession]:
        [row] = await self._engine.run(queries.Replaced(**bounds(scope), limit=limit))
        return [found.succession() for found in row.replaced]

    async def about(self, scope: Scope, person_id: str, *, statuses: Sequence[Status], skip: int, limit: int) -> Facts:
        asked = queries.AboutPerson(
            **bounds(scope), person=person_id, statuses=[s.value for s in statuses], skip=skip, limit=limit
        )
        rows = await self._engine.run(asked)
        return Facts([fact.told() for fact in rows[0].facts], rows[0].total) if rows else Facts([], 0)

    async def web(
        self, scope: Scope, *, person_id: str | None, kinds: Sequence[Kind] | None, as_of: datetime | None, limit: int
    ) -> Web:
        statuses = [Status.ACTIVE] if as_of is None else [Status.ACTIVE, Status.DEPRECATED]
        common: dict[str, Any] = {
            **bounds(scope),
            "kinds": [kind.value for kind in kinds] if kinds else None,
            "statuses": [status.value for status in statuses],
            "as_of": as_of,
            "valid_at": None,
            "limit": limit,
        }
        asked = queries.WebOf(**common) if person_id is None else queries.WebAround(**common, person=person_id)
        rows = await self._engine.run(asked)
        if not rows:
            return Web([], [])
        return Web([knot.knot() for knot in rows[0].people], [fact.strand() for fact in rows[0].facts])


def _crowd(scope: Scope, called: str | None, order: Order, skip: int, limit: int) -> Query[queries.CrowdRow]:
    whose = bounds(scope)
    if called:
        return queries.PeopleCalled(**whose, called=called.lower(), sort=order.value, skip=skip, limit=limit)
    match order:
        case Order.HEARD:
            return queries.PeopleByHeard(**whose, skip=skip, lately=skip + limit)
        case Order.NAME:
            return queries.PeopleByName(**whose, skip=skip, limit=limit)
        case Order.FACTS:
            return queries.PeopleByFacts(**whose, skip=skip, limit=limit)
