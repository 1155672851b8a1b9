"""`/v1/memories`: remember, list, show, change, delete."""

from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Annotated, Any

import msgspec
import uuid_utils
from litestar import Controller, Request, delete, get, patch, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from graphmem.core import claims
from graphmem.core.claims import Statement, Whose, claim_of, owner_of, scope_of, scope_or_whole
from graphmem.core.text import LONGEST_CONTENT, checked, slug
from graphmem.errors import InvalidInput, NothingKept
from graphmem.flows import curate
from graphmem.flows.people import found_person
from graphmem.flows.remember import Kept, remember
from graphmem.model import Claim, Memory, MemoryId, Provenance, Scope, Status, Tenant
from graphmem.ports import Listing
from graphmem.web.api.shapes import (
    AnyAnswer,
    ClearedAnswer,
    DeletedAnswer,
    HistoryAnswer,
    Item,
    ItemError,
    ItemResult,
    MemoriesAnswer,
    MemoryPatch,
    MemoryShape,
    RememberAnswer,
    RememberRequest,
    WhyAnswer,
    memory_shape,
    version_shape,
    why_answer,
)
from graphmem.web.errors import problem_in
from graphmem.wiring import Parts, now

MOST_ITEMS = 1_000
Limit = Annotated[int, QueryParameter(ge=1, le=500, description="Most memories in the answer")]
AnyRequest = Request[Tenant, Any, Any]


def whose(
    user_id: FromQuery[str | None] = None,
    chat_id: FromQuery[str | None] = None,
    thread_id: FromQuery[str | None] = None,
    assistant_id: FromQuery[str | None] = None,
    org_id: FromQuery[str | None] = None,
    assistant_key: FromQuery[str | None] = None,
) -> Whose:
    """Whose memories a request with query parameters means."""
    return Whose(
        user_id=user_id,
        chat_id=chat_id,
        thread_id=thread_id,
        assistant_id=assistant_id,
        org_id=org_id,
        assistant_key=assistant_key,
    )


MEANT = Provide(whose, sync_to_thread=False)


class MemoriesController(Controller):
    path = "/v1/memories"
    tags = ("memories",)

    @post(summary="Remember one fact or many", status_code=200)
    async def remember(
        self, request: AnyRequest, data: JSONBody[RememberRequest], parts: NamedDependency[Parts]
    ) -> RememberAnswer:
        if not data.memories:
            raise InvalidInput("memories", "is empty")
        if len(data.memories) > MOST_ITEMS:
            raise InvalidInput("memories", f"has {len(data.memories):,} items; the limit is {MOST_ITEMS:,}")
        meant = msgspec.convert(data, Whose, from_attributes=True)
        owner = owner_of(request.user, meant, owner_type=data.owner_type, owner_id=data.owner_id)
        said, zone = now(), claims.zone_of(data.time_zone)
        provenance = Provenance(
            thread_id=data.thread_id if data.thread_specific else None,
            message_id=data.source_message_id,
            tool_run_id=data.source_tool_run_id,
        )
        items = [
            _claim(index, item, moment=said, zone=zone, assistant_key=data.assistant_key, provenance=provenance)
            for index, item in enumerate(data.memories)
        ]
        outcomes = await remember(
            owner,
            items,
            graph=parts.graph,
            parser=parts.parser,
            embedder=parts.embedder,
            queue=parts.queue,
            dedup_threshold=parts.settings.dedup_threshold,
            now=said,
        )
        refused = [outcome for outcome in outcomes if isinstance(outcome, InvalidInput)]
        if len(refused) == len(outcomes):
            raise NothingKept(refused)
        return RememberAnswer([_result(outcome) for outcome in outcomes])

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
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> MemoriesAnswer:
        scope, moment = scope_of(request.user, meant), now()
        about = found_person(person, await parts.graph.circle(scope)) if person is not None else None
        if person is not None and about is None:
            return MemoriesAnswer([], None)
        listing = Listing(
            person=about,
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
        page, following = await curate.listed(scope, listing, graph=parts.graph)
        return MemoriesAnswer([memory_shape(memory) for memory in page], following)

    @get("/any", summary="Is anything known at all?", dependencies={"meant": MEANT})
    async def has_any(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts]
    ) -> AnyAnswer:
        return AnyAnswer(bool(await parts.graph.searchable(scope_of(request.user, meant))))

    @delete(summary="Delete every memory of an owner for good", status_code=200, dependencies={"meant": MEANT})
    async def clear(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts]
    ) -> ClearedAnswer:
        return ClearedAnswer(await curate.clear(scope_of(request.user, meant), graph=parts.graph))

    @get("/{memory_id:str}", summary="One memory", dependencies={"meant": MEANT})
    async def shown(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> MemoryShape:
        scope, id_ = _by_id(request.user, meant, memory_id)
        return memory_shape(await curate.shown(scope, id_, graph=parts.graph))

    @get("/{memory_id:str}/history", summary="Every version of a fact", dependencies={"meant": MEANT})
    async def history(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> HistoryAnswer:
        scope, id_ = _by_id(request.user, meant, memory_id)
        editions = await curate.history(scope, id_, graph=parts.graph)
        return HistoryAnswer([version_shape(edition) for edition in editions])

    @get("/{memory_id:str}/why", summary="Why is this believed?", dependencies={"meant": MEANT})
    async def why(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> WhyAnswer:
        scope, id_ = _by_id(request.user, meant, memory_id)
        return why_answer(await curate.grounds(scope, id_, graph=parts.graph))

    @patch("/{memory_id:str}", summary="Change a memory", dependencies={"meant": MEANT})
    async def revise(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        data: JSONBody[MemoryPatch],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> MemoryShape:
        moment = now()
        scope, id_ = _by_id(request.user, meant, memory_id)
        revised = await curate.revise(
            scope,
            id_,
            lambda memory: _patched(memory, data, moment),
            graph=parts.graph,
            parser=parts.parser,
            embedder=parts.embedder,
            queue=parts.queue,
            now=moment,
        )
        return memory_shape(revised)

    @delete("/{memory_id:str}", summary="Delete a memory for good", status_code=200, dependencies={"meant": MEANT})
    async def delete(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> DeletedAnswer:
        scope, id_ = _by_id(request.user, meant, memory_id)
        await curate.delete(scope, id_, graph=parts.graph)
        return DeletedAnswer(id_, Status.DELETED.value)


def _claim(
    index: int, item: Item, *, moment: datetime, zone: tzinfo, assistant_key: str | None, provenance: Provenance
) -> Claim | InvalidInput:
    if item.value is None:
        problem = problem_in(item.error or "")
        return InvalidInput(f"memories[{index}].{problem.field}".rstrip("."), problem.problem)
    try:
        return claim_of(
            Statement(**msgspec.structs.asdict(item.value)),
            id_=MemoryId(str(uuid_utils.uuid7())),
            now=moment,
            zone=zone,
            assistant_key=assistant_key,
            provenance=provenance,
        )
    except InvalidInput as error:
        return error.at(f"memories[{index}].{error.field}")


def _result(outcome: Kept | InvalidInput) -> ItemResult:
    if isinstance(outcome, InvalidInput):
        return ItemResult("error", None, False, [], ItemError(outcome.code, outcome.problem, outcome.field))
    status = "updated" if outcome.deduplicated else "saved"
    return ItemResult(status, outcome.memory_id, outcome.deduplicated, list(outcome.superseded))


def _patched(memory: Memory, data: MemoryPatch, moment: datetime) -> Memory:
    """The memory with the given fields changed, each checked like a new one's."""
    claims.refuse_sensitive(
        content=data.content or None,
        key=data.key or None,
        tags=data.tags or None,
        metadata=data.metadata or None,
        explicit=data.explicit,
    )
    changes: dict[str, Any] = {}
    if data.content is not UNSET:
        changes["content"] = checked(data.content, field="content", longest=LONGEST_CONTENT)
    if data.kind is not UNSET:
        changes["kind"] = claims.kind_of(data.kind)
    if data.key is not UNSET:
        changes["key"] = slug(data.key) if data.key is not None else None
    if data.tags is not UNSET:
        changes["tags"] = claims.labels(data.tags, field="tags")
    if data.confidence is not UNSET:
        changes["confidence"] = claims.share(data.confidence, field="confidence")
    if data.importance is not UNSET:
        changes["importance"] = (
            claims.share(data.importance, field="importance") if data.importance is not None else None
        )
    if data.metadata is not UNSET:
        changes["metadata"] = claims.metadata_of(data.metadata)
    if data.expires_at is not UNSET:
        expires = data.expires_at
        changes["expires_at"] = claims.moment(expires, field="expires_at", now=moment) if expires else None
    return replace(memory, **changes)


def _by_id(tenant: Tenant, meant: Whose, memory_id: str) -> tuple[Scope, MemoryId]:
    return scope_or_whole(tenant, meant), MemoryId(id_of(memory_id, field="memory_id"))


def id_of(text: str, *, field: str) -> str:
    try:
        return str(uuid_utils.UUID(text))
    except ValueError:
        raise InvalidInput(field, "is not an id") from None


def _statuses(word: str) -> tuple[Status, ...]:
    known = {
        "active": (Status.ACTIVE,),
        "deprecated": (Status.DEPRECATED,),
        "all": (Status.ACTIVE, Status.DEPRECATED),
    }
    if word not in known:
        raise InvalidInput("status", f"{word[:40]!r} is none of {', '.join(known)}")
    return known[word]
