"""`/v1/cypher`: operators read the whole graph in their own words; `/v1/queries`: administrators run given ones."""

import time
from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from graphmem.core.desk import Question, Table, Value, within
from graphmem.core.rights import KeyRole, Right
from graphmem.core.tenant_plan import PARAMETER
from graphmem.flows import desk
from graphmem.model import Tenant
from graphmem.web.admission import Lane
from graphmem.web.api.common import AnyRequest, Asked
from graphmem.web.queries import named_queries, run
from graphmem.wiring import Parts


class CypherRequest(Struct, frozen=True, forbid_unknown_fields=True):
    query: Annotated[str, Meta(description="One statement that only reads")]
    parameters: Annotated[dict[str, Any], Meta(description="`$tenant` is the key's unless it is given")] = {}
    limit: Annotated[int, Meta(ge=1, description="Most rows")] | None = None
    timeout: Annotated[float, Meta(gt=0, description="Seconds after which it is ended")] | None = None


class DotShape(Struct, frozen=True):
    id: str
    labels: list[str]
    properties: dict[str, Any]


class LineShape(Struct, frozen=True):
    id: str
    type: str
    start: str
    end: str
    properties: dict[str, Any]


class CypherAnswer(Struct, frozen=True):
    """Rows under columns; nodes and relationships in them come apart once more, for a picture."""

    columns: list[str]
    rows: list[list[Any]]
    nodes: list[DotShape]
    relationships: list[LineShape]
    truncated: Annotated[bool, Meta(description="Whether there is more than is given")]
    truncated_by: Annotated[str | None, Meta(description="`rows` or `bytes`")]
    took_ms: float


class CypherController(Controller):
    path = "/v1/cypher"
    tags = ("cypher",)
    opt = {"lane": Lane.CYPHER}  # noqa: RUF012 (litestar's own attribute)

    @post(
        summary="Read the graph in Cypher; needs an operator's key",
        status_code=200,
        needs=Right.READ,
        role=KeyRole.OPERATOR,
    )
    async def ask(
        self, request: AnyRequest, data: JSONBody[CypherRequest], parts: NamedDependency[Parts]
    ) -> CypherAnswer:
        return await answered(data, request.user, parts=parts)

    @get(summary="The same, for a look: a query without parameters", role=KeyRole.OPERATOR)
    async def look(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        asked: Asked,
        limit: Annotated[int | None, QueryParameter(ge=1, description="Most rows")] = None,
    ) -> CypherAnswer:
        return await answered(CypherRequest(query=asked, limit=limit), request.user, parts=parts)


class QueryShape(Struct, frozen=True):
    name: Annotated[str, Meta(description="By which it is run")]
    title: str
    query: str
    saved: Annotated[bool, Meta(description="Saved by an operator; else one of the cookbook's")]


class QueriesAnswer(Struct, frozen=True):
    queries: list[QueryShape]


class QueriesController(Controller):
    path = "/v1/queries"
    tags = ("cypher",)

    @get(summary="The queries that an administrator may run, for the tenant alone", role=KeyRole.ADMIN)
    async def listed(self, request: AnyRequest, parts: NamedDependency[Parts]) -> QueriesAnswer:
        found = await named_queries(request.user, parts=parts)
        return QueriesAnswer([QueryShape(one.name, one.title, one.query, one.saved) for one in found])

    @get("/{name:str}", summary="Run one of them", role=KeyRole.ADMIN)
    async def answer(
        self,
        request: AnyRequest,
        name: FromPath[str],
        parts: NamedDependency[Parts],
        limit: Annotated[int | None, QueryParameter(ge=1, description="Most rows")] = None,
    ) -> CypherAnswer:
        began = time.perf_counter()
        limits = within(parts.desk_limits, rows=limit, seconds=None)
        _, table = await run(request.user, name, limits, parts=parts)
        return answer_of(table, took=(time.perf_counter() - began) * 1000)


async def answered(data: CypherRequest, tenant: Tenant, *, parts: Parts) -> CypherAnswer:
    """The answer, with how long it took."""
    began = time.perf_counter()
    limits = within(parts.desk_limits, rows=data.limit, seconds=data.timeout)
    question = Question(data.query, {PARAMETER: tenant, **data.parameters})
    table = await desk.ask(question, limits, desk=parts.desk)
    return answer_of(table, took=(time.perf_counter() - began) * 1000)


def answer_of(table: Table, *, took: float) -> CypherAnswer:
    return CypherAnswer(
        columns=list(table.columns),
        rows=[list(row) for row in table.rows],
        nodes=[DotShape(dot.id, list(dot.labels), _plain(dot.properties)) for dot in table.nodes],
        relationships=[
            LineShape(line.id, line.type, line.start, line.end, _plain(line.properties)) for line in table.relationships
        ],
        truncated=table.truncated is not None,
        truncated_by=table.truncated,
        took_ms=round(took, 2),
    )


def _plain(properties: Mapping[str, Value]) -> dict[str, Value]:
    return dict(properties)
