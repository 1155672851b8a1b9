"""Finding what is worth knowing before an answer."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.core.grams import grams
from graphmem.core.keyphrases import keyphrases, telling
from graphmem.core.prompt import Style, block
from graphmem.core.ranking import passed_over, ranked
from graphmem.core.whom import whom
from graphmem.flows.people import found_person
from graphmem.flows.remember import vectors_if_possible
from graphmem.model import PassedOver, Person, Recalled, Replacement, Scope
from graphmem.ports.graph import Graph, Sizes, Sought
from graphmem.ports.language import Embedder

CANDIDATES = 12  # looked at for each recall, before ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an agent asks for."""

    query: str
    limit: int
    min_similarity: float
    min_confidence: float
    person: str | None = None  # any name or relation of one whom the memories have to be about
    as_of: datetime | None = None
    valid_at: datetime | None = None
    strict: bool = False
    style: Style = Style.HEADING
    lean: bool = False
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Recollection:
    """What an agent gets."""

    memories: tuple[Recalled, ...] = ()
    people: tuple[Person, ...] = ()
    context: str = ""
    suppressed: int = 0
    outdated: tuple[tuple[Replacement, str], ...] = ()  # what was suppressed and why, when asked
    passed_over: tuple[PassedOver, ...] = ()  # what was looked at and not given, when asked


async def recall(
    scope: Scope, wanted: Wanted, *, graph: Graph, sizes: Sizes, embedder: Embedder, now: datetime
) -> Recollection:
    """The memories of the scope that bear on a question, best first, and the block for the prompt."""
    if wanted.lean:
        return Recollection()
    size = await sizes.of(scope)
    if not size and wanted.as_of is None and wanted.valid_at is None:
        return Recollection()
    person = None
    if wanted.person is not None:
        person = await found_person(scope, wanted.person, graph=graph)
        if person is None:
            return Recollection()
    embedding = asyncio.ensure_future(vectors_if_possible([wanted.query], embedder))
    await asyncio.sleep(0)  # the model starts in its own thread; the words are looked at meanwhile
    words, phrases = telling(wanted.query), keyphrases(wanted.query)
    [vector] = await embedding
    sought = Sought(
        vector=vector or None,
        words=words,
        phrases=phrases,
        grams=grams(wanted.query),
        whom=whom(wanted.query),
        candidates=max(CANDIDATES, 2 * wanted.limit),
        scope_size=size,
        person=person,
        as_of=wanted.as_of,
        valid_at=wanted.valid_at,
        min_confidence=wanted.min_confidence,
        now=now,
    )
    found = await graph.search(scope, sought)

    best = ranked(found.candidates, min_similarity=wanted.min_similarity, limit=wanted.limit, strict=wanted.strict)

    outdated: Sequence[tuple[Replacement, str]] = ()
    left: Sequence[PassedOver] = ()
    if wanted.explain:
        left = passed_over(found.candidates, best, min_similarity=wanted.min_similarity, strict=wanted.strict)
        replacing = [item.memory.id for item in best if item.outdated]
        outdated = await graph.suppressed(scope, replacing) if replacing else ()
    return Recollection(
        tuple(best),
        tuple(found.people),
        block(best, wanted.style),
        suppressed=sum(item.outdated for item in best),
        outdated=tuple(outdated),
        passed_over=tuple(left),
    )
