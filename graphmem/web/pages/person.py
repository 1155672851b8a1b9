"""A person: what they are called, what is known of them, and how that changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template

from graphmem.core.browsing import Told
from graphmem.core.curation import Correction
from graphmem.core.rights import Right
from graphmem.errors import Conflict, InvalidInput
from graphmem.flows import curate, people
from graphmem.model import Kind, Person, Status
from graphmem.web.api.common import id_of
from graphmem.web.api.people import called
from graphmem.web.pages.frame import PageRequest, form_of, onward, page, viewer_of
from graphmem.wiring import Parts, now

_PAGE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    person: Person
    facts: Sequence[Told]
    total: int
    past: bool
    page: int
    web: str

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // _PAGE))

    @property
    def path(self) -> str:
        return f"/people/{self.person.id}?{'past=true&' if self.past else ''}"

    @property
    def back(self) -> str:
        return self.path.rstrip("?&")

    @property
    def kinds(self) -> Sequence[tuple[Kind, Sequence[Told]]]:
        """The facts by their kind, in the order of the kinds."""
        groups = [(kind, [told for told in self.facts if told.memory.kind is kind]) for kind in Kind]
        return [(kind, told) for kind, told in groups if told]


class PersonController(Controller):
    path = "/people/{person_id:str}"
    include_in_schema = False

    @get()
    async def shown(
        self,
        request: PageRequest,
        person_id: FromPath[str],
        parts: NamedDependency[Parts],
        past: FromQuery[bool] = False,
        number: Annotated[int, QueryParameter(name="page", ge=1, le=1_000_000)] = 1,
    ) -> Template | Redirect:
        viewer = viewer_of(request, parts)
        person = await people.shown(viewer.scope, id_of(person_id, field="person_id"), graph=parts.graph)
        if person.id != person_id:
            return Redirect(f"/people/{person.id}", status_code=303)
        statuses = (Status.ACTIVE, Status.DEPRECATED) if past else (Status.ACTIVE,)
        facts = await parts.views.about(
            viewer.scope, person.id, statuses=statuses, skip=(number - 1) * _PAGE, limit=_PAGE
        )
        content = PersonPage(
            person=person,
            facts=facts.facts,
            total=facts.total,
            past=past,
            page=number,
            web=viewer.twin("/v1/graph", person=person.id, limit="60"),
        )
        twin = viewer.twin(f"/v1/people/{person.id}")
        if past:
            twin = viewer.twin("/v1/memories", person=person.id, status="all", include_expired="true")
        return await page(
            request, parts, "people/person.html", content, title=person.shown, section="people", twin=twin
        )

    @post("/name", needs=Right.CURATE)
    async def rename(
        self, request: PageRequest, person_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        name = (await form_of(request)).get("name", "")
        return await _call(request, person_id, parts, name=name)

    @post("/called", needs=Right.CURATE)
    async def also_called(
        self, request: PageRequest, person_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form = await form_of(request)
        return await _call(request, person_id, parts, add=form.get("add"), remove=form.get("remove"))


async def _call(
    request: PageRequest,
    person_id: str,
    parts: Parts,
    *,
    name: str | None = None,
    add: str | None = None,
    remove: str | None = None,
) -> Response[Any]:
    id_ = id_of(person_id, field="person_id")
    path = f"/people/{id_}"
    try:
        correction = Correction(
            called([name], field="name")[0] if name is not None else None,
            add=called([add], field="name") if add else (),
            remove=called([remove], field="name") if remove else (),
        )
        if correction == Correction():
            raise InvalidInput("name", "is empty")
        change = await curate.call(viewer_of(request, parts).scope, id_, correction, curation=parts.curation, now=now())
    except (InvalidInput, Conflict) as error:
        return onward(request, path, _problem(error), bad=True)
    said = (
        f"Now called {correction.name}." if correction.name else f"{'Added' if add else 'Removed'} “{add or remove}”."
    )
    return onward(request, path, said if change else "Nothing to change: it was so before.", change)


def _problem(error: Exception) -> str:
    text = error.problem if isinstance(error, InvalidInput) else str(error)
    return f"That didn’t work: {text}."
