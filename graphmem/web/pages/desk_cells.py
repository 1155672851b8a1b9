"""The cells of an analyst's answer as they are shown, and its nodes and relationships as they are drawn."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

import msgspec

from graphmem.core.desk import Dot, Table, Value
from graphmem.model import Tenant

_LONGEST, _CAPTION = 600, 48
_MOST_DRAWN = 400
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_NAMES = ("name", "content", "text", "summary", "ref", "user", "role", "id")
_PAGES = {"Memory": "memories", "Person": "people"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in words; `label` and `href` when it is a node, the latter if it has a page."""

    kind: Literal["nothing", "number", "moment", "text", "node", "tie", "other"]
    text: str
    label: str = ""
    href: str = ""


def cells(table: Table, tenant: Tenant) -> list[list[Cell]]:
    return [[cell(value, tenant) for value in row] for row in table.rows]


def cell(value: Value, tenant: Tenant) -> Cell:
    match value:
        case None:
            return Cell("nothing", "null")
        case bool():
            return Cell("text", str(value).lower())
        case int() | float():
            return Cell("number", str(value))
        case str() if _MOMENT.fullmatch(value):
            return Cell("moment", value[:19].replace("T", " "))
        case str():
            return Cell("text", _short(value, _LONGEST))
        case {"labels": [*labels], "properties": Mapping() as properties, "id": _}:
            label = str(labels[0]) if labels else ""
            return Cell("node", _caption(properties), label, _page(label, properties, tenant))
        case {"type": str() as type_, "start": _, "end": _, "properties": Mapping()}:
            return Cell("tie", type_)
        case {"nodes": [*nodes], "relationships": [*ties]}:
            return Cell("other", _path(nodes, ties))
        case _:
            return Cell("other", _short(msgspec.json.encode(value).decode(), _LONGEST))


def picture(table: Table) -> str | None:
    """Nodes and edges for the drawing, as JSON; none when there is nothing to draw."""
    if not table.nodes:
        return None
    dots = table.nodes[:_MOST_DRAWN]
    shown = {dot.id for dot in dots}
    drawn = {
        "nodes": [{"id": dot.id, "label": _caption(dot.properties), "group": _group(dot)} for dot in dots],
        "edges": [
            {"source": line.start, "target": line.end, "label": line.type}
            for line in table.relationships
            if line.start in shown and line.end in shown
        ],
    }
    return msgspec.json.encode(drawn).decode()


def _group(dot: Dot) -> str:
    return dot.labels[0] if dot.labels else ""


def _caption(properties: Mapping[str, Value]) -> str:
    found = next((properties[name] for name in _NAMES if properties.get(name)), "")
    return _short(str(found), _CAPTION)


def _path(nodes: Sequence[Value], ties: Sequence[Value]) -> str:
    captions = [_caption(node["properties"]) for node in nodes if isinstance(node, Mapping)]  # type: ignore[arg-type]
    types = [str(tie["type"]) for tie in ties if isinstance(tie, Mapping)]
    words = [captions[0]] if captions else []
    for type_, caption in zip(types, captions[1:], strict=False):
        words += [f"— {type_} —", caption]
    return " ".join(words)


def _page(label: str, properties: Mapping[str, Value], tenant: Tenant) -> str:
    """The page of a memory or a person of this tenant that a user owns."""
    before = f"{tenant}/user/"
    owner, id_ = properties.get("owner"), properties.get("id")
    if label not in _PAGES or not isinstance(owner, str) or not isinstance(id_, str) or not owner.startswith(before):
        return ""
    return f"/{_PAGES[label]}/{quote(id_, safe='')}?user={quote(owner.removeprefix(before), safe='')}"


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
