"""How what was decided about people and memories is written, with the record that it can be taken back by."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graphmem.adapters.neo4j import queries
from graphmem.adapters.neo4j.alias_keys import with_keys
from graphmem.adapters.neo4j.change_rows import record
from graphmem.adapters.neo4j.query import bounds
from graphmem.core.picture import Change, Deed
from graphmem.model import Owner, Scope

Worded = Mapping[str, Mapping[str, Any]]  # what goes with the words of memories that a deed words anew: their vectors


def done(scope: Scope, change: Change, *, worded: Worded | None = None) -> queries.WriteChange:
    """What writes a change, and the record of it."""
    kept = [record(change.id, change.deed, by=change.by, now=change.at)]
    return _write(scope, change.owner, change.deed, worded or {}, record=kept, touched=sorted(change.deed.touched))


def undone(scope: Scope, change: Change, back: Deed, *, worded: Worded, now: datetime) -> queries.WriteChange:
    """What takes a change back, and notes that on its record."""
    return _write(scope, change.owner, back, worded, undone=[{"id": change.id, "at": now}])


def _write(
    scope: Scope,
    owner: Owner,
    deed: Deed,
    worded: Worded,
    *,
    record: list[dict[str, Any]] | None = None,
    touched: list[str] | None = None,
    undone: list[dict[str, Any]] | None = None,
) -> queries.WriteChange:
    before, after = deed.before, deed.after
    made = {id_: node for id_, node in after.nodes.items() if node is not None and before.nodes[id_] is None}
    changed = {id_: node for id_, node in after.nodes.items() if node is not None and id_ not in made}
    return queries.WriteChange(
        **bounds(scope),
        owner=owner.id,
        awaiting_vectors=any(properties["embedding_model"] is None for properties in worded.values()),
        people=[_row(id_, node.properties) for id_, node in made.items() if node.label == "Person"],
        aliases=[_row(id_, with_keys(node.properties)) for id_, node in made.items() if node.label == "Alias"],
        changed=[
            {**_row(id_, {**node.properties, **worded.get(id_, {})}), "label": node.label}
            for id_, node in changed.items()
        ],
        untied=[
            {"type": tie.type, "source": tie.source, "target": tie.target, "kind": tie.kind}
            for tie, properties in before.ties.items()
            if properties is not None
        ],
        tied=[
            {"type": tie.type, "source": tie.source, "target": tie.target, "properties": dict(properties)}
            for tie, properties in after.ties.items()
            if properties is not None
        ],
        removed=[id_ for id_, node in after.nodes.items() if node is None],
        record=record or [],
        touched=touched or [],
        undone=undone or [],
    )


def _row(id_: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": id_, "properties": dict(properties)}
