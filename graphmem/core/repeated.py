"""What becomes of a memory whose fact is said again."""

from dataclasses import replace
from datetime import datetime

from graphmem.core.change import Repetition
from graphmem.core.text import tokens
from graphmem.model import Claim, Memory


def rewords(memory: Memory, claim: Claim) -> bool:
    """Whether a repetition has other words, not only another case, spacing or punctuation."""
    return tokens(memory.content) != tokens(claim.content)


def merged(memory: Memory, repetition: Repetition, *, now: datetime) -> Memory:
    """The memory after its fact was said again, in the words said last."""
    claim = repetition.claim
    newer = claim.said_at >= memory.said_at
    known = replace(
        memory,
        key=claim.key or memory.key,
        tags=tuple(dict.fromkeys((*memory.tags, *claim.tags))),
        confidence=max(memory.confidence, claim.confidence),
        metadata={**claim.metadata, **memory.metadata},
        created_at=repetition.since or memory.created_at,
        valid_from=repetition.since or memory.valid_from,
        updated_at=now,
    )
    if not newer:
        return known
    return replace(
        known,
        content=claim.content if rewords(memory, claim) else memory.content,
        importance=claim.importance if claim.importance is not None else memory.importance,
        metadata={**memory.metadata, **claim.metadata},
        expires_at=claim.expires_at,
        repeated_at=claim.said_at if claim.said_at > memory.said_at else memory.repeated_at,
    )
