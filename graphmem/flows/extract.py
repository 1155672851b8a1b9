"""Reading threads for facts in the background: each message once, each fact the way `remember` keeps it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.core.asked import asked
from graphmem.core.claims import Statement, claim_of
from graphmem.core.conversation import Conversation, Extract, Found, Passed
from graphmem.core.messages import derived_id
from graphmem.core.reading import Reading as TextReading
from graphmem.core.text import normalised
from graphmem.core.triggers import Triggers
from graphmem.errors import (
    EngineUnavailable,
    GraphmemError,
    InvalidInput,
    LeaseLost,
    SensitiveInput,
    UnknownThread,
    Unreadable,
)
from graphmem.flows.converse import EXTRACT, wish_of
from graphmem.flows.remember import Keeping, vectors_if_possible
from graphmem.flows.thread_memories import scope_for
from graphmem.model import Claim, MemoryId, Message, Provenance, Role, Tenant, Thread
from graphmem.ports.extractions import Extractions, Outcome, Taken
from graphmem.ports.graph import Meaning, Sizes, Sought
from graphmem.ports.language import Extractor
from graphmem.ports.queue import Queue

_CANDIDATES = 8  # threads looked at for one that nobody else takes
_MOST_UNREAD, _EARLIER = 50, 10  # messages of one run, and those shown before them
NEAR = 20
_MOST_REASONS = 10  # noted with one message
_LONGEST_PAUSE = 3_600.0
_MOST_DOUBLINGS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that reading threads works with, and its limits."""

    extractions: Extractions
    extractor: Extractor
    keeping: Keeping
    sizes: Sizes
    triggers: Triggers
    near: int = NEAR  # memories shown to the extractor; nought when it makes nothing of them
    confidence: float
    max_per_turn: int
    lease: float  # seconds
    tries: int
    pause: float  # seconds until a second try; each further one takes four times as long
    # Readers of one process take threads one after the other instead of quarrelling over the first.
    taking: asyncio.Lock = field(default_factory=asyncio.Lock)


async def ask(tenant: Tenant, thread_id: str, *, extractions: Extractions, queue: Queue) -> Thread:
    """Has a thread read as soon as can be, also one that failed."""
    thread = await extractions.ask(tenant, thread_id)
    if thread is None:
        raise UnknownThread(thread_id)
    await queue.wake(EXTRACT)
    return thread


async def extract_next(work: Reading, *, now: datetime) -> bool:
    """Reads the thread that has waited longest; false when none waits."""
    async with work.taking:
        taken = await _next(work)
    if taken is None:
        return False
    await read(taken, work, now=now)
    return True


async def _next(work: Reading) -> Taken | None:
    while waiting := await work.extractions.waiting(_CANDIDATES):
        for tenant, thread_id in waiting:
            try:
                taken = await work.extractions.take(tenant, thread_id, extractor=work.extractor.name, lease=work.lease)
            except Unreadable as error:
                await work.extractions.set_aside(tenant, thread_id, error=str(error))
                continue
            if taken is not None:
                return taken
        if len(waiting) < _CANDIDATES:
            return None
    return None


async def read(taken: Taken, work: Reading, *, now: datetime) -> None:
    """Reads a thread that was taken, to its end or to the next try."""
    try:
        async with _renewed(taken, work):
            await _read(taken, work, now=now)
    except LeaseLost:
        return  # whoever has the thread now does the work, or it is gone
    except Exception as error:
        last = taken.tries + 1 >= work.tries and not isinstance(error, EngineUnavailable)
        pause = None if last else min(work.pause * 4 ** min(taken.tries, _MOST_DOUBLINGS), _LONGEST_PAUSE)
        # The words of an unexpected error may quote a message.
        reason = str(error) if isinstance(error, GraphmemError) else type(error).__name__
        await work.extractions.fail(taken, error=reason, again=pause)


async def _read(taken: Taken, work: Reading, *, now: datetime) -> None:
    unread, earlier = await work.extractions.unread(taken, limit=_MOST_UNREAD, earlier=_EARLIER)
    known = await _known(taken.thread, unread, work, now=now)
    extract = await work.extractor.extract(Conversation(earlier=tuple(earlier), unread=tuple(unread), known=known))

    claims, readings, left = chosen(
        taken.thread, unread, extract, confidence=work.confidence, max_per_turn=work.max_per_turn, now=now
    )
    outcome = Outcome(
        messages=[message.id for message in unread],
        found=len(extract.found),
        kept=len(claims),
        refused=Counter(one.reason for one in left),
        left=_by_message(left),
    )

    also = work.extractions.done(taken, outcome, due=work.triggers.rest())
    if claims:
        await work.keeping.remember(taken.thread.owner, claims, now=now, also=also, readings=readings)
    else:
        await work.extractions.finish(also)


def chosen(
    thread: Thread, unread: Sequence[Message], extract: Extract, *, confidence: float, max_per_turn: int, now: datetime
) -> tuple[list[Claim], dict[MemoryId, TextReading], list[Passed]]:
    """The claims to keep in the order they were said, those already read, and what was left, with the reason."""
    left = list(extract.passed)
    claims: list[Claim] = []
    readings: dict[MemoryId, TextReading] = {}
    for message in unread:
        told = [found for found in extract.found if found.message_id == message.id]
        if message.role is not Role.USER:
            left += [Passed(message.id, "not the user's words") for _ in told]
            continue
        wish = asked(message.content)
        if wish is not None and not message.remembered and not message.redacted:
            fulfilled = wish_of(thread, message, message.content, now=now)
            if isinstance(fulfilled, Claim):
                claims.append(fulfilled)
        kept = 0
        for place, found in enumerate(told):
            claim: Claim | str
            if wish is not None and _within(found, wish.words):
                claim = "kept when it was asked for"
            elif found.confidence < confidence:
                claim = "not sure enough"
            elif kept >= max_per_turn:
                claim = f"more than {max_per_turn} of one message"
            else:
                claim = _claim(thread, message, found, place, now=now)
            if isinstance(claim, Claim):
                claims.append(claim)
                if found.reading is not None:
                    readings[claim.id] = found.reading
                kept += 1
            else:
                left.append(Passed(message.id, claim))
    ids = {message.id for message in unread}
    left += [Passed(found.message_id, "of no unread message") for found in extract.found if found.message_id not in ids]
    return claims, readings, left


def _by_message(left: Sequence[Passed]) -> dict[str, list[str]]:
    """The reasons for each message, each once and no more than a page can tell."""
    reasons: dict[str, list[str]] = {}
    for one in left:
        told = reasons.setdefault(one.message_id, [])
        if one.reason not in told and len(told) < _MOST_REASONS:
            told.append(one.reason)
    return reasons


def _claim(thread: Thread, message: Message, found: Found, place: int, *, now: datetime) -> Claim | str:
    """The claim, whose id is the same at every try, or why it can't be kept."""
    try:
        return claim_of(
            Statement(
                content=found.content,
                kind=found.kind,
                key=found.key,
                subjects=list(found.subjects),
                confidence=found.confidence,
                importance=found.importance,
                explicit=found.explicit,
                said_at=message.said_at,
            ),
            id_=MemoryId(derived_id(message.created_at or now, thread.tenant, thread.id, message.id, str(place))),
            now=now,
            provenance=Provenance(thread.id, message.id),
        )
    except SensitiveInput as error:
        return f"sensitive: {error.klass}"
    except InvalidInput as error:
        return f"not valid: {error.field}"


def _within(found: Found, words: str) -> bool:
    quote, wish = normalised(found.quote), normalised(words)
    return quote in wish or wish in quote


async def _known(thread: Thread, unread: Sequence[Message], work: Reading, *, now: datetime) -> tuple[str, ...]:
    """The words of the memories that are near to what is being said."""
    said = " ".join(message.content for message in unread if message.role is Role.USER)
    scope = scope_for(thread)
    size = await work.sizes.of(scope) if said and work.near else 0
    if not size:
        return ()
    [vector] = await vectors_if_possible([said[:2_000]], work.keeping.embedder)
    if not vector:
        return ()
    sought = Sought(
        meanings=[Meaning(work.keeping.embedder.model, vector)],
        words=(),
        phrases=(),
        candidates=work.near,
        scope_size=size,
        min_confidence=0.0,
        now=now,
    )
    found = await work.keeping.graph.search(scope, sought)
    nearest = sorted(found.candidates, key=lambda one: -(one.similarity or 0.0))
    return tuple(candidate.content for candidate in nearest[: work.near])


@asynccontextmanager
async def _renewed(taken: Taken, work: Reading) -> AsyncIterator[None]:
    """Keeps the thread for as long as the block takes."""

    async def renew() -> None:
        while True:
            await asyncio.sleep(work.lease / 3)
            with contextlib.suppress(EngineUnavailable):
                await work.extractions.renew(taken, lease=work.lease)

    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await renewing
