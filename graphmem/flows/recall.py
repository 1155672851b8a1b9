"""Finding what is worth knowing before an answer."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from graphmem.core.grams import grams
from graphmem.core.keyphrases import keyphrases, telling
from graphmem.core.prompt import Style, block, lately_replaced
from graphmem.core.quotes import quotes
from graphmem.core.ranker import Question, Ranked, rank
from graphmem.core.whom import concerned, whom
from graphmem.flows.people import found_person
from graphmem.flows.quote import sayings
from graphmem.flows.remember import vectors_if_possible
from graphmem.model import Include, Memory, PassedOver, Person, Quote, Recalled, Replacement, Scope
from graphmem.ports.graph import Graph, Meaning, Sizes, Sought
from graphmem.ports.language import Embedder
from graphmem.stages import stage

CANDIDATES = 100  # looked at by meaning, and as many by words, before ranking
_EXPLAINED = 20  # of those that were looked at and not given
_LATELY = timedelta(days=30)  # in which a fact that took another's place says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an agent asks for."""

    query: str
    limit: int
    min_relevance: float = 0.0  # the least probability that a memory answers the question
    min_similarity: float | None = None  # the least cosine; whoever sets it wants nothing below
    min_confidence: float
    person: str | None = None  # any name or relation of one whom the memories have to be about
    as_of: datetime | None = None
    valid_at: datetime | None = None
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
    with stage("size"):
        size = await sizes.of(scope)
        messages = await sizes.messages(scope) if wanted.may_quote else 0
    if not size and not messages and wanted.as_of is None and wanted.valid_at is None:
        return Recollection()
    person = None
    if wanted.person is not None:
        person = await found_person(scope, wanted.person, graph=graph)
        if person is None:
            return Recollection()
    embedders = [embedder, *([graph.earlier] if graph.earlier is not None else [])]
    with stage("embed"):
        sought = replace(await _sought(wanted, embedders, scope_size=size, now=now), person=person)
    with stage("search"):
        found, said = await asyncio.gather(
            graph.search(scope, sought), sayings(scope, sought, messages=messages, quotes=graph.quotes)
        )

    with stage("rank"):
        ranked = rank(Question.of(wanted.query, found.candidates, now=now), found.candidates, among=size)
    given = [one for one in ranked if _reason_against(one, wanted) is None][: wanted.limit]
    if wanted.include is not None and Include.MEMORIES not in wanted.include:
        given = []
    left = [one for one in ranked if one not in given][:_EXPLAINED] if wanted.explain else []

    with stage("fetch"):
        ids = [one.candidate.id for one in given + left]
        memories = await graph.chosen(scope, ids, sought) if ids else {}
    best = [_recalled(one, *memories[one.candidate.id]) for one in given if one.candidate.id in memories]
    quoted = quotes(wanted.query, said, best, limit=wanted.limit, unasked=wanted.include is None)
    lately = now - _LATELY
    changed = [item.memory.id for item in best if item.outdated and (wanted.explain or item.memory.created_at > lately)]
    outdated = await graph.suppressed(scope, changed) if changed else []
    prompt = block(
        best, wanted.style, quoted, replaced=lately_replaced(outdated, since=lately), max_tokens=wanted.max_tokens
    )
    return Recollection(
        prompt.memories,
        prompt.quotes,
        concerned(wanted.query, found.people, [item.memory for item in prompt.memories]),
        prompt.text,
        suppressed=sum(item.outdated for item in prompt.memories),
        outdated=tuple(outdated) if wanted.explain else (),
        passed_over=tuple(
            PassedOver(
                memory=memories[one.candidate.id][0],
                score=one.score,
                similarity=one.candidate.similarity,
                reason=_reason_against(one, wanted) or "others answer it better",
            )
            for one in left
            if one.candidate.id in memories
        ),
    )


def _recalled(one: Ranked, memory: Memory, outdated: int) -> Recalled:
    return Recalled(
        memory=memory,
        score=one.score,
        relevance=one.relevance,
        similarity=one.candidate.similarity,
        outdated=outdated,
    )


async def _sought(wanted: Wanted, embedders: Sequence[Embedder], *, scope_size: int, now: datetime) -> Sought:
    """What to look for; models work in threads of their own while the words are looked at."""
    embedding = asyncio.gather(*(vectors_if_possible([wanted.query], embedder) for embedder in embedders))
    await asyncio.sleep(0)
    words, phrases, parts = telling(wanted.query), keyphrases(wanted.query), grams(wanted.query)
    spaces = zip(embedders, await embedding, strict=True)
    return Sought(
        meanings=[Meaning(embedder.model, vector or None) for embedder, [vector] in spaces],
        words=words,
        phrases=phrases,
        grams=parts,
        whom=whom(wanted.query),
        candidates=CANDIDATES,
        scope_size=scope_size,
        as_of=wanted.as_of,
        valid_at=wanted.valid_at,
        min_confidence=wanted.min_confidence,
        now=now,
    )


def _reason_against(one: Ranked, wanted: Wanted) -> str | None:
    """Why a candidate is not to be given, if there is a reason."""
    similarity = one.candidate.similarity
    if wanted.min_similarity is not None and similarity is not None and similarity < wanted.min_similarity:
        return f"its similarity is under {wanted.min_similarity:.2f}"
    if one.relevance < wanted.min_relevance and not one.sure:
        return f"it is unlikely to answer this ({one.relevance:.0%})"
    return None
