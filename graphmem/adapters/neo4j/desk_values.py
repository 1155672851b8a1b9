"""What the engine answers, as plain values; nodes and relationships are gathered for a picture."""

import math
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

import neo4j.graph
import neo4j.spatial
import neo4j.time
import neo4j.vector

from graphmem.core.cypher_plan import labels_out_of_reach
from graphmem.core.desk import MANY_NUMBERS, Dot, Line, Value

_MOST_VALUES = 200_000
_ZEROS = re.compile(r"\.(\d*?)0+(?=[Z+-]|$)")


class Gathering:
    """Turns values into plain ones, and keeps each node and relationship that it meets for a picture."""

    def __init__(self) -> None:
        self._dots: dict[str, Dot] = {}
        self._lines: dict[str, Line] = {}
        self._left = _MOST_VALUES

    @property
    def full(self) -> bool:
        """Whether it has met more values than anybody reads; those after them are left out."""
        return self._left < 0

    @property
    def nodes(self) -> Sequence[Dot]:
        return list(self._dots.values())

    @property
    def relationships(self) -> Sequence[Line]:
        """Those between nodes that are there too."""
        return [line for line in self._lines.values() if line.start in self._dots and line.end in self._dots]

    def value(self, raw: object) -> Value:
        self._left -= 1
        if self._left < 0:
            return None
        match raw:
            case None | bool() | int() | str():
                return raw
            case float():
                return raw if math.isfinite(raw) else str(raw)
            case neo4j.graph.Node():
                return self._node(raw)
            case neo4j.graph.Relationship():
                return self._relationship(raw)
            case neo4j.graph.Path():
                return {
                    "nodes": [self._node(node) for node in raw.nodes],
                    "relationships": [self._relationship(tie) for tie in raw.relationships],
                }
            case neo4j.vector.Vector() | list() if len(raw) > MANY_NUMBERS and _numbers(raw):
                return f"[{len(raw)} numbers]"
            case neo4j.vector.Vector():
                return [self.value(item) for item in raw.to_native()]
            case bytes() | bytearray():
                return f"[{len(raw)} bytes]"
            case _:
                return self._other(raw)

    def _other(self, raw: object) -> Value:
        match raw:
            case neo4j.spatial.Point():
                return {"srid": raw.srid, "coordinates": [float(part) for part in raw]}
            case neo4j.time.DateTime() | neo4j.time.Date() | neo4j.time.Time() | neo4j.time.Duration():
                return _ZEROS.sub(r".\1", raw.iso_format()).replace(".+", "+").replace("+00:00", "Z")
            case timedelta():
                return str(raw)
            case list() | tuple():
                return [self.value(item) for item in raw]
            case Mapping():
                return {str(name): self.value(item) for name, item in raw.items()}
            case _:
                raise TypeError("a value without a plain form")

    def _node(self, node: neo4j.graph.Node) -> Value:
        labels = sorted(node.labels)
        # The plan keeps such nodes out; should one come this far, it comes without what it holds.
        properties = {} if labels_out_of_reach(labels) else {name: self.value(node[name]) for name in sorted(node)}
        dot = self._dots.setdefault(node.element_id, Dot(node.element_id, labels, properties))
        return {"id": dot.id, "labels": dot.labels, "properties": dot.properties}

    def _relationship(self, tie: neo4j.graph.Relationship) -> Value:
        start, end = (node.element_id if node is not None else "" for node in (tie.start_node, tie.end_node))
        properties = {name: self.value(tie[name]) for name in sorted(tie)}
        line = self._lines.setdefault(tie.element_id, Line(tie.element_id, tie.type, start, end, properties))
        return {"id": line.id, "type": line.type, "start": start, "end": end, "properties": line.properties}


def _numbers(raw: "Sequence[object] | neo4j.vector.Vector") -> bool:
    return isinstance(raw, neo4j.vector.Vector) or all(
        isinstance(item, int | float) and not isinstance(item, bool) for item in raw
    )
