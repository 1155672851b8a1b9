"""What others kept becomes ours: facts are remembered, conversations become threads that workers read."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.core.archive.report import Report
from graphmem.core.claims import claim_of, refuse_sensitive
from graphmem.core.foreign.items import Fact, Item, Talk, Unread
from graphmem.core.foreign.reading import ForeignReader
from graphmem.core.messages import MOST_MESSAGES, derived_id, message_of, path_ref
from graphmem.core.text import fingerprint
from graphmem.core.triggers import Triggers
from graphmem.errors import InvalidInput, SensitiveInput
from graphmem.flows.converse import EXTRACT
from graphmem.flows.remember import Keeping, Kept
from graphmem.model import Claim, MemoryId, Message, Owner, OwnerType, Tenant, Thread
from graphmem.ports.archive import Archive
from graphmem.ports.extractions import Extractions
from graphmem.ports.threads import Threads

_BATCH = 200
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # what nobody dated must have the same id whenever it is imported


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopting:
    """All that adopting works with, and whose the things become."""

    tenant: Tenant
    user: str | None  # whose everything becomes; none: whose the file says, or else the default's
    default_user: str
    explicit: bool
    dry_run: bool
    archive: Archive
    keeping: Keeping
    threads: Threads
    extractions: Extractions
    triggers: Triggers


async def adopt(
    pieces: AsyncIterator[bytes],
    format_: str,
    work: Adopting,
    *,
    clock: Callable[[], datetime],
) -> Report:
    """Reads a file of others and keeps what can be kept; what was kept before is not kept again."""
    report = Report(format_, dry_run=work.dry_run)
    facts: list[Fact] = []
    async for item in _items(pieces, ForeignReader(format_)):
        match item:
            case Unread():
                report.read += 1
                report.refuse(item.where, item.reason)
            case Fact():
                report.read += 1
                facts.append(item)
            case Talk():
                await _join(item, work, report, now=clock())
        if len(facts) >= _BATCH:
            await _remember(facts, work, report, now=clock())
            facts = []
    await _remember(facts, work, report, now=clock())
    if report.created["message"] and not work.dry_run:
        await work.keeping.queue.wake(EXTRACT)
    return report


async def _items(pieces: AsyncIterator[bytes], reader: ForeignReader) -> AsyncIterator[Item]:
    async for piece in pieces:
        for item in reader.feed(piece):
            yield item
    for item in reader.end():
        yield item


async def _remember(facts: Sequence[Fact], work: Adopting, report: Report, *, now: datetime) -> None:
    """Each owner's facts in the order in which they were said."""
    of_owner: dict[Owner, list[tuple[Fact, Claim]]] = defaultdict(list)
    claims = await asyncio.to_thread(lambda: [_claimed(fact, work, report.format, now=now) for fact in facts])
    for fact, claimed in zip(facts, claims, strict=True):
        if isinstance(claimed, str):
            report.refuse(fact.where, claimed)
        else:
            of_owner[claimed[0]].append((fact, claimed[1]))
    for owner, told in of_owner.items():
        await _keep(owner, [claim for _, claim in told], work, report, now=now)


def _claimed(fact: Fact, work: Adopting, format_: str, *, now: datetime) -> tuple[Owner, Claim] | str:
    user = work.user or fact.user
    assistant = fact.assistant if user is None else None
    owner = (
        Owner(work.tenant, OwnerType.ASSISTANT, assistant)
        if assistant is not None
        else Owner(work.tenant, OwnerType.USER, user or work.default_user)
    )
    at = fact.statement.said_at or _LONG_AGO
    id_ = MemoryId(derived_id(at, owner.id, format_, fact.mark))
    try:
        path_ref(owner.ref.replace("/", ""), field="user_id")
        return owner, claim_of(replace(fact.statement, explicit=work.explicit), id_=id_, now=now)
    except SensitiveInput as error:
        return f"{error.klass} ({error.what}) in {error.field}"
    except InvalidInput as error:
        return str(error)


async def _keep(owner: Owner, claims: Sequence[Claim], work: Adopting, report: Report, *, now: datetime) -> None:
    ids = await work.keeping.graph.kept_before(owner, [claim.id for claim in claims])
    words = await work.archive.held(owner, [fingerprint(claim.content) for claim in claims])
    new: dict[str, Claim] = {}
    for claim in sorted(claims, key=lambda claim: claim.said_at):
        mark = fingerprint(claim.content)
        if claim.id in ids or mark in words or mark in new:
            report.already_there["memory"] += 1
        else:
            new[mark] = claim
    if work.dry_run:
        report.created["memory"] += len(new)
        return
    for kept in await work.keeping.remember(owner, list(new.values()), now=now) if new else ():
        known = not isinstance(kept, Kept) or kept.deduplicated
        (report.already_there if known else report.created)["memory"] += 1


async def _join(talk: Talk, work: Adopting, report: Report, *, now: datetime) -> None:
    """A conversation as a thread with its messages."""
    report.skipped.update(talk.skipped)
    messages = await asyncio.to_thread(_messages, talk, report, now)
    if not messages:
        return
    thread = Thread(
        id=talk.id,
        tenant=work.tenant,
        user=work.user or work.default_user,
        metadata=_metadata(talk, report.format),
        created_at=min(talk.at or now, now),
        updated_at=now,
    )
    known = await work.threads.thread(work.tenant, thread.id)
    if known is not None and known.user != thread.user:
        report.refuse(talk.where, "is a thread of another user")
        return
    (report.created if known is None else report.already_there)["thread"] += 1
    if work.dry_run:
        there = await _there(work, thread, messages) if known is not None else 0
        report.already_there["message"] += there
        report.created["message"] += len(messages) - there
        return
    if known is None:
        await work.threads.open(thread)
    await _post(talk, thread, messages, work, report, now=now)


async def _post(
    talk: Talk, thread: Thread, messages: Sequence[Message], work: Adopting, report: Report, *, now: datetime
) -> None:
    fresh = 0
    for start in range(0, len(messages), MOST_MESSAGES):
        some = messages[start : start + MOST_MESSAGES]
        posting = await work.threads.post(work.tenant, thread.id, some, due=work.triggers.due(some), now=now)
        if posting is None or posting.taken:
            report.refuse(talk.where, "was imported before with other words")
            return
        new = sum(message.created_at == now for message in posting.messages)
        fresh += new
        report.created["message"] += new
        report.already_there["message"] += len(posting.messages) - new
    if fresh and work.triggers.enabled:
        await work.extractions.ask(work.tenant, thread.id)


async def _there(work: Adopting, thread: Thread, messages: Sequence[Message]) -> int:
    return sum([await work.threads.message(work.tenant, thread.id, one.id) is not None for one in messages])


def _messages(talk: Talk, report: Report, now: datetime) -> list[Message]:
    messages: dict[str, Message] = {}
    try:
        path_ref(talk.id, field="id")
    except InvalidInput as error:
        report.refuse(talk.where, str(error))
        return []
    for place, draft in enumerate(talk.drafts):
        report.read += 1
        try:
            message = message_of(draft, new_id=str(place), now=now)
            messages.setdefault(message.id, message)
        except InvalidInput as error:
            report.refuse(f"{talk.where}, message {place + 1}", str(error))
    return list(messages.values())


def _metadata(talk: Talk, format_: str) -> dict[str, str]:
    """The title too, unless it holds a secret."""
    plain = {"source": format_}
    titled = plain | ({"title": talk.title} if talk.title else {})
    try:
        refuse_sensitive(content=None, key=None, tags=None, metadata=dict(titled), explicit=True)
    except SensitiveInput:
        return plain
    return titled
