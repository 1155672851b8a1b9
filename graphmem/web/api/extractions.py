"""`/v1/extractions`: what the workers read, found and kept; listed, and as it happens."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from graphmem.core.claims import ref
from graphmem.core.pages import page_of
from graphmem.errors import EngineUnavailable, InvalidInput
from graphmem.model import Extraction, RunStatus, Tenant
from graphmem.ports.extractions import Extractions
from graphmem.web.admission import Lane
from graphmem.web.api.common import AnyRequest, Limit, id_of, user_of
from graphmem.web.api.thread_shapes import BacklogAnswer, RunsAnswer, run_shape
from graphmem.wiring import Parts

_EVERY = 0.5  # seconds between two looks
_OVERLAP = 10  # seconds looked back: a run's change may become visible a little after its time
_QUIET = 15.0  # seconds after which a comment shows that the connection lives
Status = Annotated[str | None, QueryParameter(description="running, done, retrying, failed, retried or lost")]


class ExtractionsController(Controller):
    path = "/v1/extractions"
    tags = ("extractions",)

    @get(summary="The runs over threads, newest first")
    async def listed(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        thread_id: FromQuery[str | None] = None,
        user_id: FromQuery[str | None] = None,
        status: Status = None,
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> RunsAnswer:
        if status is not None and status not in set(RunStatus):
            raise InvalidInput("status", f"{status[:40]!r} is none of {', '.join(RunStatus)}")
        found = await parts.extractions.listed(
            request.user,
            thread_id=ref(thread_id, field="thread_id") if thread_id is not None else None,
            user=user_of(request.auth, user_id),
            status=status,
            limit=limit + 1,
            before=id_of(cursor, field="cursor") if cursor is not None else None,
        )
        page, last = page_of(found, limit)
        return RunsAnswer([run_shape(run) for run in page], last.id if last else None)

    @get("/backlog", summary="How much waits to be read")
    async def backlog(
        self, request: AnyRequest, parts: NamedDependency[Parts], user_id: FromQuery[str | None] = None
    ) -> BacklogAnswer:
        waiting = await parts.extractions.backlog(request.user, user=user_of(request.auth, user_id))
        return BacklogAnswer(
            pending=waiting.pending,
            running=waiting.running,
            failed=waiting.failed,
            unread=waiting.unread,
            queue=await parts.queue.depth(),
        )

    @get(
        "/stream",
        summary="The runs as they begin and end (server-sent events)",
        media_type="text/event-stream",
        lane=Lane.STREAM,
    )
    async def stream(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        thread_id: FromQuery[str | None] = None,
        user_id: FromQuery[str | None] = None,
    ) -> ServerSentEvent:
        thread = ref(thread_id, field="thread_id") if thread_id is not None else None
        user = user_of(request.auth, user_id)
        return ServerSentEvent(_events(request.user, thread, user, parts.extractions))


async def _events(
    tenant: Tenant, thread_id: str | None, user: str | None, extractions: Extractions
) -> AsyncIterator[ServerSentEventMessage]:
    """Each run as it begins and as it ends. The graph is asked, so that any process may be the one that works."""
    yield ServerSentEventMessage(comment="watching")
    seen: dict[str, RunStatus] | None = None
    silent = 0.0
    while True:
        with contextlib.suppress(EngineUnavailable):
            lately = await extractions.lately(tenant, thread_id=thread_id, user=user, seconds=_OVERLAP)
            fresh = [run for run in lately if seen is not None and seen.get(run.id) is not run.status]
            seen = {run.id: run.status for run in lately}
            for run in fresh:
                silent = 0.0
                yield _event(run)
        if silent >= _QUIET:
            silent = 0.0
            yield ServerSentEventMessage(comment="still here")
        await asyncio.sleep(_EVERY)
        silent += _EVERY


def _event(run: Extraction) -> ServerSentEventMessage:
    return ServerSentEventMessage(event="extraction", id=run.id, data=msgspec.json.encode(run_shape(run)).decode())
