"""`/v1/people`: who is known, and what is known about them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from litestar import Controller, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from graphmem.core.browsing import Order
from graphmem.core.claims import Whose, labels, moment, refuse_sensitive, scope_of, scope_or_whole
from graphmem.core.curation import Correction
from graphmem.core.rights import Right
from graphmem.errors import InvalidInput, SensitiveInput
from graphmem.flows import browse, curate, people
from graphmem.model import MemoryId, Scope, Status
from graphmem.ports.graph import Listing, Then
from graphmem.web.api.change_shapes import (
    ApartRequest,
    CuratedPerson,
    MergeRequest,
    PersonPatch,
    SplitAnswer,
    SplitRequest,
    SuggestionsAnswer,
    curated_person,
    suggestion_shape,
)
from graphmem.web.api.common import MEANT, AnyRequest, Limit, id_of
from graphmem.web.api.shapes import CountedPersonShape, MemoriesAnswer, PeopleAnswer, counted_shape, memory_shape
from graphmem.wiring import Parts, now

MOST_SPLIT = 1_000


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
        as_of: Annotated[datetime | None, QueryParameter(description="Who was known at this moment")] = None,
        valid_at: Annotated[datetime | None, QueryParameter(description="Counting what was true then")] = None,
        called: Annotated[str | None, QueryParameter(description="Only those called something like this")] = None,
        order: Annotated[Order | None, QueryParameter(description="heard, name or facts; by id if left out")] = None,
    ) -> PeopleAnswer:
        if called is not None or order is not None:
            return await _wall(scope_of(request.user, meant), called, order, cursor, limit, parts)
        then = _then(as_of, valid_at)
        if person is not None:
            found = await people.found(scope_of(request.user, meant), person, then=then, graph=parts.graph)
            return PeopleAnswer([counted_shape(found)] if found else [], None)
        after = id_of(cursor, field="cursor") if cursor is not None else None
        page, following = await people.listed(
            scope_of(request.user, meant), limit=limit, after=after, then=then, graph=parts.graph
        )
        return PeopleAnswer([counted_shape(person) for person in page], following)

    @get("/suggestions", summary="Who may be one and the same")
    async def suggestions(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts], limit: Limit = 50
    ) -> SuggestionsAnswer:
        found = await parts.graph.alike(scope_of(request.user, meant), limit=limit)
        return SuggestionsAnswer([suggestion_shape(alike) for alike in found])

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

    @patch("/{person_id:str}", summary="Change what somebody is called", needs=Right.CURATE)
    async def call(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        data: JSONBody[PersonPatch],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedPerson:
        scope, id_ = _by_id(request, meant, person_id)
        name = called([data.name], field="name")[0] if data.name is not UNSET else None
        correction = Correction(
            name,
            add=called(data.add_aliases, field="add_aliases"),
            remove=called(data.remove_aliases, field="remove_aliases"),
        )
        if correction == Correction():
            raise InvalidInput("name", "say what to change: name, add_aliases or remove_aliases")
        change = await curate.call(scope, id_, correction, curation=parts.curation, now=now())
        return curated_person(await people.shown(scope, id_, graph=parts.graph), change)

    @post("/{person_id:str}/merge", summary="Two people are one", status_code=200, needs=Right.CURATE)
    async def merge(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        data: JSONBody[MergeRequest],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedPerson:
        scope, id_ = _by_id(request, meant, person_id)
        into = id_of(data.into, field="into")
        change = await curate.merge(scope, id_, into, curation=parts.curation, now=now())
        return curated_person(await people.shown(scope, into, graph=parts.graph), change)

    @post("/{person_id:str}/apart", summary="Two who look alike are two", status_code=200, needs=Right.CURATE)
    async def apart(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        data: JSONBody[ApartRequest],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> CuratedPerson:
        scope, id_ = _by_id(request, meant, person_id)
        other = id_of(data.other, field="other")
        change = await curate.apart(scope, id_, other, curation=parts.curation, now=now())
        return curated_person(await people.shown(scope, id_, graph=parts.graph), change)

    @post("/{person_id:str}/split", summary="One person was two", status_code=200, needs=Right.CURATE)
    async def split(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        data: JSONBody[SplitRequest],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> SplitAnswer:
        scope, id_ = _by_id(request, meant, person_id)
        if len(data.memory_ids) > MOST_SPLIT:
            raise InvalidInput("memory_ids", f"has {len(data.memory_ids):,} items; the limit is {MOST_SPLIT:,}")
        memory_ids = [
            MemoryId(id_of(memory_id, field=f"memory_ids[{place}]")) for place, memory_id in enumerate(data.memory_ids)
        ]
        new_id, change = await curate.split(
            scope,
            id_,
            list(dict.fromkeys(memory_ids)),
            name=called([data.name], field="name")[0] if data.name is not None else None,
            aliases=called(data.aliases, field="aliases"),
            curation=parts.curation,
            now=now(),
        )
        new = await people.shown(scope, new_id, graph=parts.graph)
        rest = await people.shown(scope, id_, graph=parts.graph)
        return SplitAnswer(counted_shape(new), counted_shape(rest), change.id if change else None)

    @get("/{person_id:str}/memories", summary="What is known about a person")
    async def memories(
        self,
        request: AnyRequest,
        person_id: FromPath[str],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
        as_of: FromQuery[datetime | None] = None,
        valid_at: FromQuery[datetime | None] = None,
    ) -> MemoriesAnswer:
        scope = scope_of(request.user, meant)
        person = await people.shown(scope, id_of(person_id, field="person_id"), graph=parts.graph)
        before = MemoryId(id_of(cursor, field="cursor")) if cursor is not None else None
        then = _then(as_of, valid_at) or Then()
        past = (Status.ACTIVE, Status.DEPRECATED) if then != Then() else (Status.ACTIVE,)
        listing = Listing(
            person=person.id,
            before=before,
            limit=limit,
            statuses=past,
            as_of=then.as_of,
            valid_at=then.valid_at,
            now=now(),
        )
        page, following = await browse.listed(scope, listing, graph=parts.graph)
        return MemoriesAnswer([memory_shape(memory) for memory in page], following)


async def _wall(
    scope: Scope, called: str | None, order: Order | None, cursor: str | None, limit: int, parts: Parts
) -> PeopleAnswer:
    """People as the wall of people shows them; its cursor says how many came before."""
    if cursor is not None and not (cursor.isdecimal() and len(cursor) < 10):
        raise InvalidInput("cursor", "is not of an answer in this order")
    skip, words = int(cursor or 0), " ".join((called or "").split())
    crowd = await parts.views.people(scope, called=words or None, order=order or Order.HEARD, skip=skip, limit=limit)
    following = str(skip + limit) if skip + limit < crowd.total else None
    return PeopleAnswer([counted_shape(found.person) for found in crowd.people], following)


def _then(as_of: datetime | None, valid_at: datetime | None) -> Then | None:
    if as_of is None and valid_at is None:
        return None
    present = now()
    return Then(
        as_of=moment(as_of, field="as_of", now=present) if as_of is not None else None,
        valid_at=moment(valid_at, field="valid_at", now=present) if valid_at is not None else None,
    )


def _by_id(request: AnyRequest, meant: Whose, person_id: str) -> tuple[Scope, str]:
    return scope_or_whole(request.user, meant), id_of(person_id, field="person_id")


def called(texts: Sequence[str], *, field: str) -> tuple[str, ...]:
    """Names and relations that can be kept: checked like those in a memory."""
    try:
        refuse_sensitive(content=None, key=None, tags=None, metadata=None, subjects=texts, explicit=False)
    except SensitiveInput as error:
        raise error.at(field) from None
    return labels(tuple(" ".join(text.split()) for text in texts), field=field)
