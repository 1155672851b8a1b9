"""Archives made by hand, as somebody would who wants to see how far they get."""

import json
from typing import Any

import uuid_utils

from graphmem.core.archive.records import FORMAT, VERSION

AT = "2026-01-01T10:00:00Z"
Line = dict[str, Any]


def new_id() -> str:
    return str(uuid_utils.uuid7())


def archive(*lines: Line) -> bytes:
    kinds = [line["type"] for line in lines]
    counts = {kind: kinds.count(kind) for kind in kinds}
    header = {"type": "header", "format": FORMAT, "version": VERSION, "counts": counts}
    return b"".join(
        json.dumps(line).encode() + b"\n" for line in (header, *lines, {"type": "footer", "counts": counts})
    )


def memory(id_: str, content: str = "I ski", **given: Any) -> Line:
    plain = {"type": "memory", "id": id_, "owner": "user/u", "content": content, "kind": "fact"}
    return {**plain, "created_at": AT, "updated_at": AT, **given}


def person(id_: str, **given: Any) -> Line:
    return {"type": "person", "id": id_, "owner": "user/u", "name": "Mallory", "created_at": AT, **given}


def change(id_: str, before: Line, after: Line, **given: Any) -> Line:
    plain = {"type": "change", "id": id_, "owner": "user/u", "kind": "edit", "by": "by hand", "summary": "", "at": AT}
    return {**plain, "before": before, "after": after, **given}


def side(nodes: Line | None = None, *ties: Line) -> Line:
    return {"nodes": nodes or {}, "ties": list(ties)}


def tie(kind: str, source: str, target: str, properties: Line | None) -> Line:
    return {"type": kind, "source": source, "target": target, "kind": "", "properties": properties}
