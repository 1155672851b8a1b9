"""How a change and what it touches are written down and read back."""

from datetime import datetime
from typing import Any

import msgspec

from graphmem.adapters.neo4j.moments import Milliseconds, moment, sure_moment
from graphmem.core.picture import Change, Deed, Label, Node, Part, Picture, Properties, Tie
from graphmem.core.properties import PROPERTIES, as_kept, problem
from graphmem.errors import Unreadable
from graphmem.model import Owner

_MOMENT = "moment"  # a property is never a map, so a map can stand for a moment


class NodeRow(msgspec.Struct, frozen=True):
    id: str
    label: Label
    properties: dict[str, Any]


class TieRow(msgspec.Struct, frozen=True):
    type: str
    source: str
    target: str
    properties: dict[str, Any]


class PictureRow(msgspec.Struct, frozen=True):
    nodes: list[NodeRow]
    ties: list[TieRow]
    undone_at: Milliseconds | None = None

    def picture(self, *, made: frozenset[str] = frozenset(), known: frozenset[Tie] = frozenset()) -> Picture:
        """`made` are nodes whose other ties matter, beside the `known` ones."""
        ties = {_tie(row): _plain(row.properties | {"owner": None}) for row in self.ties}  # follows from their ends
        others = {
            id_: sum(id_ in (tie.source, tie.target) and tie.type != "MAY_BE" for tie in ties.keys() - known)
            for id_ in made
        }
        nodes = {row.id: Node(row.label, _plain(row.properties)) for row in self.nodes}
        for id_, node in nodes.items():
            names = node.properties.keys() & PROPERTIES[node.label].keys()
            if any(problem(node.label, name, node.properties[name]) for name in names):
                raise Unreadable(id_)
        return Picture(nodes, ties, others)


class ChangeRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/change.cypher."""

    id: str
    owner: str
    kind: str
    by: str
    summary: str
    before: str
    after: str
    at: Milliseconds
    undone_at: Milliseconds | None
    people: list[str]
    memories: list[str]

    def __post_init__(self) -> None:
        Owner.parse(self.owner)
        try:
            part_of(self.before), part_of(self.after)
        except (AttributeError, KeyError) as error:
            raise ValueError("no sides of a change") from error

    def change(self) -> Change:
        return Change(
            id=self.id,
            owner=Owner.parse(self.owner),
            at=sure_moment(self.at),
            by=self.by,
            deed=Deed(kind=self.kind, summary=self.summary, before=part_of(self.before), after=part_of(self.after)),
            people=tuple(sorted(self.people)),
            memories=tuple(sorted(self.memories)),
            undone_at=moment(self.undone_at),
        )


class ChangeIn(msgspec.Struct, frozen=True):
    change: ChangeRow


class Changes(msgspec.Struct, frozen=True):
    changes: list[ChangeRow]


def record(id_: str, deed: Deed, *, by: str, now: datetime) -> dict[str, Any]:
    """The properties of a change's node."""
    return {
        "id": id_,
        "kind": deed.kind,
        "by": by,
        "summary": deed.summary,
        "at": now,
        "before": _written(deed.before),
        "after": _written(deed.after),
    }


def _written(part: Part) -> str:
    return msgspec.json.encode(_tagged(part.as_json())).decode()


def part_of(text: str) -> Part:
    """One side of a change, as it was written down."""
    sides = as_kept(_untagged(msgspec.json.decode(text)))
    return Part(
        {
            id_: None if node is None else Node(node["label"], node["properties"])
            for id_, node in sides["nodes"].items()
        },
        {Tie(row["type"], row["source"], row["target"], row["kind"]): row["properties"] for row in sides["ties"]},
    )


def _tagged(value: Any) -> Any:
    if isinstance(value, datetime):
        return {_MOMENT: value.isoformat()}
    if isinstance(value, dict):
        return {name: _tagged(inner) for name, inner in value.items()}
    return [_tagged(inner) for inner in value] if isinstance(value, list) else value


def _untagged(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_MOMENT}:
            return datetime.fromisoformat(value[_MOMENT])
        return {name: _untagged(inner) for name, inner in value.items()}
    return [_untagged(inner) for inner in value] if isinstance(value, list) else value


def _tie(row: TieRow) -> Tie:
    return Tie(row.type, row.source, row.target, row.properties.get("kind") or "")


def _plain(properties: dict[str, Any]) -> Properties:
    """With the engine's own moments made ours, and without what isn't there."""
    return {name: _native(value) for name, value in properties.items() if value is not None}


def _native(value: Any) -> Any:
    try:
        return value.to_native() if hasattr(value, "to_native") else value
    except ValueError:  # a moment beyond the years that a datetime has
        return value
