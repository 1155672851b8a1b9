"""`/v1/people`: who is known, and what is known about them."""

from typing import Annotated

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from graphmem.core.claims import Whose, scope_of, scope_or_whole
from graphmem.flows import curate, people
from graphmem.model import MemoryId
from graphmem.ports import Listing
from graphmem.web.api.memories import MEANT, AnyRequest, Limit, id_of
from graphmem.web.api.shapes import CountedPersonShape, MemoriesAnswer, PeopleAnswer, counted_shape, memory_shape
from graphmem.wiring import Parts, now


class PeopleController(Controller):
    path = "/v1/people"
    tags = ("people",)
    dependencies = {"meant": MEANT}  # noqa: RUF012 (litestar reads it from the class)

    @get(summary="The people somebody spoke of")
    async def listed(
        self,
        request: AnyRequest,
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
        person: Annotated[str | None, QueryParameter(description="Only this one: an id, any name or relation")] = None,
    ) -> PeopleAnswer:
        if person is not None:
            found = await people.found(scope_of(request.user, meant), person, graph=parts.graph)
            return PeopleAnswer([counted_shape(found)] if found else [], None)
        after = id_of(cursor, field="cursor") if cursor is not None else None
        page, following = await people.listed(
            scope_of(request.user, meant), limit=limit, after=after, graph=parts.graph
        )
        return PeopleAnswer([counted_shape(person) for person in page], following)

    @get("/{person_id:str}", summary="One person")
    async def shown(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CountedPersonShape:
        scope = scope_or_whole(request.user, meant)
        return counted_shape(await people.shown(scope, id_of(person_id, field="person_id"), graph=parts.graph))

    @get("/{person_id:str}/memories", summary="What is known about a person")
    async def memories(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> MemoriesAnswer:
        scope = scope_of(request.user, meant)
        person = await people.shown(scope, id_of(person_id, field="person_id"), graph=parts.graph)
        before = MemoryId(id_of(cursor, field="cursor")) if cursor is not None else None
        listing = Listing(person=person.id, before=before, limit=limit, now=now())
        page, following = await curate.listed(scope, listing, graph=parts.graph)
        return MemoriesAnswer([memory_shape(memory) for memory in page], following)
