"""Free Cypher, to be read only: planned first, ended in time, cut where it gets too long."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import msgspec
import neo4j
import uuid_utils
from neo4j.exceptions import BrokenRecordError, ClientError, Neo4jError, TransientError

from graphmem.adapters.neo4j.desk_queries import (
    Labels,
    RelationshipTypes,
    SavedQueries,
    SavedRow,
    SaveQuery,
    UnsaveQuery,
)
from graphmem.adapters.neo4j.desk_values import Gathering
from graphmem.adapters.neo4j.engine import Engine
from graphmem.core.cypher_plan import SECRET_LABELS, Plan, Step
from graphmem.core.cypher_words import plainer
from graphmem.core.desk import LabelSketch, Limits, Question, SavedQuery, Sketch, Table, TypeSketch, Value
from graphmem.errors import QueryOverLimit, QueryRefused, QueryWrong, ValueUntellable
from graphmem.model import Tenant

_BEFORE = "EXPLAIN\n"  # a line of its own, so that columns stay what they are
_GRACE = 3.0  # seconds that the engine has for ending a query by itself
_FETCH = 10  # rows under way: when enough have come, few more have to be read
_SAMPLE = 100
_DEEPEST = 200
_MOST_SAVED = 200


class Neo4jDesk:
    """Plans and runs what analysts ask, and keeps what they want to ask again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def plan(self, question: Question, *, seconds: float) -> Plan:
        """How the engine would answer; nothing is run."""
        async with self._reading(seconds, lines_before=1) as session:
            text = neo4j.Query(f"{_BEFORE}{question.query}", timeout=seconds)
            summary = await (await session.run(text, dict(question.parameters))).consume()
        return Plan(summary.query_type or "", _step(summary.plan) if summary.plan else None)

    async def table(self, question: Question, limits: Limits) -> Table:
        """The rows, up to the limits; raises QueryOverLimit when they take too long to come."""
        gathering, size, truncated = Gathering(), 0, None
        rows: list[list[Value]] = []
        async with self._reading(limits.seconds, lines_before=0) as session:
            text = neo4j.Query(question.query, timeout=limits.seconds)
            result = await session.run(text, dict(question.parameters))
            async for record in result:
                if len(rows) == limits.rows:
                    truncated = "rows"
                    break
                row = _row(record, gathering)
                size += len(msgspec.json.encode(row))
                if size > limits.size or gathering.full:
                    truncated = "bytes"
                    break
                rows.append(row)
            columns = result.keys()
            await result.consume()
        return Table(
            columns=columns,
            rows=rows,
            nodes=gathering.nodes,
            relationships=gathering.relationships,
            truncated=truncated,
        )

    async def sketch(self) -> Sketch:
        labels = await self._engine.run(Labels(without=sorted(SECRET_LABELS), sample=_SAMPLE))
        types = await self._engine.run(RelationshipTypes(sample=_SAMPLE))
        return Sketch(
            [LabelSketch(row.label, row.properties) for row in labels],
            [
                TypeSketch(row.type, sorted(row.starts), sorted(row.ends), sorted(set().union(*row.properties)))
                for row in types
            ],
        )

    async def saved(self, tenant: Tenant | None) -> list[SavedQuery]:
        """What was saved for a tenant, or for any."""
        rows = await self._engine.run(SavedQueries(tenant=tenant, limit=_MOST_SAVED))
        return [_saved(row) for row in rows]

    async def save(self, tenant: Tenant, name: str, query: str, *, now: datetime) -> SavedQuery:
        """Keeps a query; the same name again takes the new words."""
        id_ = str(uuid_utils.uuid7())
        [row] = await self._engine.run(SaveQuery(id=id_, tenant=tenant, name=name, query=query, now=now))
        return _saved(row)

    async def unsave(self, tenant: Tenant | None, query_id: str) -> SavedQuery | None:
        rows = await self._engine.run(UnsaveQuery(tenant=tenant, id=query_id))
        return _saved(rows[0]) if rows else None

    @asynccontextmanager
    async def _reading(self, seconds: float, *, lines_before: int) -> AsyncIterator[neo4j.AsyncSession]:
        """A session in which nothing can be written, and whose errors are told in the analyst's terms."""
        try:
            async with (
                asyncio.timeout(seconds + _GRACE),
                self._engine.reading(seconds=seconds + 2 * _GRACE, fetch=_FETCH) as session,
            ):
                try:
                    yield session
                except (ClientError, TransientError) as error:
                    raise _told(error, seconds, lines_before) from error
        except TimeoutError as error:
            raise QueryOverLimit(_too_long(seconds)) from error


def _saved(row: SavedRow) -> SavedQuery:
    return SavedQuery(row.id, Tenant(row.tenant), row.name, row.query)


def _told(error: Neo4jError, seconds: float, lines_before: int) -> Exception:
    """The engine's error as one of ours, if it is about the query."""
    code = str(error.code)
    if "TransactionTimedOut" in code or code.endswith((".Terminated", ".LockClientStopped")):
        return QueryOverLimit(_too_long(seconds))
    if "OutOfMemory" in code or "MemoryLimit" in code:
        return QueryOverLimit("the query needs more memory than one query may: ask for less at a time")
    if code.endswith(".AccessMode"):
        return QueryRefused("only reading is possible here, and this query would change something")
    if not code.startswith(("Neo.ClientError.Statement.", "Neo.ClientError.Procedure.", "Neo.ClientError.General.")):
        return error
    position = error.diagnostic_record.get("_position") or {}
    line = int(position.get("line", 0)) - lines_before
    words = plainer(str(error.message or "the engine can't make sense of it").split(" (line ")[0].split("\n")[0])
    if line < 1:
        return QueryWrong(words)
    return QueryWrong(words, line=line, column=int(position.get("column", 1)))


def _row(record: neo4j.Record, gathering: Gathering) -> list[Value]:
    row = []
    for column in record.keys():  # noqa: SIM118 (a record is a sequence of values)
        try:
            row.append(gathering.value(record[column]))
        except (BrokenRecordError, TypeError) as error:
            raise ValueUntellable(column) from error
    return row


def _too_long(seconds: float) -> str:
    return f"the query was ended after {seconds:g} seconds: ask for less, or start from a label with a condition on it"


def _step(raw: Mapping[str, Any], depth: int = 0) -> Step:
    if depth > _DEEPEST:
        raise QueryRefused("its plan is too deep to be looked through: ask for less at a time")
    details = raw.get("args", {}).get("Details")
    return Step(
        raw["operatorType"],
        details if isinstance(details, str) else "",
        tuple(_step(child, depth + 1) for child in raw.get("children", ())),
    )
