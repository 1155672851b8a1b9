"""A part of the graph as it stands, and a change to it that can be taken back to the letter."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from graphmem.model import Owner

Label = Literal["Person", "Alias", "Memory"]
Properties = Mapping[str, Any]
CLOCKS = frozenset(["updated_at", "last_mentioned"])  # brought back, but no reason to say that it was changed since


@dataclass(frozen=True, slots=True)
class Node:
    label: Label
    properties: Properties


@dataclass(frozen=True, slots=True)
class Tie:
    """A relationship: its type and its two ends, and its kind where two of a type can lie between the same ends."""

    type: str
    source: str
    target: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Some nodes by their ids, and some ties between them."""

    nodes: Mapping[str, Node] = field(default_factory=dict)
    ties: Mapping[Tie, Properties] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)  # how many further ties a node has, where asked


@dataclass(frozen=True, slots=True)
class Part:
    """How some nodes and ties are on one side of a change: the properties that it touches, or None for not there."""

    nodes: Mapping[str, Node | None] = field(default_factory=dict)
    ties: Mapping[Tie, Properties | None] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Nodes by their ids, and a list of ties; moments are still moments."""
        return {
            "nodes": {
                id_: None if node is None else {"label": node.label, "properties": dict(node.properties)}
                for id_, node in self.nodes.items()
            },
            "ties": [
                {
                    "type": tie.type,
                    "source": tie.source,
                    "target": tie.target,
                    "kind": tie.kind,
                    "properties": None if properties is None else dict(properties),
                }
                for tie, properties in self.ties.items()
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One change: what it is called, in words, and both of its sides, which name the same nodes and ties."""

    kind: str
    summary: str
    before: Part
    after: Part

    @property
    def touched(self) -> frozenset[str]:
        """The people and memories it changes."""
        ends = {end for tie in self.before.ties for end in (tie.source, tie.target)}
        aliases = {id_ for side in (self.before, self.after) for id_, node in side.nodes.items() if _is_alias(node)}
        return frozenset((ends | set(self.before.nodes)) - aliases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A deed that was done: when, by whom or by which rule, and whether it was taken back."""

    id: str
    owner: Owner
    at: datetime
    by: str
    deed: Deed
    people: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()
    undone_at: datetime | None = None


class Draft:
    """Notes down both sides of a change while it is being made."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._nodes: dict[str, tuple[Node | None, Node | None]] = {}
        self._ties: dict[Tie, tuple[Properties | None, Properties | None]] = {}

    def set(self, id_: str, **properties: Any) -> None:
        node = self._picture.nodes[id_]
        before, after = self._nodes.get(id_, (None, None))
        was = {name: node.properties.get(name) for name in properties}
        self._nodes[id_] = (
            Node(node.label, {**(before.properties if before else {}), **was}),
            Node(node.label, {**(after.properties if after else {}), **properties}),
        )

    def make(self, id_: str, node: Node) -> None:
        self._nodes[id_] = (None, node)

    def remove(self, id_: str) -> None:
        """Takes a node away, with every tie of it that is in the picture."""
        self._nodes[id_] = (self._picture.nodes[id_], None)
        for tie in self._picture.ties:
            if id_ in (tie.source, tie.target):
                self.untie(tie)

    def tie(self, tie: Tie, **properties: Any) -> None:
        before, _ = self._ties.get(tie, (self._picture.ties.get(tie), None))
        self._ties[tie] = (before, {name: value for name, value in properties.items() if value is not None})

    def untie(self, tie: Tie) -> None:
        self._ties[tie] = (self._picture.ties[tie], None)

    def deed(self, kind: str, summary: str) -> Deed:
        nodes = {id_: sides for id_, sides in self._nodes.items() if sides[0] != sides[1]}
        ties = {tie: sides for tie, sides in self._ties.items() if sides[0] != sides[1]}
        return Deed(
            kind=kind,
            summary=summary,
            before=Part({id_: was for id_, (was, _) in nodes.items()}, {tie: was for tie, (was, _) in ties.items()}),
            after=Part({id_: will for id_, (_, will) in nodes.items()}, {tie: will for tie, (_, will) in ties.items()}),
        )


def taken_back(deed: Deed, picture: Picture) -> Deed | None:
    """The change that undoes another, or None when what it touched was changed since.

    What was said of a memory that is deleted needs no undoing.
    """
    gone = {id_ for id_, node in deed.after.nodes.items() if _is_memory(node) and id_ not in picture.nodes}
    gone |= {tie.source for tie in deed.after.ties if tie.type == "ABOUT" and tie.source not in picture.nodes}
    now = _without(deed.after, gone)
    if not _stands(now, picture):
        return None
    return Deed(kind="undo", summary=deed.summary, before=now, after=_without(deed.before, gone))


def _stands(part: Part, picture: Picture) -> bool:
    """Whether the picture is as this side of a change says."""
    for id_, node in part.nodes.items():
        found = picture.nodes.get(id_)
        if (node is None) != (found is None):
            return False
        if node is None or found is None:
            continue
        if node.label != found.label:
            return False
        if any(found.properties.get(name) != value for name, value in node.properties.items() if name not in CLOCKS):
            return False
    made = {id_ for id_, node in part.nodes.items() if node is not None}
    if any(picture.others.get(id_, 0) for id_ in made):
        return False
    return all(picture.ties.get(tie) == properties for tie, properties in part.ties.items())


def _without(part: Part, gone: set[str]) -> Part:
    return Part(
        {id_: node for id_, node in part.nodes.items() if id_ not in gone},
        {tie: properties for tie, properties in part.ties.items() if not gone & {tie.source, tie.target}},
    )


def _is_alias(node: Node | None) -> bool:
    return node is not None and node.label == "Alias"


def _is_memory(node: Node | None) -> bool:
    return node is not None and node.label == "Memory"
