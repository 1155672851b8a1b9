"""`/v1/cypher`: analysts read the whole graph in their own words."""

import time
from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from graphmem.core.desk import Question, Table, Value, within
from graphmem.flows import desk
from graphmem.web.admission import Lane
from graphmem.web.api.common import Asked
from graphmem.web.auth import administrator
from graphmem.wiring import Parts


class CypherRequest(Struct, frozen=True, forbid_unknown_fields=True):
    query: Annotated[str, Meta(description="One statement that only reads")]
    parameters: dict[str, Any] = {}
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
    guards = (administrator,)
    opt = {"lane": Lane.CYPHER}  # noqa: RUF012 (litestar's own attribute)

    @post(summary="Read the graph in Cypher; needs an administrator's key", status_code=200)
    async def ask(self, data: JSONBody[CypherRequest], parts: NamedDependency[Parts]) -> CypherAnswer:
        return await answered(data, parts=parts)

    @get(summary="The same, for a look: a query without parameters")
    async def look(
        self,
        parts: NamedDependency[Parts],
        asked: Asked,
        limit: Annotated[int | None, QueryParameter(ge=1, description="Most rows")] = None,
    ) -> CypherAnswer:
        return await answered(CypherRequest(query=asked, limit=limit), parts=parts)


async def answered(data: CypherRequest, *, parts: Parts) -> CypherAnswer:
    """The answer, with how long it took."""
    began = time.perf_counter()
    limits = within(parts.desk_limits, rows=data.limit, seconds=data.timeout)
    table = await desk.ask(Question(data.query, data.parameters), limits, desk=parts.desk)
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
