"""All that the graph holds of one user, to compare one moment with another."""

from dataclasses import dataclass
from typing import Any

from graphmem.adapters.neo4j.engine import Engine

_EVERYTHING = """
MATCH (o:Owner {ref: $user})
MATCH (n) WHERE n.owner = o.id AND NOT n:Change
WITH collect(DISTINCT n) AS owned
WITH owned, COLLECT { UNWIND owned AS p MATCH (a:Alias)-[:REFERS_TO]->(p) RETURN DISTINCT a } AS aliases
RETURN [n IN owned + aliases | [n.id, labels(n), n {.*, recalled_at: null, recall_count: null, recalls: null}]] AS nodes,
COLLECT {
  UNWIND owned + aliases AS n MATCH (n)-[r]->(other)
  RETURN [n.id, type(r), other.id, properties(r)]
} AS ties
"""
_CLOCKS = ("last_mentioned", "updated_at")


@dataclass(frozen=True)
class Whole:
    nodes: list[Any]
    ties: list[Any]

    def without_clocks(self) -> "Whole":
        nodes = [
            [id_, labels, {k: v for k, v in properties.items() if k not in _CLOCKS}]
            for id_, labels, properties in self.nodes
        ]
        return Whole(nodes, self.ties)


async def whole(engine: Engine, user: str) -> Whole:
    """Every node and tie of a user's, in a fixed order; not the record of changes."""
    async with engine._session(write=False) as session:
        record = await (await session.run(_EVERYTHING, user=user)).single(strict=True)
    return Whole(sorted(record["nodes"], key=str), sorted(record["ties"], key=str))
