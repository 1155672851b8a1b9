"""`/v1/recall`: what bears on a question."""

import time
from datetime import datetime
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter

from graphmem.core.claims import LONGEST_LABEL, Whose, moment, scope_of
from graphmem.core.rights import Holder, Right
from graphmem.core.text import LONGEST_CONTENT, checked
from graphmem.core.uses import Use
from graphmem.flows.recall import Wanted, recall
from graphmem.model import Include
from graphmem.settings import Settings
from graphmem.stages import measured, server_timing
from graphmem.web.api.common import AnyRequest, Asked
from graphmem.web.api.shapes import (
    RecallAnswer,
    RecallRequest,
    person_shape,
    quote_shape,
    recalled_shape,
    suppressed_shape,
)
from graphmem.web.asking import use_by
from graphmem.web.own import meant_by
from graphmem.wiring import Parts, now


class RecallController(Controller):
    path = "/v1/recall"
    tags = ("recall",)

    @post(summary="Recall what bears on a question", status_code=200, needs=Right.READ)
    async def recall(
        self, request: AnyRequest, data: JSONBody[RecallRequest], parts: NamedDependency[Parts]
    ) -> Response[RecallAnswer]:
        with measured() as taken:
            use = use_by(request.auth, "api", data.assistant_key)
            answer = await recalled(request.auth, data, parts=parts, use=use)
        return Response(answer, headers={"Server-Timing": server_timing(taken)})

    @get(summary="The same, for a look: it is not noted as a use")
    async def look(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        asked: Asked,
        user_id: FromQuery[str | None] = None,
        limit: Annotated[int | None, QueryParameter(ge=1, le=100)] = None,
        min_relevance: Annotated[float | None, QueryParameter(ge=0, le=1)] = None,
        min_similarity: Annotated[float | None, QueryParameter(ge=-1, le=1)] = None,
        min_confidence: Annotated[float | None, QueryParameter(ge=0, le=1)] = None,
        person: FromQuery[str | None] = None,
        as_of: FromQuery[datetime | None] = None,
        include: FromQuery[list[Include] | None] = None,
        max_tokens: Annotated[int | None, QueryParameter(ge=1, le=1_000_000)] = None,
    ) -> RecallAnswer:
        data = RecallRequest(
            query=asked,
            user_id=user_id,
            limit=limit,
            min_relevance=min_relevance,
            min_similarity=min_similarity,
            min_confidence=min_confidence,
            person=person,
            as_of=as_of,
            include=include,
            max_tokens=max_tokens,
            explain=True,
        )
        return await recalled(request.auth, data, parts=parts, use=None)


async def recalled(holder: Holder, data: RecallRequest, *, parts: Parts, use: Use | None) -> RecallAnswer:
    """What bears on a question, the same for every way in; noted as a use, unless somebody only looks."""
    began = time.perf_counter()
    defaults, present = parts.settings, now()
    wanted = Wanted(
        query=checked(data.query, field="query", longest=LONGEST_CONTENT),
        limit=data.limit if data.limit is not None else defaults.recall_top_k,
        min_relevance=_least_relevance(data, defaults),
        min_similarity=data.min_similarity if data.min_similarity is not None else defaults.recall_min_similarity,
        min_confidence=data.min_confidence if data.min_confidence is not None else defaults.confidence_min,
        person=checked(data.person, field="person", longest=LONGEST_LABEL) if data.person is not None else None,
        as_of=moment(data.as_of, field="as_of", now=present) if data.as_of is not None else None,
        valid_at=moment(data.valid_at, field="valid_at", now=present) if data.valid_at is not None else None,
        style=data.style,
        explain=data.explain,
        lean=data.lean or not defaults.recall_enabled,
        include=frozenset(data.include) if data.include is not None else None,
        max_tokens=data.max_tokens,
    )
    named = msgspec.convert(data, Whose, from_attributes=True)
    scope = scope_of(holder.tenant, await meant_by(holder, named, parts=parts))
    found = await recall(scope, wanted, graph=parts.graph, sizes=parts.sizes, embedder=parts.embedder, now=present)
    if use is not None:
        parts.uses.note(holder.tenant, [item.memory.id for item in found.memories], use)
    return RecallAnswer(
        memories=[recalled_shape(item) for item in found.memories],
        messages=[quote_shape(quote) for quote in found.quotes],
        people=[person_shape(person) for person in found.people],
        context=found.context,
        suppressed=found.suppressed,
        suppressed_memories=[suppressed_shape(gone, words) for gone, words in found.outdated],
        took_ms=round((time.perf_counter() - began) * 1000, 2),
    )


def _least_relevance(data: RecallRequest, defaults: Settings) -> float:
    """Whoever asks for a similarity of their own gets all that reaches it."""
    if data.min_relevance is not None:
        return data.min_relevance
    return defaults.recall_min_relevance if data.min_similarity is None else 0.0
