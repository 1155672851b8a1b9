"""Finding what is worth knowing before an answer."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.core.grams import grams
from graphmem.core.keyphrases import keyphrases, telling
from graphmem.core.prompt import Style, block, lately_replaced
from graphmem.core.quotes import quotes
from graphmem.core.ranking import passed_over, ranked
from graphmem.core.whom import concerned, whom
from graphmem.flows.people import found_person
from graphmem.flows.quote import sayings
from graphmem.flows.remember import vectors_if_possible
from graphmem.model import Include, PassedOver, Person, Quote, Recalled, Replacement, Scope
from graphmem.ports.graph import Graph, Sizes, Sought
from graphmem.ports.language import Embedder

CANDIDATES = 12  # looked at for each recall, before ranking
_LATELY = timedelta(days=30)  # in which a fact that took another's place says so


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
    include: frozenset[Include] | None = None  # none: memories, and messages where these are few
    max_tokens: int | None = None

    @property
    def may_quote(self) -> bool:
        """Whether messages are looked for: of a past moment, or of one person, nobody can say which tell."""
        whole = self.person is None and self.as_of is None and self.valid_at is None
        return whole and (self.include is None or Include.MESSAGES in self.include)


@dataclass(frozen=True, slots=True)
class Recollection:
    """What an agent gets."""

    memories: tuple[Recalled, ...] = ()
    quotes: tuple[Quote, ...] = ()
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
    messages = await sizes.messages(scope) if wanted.may_quote else 0
    if not size and not messages and wanted.as_of is None and wanted.valid_at is None:
        return Recollection()
    person = None
    if wanted.person is not None:
        person = found_person(wanted.person, await graph.circle(scope))
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
    found, said = await asyncio.gather(
        graph.search(scope, sought), sayings(scope, sought, messages=messages, quotes=graph.quotes)
    )

    best = ranked(found.candidates, min_similarity=wanted.min_similarity, limit=wanted.limit, strict=wanted.strict)
    if wanted.include is not None and Include.MEMORIES not in wanted.include:
        best = []
    quoted = quotes(wanted.query, said, best, limit=wanted.limit, unasked=wanted.include is None)
    lately = now - _LATELY
    changed = [item.memory.id for item in best if item.outdated and (wanted.explain or item.memory.created_at > lately)]
    outdated = await graph.suppressed(scope, changed) if changed else []
    prompt = block(
        best, wanted.style, quoted, replaced=lately_replaced(outdated, since=lately), max_tokens=wanted.max_tokens
    )
    left: Sequence[PassedOver] = ()
    if wanted.explain:
        left = passed_over(found.candidates, best, min_similarity=wanted.min_similarity, strict=wanted.strict)
    return Recollection(
        prompt.memories,
        prompt.quotes,
        concerned(wanted.query, found.people, [item.memory for item in prompt.memories]),
        prompt.text,
        suppressed=sum(item.outdated for item in prompt.memories),
        outdated=tuple(outdated) if wanted.explain else (),
        passed_over=tuple(left),
    )
