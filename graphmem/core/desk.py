"""What an analyst asks in Cypher, within which limits, and the table and picture that answer it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from graphmem.core import cypher_growth
from graphmem.core.cypher_words import LONGEST_QUERY, objection, tokens
from graphmem.errors import InvalidInput, QueryRefused
from graphmem.model import Tenant

Value: TypeAlias = "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
MANY_NUMBERS = 32  # a list of more numbers than this is a vector, which nobody reads
LONGEST_NAME = 120
LONGEST_TEXT = 10_000  # in a parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where an answer ends."""

    rows: int
    seconds: float
    size: int  # bytes of JSON


@dataclass(frozen=True, slots=True)
class Question:
    query: str
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dot:
    """A node of the answer."""

    id: str
    labels: Sequence[str]
    properties: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Line:
    """A relationship of the answer."""

    id: str
    type: str
    start: str
    end: str
    properties: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """An answer: rows under columns, and every node and relationship in them."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    nodes: Sequence[Dot] = ()
    relationships: Sequence[Line] = ()
    truncated: str | None = None  # by which limit: rows, or bytes


@dataclass(frozen=True, slots=True)
class SavedQuery:
    id: str
    tenant: Tenant
    name: str
    query: str


@dataclass(frozen=True, slots=True)
class LabelSketch:
    label: str
    properties: Sequence[str]


@dataclass(frozen=True, slots=True)
class TypeSketch:
    type: str
    starts: Sequence[str]
    ends: Sequence[str]
    properties: Sequence[str]


@dataclass(frozen=True, slots=True)
class Sketch:
    """The labels and relationship types that the graph has, with their properties, as far as a sample shows them."""

    labels: Sequence[LabelSketch] = ()
    types: Sequence[TypeSketch] = ()


def admitted(question: Question) -> Question:
    """The question, unless its words alone tell that it can't be asked."""
    if len(question.query) > LONGEST_QUERY:
        raise InvalidInput("query", f"is longer than {LONGEST_QUERY:,} letters")
    if _has_too_large(question.parameters):
        raise InvalidInput("parameters", "hold a whole number of more than 64 bits")
    if _longest(question.parameters) > LONGEST_TEXT:
        raise InvalidInput("parameters", f"hold a text of more than {LONGEST_TEXT:,} letters")
    problem = objection(question.query) or cypher_growth.objection(tokens(question.query))
    if problem is not None:
        raise QueryRefused(problem)
    return question


def _has_too_large(value: object) -> bool:
    """Whether a whole number is in it that the engine has no room for."""
    match value:
        case int():
            return not -(2**63) <= value < 2**63
        case Mapping():
            return any(_has_too_large(item) for item in value.values())
        case list() | tuple():
            return any(_has_too_large(item) for item in value)
        case _:
            return False


def _longest(value: object) -> int:
    """How long the longest text in it is."""
    match value:
        case str():
            return len(value)
        case Mapping():
            return max((_longest(item) for item in value.values()), default=0)
        case list() | tuple():
            return max(map(_longest, value), default=0)
        case _:
            return 0


def within(most: Limits, *, rows: int | None, seconds: float | None) -> Limits:
    """The limits asked for, which may be narrower than those in force, never wider."""
    if rows is not None and not 1 <= rows <= most.rows:
        raise InvalidInput("limit", f"is from 1 to {most.rows} (GRAPHMEM_CYPHER_ROWS)")
    if seconds is not None and not 0 < seconds <= most.seconds:
        raise InvalidInput("timeout", f"is more than 0 and up to {most.seconds:g} seconds (GRAPHMEM_CYPHER_SECONDS)")
    return Limits(rows=rows or most.rows, seconds=seconds or most.seconds, size=most.size)


def name_of(text: str) -> str:
    """The name to save a query under."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME:
        raise InvalidInput("name", f"is from 1 to {LONGEST_NAME} letters long")
    return name


def ordered(table: Table, column: int, *, down: bool) -> Table:
    """The same with its rows in the order of one column: nothing last, numbers before texts."""
    if not 0 <= column < len(table.columns):
        return table
    there = [row for row in table.rows if row[column] is not None]
    absent = [row for row in table.rows if row[column] is None]
    there.sort(key=lambda row: _rank(row[column]), reverse=down)
    return Table(
        columns=table.columns,
        rows=[*there, *absent],
        nodes=table.nodes,
        relationships=table.relationships,
        truncated=table.truncated,
    )


def _rank(value: Value) -> tuple[int, float, str]:
    if isinstance(value, int | float):
        return 0, float(value), ""
    return 1, 0.0, value.casefold() if isinstance(value, str) else str(value)
