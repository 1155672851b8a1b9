"""A tenant as a file, and back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from graphmem.core.archive import sides
from graphmem.core.archive.ids import ids_in, names_of, renamed
from graphmem.core.archive.lines import Numbered, Splitter, check_footer, opening, read, written
from graphmem.core.archive.records import (
    FORMAT,
    VERSION,
    AliasLine,
    ChangeLine,
    Footer,
    Header,
    MemoryLine,
    MessageLine,
    OwnerLine,
    PersonLine,
    ReadingLine,
    Record,
    ThreadLine,
    type_of,
)
from graphmem.core.archive.report import Report
from graphmem.core.archive.screening import checked_record
from graphmem.errors import BadLine, InvalidInput, SensitiveInput
from graphmem.flows.converse import EXTRACT
from graphmem.flows.remember import EMBED_MISSING
from graphmem.model import Tenant
from graphmem.ports.archive import Archive, Here
from graphmem.ports.queue import Queue

_BATCH, _BATCH_BYTES = 500, 4_000_000
_CHUNK = 64_000


async def export(
    tenant: Tenant, users: Sequence[str] | None, *, archive: Archive, with_embeddings: bool
) -> AsyncIterator[bytes]:
    """All that a tenant has, or these users of it, line by line."""
    counts = await archive.counts(tenant, users)
    model = archive.model if with_embeddings else None
    parts = [written(Header(format=FORMAT, version=VERSION, counts=dict(counts), embedding_model=model))]
    size = len(parts[0])
    counted: Counter[str] = Counter(dict.fromkeys(counts, 0))
    async for record in archive.lines(tenant, users, with_embeddings=with_embeddings):
        counted[type_of(record)] += 1
        parts.append(written(record))
        size += len(parts[-1])
        if size >= _CHUNK:
            yield b"".join(parts)
            parts, size = [], 0
    yield b"".join((*parts, written(Footer(counts=dict(counted)))))


async def restore(
    tenant: Tenant,
    pieces: AsyncIterator[bytes],
    *,
    archive: Archive,
    queue: Queue,
    dry_run: bool = False,
) -> Report:
    """Puts a file beside what a tenant has: what is there already is never changed."""
    report = Report(FORMAT, dry_run=dry_run)
    work = _Restoring(tenant, archive, report)
    async for line in _lines(pieces):
        await work.take(line)
    await work.end()
    if not dry_run:
        await queue.wake(EMBED_MISSING)
        await queue.wake(EXTRACT)
    return report


async def _lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[Numbered]:
    splitter = Splitter()
    async for piece in pieces:
        for line in splitter.feed(piece):
            yield line
    for line in splitter.end():
        yield line


class _Restoring:
    """Takes lines in their order and writes them in batches: a batch is written whole, or not at all."""

    def __init__(self, tenant: Tenant, archive: Archive, report: Report) -> None:
        self._tenant, self._archive, self._report = tenant, archive, report
        self._header: Header | None = None
        self._footer = False
        self._closing = False
        self._last = 0
        self._counted: Counter[str] = Counter()
        self._batch: list[Numbered] = []
        self._size = 0
        self._brought: set[str] = set()  # ids of what the changes so far make or remove
        self._names: dict[str, str] = {}  # of the people so far

    async def take(self, line: Numbered) -> None:
        self._last = line.number
        if self._header is None:
            self._header = opening(line)
            return
        if self._footer or self._closing:
            raise BadLine(line.number, f"follows the footer, which must be the last line{self._so_far()}")
        self._batch.append(line)
        self._size += len(line.text)
        self._closing = line.text.startswith(b'{"type":"footer"')
        if not self._closing and (len(self._batch) >= _BATCH or self._size >= _BATCH_BYTES):
            await self._flush()

    async def end(self) -> None:
        if self._header is None:
            raise BadLine(1, "the file is empty")
        if self._batch:
            await self._flush(last=True)
        if not self._footer:
            raise BadLine(self._last + 1, f"the file was cut off: its footer is missing{self._so_far()}")
        if not self._report.dry_run:
            await self._archive.put_missing_names(self._tenant, self._names)

    async def _flush(self, *, last: bool = False) -> None:
        batch, self._batch, self._size = self._batch, [], 0
        try:
            records, footer = await asyncio.to_thread(_read_all, batch)
            if footer is not None:
                counted = self._counted + Counter(type_of(record) for _, record in records)
                check_footer(footer[1], counted, footer[0])
                self._footer = True
            elif last:
                return
            self._counted.update(type_of(record) for _, record in records)
            fit = await asyncio.to_thread(_screened, records, self._report)
        except BadLine as error:
            raise BadLine(error.line, f"{error.problem}{self._so_far()}") from error
        if self._header is None or self._header.embedding_model != self._archive.model:
            fit = [_without_vector(record) for record in fit]
        await self._write(fit)
        self._report.read += len(records)

    async def _write(self, records: Sequence[Record]) -> None:
        report = self._report
        here = await self._archive.here(self._tenant, records)
        new = _new(records, here, report, self._brought, tenant=self._tenant)
        if new and not report.dry_run:
            await self._archive.put(self._tenant, new)
        self._names |= {record.id: record.name for record in new if isinstance(record, PersonLine) and record.name}
        for record in new:
            if not isinstance(record, ReadingLine):
                report.created[type_of(record)] += 1

    def _so_far(self) -> str:
        if self._report.dry_run:
            return ""
        if not self._report.read:
            return "; nothing was imported"
        return f"; the {self._report.read:,} lines before this batch were imported, and will be known next time"


def _read_all(batch: Sequence[Numbered]) -> tuple[list[tuple[int, Record]], tuple[int, Footer] | None]:
    records: list[tuple[int, Record]] = []
    for place, line in enumerate(batch):
        said = read(line)
        if isinstance(said, Header):
            raise BadLine(line.number, "is a second header")
        if isinstance(said, Footer):
            if place != len(batch) - 1:
                raise BadLine(batch[place + 1].number, "follows the footer, which must be the last line")
            return records, (line.number, said)
        records.append((line.number, said))
    return records, None


def _screened(records: Sequence[tuple[int, Record]], report: Report) -> list[Record]:
    """The lines that may be kept. One that holds a credential is refused; one that is wrong stops the import."""
    fit: list[Record] = []
    for number, record in records:
        try:
            fit.append(checked_record(record))
        except SensitiveInput as error:
            report.refuse(f"line {number}", f"{type_of(record)}: {error.klass} ({error.what}) in {error.field}")
        except InvalidInput as error:
            raise BadLine(number, f"{type_of(record)}: {error.field}: {error.problem}") from error
    return fit


def _without_vector(record: Record) -> Record:
    """Vectors of another model mean nothing here: a worker makes new ones."""
    if isinstance(record, MemoryLine) and record.embedding is not None:
        return msgspec.structs.replace(record, embedding=None)
    return record


def _new(records: Sequence[Record], here: Here, report: Report, brought: set[str], *, tenant: Tenant) -> list[Record]:
    """The lines that are not there yet, under the ids that they have here."""
    ids = {id_ for record in records for id_ in ids_in(record)}
    names = names_of(ids, tenant=tenant, here=here.ids)
    seen: set[tuple[str, ...]] = set()
    new: list[Record] = []
    arriving = {record.id for record in records if isinstance(record, ThreadLine) and record.id not in here.threads}
    arriving |= {id_ for id_, still in here.threads.items() if still}
    for record in records:
        record = renamed(record, names)
        mark = _mark(record)
        if mark in seen or _there(record, here, arriving):
            if not isinstance(record, ReadingLine):
                report.already_there[type_of(record)] += 1
            continue
        seen.add(mark)
        new.append(record)
    return new if report.dry_run else _bound(new, here, arriving, report, brought)


def _bound(new: Sequence[Record], here: Here, arriving: set[str], report: Report, brought: set[str]) -> list[Record]:
    """The lines that can be tied to what is known: what stands in batches before this one was written by now."""
    known = here.ids | {record.id for record in new if isinstance(record, PersonLine | MemoryLine | AliasLine)}
    changes = [record for record in new if isinstance(record, ChangeLine)]
    brought |= {id_ for change in changes for id_ in sides.brought(change.before, change.after)}
    undoable = known | brought
    kept: list[Record] = []
    for record in new:
        if isinstance(record, MessageLine) and record.thread not in arriving:
            report.refuse(f"message {record.id}", "its thread is neither in the file nor here")
        elif isinstance(record, AliasLine) and not known & set(record.refers_to):
            report.refuse(f"alias {record.id}", "whom it refers to is neither in the file nor here")
        elif isinstance(record, ChangeLine) and _is_adrift(record, undoable):
            report.refuse(f"change {record.id}", "what it changed is neither in the file nor here")
        else:
            kept.append(record)
            report.loose_ties += sum(id_ not in known for id_ in _ties_of(record))
    return kept


def _is_adrift(change: ChangeLine, known: AbstractSet[str]) -> bool:
    """Whether a change could be undone one day to something that the file never brought."""
    return change.undone_at is None and not sides.rests_on(change.before) <= known


def _mark(record: Record) -> tuple[str, ...]:
    match record:
        case OwnerLine():
            return ("owner", record.owner)
        case MessageLine():
            return ("message", record.thread, record.id)
        case ReadingLine():
            return ("reading", record.thread)
        case _:
            return (type_of(record), record.id)


def _there(record: Record, here: Here, arriving: set[str]) -> bool:
    match record:
        case OwnerLine():
            return record.owner in here.owners
        case ThreadLine():
            return record.id in here.threads
        case MessageLine():
            if (record.thread, record.id) in here.messages:
                return True
            return record.thread in here.threads and record.thread not in arriving
        case ReadingLine():
            return record.thread not in arriving
        case _:
            return record.id in here.ids


def _ties_of(record: Record) -> list[str]:
    match record:
        case PersonLine() | MemoryLine():
            return [id_ for id_ in ids_in(record) if id_ != record.id]
        case AliasLine():
            return record.refers_to
        case ChangeLine():
            return record.touched
        case _:
            return []
