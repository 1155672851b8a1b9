"""Two facts may not both hold: somebody says which does."""

from typing import Any

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from graphmem.core.rights import Right
from graphmem.errors import Conflict, InvalidInput
from graphmem.flows import curate
from graphmem.model import Holds, MemoryId
from graphmem.web.api.common import id_of
from graphmem.web.pages.frame import PageRequest, form_of, local, onward, viewer_of
from graphmem.wiring import Parts, now


class ConflictController(Controller):
    path = "/memories/{memory_id:str}/conflict"
    include_in_schema = False

    @post(needs=Right.UPDATE)
    async def settle(
        self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form = await form_of(request)
        id_, other = id_of(memory_id, field="memory_id"), id_of(form.get("other", ""), field="other")
        back = local(form.get("back"))
        try:
            change = await curate.settle(
                viewer_of(request, parts).scope,
                MemoryId(id_),
                MemoryId(other),
                _holds(form.get("holds", "")),
                curation=parts.curation,
                now=now(),
            )
        except Conflict as error:
            return onward(request, back, f"That didn’t work: {error}.", bad=True)
        return onward(request, back, f"Noted: {change.deed.summary}." if change else "Noted.", change)


def _holds(text: str) -> Holds:
    try:
        return Holds(text)
    except ValueError:
        raise InvalidInput("holds", f"must be one of {', '.join(Holds)}") from None
