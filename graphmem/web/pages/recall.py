"""The recall lab: what an agent would get for a question, and why."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from graphmem.core.claims import LONGEST_LABEL
from graphmem.core.text import checked
from graphmem.errors import InvalidInput
from graphmem.flows.recall import Recollection, Wanted, recall
from graphmem.model import Include, Recalled
from graphmem.web.pages.frame import PageRequest, Viewer, by_htmx, fragment, framed, users_of, viewer_of
from graphmem.wiring import Parts, now

_LONGEST = 2_000
_MOST_TOKENS = 1_000_000
_INCLUDE = {"always": frozenset(Include), "never": frozenset([Include.MEMORIES])}
_EXAMPLES = (
    "What should I avoid eating?",
    "Who is my boss?",
    "What does my family like?",
    "What changed at work?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Knobs:
    """What can be changed about a recall."""

    limit: int
    min_relevance: float
    min_similarity: float | None
    min_confidence: float
    person: str = ""
    as_of: str = ""
    messages: str = ""  # always, never, or where memories are few
    max_tokens: int | None = None

    @property
    def include(self) -> frozenset[Include] | None:
        return _INCLUDE.get(self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lab:
    query: str
    knobs: Knobs
    defaults: Knobs
    found: Recollection | None = None
    usual: Recollection | None = None  # the same question with the settings in force
    took: float = 0.0
    problem: str | None = None
    examples: Sequence[str] = _EXAMPLES

    @property
    def gained(self) -> frozenset[str]:
        """What comes only with these settings."""
        return _ids(self.found) - _ids(self.usual) if self.usual else frozenset()

    @property
    def lost(self) -> Sequence[Recalled]:
        """What comes only with the settings in force."""
        if self.usual is None:
            return ()
        return [item for item in self.usual.memories if item.memory.id not in _ids(self.found)]


class RecallController(Controller):
    path = "/recall"
    include_in_schema = False

    @get()
    async def lab(
        self,
        request: PageRequest,
        parts: NamedDependency[Parts],
        asked: Annotated[str, QueryParameter(name="query")] = "",
        limit: Annotated[int | None, QueryParameter(ge=1, le=50)] = None,
        min_relevance: Annotated[float | None, QueryParameter(ge=0, le=1)] = None,
        similarity: Annotated[str, QueryParameter(name="min_similarity")] = "",
        min_confidence: Annotated[float | None, QueryParameter(ge=0, le=1)] = None,
        person: FromQuery[str] = "",
        as_of: FromQuery[str] = "",
        messages: FromQuery[str] = "",
        max_tokens: FromQuery[str] = "",
    ) -> Template:
        viewer, settings = viewer_of(request, parts), parts.settings
        defaults = Knobs(
            limit=settings.recall_top_k,
            min_relevance=settings.recall_min_relevance,
            min_similarity=settings.recall_min_similarity,
            min_confidence=settings.confidence_min,
        )
        knobs = Knobs(
            limit=limit if limit is not None else defaults.limit,
            min_relevance=min_relevance if min_relevance is not None else defaults.min_relevance,
            min_similarity=_cosine(similarity) if similarity else defaults.min_similarity,
            min_confidence=min_confidence if min_confidence is not None else defaults.min_confidence,
            person=person.strip()[:LONGEST_LABEL],
            as_of=as_of,
            messages=messages if messages in _INCLUDE else "",
            max_tokens=int(max_tokens) if max_tokens.isdecimal() and 0 < int(max_tokens) <= _MOST_TOKENS else None,
        )
        trying = _tried(asked.strip()[:_LONGEST], knobs, defaults, viewer, parts)
        if by_htmx(request):
            return fragment("recall/_outcome.html", await trying)
        lab, users = await asyncio.gather(trying, users_of(request, parts))
        return framed(
            request, viewer, "recall/lab.html", lab, title="Recall lab", section="recall", users=users,
            twin=_twin(lab, viewer),
        )  # fmt: skip


def _twin(lab: Lab, viewer: Viewer) -> str:
    if not lab.query or lab.problem is not None:
        return viewer.twin("/v1/overview")
    knobs, given = lab.knobs, lab.knobs != lab.defaults
    return viewer.twin(
        "/v1/recall",
        query=lab.query,
        limit=str(knobs.limit) if given else None,
        min_relevance=str(knobs.min_relevance) if given else None,
        min_similarity=str(knobs.min_similarity) if knobs.min_similarity is not None else None,
        min_confidence=str(knobs.min_confidence) if given else None,
        person=knobs.person or None,
        as_of=_day(knobs.as_of, now()).isoformat() if knobs.as_of else None,
        include=sorted(knobs.include) if knobs.include is not None else None,
        max_tokens=str(knobs.max_tokens) if knobs.max_tokens is not None else None,
    )


async def _tried(query: str, knobs: Knobs, defaults: Knobs, viewer: Viewer, parts: Parts) -> Lab:
    if not query:
        return Lab(query=query, knobs=knobs, defaults=defaults)
    try:
        began = time.perf_counter()
        found = await _recalled(query, knobs, viewer, parts)
        took = (time.perf_counter() - began) * 1000
        usual = await _recalled(query, defaults, viewer, parts) if knobs != defaults else None
    except InvalidInput as error:
        return Lab(query=query, knobs=knobs, defaults=defaults, problem=f"{error.field}: {error.problem}")
    return Lab(query=query, knobs=knobs, defaults=defaults, found=found, usual=usual, took=took)


async def _recalled(query: str, knobs: Knobs, viewer: Viewer, parts: Parts) -> Recollection:
    present = now()
    wanted = Wanted(
        query=checked(query, field="query", longest=_LONGEST),
        limit=knobs.limit,
        min_relevance=knobs.min_relevance,
        min_similarity=knobs.min_similarity,
        min_confidence=knobs.min_confidence,
        person=knobs.person or None,
        as_of=_day(knobs.as_of, present) if knobs.as_of else None,
        include=knobs.include,
        max_tokens=knobs.max_tokens,
        explain=True,
    )
    return await recall(
        viewer.scope, wanted, graph=parts.graph, sizes=parts.sizes, embedder=parts.embedder, now=present
    )


def _day(text: str, present: datetime) -> datetime:
    """The end of a day."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise InvalidInput("as of", "is not a day such as 2026-03-01") from None
    whole = timedelta(days=1)
    return day + whole if day < present - whole else present


def _cosine(text: str) -> float:
    try:
        cosine = float(text)
    except ValueError:
        cosine = 2.0
    if not -1 <= cosine <= 1:
        raise InvalidInput("min_similarity", "is not a number from -1 to 1")
    return cosine


def _ids(found: Recollection | None) -> frozenset[str]:
    return frozenset(item.memory.id for item in found.memories) if found else frozenset()
