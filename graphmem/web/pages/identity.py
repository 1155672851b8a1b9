"""Who is who: two people are one, or one was two."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from graphmem.core.browsing import Acquaintance, Order, Told
from graphmem.core.rights import Right
from graphmem.errors import Conflict, InvalidInput
from graphmem.flows import curate, people
from graphmem.model import MemoryId, Person, Status
from graphmem.web.api.common import id_of
from graphmem.web.api.people import MOST_SPLIT, called
from graphmem.web.pages.frame import PageRequest, by_htmx, form_of, fragment, local, onward, page, searched, viewer_of
from graphmem.wiring import Parts, now

_OTHERS, _SAMPLE = 12, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What two people would be as one."""

    one: Person
    other: Person
    facts: Sequence[Told]
    total: int

    @property
    def name(self) -> str:
        return self.other.name or self.one.name or self.other.shown

    @property
    def relations(self) -> Sequence[str]:
        return tuple(dict.fromkeys((*self.other.relations, *self.one.relations)))

    @property
    def aliases(self) -> Sequence[str]:
        names = (*self.other.aliases, self.one.name, *self.one.aliases)
        return tuple(dict.fromkeys(name for name in names if name and name != self.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePage:
    person: Person
    text: str
    others: Sequence[Acquaintance]
    preview: Preview | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPage:
    person: Person
    facts: Sequence[Told]
    total: int


class IdentityController(Controller):
    path = "/people/{person_id:str}"
    include_in_schema = False

    @get("/merge")
    async def merging(
        self,
        request: PageRequest,
        person_id: FromPath[str],
        parts: NamedDependency[Parts],
        called: FromQuery[str] = "",
        into: FromQuery[str | None] = None,
    ) -> Template:
        viewer = viewer_of(request, parts)
        person = await people.shown(viewer.scope, id_of(person_id, field="person_id"), graph=parts.graph)
        text = searched(called)
        crowd = await parts.views.people(
            viewer.scope, called=text or None, order=Order.HEARD, skip=0, limit=_OTHERS + 1
        )
        others = [found for found in crowd.people if found.person.id != person.id][:_OTHERS]
        preview = await _preview(request, parts, person, into) if into else None
        content = MergePage(person=person, text=text, others=others, preview=preview)
        if by_htmx(request):
            return fragment("people/_others.html", content)
        twin = viewer.twin(f"/v1/people/{person.id}")
        title = f"Merge {person.shown}"
        return await page(request, parts, "people/merge.html", content, title=title, section="people", twin=twin)

    @post("/merge", needs=Right.CURATE)
    async def merge(
        self, request: PageRequest, person_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form = await form_of(request)
        id_, into = id_of(person_id, field="person_id"), id_of(form.get("into", ""), field="into")
        try:
            change = await curate.merge(viewer_of(request, parts).scope, id_, into, curation=parts.curation, now=now())
        except (InvalidInput, Conflict) as error:
            return onward(request, f"/people/{id_}/merge", f"That didn’t work: {error}.", bad=True)
        said = f"Merged: {change.deed.summary}." if change else "They were one before."
        return onward(request, local(form.get("back"), otherwise=f"/people/{into}"), said, change)

    @post("/apart", needs=Right.CURATE)
    async def apart(
        self, request: PageRequest, person_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form = await form_of(request)
        id_, other = id_of(person_id, field="person_id"), id_of(form.get("other", ""), field="other")
        try:
            change = await curate.apart(viewer_of(request, parts).scope, id_, other, curation=parts.curation, now=now())
        except Conflict as error:
            return onward(request, "/", f"That didn’t work: {error}.", bad=True)
        return onward(request, "/", f"Noted: {change.deed.summary}." if change else "Noted.", change)

    @get("/split")
    async def splitting(
        self, request: PageRequest, person_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Template:
        viewer = viewer_of(request, parts)
        person = await people.shown(viewer.scope, id_of(person_id, field="person_id"), graph=parts.graph)
        facts = await parts.views.about(
            viewer.scope, person.id, statuses=(Status.ACTIVE, Status.DEPRECATED), skip=0, limit=MOST_SPLIT // 2
        )
        content = SplitPage(person=person, facts=facts.facts, total=facts.total)
        twin = viewer.twin(f"/v1/people/{person.id}/memories")
        title = f"Split {person.shown}"
        return await page(request, parts, "people/split.html", content, title=title, section="people", twin=twin)

    @post("/split", needs=Right.CURATE)
    async def split(
        self, request: PageRequest, person_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form = await request.form()
        id_ = id_of(person_id, field="person_id")
        try:
            name = " ".join(str(form.get("name", "")).split())
            memory_ids = [MemoryId(id_of(str(text), field="facts")) for text in form.getall("facts", [])]
            new_id, change = await curate.split(
                viewer_of(request, parts).scope,
                id_,
                memory_ids,
                name=called([name], field="name")[0] if name else None,
                aliases=called([str(text) for text in form.getall("aliases", [])], field="aliases"),
                curation=parts.curation,
                now=now(),
            )
        except (InvalidInput, Conflict) as error:
            text = error.problem if isinstance(error, InvalidInput) else str(error)
            return onward(request, f"/people/{id_}/split", f"That didn’t work: {text}.", bad=True)
        said = f"Split: {change.deed.summary}." if change else "Nothing to split."
        return onward(request, f"/people/{new_id}", said, change, back=f"/people/{id_}")


async def _preview(request: PageRequest, parts: Parts, person: Person, into: str) -> Preview:
    scope = viewer_of(request, parts).scope
    other = await people.shown(scope, id_of(into, field="into"), graph=parts.graph)
    facts: list[Told] = []
    for one in (other, person):
        page_of = await parts.views.about(scope, one.id, statuses=(Status.ACTIVE,), skip=0, limit=_SAMPLE)
        facts += page_of.facts
    newest = {told.memory.id: told for told in facts}.values()
    return Preview(
        one=person,
        other=other,
        facts=sorted(newest, key=lambda told: told.memory.created_at, reverse=True),
        total=(person.memory_count or 0) + (other.memory_count or 0),
    )
