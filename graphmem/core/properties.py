"""Which properties nodes and ties have, and of what type each is: whatever comes from outside is held against it."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import msgspec

from graphmem.core.mentions import Gender
from graphmem.model import Kind, RunStatus, Status

LARGEST = 2**53  # what JSON carries whole
LONGEST_LABEL = 200  # letters of what is looked up: an index has no room for more than some thousand bytes


class Type(StrEnum):
    """The types of properties, each by what it must be."""

    TEXT = "text"
    LABEL = f"text of up to {LONGEST_LABEL} letters"
    TEXTS = "a list of texts"
    MOMENT = "a moment"
    SHARE = "a number from 0 to 1"
    WHOLE = "a whole number"
    FLAG = "true or false"


def _of(needed: str = "", **types: str) -> Mapping[str, tuple[Type, bool]]:
    """Names by type, and those that are never null."""
    named = {name: Type[kind.upper()] for kind, names in types.items() for name in names.split()}
    return MappingProxyType({name: (kind, name in needed.split()) for name, kind in named.items()})


PROPERTIES: Mapping[str, Mapping[str, tuple[Type, bool]]] = {
    "Memory": _of(
        "id tenant owner content kind status confidence created_at updated_at",
        text="id tenant owner content metadata grams embedding_model owner_token",
        label="kind key key_words status assistant_key fingerprint thread_id source_message_id source_tool_run_id",
        texts="tags recalls",
        moment="created_at updated_at valid_from valid_to expires_at recalled_at repeated_at",
        share="confidence importance",
        whole="recall_count",
    ),
    "Person": _of(
        "id tenant owner",
        text="id tenant owner lower reason",
        label="name gender status rule",
        moment="created_at last_mentioned",
        flag="merged",
    ),
    "Alias": _of(
        "id text kind",
        text="id tenant owner lower of reason",
        label="text kind relation rule",
        moment="at ended_at",
        whole="rank",
        flag="former",
    ),
    "Change": _of(
        "id tenant owner kind by summary before after at",
        text="id tenant owner kind by summary before after",
        moment="at undone_at",
    ),
    "Thread": _of(
        "id tenant user created_at updated_at positions unchecked",
        text="id tenant user assistant_key chat metadata error lease failed_run owner_token",
        moment="created_at updated_at due_at lease_until failed_at",
        whole="positions unchecked tries revision",
        flag="auto_extract debounced arriving awaiting_vectors",
    ),
    "Message": _of(
        "id tenant thread role content status position said_at created_at is_memory_checked",
        text="id tenant thread role content status checked_by owner owner_token embedding_model grams",
        texts="redacted refused",
        moment="said_at created_at checked_at",
        whole="position",
        flag="is_memory_checked remembered withdrawn",
    ),
    "Extraction": _of(
        "id tenant thread user status extractor messages found kept started_at updated_at",
        text="id tenant thread user status extractor refused error",
        moment="started_at updated_at",
        whole="messages found kept took_ms",
    ),
    "MERGED_INTO": _of(text="reason", label="by", moment="at"),
    "MAY_BE": _of("at reason", text="reason", moment="at dismissed_at"),
    "RELATED_TO": _of("kind", label="kind"),
    "REFERS_TO": _of(),
    "KNOWN_TO": _of(),
    "ABOUT": _of(text="reason", label="rule", flag="subject"),
    "SUPERSEDES": _of("at", text="reason", label="by", moment="at"),
    "MAY_REPLACE": _of("at reason", text="reason", moment="at dismissed_at"),
}
ONE_OF: Mapping[tuple[str, str], Collection[str]] = {
    ("Memory", "kind"): set(Kind),
    ("Memory", "status"): set(Status),
    ("Alias", "kind"): {"name", "relation"},
    ("Person", "gender"): set(Gender),
    ("Extraction", "status"): set(RunStatus),
}


# What earlier releases kept, which may still stand in changes and in files.
_RETIRED = {"Memory": frozenset(["facets", "topics"])}


def problem(of: str, name: str, value: object) -> str | None:
    """Why a property of a label's nodes, or of a type of ties, can't be this, if it can't."""
    if name not in PROPERTIES[of]:
        return f"is no property of {of}"
    kind, needed = PROPERTIES[of][name]
    if value is None:
        return f"must be {kind}, not null" if needed else None
    if not _fits(kind, value):
        return f"must be {kind}"
    if (of, name) in ONE_OF and value not in ONE_OF[of, name]:
        return f"must be one of {', '.join(sorted(ONE_OF[of, name]))}"
    if of == "Memory" and name == "metadata" and isinstance(value, str):
        return None if _is_json(value) else "can't be read"
    return None


def as_kept(side: Mapping[str, Any]) -> dict[str, Any]:
    """One side of a change without the properties that earlier releases kept and this one doesn't."""
    nodes = side.get("nodes")
    if not isinstance(nodes, Mapping):
        return dict(side)
    return {**side, "nodes": {id_: _without_retired(node) for id_, node in nodes.items()}}


def _without_retired(node: Any) -> Any:
    if not isinstance(node, Mapping) or not isinstance(node.get("properties"), Mapping):
        return node
    kept = {
        name: value
        for name, value in node["properties"].items()
        if name not in _RETIRED.get(str(node.get("label")), ())
    }
    return {**node, "properties": kept}


def missing(of: str, names: Collection[str]) -> str | None:
    """The first property that is needed and not named."""
    return next((name for name, (_, needed) in PROPERTIES[of].items() if needed and name not in names), None)


def is_moment(value: datetime) -> bool:
    """Whether it is the same moment everywhere, and one that can be told in every zone."""
    try:
        return value.tzinfo is not None and value.astimezone(UTC) is not None
    except OverflowError:
        return False


def _fits(kind: Type, value: object) -> bool:
    match kind:
        case Type.TEXT:
            return isinstance(value, str)
        case Type.LABEL:
            return isinstance(value, str) and len(value) <= LONGEST_LABEL
        case Type.TEXTS:
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        case Type.MOMENT:
            return isinstance(value, datetime) and is_moment(value)
        case Type.SHARE:
            return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        case Type.WHOLE:
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
        case Type.FLAG:
            return isinstance(value, bool)


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=dict)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return True
