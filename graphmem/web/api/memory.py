"""`/v1/memories/{id}`: one memory, its versions, why it is believed; change it, restore it, delete it."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from litestar import Controller, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import UNSET

from graphmem.core import claims
from graphmem.core.claims import Whose
from graphmem.core.picture import Change
from graphmem.core.rights import Right
from graphmem.core.text import LONGEST_CONTENT, checked, slug
from graphmem.flows import browse, curate
from graphmem.model import Memory, MemoryId, Scope, Status
from graphmem.web.api.change_shapes import CuratedMemory, Subjects, curated_memory
from graphmem.web.api.common import MEANT, AnyRequest, by_id
from graphmem.web.api.shapes import DeletedAnswer, MemoryPatch, MemoryShape, memory_shape
from graphmem.web.api.versions import BelievedAnswer, HistoryAnswer, believed_answer, version_shape
from graphmem.wiring import Parts, now


class MemoryController(Controller):
    path = "/v1/memories"
    tags = ("memories",)

    @get("/{memory_id:str}", summary="One memory", dependencies={"meant": MEANT})
    async def shown(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> MemoryShape:
        scope, id_ = by_id(request.user, meant, memory_id)
        return memory_shape(await browse.shown(scope, id_, graph=parts.graph))

    @get("/{memory_id:str}/history", summary="Every version of a fact", dependencies={"meant": MEANT})
    async def history(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> HistoryAnswer:
        scope, id_ = by_id(request.user, meant, memory_id)
        editions = await browse.history(scope, id_, graph=parts.graph)
        return HistoryAnswer([version_shape(edition) for edition in editions])

    @get("/{memory_id:str}/why", summary="Why is this believed?", dependencies={"meant": MEANT})
    async def why(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> BelievedAnswer:
        scope, id_ = by_id(request.user, meant, memory_id)
        grounds = await browse.grounds(scope, id_, graph=parts.graph)
        sources = await parts.threads.sources(scope, id_, reach=2, limit=5)
        conflicts = await parts.graph.conflicts(scope, limit=5, now=now(), memory_id=id_)
        return believed_answer(grounds, sources, await parts.uses.of(scope, id_), conflicts)

    @patch("/{memory_id:str}", summary="Change a memory", dependencies={"meant": MEANT}, needs=Right.UPDATE)
    async def revise(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        data: JSONBody[MemoryPatch],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedMemory:
        scope, id_ = by_id(request.user, meant, memory_id)
        change = await revised(scope, id_, data, parts=parts)
        return curated_memory(await browse.shown(scope, id_, graph=parts.graph), change)

    @post(
        "/{memory_id:str}/reassign",
        summary="Say whom a fact is about",
        status_code=200,
        dependencies={"meant": MEANT},
        needs=Right.UPDATE,
    )
    async def reassign(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        data: JSONBody[Subjects],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedMemory:
        scope, id_ = by_id(request.user, meant, memory_id)
        people = claims.labels(data.subjects, field="subjects")
        change = await curate.reassign(scope, id_, people, graph=parts.graph, curation=parts.curation, now=now())
        return curated_memory(await browse.shown(scope, id_, graph=parts.graph), change)

    @post(
        "/{memory_id:str}/restore",
        summary="Let a superseded fact hold again",
        status_code=200,
        dependencies={"meant": MEANT},
        needs=Right.UPDATE,
    )
    async def restore(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedMemory:
        scope, id_ = by_id(request.user, meant, memory_id)
        change = await curate.restore(scope, id_, curation=parts.curation, now=now())
        return curated_memory(await browse.shown(scope, id_, graph=parts.graph), change)

    @delete(
        "/{memory_id:str}",
        summary="Delete a memory for good",
        status_code=200,
        dependencies={"meant": MEANT},
        needs=Right.DELETE,
    )
    async def delete(
        self,
        request: AnyRequest,
        memory_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> DeletedAnswer:
        scope, id_ = by_id(request.user, meant, memory_id)
        await curate.delete(scope, id_, graph=parts.graph)
        return DeletedAnswer(id_, Status.DELETED.value)


async def revised(scope: Scope, memory_id: MemoryId, data: MemoryPatch, *, parts: Parts) -> Change | None:
    """Changes the given fields of a memory: the same for every way in."""
    moment = now()
    return await curate.revise(
        scope,
        memory_id,
        lambda memory: _patched(memory, data, moment),
        graph=parts.graph,
        curation=parts.curation,
        embedder=parts.embedder,
        queue=parts.queue,
        now=moment,
    )


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
