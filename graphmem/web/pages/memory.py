"""A memory: what it says, why it is believed, how it came to be, and putting it right."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from graphmem.core import claims
from graphmem.core.browsing import Acquaintance, Order
from graphmem.core.picture import Change
from graphmem.core.rights import Right
from graphmem.core.spans import Passage, clipped, passages
from graphmem.core.text import LONGEST_CONTENT, checked
from graphmem.core.threads import Source
from graphmem.core.uses import Uses
from graphmem.errors import Conflict, InvalidInput
from graphmem.flows import browse, curate
from graphmem.model import Contradiction, Edition, Grounds, Kind, Memory, MemoryId, Message
from graphmem.ports.curation import ChangeListing
from graphmem.web.api.common import id_of
from graphmem.web.pages.changes import sentences
from graphmem.web.pages.frame import (
    PageRequest,
    by_htmx,
    form_of,
    fragment,
    local,
    onward,
    page,
    viewer_of,
)
from graphmem.wiring import Parts, now

_MOST_PEOPLE, _CONFLICTS = 60, 5
_SOURCES, _AROUND, _LONGEST_SOURCE = 3, 2, 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    memory: Memory
    grounds: Grounds
    editions: Sequence[Edition]
    changes: Sequence[tuple[Change, str]]
    sources: Sequence[Source]
    uses: Uses
    conflicts: Sequence[Contradiction]

    def marked(self, message: Message) -> Sequence[Passage]:
        """A message in pieces, those marked that say the memory."""
        return clipped(passages(message.content, self.memory.content), most=_LONGEST_SOURCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPage:
    memory: Memory
    content: str
    kind: str
    confidence: float
    kinds: Sequence[Kind]
    back: str
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutPage:
    memory: Memory
    people: Sequence[Acquaintance]
    back: str

    @property
    def chosen(self) -> frozenset[str]:
        return frozenset(person.id for person in self.memory.about)


class MemoryController(Controller):
    path = "/memories/{memory_id:str}"
    include_in_schema = False

    @get()
    async def shown(self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]) -> Template:
        viewer, id_ = viewer_of(request, parts), _id(memory_id)
        grounds = await browse.grounds(viewer.scope, id_, graph=parts.graph)
        changes, _ = await curate.listed(viewer.scope, ChangeListing(touched=id_, limit=20), curation=parts.curation)
        content = MemoryPage(
            memory=grounds.memory,
            grounds=grounds,
            editions=await browse.history(viewer.scope, id_, graph=parts.graph),
            changes=await sentences(changes, viewer, parts),
            sources=await parts.threads.sources(viewer.scope, id_, reach=_AROUND, limit=_SOURCES),
            uses=await parts.uses.of(viewer.scope, id_),
            conflicts=await parts.graph.conflicts(viewer.scope, limit=_CONFLICTS, now=now(), memory_id=id_),
        )
        twin = viewer.twin(f"/v1/memories/{id_}/why")
        return await page(
            request, parts, "memories/memory.html", content, title="A memory", section="people", twin=twin
        )

    @get("/edit")
    async def editing(
        self,
        request: PageRequest,
        memory_id: FromPath[str],
        parts: NamedDependency[Parts],
        back: FromQuery[str | None] = None,
    ) -> Template:
        memory = await browse.shown(viewer_of(request, parts).scope, _id(memory_id), graph=parts.graph)
        content = EditPage(
            memory=memory,
            content=memory.content,
            kind=memory.kind.value,
            confidence=memory.confidence,
            kinds=tuple(Kind),
            back=local(back, otherwise=f"/memories/{memory.id}"),
        )
        return await _form(request, parts, "edit", content, title="Edit a memory")

    @post("/edit", needs=Right.UPDATE)
    async def edit(
        self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form, scope, id_ = await form_of(request), viewer_of(request, parts).scope, _id(memory_id)
        back = local(form.get("back"), otherwise=f"/memories/{id_}")
        text, kind, sure = form.get("content", ""), form.get("kind", ""), form.get("confidence", "")
        moment = now()
        try:
            content = checked(text.replace("\r\n", "\n"), field="content", longest=LONGEST_CONTENT)
            claims.refuse_sensitive(content=content, key=None, tags=None, metadata=None, explicit="explicit" in form)
            confidence = claims.share(_number(sure, field="confidence") / 100, field="confidence")
            new_kind = claims.kind_of(kind)
            change = await curate.revise(
                scope,
                id_,
                lambda memory: replace(memory, content=content, kind=new_kind, confidence=confidence),
                graph=parts.graph,
                curation=parts.curation,
                embedder=parts.embedder,
                queue=parts.queue,
                now=moment,
            )
        except InvalidInput as error:
            memory = await browse.shown(scope, id_, graph=parts.graph)
            wrong = EditPage(
                memory=memory,
                content=text,
                kind=kind,
                confidence=memory.confidence,
                kinds=tuple(Kind),
                back=back,
                problem=f"{error.field.capitalize()}: {error.problem}.",
            )
            return await _form(request, parts, "edit", wrong, title="Edit a memory", status=422)
        return onward(request, back, "Saved." if change else "Nothing was changed.", change)

    @get("/about")
    async def about(
        self,
        request: PageRequest,
        memory_id: FromPath[str],
        parts: NamedDependency[Parts],
        back: FromQuery[str | None] = None,
    ) -> Template:
        scope = viewer_of(request, parts).scope
        memory = await browse.shown(scope, _id(memory_id), graph=parts.graph)
        crowd = await parts.views.people(scope, called=None, order=Order.HEARD, skip=0, limit=_MOST_PEOPLE)
        among = {found.person.id for found in crowd.people}
        beyond = [Acquaintance(person, None) for person in memory.about if person.id not in among]
        content = AboutPage(
            memory=memory, people=[*beyond, *crowd.people], back=local(back, otherwise=f"/memories/{memory.id}")
        )
        return await _form(request, parts, "about", content, title="Whom it is about")

    @post("/about", needs=Right.UPDATE)
    async def reassign(
        self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form, id_ = await request.form(), _id(memory_id)
        back = local(str(form.get("back", "")), otherwise=f"/memories/{id_}")
        typed = " ".join(str(form.get("name", "")).split())
        chosen = [id_of(str(text), field="people") for text in form.getall("people", [])]
        try:
            change = await curate.reassign(
                viewer_of(request, parts).scope,
                id_,
                [*chosen, *([typed] if typed else [])],
                graph=parts.graph,
                curation=parts.curation,
                now=now(),
            )
        except InvalidInput as error:
            return onward(request, back, f"That didn’t work: {error.problem}.", bad=True)
        said = f"Noted: {change.deed.summary}." if change else "Nothing was changed."
        return onward(request, back, said, change)

    @post("/remove", needs=Right.DELETE)
    async def remove(
        self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form, id_ = await form_of(request), _id(memory_id)
        back = local(form.get("back"), otherwise=f"/memories/{id_}")
        try:
            change = await curate.remove(viewer_of(request, parts).scope, id_, curation=parts.curation, now=now())
        except Conflict as error:
            return onward(request, back, f"That didn’t work: {error}.", bad=True)
        return onward(request, back, "Removed: nobody will recall it.", change)

    @post("/restore", needs=Right.UPDATE)
    async def restore(
        self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form, id_ = await form_of(request), _id(memory_id)
        back = local(form.get("back"), otherwise=f"/memories/{id_}")
        try:
            change = await curate.restore(viewer_of(request, parts).scope, id_, curation=parts.curation, now=now())
        except Conflict as error:
            return onward(request, back, f"That didn’t work: {error}.", bad=True)
        return onward(request, back, "It holds again.", change)

    @post("/delete", needs=Right.DELETE)
    async def delete(
        self, request: PageRequest, memory_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        await curate.delete(viewer_of(request, parts).scope, _id(memory_id), graph=parts.graph)
        return onward(request, "/", "Deleted for good.")


async def _form(
    request: PageRequest, parts: Parts, name: str, content: EditPage | AboutPage, *, title: str, status: int = 200
) -> Template:
    """A form by itself, or in the place of the fact it is about."""
    if by_htmx(request):
        return fragment(f"memories/_{name}.html", content, status=status)
    twin = viewer_of(request, parts).twin(f"/v1/memories/{content.memory.id}")
    return await page(
        request, parts, f"memories/{name}.html", content, title=title, section="people", twin=twin, status=status
    )


def _id(text: str) -> MemoryId:
    return MemoryId(id_of(text, field="memory_id"))


def _number(text: str, *, field: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidInput(field, "is not a number") from None
