"""One turn of a chat with memory: what is said is posted, what bears on it recalled, and the answer posted too."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.core.answering import Wish
from graphmem.core.asked import asked
from graphmem.core.messages import Draft
from graphmem.core.triggers import Triggers
from graphmem.errors import InvalidInput
from graphmem.flows import converse
from graphmem.flows.recall import Recollection, Wanted, recall
from graphmem.flows.remember import Keeping
from graphmem.flows.thread_memories import scope_for
from graphmem.model import Person, Thread
from graphmem.ports.graph import Sizes
from graphmem.ports.threads import Threads


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """All that a chat works with."""

    threads: Threads
    keeping: Keeping
    sizes: Sizes
    triggers: Triggers
    alone: bool = False  # recall only what is the user's or the thread's own


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn of the user's, and what memory has to say to it."""

    thread: Thread
    id: str
    said: str
    wishes: Sequence[Wish]
    found: Recollection


async def hear(thread: Thread, turn_id: str, wanted: Wanted, talk: Talk, *, now: datetime) -> Turn:
    """Posts what the user says, keeps what it asks to keep, and recalls what bears on it."""
    opened = await converse.open_thread(thread, threads=talk.threads)
    said = Draft(role="user", content=wanted.query, id=turn_id)
    posted = await _post(opened, said, talk, now=now)
    scope = scope_for(opened, alone=talk.alone)
    keeping = talk.keeping
    found = await recall(scope, wanted, graph=keeping.graph, sizes=talk.sizes, embedder=keeping.embedder, now=now)
    wishes = [_wish(wanted.query, outcome) for _, outcome in posted.remembered]
    return Turn(thread=opened, id=turn_id, said=wanted.query, wishes=wishes, found=found)


async def reply(turn: Turn, words: str, talk: Talk, *, now: datetime) -> None:
    """Posts what was answered."""
    if words.strip():
        await _post(turn.thread, Draft(role="assistant", content=words, id=f"{turn.id}-answer"), talk, now=now)


def turn_id(*parts: str) -> str:
    """The same for the same conversation up to the same turn: a request that is sent again posts nothing twice."""
    return f"turn-{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()[:32]}"


def briefing(found: Recollection) -> str:
    """What a language model is told before the conversation; empty when nothing is known."""
    if not found.context:
        return ""
    people = "; ".join(_called(person) for person in found.people)
    known = f"\nPeople the user knows: {people}" if people else ""
    return f"{found.context}{known}"


async def _post(thread: Thread, draft: Draft, talk: Talk, *, now: datetime) -> converse.Posted:
    return await converse.post(
        thread.tenant,
        thread.id,
        [draft],
        threads=talk.threads,
        keeping=talk.keeping,
        triggers=talk.triggers,
        now=now,
    )


def _wish(said: str, outcome: object) -> Wish:
    wish = asked(said)
    words = wish.words if wish else said
    if isinstance(outcome, InvalidInput):
        return Wish(words, outcome.problem)
    return Wish(words, replaced=len(getattr(outcome, "superseded", ())))


def _called(person: Person) -> str:
    others = ", ".join([*person.relations, *person.aliases])
    return f"{person.shown} ({others})" if others and person.name else person.shown
