"""The two sides of a change in an archive: nodes and ties, without the tenant they belong to."""

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from graphmem.core.properties import missing, problem
from graphmem.core.text import word_set
from graphmem.errors import InvalidInput
from graphmem.model import OwnerType, Tenant

Side = Mapping[str, Any]
LONGEST_OWNER = 300
MOMENT = "moment"  # a property is never a map, so a map can stand for a moment
_OWNERS = ("KNOWN_TO",)
_TIES = ("MERGED_INTO", "MAY_BE", "RELATED_TO", "REFERS_TO", "ABOUT", "SUPERSEDES", "MAY_REPLACE", *_OWNERS)
_WORDS = ("content", "key", "tags", "metadata", "text", "name")
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

_WHOLE = ("Person", "Alias")  # what a change makes or removes
_CHANGED = {  # what it changes of what stays
    "Person": frozenset(["name"]),
    "Memory": word_set(
        "content fingerprint kind key key_words tags confidence importance status metadata assistant_key expires_at"
        " valid_from valid_to updated_at repeated_at grams"
    ),
}


def check(before: Side, after: Side) -> None:
    """Raises InvalidInput, naming the field, unless both are as an export writes them: then an undo can't trip."""
    for field, side in (("before", before), ("after", after)):
        if (
            side.keys() != {"nodes", "ties"}
            or not isinstance(side["nodes"], dict)
            or not isinstance(side["ties"], list)
        ):
            raise InvalidInput(field, "must have nodes and ties as an export writes them")
        for id_ in side["nodes"]:
            if not _is_id(id_):
                raise InvalidInput(f"{field}.nodes", "has a key that is no id")
        for place, tie in enumerate(side["ties"]):
            _check_tie(tie, f"{field}.ties[{place}]")
    if before["nodes"].keys() != after["nodes"].keys() or _ties(before) != _ties(after):
        raise InvalidInput("after", "must name the same nodes and ties as before")
    for field, side in (("before", before), ("after", after)):
        _check_forks(side, field)
    for id_, old in before["nodes"].items():
        _check_node(id_, old, after["nodes"][id_])


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


def brought(before: Side, after: Side) -> set[str]:
    """The ids of what a change makes or removes: gone now, perhaps, and there again when it is undone."""
    return {id_ for id_, node in before["nodes"].items() if node is None or after["nodes"][id_] is None}


def rests_on(side: Side) -> set[str]:
    """The ids of what has to be there for a change to be undone; memories and aliases may be deleted since."""
    ties = [tie for tie in side["ties"] if tie["type"] != "MAY_REPLACE"]
    ends = {tie["target"] for tie in ties if tie["type"] not in _OWNERS}
    return {*side["nodes"], *ends, *(tie["source"] for tie in ties if tie["type"] not in ("ABOUT", "REFERS_TO"))}


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


def _check_node(id_: str, old: Any, new: Any) -> None:
    """A node is made or removed whole, or some of its properties change."""
    field = f"{{}}.nodes.{id_}".format
    for side, node in (("before", old), ("after", new)):
        if node is not None and (not isinstance(node, dict) or node.keys() != {"label", "properties"}):
            raise InvalidInput(field(side), "must have a label and properties")
        allowed = _WHOLE if old is None or new is None else _CHANGED
        if node is not None and (not isinstance(node["label"], str) or node["label"] not in allowed):
            raise InvalidInput(f"{field(side)}.label", f"must be {' or '.join(allowed)} here")
        if node is not None:
            _check_properties(node["label"], node["properties"], f"{field(side)}.properties")
    if old is None and new is None:
        raise InvalidInput(field("after"), "is on neither side")
    if old is None or new is None:
        side, node = ("before", old) if new is None else ("after", new)
        lacking = missing(node["label"], node["properties"])
        if lacking or node["properties"]["id"] != id_:
            raise InvalidInput(f"{field(side)}.properties.{lacking or 'id'}", "is missing, or another")
        return
    label, names = old["label"], old["properties"].keys()
    if new["label"] != label or new["properties"].keys() != names:
        raise InvalidInput(field("after"), "must have the label and the properties that it has before")
    if odd := names - _CHANGED[label]:
        raise InvalidInput(f"{field('before')}.properties.{min(odd)}", "is not for a change to touch")


def _check_tie(tie: Any, field: str) -> None:
    if not isinstance(tie, dict) or tie.keys() != {"type", "source", "target", "kind", "properties"}:
        raise InvalidInput(field, "must have a type, source, target, kind and properties")
    if not isinstance(tie["type"], str) or tie["type"] not in _TIES:
        raise InvalidInput(f"{field}.type", f"must be one of {', '.join(_TIES)}")
    if not _is_id(tie["source"]):
        raise InvalidInput(f"{field}.source", "is no id")
    if not (_is_owner if tie["type"] in _OWNERS else _is_id)(tie["target"]):
        raise InvalidInput(f"{field}.target", "is not what such a tie leads to")
    properties = tie["properties"]
    if properties is not None:
        _check_properties(tie["type"], properties, f"{field}.properties")
        if lacking := missing(tie["type"], properties):
            raise InvalidInput(f"{field}.properties.{lacking}", "is missing")
    if not isinstance(tie["kind"], str) or (properties is not None and tie["kind"] != properties.get("kind", "")):
        raise InvalidInput(f"{field}.kind", "must be the kind in its properties")


def _check_forks(side: Side, field: str) -> None:
    """Nobody is merged into two, and nothing replaced by two: paths that part and meet again are beyond counting."""
    for kind, end in (("MERGED_INTO", "source"), ("SUPERSEDES", "target")):
        ends = [tie[end] for tie in side["ties"] if tie["type"] == kind and tie["properties"] is not None]
        if len(set(ends)) < len(ends):
            raise InvalidInput(f"{field}.ties", f"has two ties {kind} at one {end}")


def _check_properties(of: str, properties: Any, field: str) -> None:
    if not isinstance(properties, dict):
        raise InvalidInput(field, "must be an object")
    for name, value in properties.items():
        if wrong := problem(of, name, _plain(value)):
            raise InvalidInput(f"{field}.{name[:60]}", wrong)
        odd = (name == "owner" and not _is_owner(value)) or (name == "of" and value is not None and not _is_id(value))
        if odd:
            raise InvalidInput(f"{field}.{name}", "is no id")


def _plain(value: Any) -> Any:
    """A moment for what stands for one."""
    if isinstance(value, dict) and value.keys() == {MOMENT} and isinstance(value[MOMENT], str):
        with contextlib.suppress(ValueError):
            return datetime.fromisoformat(value[MOMENT])
    return value


def _ties(side: Side) -> set[tuple[str, ...]]:
    return {(tie["type"], tie["source"], tie["target"], tie["kind"]) for tie in side["ties"]}


def _is_owner(value: Any) -> bool:
    type_, slash, ref = value.partition("/") if isinstance(value, str) else ("", "", "")
    return bool(slash and ref) and type_ in set(OwnerType) and len(value) <= LONGEST_OWNER


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None
