"""`/v1/memories/conflicts`: facts that may not both hold, and saying which does."""

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from graphmem.core.claims import Whose, scope_of
from graphmem.core.rights import Right
from graphmem.flows import browse, curate
from graphmem.model import MemoryId
from graphmem.web.api.change_shapes import (
    ConflictRequest,
    ConflictsAnswer,
    CuratedMemory,
    conflict_shape,
    curated_memory,
)
from graphmem.web.api.common import MEANT, AnyRequest, Limit, by_id, id_of
from graphmem.wiring import Parts, now


class ConflictsController(Controller):
    path = "/v1/memories"
    tags = ("memories",)
    dependencies = {"meant": MEANT}  # noqa: RUF012 (litestar reads it from the class)

    @get("/conflicts", summary="Which facts may not both hold")
    async def waiting(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts], limit: Limit = 50
    ) -> ConflictsAnswer:
        found = await parts.graph.conflicts(scope_of(request.user, meant), limit=limit, now=now())
        return ConflictsAnswer([conflict_shape(pair) for pair in found])

    @post("/{memory_id:str}/conflict", summary="Say which of two facts holds", status_code=200, needs=Right.UPDATE)
    async def settle(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        data: JSONBody[ConflictRequest],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedMemory:
        scope, id_ = by_id(request.user, meant, memory_id)
        other = MemoryId(id_of(data.other, field="other"))
        change = await curate.settle(scope, id_, other, data.holds, curation=parts.curation, now=now())
        return curated_memory(await browse.shown(scope, id_, graph=parts.graph), change)
