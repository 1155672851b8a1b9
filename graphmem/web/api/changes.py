"""`/v1/changes`: what was put right, and undoing it."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from graphmem.core.claims import Whose, scope_of, scope_or_whole
from graphmem.core.rights import Right
from graphmem.flows import curate
from graphmem.ports.curation import ChangeListing
from graphmem.web.api.change_shapes import ChangesAnswer, ChangeShape, change_shape
from graphmem.web.api.common import MEANT, AnyRequest, Limit, id_of
from graphmem.wiring import Parts, now


class ChangesController(Controller):
    path = "/v1/changes"
    tags = ("changes",)
    dependencies = {"meant": MEANT}  # noqa: RUF012 (litestar reads it from the class)

    @get(summary="What was changed, newest first")
    async def listed(
        self,
        request: AnyRequest,
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        kind: FromQuery[str | None] = None,
        touched: Annotated[str | None, QueryParameter(description="Only of this person or memory, by id")] = None,
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> ChangesAnswer:
        listing = ChangeListing(
            kind=kind,
            touched=id_of(touched, field="touched") if touched is not None else None,
            before=id_of(cursor, field="cursor") if cursor is not None else None,
            limit=limit,
        )
        page, following = await curate.listed(scope_of(request.user, meant), listing, curation=parts.curation)
        return ChangesAnswer([change_shape(change) for change in page], following)

    @get("/{change_id:str}", summary="One change")
    async def shown(
        self,
        request: AnyRequest,
        change_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> ChangeShape:
        scope, id_ = scope_or_whole(request.user, meant), id_of(change_id, field="change_id")
        return change_shape(await curate.shown(scope, id_, curation=parts.curation))

    @post("/{change_id:str}/undo", summary="Bring back exactly what was", status_code=200, needs=Right.UPDATE)
    async def undo(
        self,
        request: AnyRequest,
        change_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> ChangeShape:
        undone = await curate.undo(
            scope_or_whole(request.user, meant),
            id_of(change_id, field="change_id"),
            curation=parts.curation,
            embedder=parts.embedder,
            queue=parts.queue,
            now=now(),
        )
        return change_shape(undone)
