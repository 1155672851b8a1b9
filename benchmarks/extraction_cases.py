"""Scores what is kept of conversations, on the real graph: found by the reader, settled and written as all is."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import uuid_utils

from benchmarks.scored import Scored
from graphmem.core.claims import Statement, claim_of
from graphmem.core.conversation import Conversation, Found
from graphmem.errors import SensitiveInput
from graphmem.flows.remember import remember
from graphmem.model import Claim, Memory, MemoryId, Message, Owner, OwnerType, Person, Provenance, Role, Scope, Tenant
from graphmem.ports.graph import Listing
from graphmem.ports.language import Extractor
from graphmem.wiring import Parts, now, reader_extractor_of

Case = dict[str, Any]


async def score_extraction(cases: Sequence[Case], parts: Parts) -> Scored:
    """How much of what should be kept is kept, how much of what is kept should be, and what must never be.

    Recall is the share of expected facts that some memory tells, in kind and about whom. Precision is the share of
    memories that tell an expected fact; a memory is unwanted when it holds a forbidden word or stands in a conversation
    of which nothing should be kept.
    """
    extractor = reader_extractor_of(parts.settings)
    expected = found = kept = told = unwanted = forbidden = empty = left_empty = 0
    misses = []
    for case in cases:
        memories = await _kept(case, extractor, parts)
        matched: set[MemoryId] = set()
        for fact in case["expect"]:
            telling = {memory.id for memory in memories if _tells(memory, fact)}
            matched |= telling
            expected += 1
            found += bool(telling)
            if not telling:
                misses.append(f"{case['id']}: {fact['contains']} {_shown(memories)}")
        held = [memory for memory in memories if any(_holds(memory, words) for words in case["forbid"])]
        forbidden += len(held)
        misses += [f"{case['id']}: forbidden “{memory.content}”" for memory in held]
        if not case["expect"]:
            empty += 1
            left_empty += not memories
            misses += [f"{case['id']}: nothing to keep, but {_shown(memories)}"] if memories else []
        kept += len(memories)
        told += len(matched)
        unwanted += len(memories) if not case["expect"] else len(held)
    measures = {
        "recall": _share(found, expected),
        "precision: tells an expected fact": _share(told, kept),
        "precision: not unwanted": _share(kept - unwanted, kept),
        "forbidden kept (number)": float(forbidden),
        "left empty": _share(left_empty, empty),
    }
    return Scored(measures, len(cases), misses)


async def _kept(case: Case, extractor: Extractor, parts: Parts) -> list[Memory]:
    """The memories of a conversation, after each message of the user's was settled in its turn."""
    owner = Owner(Tenant("quality-extraction"), OwnerType.USER, case["id"])
    begin = now() - timedelta(minutes=len(case["messages"]))
    messages = tuple(
        Message(
            id=f"{case['id']}-{place}",
            role=Role(told["role"]),
            content=told["content"],
            said_at=begin + timedelta(minutes=place),
        )
        for place, told in enumerate(case["messages"])
    )
    extract = await extractor.extract(Conversation(unread=messages))
    for message in messages:
        told = [(_claim(one, message), one.reading) for one in extract.found if one.message_id == message.id]
        await remember(
            owner,
            [claim for claim, _ in told if claim],
            graph=parts.graph,
            parser=parts.parser,
            judge=parts.judge,
            embedder=parts.embedder,
            queue=parts.queue,
            dedup_threshold=parts.settings.dedup_threshold,
            now=message.said_at,
            known={claim.id: reading for claim, reading in told if claim and reading},
        )
    return await parts.graph.listed(Scope(owner.tenant, (owner,)), Listing(limit=100, now=now()))


def _claim(found: Found, message: Message) -> Claim | None:
    statement = Statement(
        content=found.content,
        kind=found.kind,
        key=found.key,
        subjects=list(found.subjects),
        confidence=found.confidence,
        importance=found.importance,
        said_at=message.said_at,
        explicit=found.explicit,
    )
    try:
        return claim_of(
            statement,
            id_=MemoryId(str(uuid_utils.uuid7())),
            now=message.said_at,
            provenance=Provenance(message_id=message.id),
        )
    except SensitiveInput:
        return None


def _tells(memory: Memory, fact: Case) -> bool:
    if memory.kind not in fact["kinds"] or not all(_holds(memory, words) for words in fact["contains"]):
        return False
    return not memory.about if fact["about"] is None else any(_is(fact["about"], person) for person in memory.about)


def _holds(memory: Memory, words: str) -> bool:
    return words.casefold() in memory.content.casefold()


def _is(words: str, person: Person) -> bool:
    return words.casefold() in {name.casefold() for name in (person.name or "", *person.aliases, *person.relations)}


def _shown(memories: Sequence[Memory]) -> list[str]:
    return [f"{memory.content} ({memory.kind}, {[p.shown for p in memory.about]})" for memory in memories]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
