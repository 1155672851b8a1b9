"""Conversations: threads are opened, messages posted, and what they ask to remember is kept at once."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.core.asked import asked
from graphmem.core.attempts import Attempt
from graphmem.core.claims import Statement, claim_of
from graphmem.core.messages import MOST_MESSAGES, Draft, derived_id, finished, message_of
from graphmem.core.pages import page_of
from graphmem.core.threads import ThreadEntry
from graphmem.core.triggers import Triggers
from graphmem.errors import Conflict, InvalidInput, UnknownMessage, UnknownThread
from graphmem.flows.once import once
from graphmem.flows.remember import Keeping, Kept, new_ids
from graphmem.model import (
    Claim,
    ExtractionState,
    MemoryId,
    Message,
    MessageStatus,
    Owner,
    OwnerType,
    Provenance,
    Role,
    Tenant,
    Thread,
)
from graphmem.ports.graph import Also
from graphmem.ports.queue import Queue
from graphmem.ports.threads import Posting, Threads

EXTRACT = "extract"
_LONG = 20_000  # characters from which looking for secrets would hold up other requests


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What became of posted messages, and of what each of them asked to remember."""

    thread: Thread
    messages: Sequence[Message]
    remembered: Sequence[tuple[str, Kept | InvalidInput]] = ()


async def open_thread(thread: Thread, *, threads: Threads) -> Thread:
    """Opens a thread; the same id again gives the same thread, and another user's is as if there were none."""
    return await threads.open(thread)


async def shown(tenant: Tenant, thread_id: str, *, threads: Threads) -> Thread:
    thread = await threads.thread(tenant, thread_id)
    if thread is None:
        raise UnknownThread(thread_id)
    return thread


async def listed(
    tenant: Tenant, user: str, *, limit: int, cursor: str | None, threads: Threads
) -> tuple[Sequence[ThreadEntry], str | None]:
    """A page of a user's threads, those opened last first, and where the next page begins."""
    before = await threads.thread(tenant, cursor) if cursor is not None else None
    if cursor is not None and (before is None or before.user != user):
        raise InvalidInput("cursor", "leads nowhere: that thread is gone")
    page, last = page_of(await threads.listed(tenant, user, limit=limit + 1, before=before), limit)
    return page, last.thread.id if last else None


async def messages(
    tenant: Tenant, thread_id: str, *, after: int, limit: int, threads: Threads
) -> tuple[Sequence[Message], int | None]:
    """A page of a thread's messages in their order, and where the next page begins."""
    await shown(tenant, thread_id, threads=threads)
    page, last = page_of(await threads.messages(tenant, thread_id, after=after, limit=limit + 1), limit)
    return page, last.position if last else None


async def post(
    tenant: Tenant,
    thread_id: str,
    drafts: Sequence[Draft],
    *,
    threads: Threads,
    keeping: Keeping,
    triggers: Triggers,
    now: datetime,
    attempt: Attempt | None = None,
) -> Posted:
    """Adds messages in one write and wakes a worker without waiting for it; what comes with a key is added once."""
    said = await _checked(drafts, now=now)

    async def added(messages: Sequence[Message], *, also: Also | None = None, again: bool = False) -> Posted:
        pairs = zip(messages, drafts, strict=True)
        wishes = {message.id: draft.content for message, draft in pairs if _asks(message, draft.content)}
        due = triggers.due(messages, asked=bool(wishes))
        posting = await threads.post(tenant, thread_id, messages, due=due, now=now, also=also)
        if posting is None:
            raise UnknownThread(thread_id)
        if posting.taken and not again:
            raise Conflict(f"id: {posting.taken[0]!r} is the id of another message of this thread, with other words")
        still = {id_: words for id_, words in wishes.items() if id_ not in posting.taken}
        return await _answered(posting, still, threads=threads, keeping=keeping, now=now)

    async def again(ids: str) -> Posted:
        before = [replace(message, id=id_) for message, id_ in zip(said, ids.split("\t"), strict=True)]
        return await added(before, again=True)

    if attempt is None:
        return await added(said)
    own = Owner(tenant, OwnerType.THREAD, thread_id)
    noted = keeping.attempts.noted(attempt, own, lambda _: "\t".join(message.id for message in said))
    return await once(attempt, attempts=keeping.attempts, first=lambda: added(said, also=noted), again=again)


async def finish(
    tenant: Tenant,
    thread_id: str,
    message_id: str,
    *,
    status: str,
    content: str | None,
    threads: Threads,
    keeping: Keeping,
    triggers: Triggers,
    now: datetime,
) -> Posted:
    """Completes or fails a message that was pending."""
    await shown(tenant, thread_id, threads=threads)
    before = await threads.message(tenant, thread_id, message_id)
    if before is None:
        raise UnknownMessage(message_id)
    after = finished(before, status=status, content=content)
    words = content if content is not None else before.content
    wishes = {after.id: words} if _asks(after, words) else {}

    due = triggers.due([after], asked=bool(wishes))
    posting = await threads.finish(tenant, thread_id, after, due=due, now=now)
    if posting is None:
        raise UnknownMessage(message_id)
    [now_is] = posting.messages
    if now_is.status is not after.status or now_is.content != after.content:
        raise Conflict(f"status: the message is {now_is.status} already, with other words or another end")

    return await _answered(posting, wishes, threads=threads, keeping=keeping, now=now)


async def clear(tenant: Tenant, thread_id: str, *, threads: Threads, now: datetime) -> Mapping[str, int]:
    """Deletes what was learned in a thread; the thread and its messages stay, and are not read again."""
    counts = await threads.clear(await shown(tenant, thread_id, threads=threads), now=now)
    if counts is None:
        raise UnknownThread(thread_id)
    return counts


async def delete(tenant: Tenant, thread_id: str, *, threads: Threads) -> Mapping[str, int]:
    """Deletes a thread with all that was said and learned in it."""
    counts = await threads.delete(await shown(tenant, thread_id, threads=threads))
    if counts is None:
        raise UnknownThread(thread_id)
    return counts


def wish_of(thread: Thread, message: Message, words: str, *, now: datetime) -> Claim | InvalidInput | None:
    """What a message asks to remember, as a claim whose id is the same at every try."""
    wish = asked(words)
    if wish is None:
        return None
    try:
        return claim_of(
            Statement(content=wish.words, said_at=message.said_at, explicit=wish.explicit),
            id_=MemoryId(derived_id(message.created_at or now, thread.tenant, thread.id, message.id)),
            now=now,
            provenance=Provenance(thread.id, message.id),
        )
    except InvalidInput as error:
        return error


async def _checked(drafts: Sequence[Draft], *, now: datetime) -> list[Message]:
    if not drafts:
        raise InvalidInput("messages", "is empty")
    if len(drafts) > MOST_MESSAGES:
        raise InvalidInput("messages", f"has {len(drafts):,} items; the limit is {MOST_MESSAGES}")

    def check() -> list[Message]:
        found = []
        for place, (draft, new_id) in enumerate(zip(drafts, new_ids(), strict=False)):
            try:
                found.append(message_of(draft, new_id=new_id, now=now))
            except InvalidInput as error:
                raise error.at(f"messages[{place}].{error.field}" if len(drafts) > 1 else error.field) from None
        return found

    long = sum(len(draft.content) for draft in drafts) > _LONG
    said = await asyncio.to_thread(check) if long else check()
    seen: set[str] = set()
    for place, message in enumerate(said):
        if message.id in seen:
            raise InvalidInput(f"messages[{place}].id", "is given twice")
        seen.add(message.id)
    return said


def _asks(message: Message, words: str) -> bool:
    return message.role is Role.USER and message.status is MessageStatus.COMPLETED and asked(words) is not None


async def _answered(
    posting: Posting, wishes: Mapping[str, str], *, threads: Threads, keeping: Keeping, now: datetime
) -> Posted:
    """Keeps what the messages ask to remember, and wakes whoever reads the rest."""
    remembered: list[tuple[str, Kept | InvalidInput]] = []
    said = list(posting.messages)
    for place, message in enumerate(said):
        if message.id not in wishes:
            continue
        outcome = await _fulfilled(
            posting.thread, message, wishes[message.id], threads=threads, keeping=keeping, now=now
        )
        if outcome is not None:
            remembered.append((message.id, outcome))
            said[place] = replace(message, remembered=isinstance(outcome, Kept))
    await wake(posting, keeping.queue)
    return Posted(thread=posting.thread, messages=said, remembered=remembered)


async def _fulfilled(
    thread: Thread, message: Message, words: str, *, threads: Threads, keeping: Keeping, now: datetime
) -> Kept | InvalidInput | None:
    claim = wish_of(thread, message, words, now=now)
    if not isinstance(claim, Claim):
        return claim
    if message.remembered:
        for memory_id, superseded in await threads.taught_by(thread, message.id):
            return Kept(memory_id, deduplicated=memory_id != claim.id, superseded=superseded)
        return Kept(claim.id, deduplicated=False, superseded=())  # deleted since: sent again, it doesn't come back
    also = threads.learned(thread, thread.owner, asked=[message.id])
    [kept] = await keeping.remember(thread.owner, [claim], now=now, also=also)
    return kept


async def wake(posting: Posting, queue: Queue) -> None:
    """Calls a worker for when the thread is due; one that is being read is looked at again when that is done."""
    if posting.due_in is not None and posting.thread.extraction is not ExtractionState.RUNNING:
        await queue.wake(EXTRACT, after=posting.due_in)
