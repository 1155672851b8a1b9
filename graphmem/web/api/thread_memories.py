"""`/v1/threads/{id}/memories`: what a thread may see, keep and delete."""

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from graphmem.core import claims
from graphmem.core.claims import Whose
from graphmem.core.rights import Right
from graphmem.errors import InvalidInput, NothingKept
from graphmem.flows import converse, thread_memories
from graphmem.flows.remember import new_ids
from graphmem.model import MemoryId, Provenance, Scope, Thread
from graphmem.ports.threads import Visible
from graphmem.web.api.common import AnyRequest, Key, Limit, attempt_by, id_of
from graphmem.web.api.remembering import MOST_ITEMS, claim_from, item_result
from graphmem.web.api.shapes import MemoriesAnswer, RememberAnswer, memory_shape
from graphmem.web.api.thread_shapes import RemovedAnswer, SaveRequest
from graphmem.web.own import check_owner
from graphmem.wiring import Parts, now

Ids = Annotated[str | None, QueryParameter(description="Only these: ids with commas between them")]


class ThreadMemoriesController(Controller):
    path = "/v1/threads/{thread_id:str}/memories"
    tags = ("threads",)

    @post(
        summary="Keep facts for a thread's user, assistant, organisation, chat or itself",
        status_code=200,
        needs=Right.REMEMBER,
    )
    async def save(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        data: JSONBody[SaveRequest],
        parts: NamedDependency[Parts],
        idempotency_key: Key = None,
    ) -> RememberAnswer:
        if not data.memories:
            raise InvalidInput("memories", "is empty")
        if len(data.memories) > MOST_ITEMS:
            raise InvalidInput("memories", f"has {len(data.memories):,} items; the limit is {MOST_ITEMS:,}")
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        if data.assistant_only and thread.assistant_key is None:
            raise InvalidInput("assistant_only", "the thread has no assistant")
        owner = thread_memories.owner_for(thread, data.owner_type, data.owner_id)
        await check_owner(request.auth, owner, parts=parts)
        moment, zone = now(), claims.zone_of(data.time_zone)
        provenance = Provenance(
            thread_id=thread.id if data.thread_specific else None,
            message_id=data.source_message_id,
            tool_run_id=data.source_tool_run_id,
        )
        key = thread.assistant_key if data.assistant_only else None
        items = [
            claim_from(index, item, MemoryId(id_), moment=moment, zone=zone, assistant_key=key, provenance=provenance)
            for index, (item, id_) in enumerate(zip(data.memories, new_ids(), strict=False))
        ]
        attempt = await attempt_by(request, idempotency_key)
        outcomes = await thread_memories.save(
            thread, owner, items, threads=parts.threads, keeping=parts.keeping, now=moment, attempt=attempt
        )
        refused = [outcome for outcome in outcomes if isinstance(outcome, InvalidInput)]
        if len(refused) == len(outcomes):
            raise NothingKept(refused)
        return RememberAnswer([item_result(outcome) for outcome in outcomes])

    @get(summary="What a thread may see, in the order of ids")
    async def listed(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        parts: NamedDependency[Parts],
        memory_ids: Ids = None,
        org_id: FromQuery[str | None] = None,
        learned_here: Annotated[bool, QueryParameter(description="Only the thread's own and what it taught")] = False,
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> MemoriesAnswer:
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        visible = Visible(
            learned_here=learned_here,
            ids=_ids(memory_ids) if memory_ids is not None else None,
            after=MemoryId(id_of(cursor, field="cursor")) if cursor is not None else None,
            limit=limit,
            now=now(),
        )
        scope = _scope(request, thread, org_id)
        page, following = await thread_memories.listed(thread, scope, visible, threads=parts.threads)
        return MemoriesAnswer([memory_shape(memory) for memory in page], following)

    @delete(summary="Delete memories that the thread may see", status_code=200, needs=Right.DELETE)
    async def remove(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        parts: NamedDependency[Parts],
        memory_ids: Annotated[str, QueryParameter(description="Ids with commas between them")],
        user_id: FromQuery[str | None] = None,
        assistant_key: FromQuery[str | None] = None,
        org_id: FromQuery[str | None] = None,
    ) -> RemovedAnswer:
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        thread_memories.same_context(thread, user_id=user_id, assistant_key=assistant_key)
        ids = _ids(memory_ids)
        await thread_memories.remove(_scope(request, thread, org_id), ids, graph=parts.graph)
        return RemovedAnswer([str(id_) for id_ in ids])


def _scope(request: AnyRequest, thread: Thread, org_id: str | None) -> Scope:
    """What the thread may see, as far as the key may."""
    grant = request.auth.grant
    grant.meant(Whose(org_id=org_id))
    return thread_memories.scope_for(thread, org_id=org_id, alone=grant.user is not None)


def _ids(text: str) -> list[MemoryId]:
    return [MemoryId(id_of(part.strip(), field="memory_ids")) for part in text.split(",") if part.strip()]
