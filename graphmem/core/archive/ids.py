"""The ids of an archive's lines where they are kept: their own, unless they once came under others."""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from uuid import UUID

import msgspec

from graphmem.core.archive import sides
from graphmem.core.archive.records import (
    AliasLine,
    ChangeLine,
    ExtractionLine,
    MemoryLine,
    MessageLine,
    PersonLine,
    ReadingLine,
    Record,
)
from graphmem.model import Tenant

Names = Mapping[str, str]  # the id in the file, and the id here
_VERSION, _VARIANT = 7 << 76, 2 << 62


def stand_in(tenant: Tenant, id_: str) -> str:
    """The id that an import gave while ids were unique beyond their tenant: always the same, and of the same time."""
    digest = int.from_bytes(hashlib.sha256(f"{tenant}\x1f{id_}".encode()).digest()[:10])
    time = UUID(id_).int >> 80
    return str(UUID(int=time << 80 | _VERSION | (digest >> 62 & 0xFFF) << 64 | _VARIANT | digest & (2**62 - 1)))


def names_of(ids: Collection[str], *, tenant: Tenant, here: Collection[str]) -> Names:
    """What each id is here. What was imported under a stand-in once stays under it."""
    others = {id_: stand_in(tenant, id_) for id_ in ids if id_ not in here}
    return {id_: others[id_] if others.get(id_) in here else id_ for id_ in ids}


def ids_in(record: Record) -> Iterator[str]:
    """Every id in a line that may have become another: its own first."""
    match record:
        case PersonLine():
            yield record.id
            yield from (end for tie in record.ties for end in (tie.to, tie.source) if end is not None)
        case AliasLine():
            yield record.id
            yield from record.refers_to
            if record.of is not None:
                yield record.of
        case MessageLine():
            if record.checked_by is not None:
                yield record.checked_by
        case ReadingLine():
            yield from (run for run in (record.lease, record.failed_run) if run is not None)
        case MemoryLine():
            yield record.id
            yield from (about.person for about in record.about)
            yield from (end for tie in record.successions for end in (tie.replaces, tie.replaced_by) if end)
            yield from (end for tie in record.doubts for end in (tie.may_replace, tie.may_be_replaced_by) if end)
        case ChangeLine():
            yield record.id
            yield from record.touched
            yield from dict.fromkeys((*sides.ids_in(record.before), *sides.ids_in(record.after)))
        case ExtractionLine():
            yield record.id


def renamed(record: Record, names: Names) -> Record:
    """The line with the ids that it has here."""
    if all(names.get(id_, id_) == id_ for id_ in ids_in(record)):
        return record
    change = msgspec.structs.replace
    match record:
        case PersonLine():
            ties = [change(tie, to=_named(tie.to, names), source=_named(tie.source, names)) for tie in record.ties]
            return change(record, id=names[record.id], ties=ties)
        case AliasLine():
            refers_to = [names[id_] for id_ in record.refers_to]
            return change(record, id=names[record.id], refers_to=refers_to, of=_named(record.of, names))
        case MessageLine():
            return change(record, checked_by=_named(record.checked_by, names))
        case ReadingLine():
            lease, failed = _named(record.lease, names), _named(record.failed_run, names)
            return change(record, lease=lease, failed_run=failed)
        case MemoryLine():
            about = [change(one, person=names[one.person]) for one in record.about]
            successions = [
                change(tie, replaces=_named(tie.replaces, names), replaced_by=_named(tie.replaced_by, names))
                for tie in record.successions
            ]
            doubts = [
                change(
                    tie,
                    may_replace=_named(tie.may_replace, names),
                    may_be_replaced_by=_named(tie.may_be_replaced_by, names),
                )
                for tie in record.doubts
            ]
            return change(record, id=names[record.id], about=about, successions=successions, doubts=doubts)
        case ChangeLine():
            return _renamed_change(record, names)
        case ExtractionLine():
            return change(record, id=names[record.id])
        case _:
            return record


def _renamed_change(record: ChangeLine, names: Names) -> ChangeLine:
    return msgspec.structs.replace(
        record,
        id=names[record.id],
        touched=[names[id_] for id_ in record.touched],
        before=sides.renamed(record.before, names),
        after=sides.renamed(record.after, names),
    )


def _named(id_: str | None, names: Names) -> str | None:
    return None if id_ is None else names[id_]
