"""`/v1/memories`: remember, list, show, change, delete."""

from datetime import datetime
from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter

from graphmem.core import claims
from graphmem.core.claims import Whose, scope_of
from graphmem.core.rights import Right
from graphmem.core.text import slug
from graphmem.errors import InvalidInput, NothingKept
from graphmem.flows import curate, thread_memories
from graphmem.model import MemoryId, Status
from graphmem.ports.graph import Listing
from graphmem.web.admission import Lane
from graphmem.web.api.common import MEANT, AnyRequest, Key, Limit, attempt_by, id_of
from graphmem.web.api.listing import page_of
from graphmem.web.api.remembering import item_result, remembered
from graphmem.web.api.shapes import (
    AnyAnswer,
    ClearedAnswer,
    MemoriesAnswer,
    RememberAnswer,
    RememberRequest,
)
from graphmem.wiring import Parts, now


class MemoriesController(Controller):
    path = "/v1/memories"
    tags = ("memories",)

    @post(summary="Remember one fact or many", status_code=200, needs=Right.REMEMBER)
    async def remember(
        self,
        request: AnyRequest,
        data: JSONBody[RememberRequest],
        parts: NamedDependency[Parts],
        idempotency_key: Key = None,
    ) -> RememberAnswer:
        attempt = await attempt_by(request, idempotency_key)
        outcomes = await remembered(request.auth, data, parts=parts, attempt=attempt)
        refused = [outcome for outcome in outcomes if isinstance(outcome, InvalidInput)]
        if len(refused) == len(outcomes):
            raise NothingKept(refused)
        return RememberAnswer([item_result(outcome) for outcome in outcomes])

    @get(summary="List memories, newest first", dependencies={"meant": MEANT})
    async def listed(
        self,
        request: AnyRequest,
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        status: Annotated[str, QueryParameter(description="active, deprecated or all")] = "active",
        kind: FromQuery[str | None] = None,
        key: FromQuery[str | None] = None,
        tag: FromQuery[str | None] = None,
        person: FromQuery[str | None] = None,
        as_of: FromQuery[datetime | None] = None,
        valid_at: FromQuery[datetime | None] = None,
        include_expired: FromQuery[bool] = False,
        across_threads: Annotated[bool, QueryParameter(description="With what the user's threads own")] = False,
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> MemoriesAnswer:
        scope, moment = scope_of(request.user, meant), now()
        if across_threads:
            scope = await thread_memories.across_threads(scope, threads=parts.threads)
        listing = Listing(
            as_of=claims.moment(as_of, field="as_of", now=moment) if as_of is not None else None,
            valid_at=claims.moment(valid_at, field="valid_at", now=moment) if valid_at is not None else None,
            statuses=_statuses(status if as_of is None and valid_at is None else "all"),
            kind=claims.kind_of(kind).value if kind is not None else None,
            key=slug(key) if key is not None else None,
            tag=tag,
            include_expired=include_expired,
            before=MemoryId(id_of(cursor, field="cursor")) if cursor is not None else None,
            limit=limit,
            now=moment,
        )
        return await page_of(scope, listing, person=person, parts=parts)

    @get("/any", summary="Is anything known at all?", dependencies={"meant": MEANT})
    async def has_any(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts]
    ) -> AnyAnswer:
        return AnyAnswer(bool((await parts.graph.searchable(scope_of(request.user, meant))).memories))

    @delete(
        summary="Delete every memory of an owner for good",
        status_code=200,
        dependencies={"meant": MEANT},
        needs=Right.DELETE,
        lane=Lane.LONG,
    )
    async def clear(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts]
    ) -> ClearedAnswer:
        return ClearedAnswer(await curate.clear(scope_of(request.user, meant), graph=parts.graph))


def _statuses(word: str) -> tuple[Status, ...]:
    known = {
        "active": (Status.ACTIVE,),
        "deprecated": (Status.DEPRECATED,),
        "all": (Status.ACTIVE, Status.DEPRECATED),
    }
    if word not in known:
        raise InvalidInput("status", f"{word[:40]!r} is none of {', '.join(known)}")
    return known[word]
