"""What was changed, and undoing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from graphmem.core.picture import Change
from graphmem.core.rights import Right
from graphmem.core.telling import told
from graphmem.errors import Conflict
from graphmem.flows import curate
from graphmem.ports.curation import ChangeListing
from graphmem.web.api.common import id_of
from graphmem.web.pages.frame import PageRequest, Viewer, form_of, local, onward, page, viewer_of
from graphmem.wiring import Parts, now

_PAGE = 50


@dataclass(frozen=True, slots=True)
class ChangesPage:
    changes: Sequence[tuple[Change, str]]
    following: str | None


class ChangesController(Controller):
    path = "/changes"
    include_in_schema = False

    @get()
    async def listed(
        self, request: PageRequest, parts: NamedDependency[Parts], before: FromQuery[str | None] = None
    ) -> Template:
        viewer = viewer_of(request, parts)
        listing = ChangeListing(before=id_of(before, field="before") if before else None, limit=_PAGE)
        changes, following = await curate.listed(viewer.scope, listing, curation=parts.curation)
        content = ChangesPage(await sentences(changes, viewer, parts), following)
        twin = viewer.twin("/v1/changes", cursor=before or None)
        return await page(request, parts, "changes/listed.html", content, title="Changes", section="changes", twin=twin)

    @post("/{change_id:str}/undo", needs=Right.UPDATE)
    async def undo(
        self, request: PageRequest, change_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        back = local((await form_of(request)).get("back"), otherwise="/changes")
        try:
            await curate.undo(
                viewer_of(request, parts).scope,
                id_of(change_id, field="change_id"),
                curation=parts.curation,
                embedder=parts.embedder,
                queue=parts.queue,
                now=now(),
            )
        except Conflict as error:
            return onward(request, back, f"That can’t be undone: {error}.", bad=True)
        return onward(request, back, "Undone: everything is as it was before.")


async def sentences(changes: Sequence[Change], viewer: Viewer, parts: Parts) -> Sequence[tuple[Change, str]]:
    """Each change with a sentence that tells it."""
    if not changes:
        return ()
    memories = {id_ for change in changes for id_ in change.memories}
    people = {id_ for change in changes for id_ in change.people}
    words = await parts.views.words(viewer.scope, memories=sorted(memories), people=sorted(people))
    return [(change, told(change, words)) for change in changes]
