"""The two sides of a change in an archive: nodes and ties, without the tenant they belong to."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from graphmem.model import OwnerType, Tenant

Side = Mapping[str, Any]
MOMENT = "moment"  # a property is never a map, so a map can stand for a moment
_LABELS = ("Person", "Alias", "Memory")
_OWNERS = ("KNOWN_TO", "OWNED_BY")
_TIES = ("MERGED_INTO", "MAY_BE", "RELATED_TO", "REFERS_TO", "ABOUT", "SUPERSEDES", "MAY_REPLACE", *_OWNERS)
_WORDS = ("content", "key", "tags", "metadata", "text", "name")
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NAME = re.compile(r"[a-z][a-z_]{0,40}")


def is_side(side: Side) -> bool:
    """Whether it is written as an export writes it, so that an undo can't trip over it."""
    if side.keys() != {"nodes", "ties"} or not isinstance(side["nodes"], dict) or not isinstance(side["ties"], list):
        return False
    nodes = side["nodes"].items()
    return all(_is_id(id_) and (node is None or _is_node(node)) for id_, node in nodes) and all(
        _is_tie(tie) for tie in side["ties"]
    )


def words_in(side: Side) -> Iterator[tuple[str, Any]]:
    """The words that somebody wrote, with the names of their properties."""
    for node in side["nodes"].values():
        for name in _WORDS if node is not None else ():
            if node["properties"].get(name) is not None:
                yield name, node["properties"][name]


def ids_in(side: Side) -> Iterator[str]:
    """The id of every node that is named."""
    for id_, node in side["nodes"].items():
        yield id_
        if node is not None and node["properties"].get("of") is not None:
            yield node["properties"]["of"]
    for tie in side["ties"]:
        yield tie["source"]
        if tie["type"] not in _OWNERS:
            yield tie["target"]


def renamed(side: Side, names: Mapping[str, str]) -> dict[str, Any]:
    """The side with the ids that its nodes have here."""

    def node(one: Side) -> dict[str, Any]:
        named = {name: names[one["properties"][name]] for name in ("id", "of") if one["properties"].get(name)}
        return {**one, "properties": {**one["properties"], **named}}

    nodes = {names[id_]: None if one is None else node(one) for id_, one in side["nodes"].items()}
    ties = [
        {**tie, "source": names[tie["source"]], "target": names.get(tie["target"], tie["target"])}
        for tie in side["ties"]
    ]
    return {"nodes": nodes, "ties": ties}


def without_tenant(side: Side, tenant: Tenant) -> dict[str, Any]:
    """The side as it stands in an archive."""
    return _owned(side, "", lambda owner: owner.removeprefix(f"{tenant}/"))


def with_tenant(side: Side, tenant: Tenant) -> dict[str, Any]:
    """The side as it stands in the graph of a tenant, whatever tenant it names."""
    return _owned(side, tenant, lambda owner: f"{tenant}/{owner}")


def _owned(side: Side, tenant: str, owner: Callable[[str], str]) -> dict[str, Any]:
    def node(one: Side) -> dict[str, Any]:
        properties = dict(one["properties"])
        if "tenant" in properties:
            properties["tenant"] = tenant
        if "owner" in properties:
            properties["owner"] = owner(properties["owner"])
        return {**one, "properties": properties}

    nodes = {id_: None if one is None else node(one) for id_, one in side["nodes"].items()}
    ties = [{**tie, "target": owner(tie["target"])} if tie["type"] in _OWNERS else tie for tie in side["ties"]]
    return {"nodes": nodes, "ties": ties}


def _is_node(node: Any) -> bool:
    if not isinstance(node, dict) or node.keys() != {"label", "properties"} or node["label"] not in _LABELS:
        return False
    properties = node["properties"]
    return (
        _are_properties(properties)
        and all(_is_id(properties[name]) for name in ("id", "of") if properties.get(name) is not None)
        and ("owner" not in properties or _is_owner(properties["owner"]))
    )


def _is_tie(tie: Any) -> bool:
    if not isinstance(tie, dict) or tie.keys() != {"type", "source", "target", "kind", "properties"}:
        return False
    target = _is_owner if tie["type"] in _OWNERS else _is_id
    return (
        tie["type"] in _TIES
        and _is_id(tie["source"])
        and target(tie["target"])
        and isinstance(tie["kind"], str)
        and (tie["properties"] is None or _are_properties(tie["properties"]))
    )


def _are_properties(properties: Any) -> bool:
    return isinstance(properties, dict) and all(
        _NAME.fullmatch(name) and name != "embedding" and _is_value(value) for name, value in properties.items()
    )


def _is_value(value: Any) -> bool:
    if isinstance(value, dict):
        return value.keys() == {MOMENT} and isinstance(value[MOMENT], str) and _is_moment(value[MOMENT])
    if isinstance(value, list):
        return all(isinstance(inner, str) for inner in value)
    return value is None or isinstance(value, str | int | float | bool)


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _is_owner(value: Any) -> bool:
    type_, slash, ref = value.partition("/") if isinstance(value, str) else ("", "", "")
    return bool(slash and ref) and type_ in set(OwnerType)


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None
