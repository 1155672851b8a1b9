"""Lines of an archive as the graph holds them, and back."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
import neo4j.time
import uuid_utils

from graphmem.adapters.neo4j.alias_keys import with_keys
from graphmem.core.archive import sides
from graphmem.core.archive.records import (
    AboutTie,
    AliasLine,
    ChangeLine,
    DoubtTie,
    ExtractionLine,
    MemoryLine,
    MessageLine,
    OwnerLine,
    PersonLine,
    PersonTie,
    RecallPart,
    Record,
    Source,
    Succession,
    ThreadLine,
)
from graphmem.core.grams import kept_grams
from graphmem.core.messages import is_quotable
from graphmem.core.text import fingerprint
from graphmem.model import Owner, OwnerType, Status, Tenant

Row = dict[str, Any]
_FINE = re.compile(r"\.(\d{7,9})")  # finer than Python's clock
_MOMENT = re.compile(r".*(_at|_from|_to|_until|_mentioned)|at")
_JSON = msgspec.json


def bare(owner_id: str, tenant: Tenant) -> str:
    """An owner without the tenant."""
    return owner_id.removeprefix(f"{tenant}/")


def person(line: Row, tenant: Tenant) -> PersonLine:
    ties = [
        PersonTie(source=tie["from"], **{name: tie[name] for name in tie if name != "from"}) for tie in line["ties"]
    ]
    return PersonLine(**{**line, "owner": bare(line["owner"], tenant), "ties": ties})


def thread(line: Row) -> ThreadLine:
    return ThreadLine(**{**line, "metadata": _read(line["metadata"])})


def memory(line: Row, tenant: Tenant) -> MemoryLine:
    return MemoryLine(
        **{
            **line,
            "owner": bare(line["owner"], tenant),
            "metadata": _read(line["metadata"]),
            "recalls": [_JSON.decode(use, type=RecallPart) for use in line["recalls"]],
            "about": [AboutTie(**tie) for tie in line["about"]],
            "learned_from": [Source(**source) for source in line["learned_from"]],
            "successions": [Succession(**tie) for tie in line["successions"]],
            "doubts": [DoubtTie(**tie) for tie in line["doubts"]],
        }
    )


def change(line: Row, tenant: Tenant) -> ChangeLine:
    both = {name: sides.without_tenant(_read(line[name]), tenant) for name in ("before", "after")}
    return ChangeLine(**{**line, "owner": bare(line["owner"], tenant), **both})


def extraction(line: Row) -> ExtractionLine:
    return ExtractionLine(**{**line, "refused": _read(line["refused"])})


def kept_owners(records: Sequence[Record], tenant: Tenant, *, awaiting: Collection[str]) -> list[Row]:
    """Every owner that these lines are of, each once."""
    found: dict[str, Row] = {}
    for record in records:
        if isinstance(record, OwnerLine | PersonLine | MemoryLine | ChangeLine):
            name = record.owner
        elif isinstance(record, ThreadLine):
            name = f"{OwnerType.USER}/{record.user}"
        else:
            continue
        owner = Owner.parse(f"{tenant}/{name}")
        row = found.setdefault(owner.id, {"id": owner.id, "type": owner.type.value, "ref": owner.ref, "things": None})
        row["awaiting"] = owner.id in awaiting
        if isinstance(record, OwnerLine):
            row["things"] = record.things
    return list(found.values())


def kept_person(line: PersonLine, tenant: Tenant) -> Row:
    return {**_node(line, besides=("owner", "ties")), "owner": f"{tenant}/{line.owner}"}


def kept_ties(line: PersonLine) -> Iterator[Row]:
    for tie in line.ties:
        ends = (
            {"source": line.id, "target": tie.to} if tie.to is not None else {"source": tie.source, "target": line.id}
        )
        yield {"type": tie.tie, **ends, "properties": _properties(tie, besides=("tie", "to", "source"))}


def kept(records: Sequence[Record], kind: type[Any], *, besides: tuple[str, ...]) -> list[Row]:
    """The lines of a kind: their properties, and beside them what is none."""
    found = [record for record in records if isinstance(record, kind)]
    return [{**_node(line, besides=besides), **{name: getattr(line, name) for name in besides}} for line in found]


def kept_aliases(records: Sequence[Record]) -> list[Row]:
    found = kept(records, AliasLine, besides=("refers_to",))
    return [{**row, "properties": with_keys(row["properties"])} for row in found]


def kept_name(person: str, name: str) -> Row:
    properties = with_keys({"text": name, "kind": "name", "rank": 0, "rule": "name", "reason": "their name"})
    return {"id": str(uuid_utils.uuid7()), "person": person, "properties": properties}


def kept_thread(line: ThreadLine, tenant: Tenant) -> Row:
    row = _node(line, besides=("metadata",))
    row["properties"]["metadata"] = _written(line.metadata) if line.metadata else None
    owner = Owner(tenant, OwnerType.USER, line.user)
    row["properties"]["owner_token"] = owner.token
    return {**row, "owner": owner.id}


def kept_message(line: MessageLine) -> Row:
    row = _node(line, besides=("thread", "checked"))
    row["properties"] |= {"is_memory_checked": line.checked, "redacted": line.redacted or None}
    row["properties"] |= {"refused": line.refused or None, "withdrawn": line.withdrawn or None}
    row["properties"]["grams"] = kept_grams(line.content)
    quotable = is_quotable(role=line.role, status=line.status, content=line.content, redacted=line.redacted)
    return {**row, "thread": line.thread, "quotable": quotable and not line.withdrawn}


def kept_memory(line: MemoryLine, tenant: Tenant, *, model: str, dimensions: int) -> Row:
    """With what is looked up by computed from the words, and the vector if it is of the model in use."""
    owner = Owner.parse(f"{tenant}/{line.owner}")
    parts = ("owner", "metadata", "recalls", "about", "learned_from", "successions", "doubts", "embedding", "facets")
    row = _node(line, besides=parts)
    fits = line.embedding is not None and len(line.embedding) == dimensions
    row["properties"] |= {
        "confidence": 1.0 if line.confidence is None else line.confidence,
        "status": line.status or Status.ACTIVE.value,
        "metadata": _written(line.metadata) if line.metadata else None,
        "recalls": [_written(msgspec.structs.asdict(use)) for use in line.recalls] or None,
        "fingerprint": fingerprint(line.content),
        "grams": kept_grams(line.content),
        "key_words": line.key.replace("_", " ") if line.key else None,
        "owner_token": owner.token,
        **({"embedding": line.embedding, "embedding_model": model} if fits else {}),
    }
    return {
        **row,
        "owner": owner.id,
        "awaiting": not fits,
        "about": [msgspec.structs.asdict(tie) for tie in line.about],
        "learned_from": [msgspec.structs.asdict(source) for source in line.learned_from],
    }


def kept_successions(line: MemoryLine) -> Iterator[Row]:
    for tie in line.successions:
        ends = {"new": line.id, "old": tie.replaces} if tie.replaces else {"new": tie.replaced_by, "old": line.id}
        yield {**ends, "properties": _properties(tie, besides=("replaces", "replaced_by"))}


def kept_doubts(line: MemoryLine) -> Iterator[Row]:
    for tie in line.doubts:
        ends = (
            {"new": line.id, "old": tie.may_replace}
            if tie.may_replace
            else {"new": tie.may_be_replaced_by, "old": line.id}
        )
        yield {**ends, "properties": _properties(tie, besides=("may_replace", "may_be_replaced_by"))}


def kept_change(line: ChangeLine, tenant: Tenant) -> Row:
    row = _node(line, besides=("owner", "before", "after", "touched"))
    row["properties"] |= {
        "owner": f"{tenant}/{line.owner}",
        "before": _written(sides.with_tenant(line.before, tenant)),
        "after": _written(sides.with_tenant(line.after, tenant)),
    }
    return {**row, "touched": line.touched}


def kept_extraction(line: ExtractionLine) -> Row:
    row = _node(line, besides=("refused",))
    row["properties"]["refused"] = _written(line.refused) if line.refused is not None else None
    return {**row, "thread": line.thread}


def _node(line: Any, *, besides: tuple[str, ...] = ()) -> Row:
    return {"id": getattr(line, "id", None), "properties": _properties(line, besides=besides)}


def _properties(line: Any, *, besides: tuple[str, ...]) -> Row:
    named = ((name, getattr(line, name)) for name in line.__struct_fields__ if name not in besides)
    return {
        name: moment(value) if isinstance(value, str) and _MOMENT.fullmatch(name) else value
        for name, value in named
        if value is not None
    }


def moment(text: str) -> datetime | neo4j.time.DateTime:
    """A moment to the nanosecond."""
    fine = _FINE.search(text)
    if fine is None:
        return datetime.fromisoformat(text)
    whole = neo4j.time.DateTime.from_native(datetime.fromisoformat(_FINE.sub("", text)))
    return whole.replace(nanosecond=int(fine[1].ljust(9, "0")))


def _read(text: str | None) -> Any:
    return None if text is None else _JSON.decode(text)


def _written(value: Any) -> str:
    return _JSON.encode(value).decode()
