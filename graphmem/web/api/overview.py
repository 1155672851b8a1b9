"""`/v1/overview`, `/v1/search` and `/v1/graph`: what the pages show, for programs."""

from datetime import datetime
from typing import Annotated

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from msgspec import Meta, Struct

from graphmem.core.browsing import Acquaintance, Tally, Web
from graphmem.core.claims import Whose, kind_of, moment, scope_of
from graphmem.flows import browse
from graphmem.model import Person
from graphmem.ports.graph import Listing
from graphmem.web.api.change_shapes import ConflictShape, SuggestionShape, conflict_shape, suggestion_shape
from graphmem.web.api.common import MEANT, AnyRequest, id_of
from graphmem.web.api.shapes import (
    CountedPersonShape,
    MemoryShape,
    SuppressedShape,
    counted_shape,
    memory_shape,
    suppressed_shape,
)
from graphmem.wiring import Parts, now

_FEW = 10
_LONGEST = 200
_LABEL = 160


class TallyShape(Struct, frozen=True):
    people: int
    facts: int
    superseded: int
    changes: int


class OverviewAnswer(Struct, frozen=True):
    """How much is known, and what is new."""

    counts: TallyShape
    new: list[MemoryShape]
    superseded: list[SuppressedShape]
    suggestions: list[SuggestionShape]
    conflicts: list[ConflictShape]


class SearchAnswer(Struct, frozen=True):
    people: list[CountedPersonShape]
    memories: list[MemoryShape]


class NodeShape(Struct, frozen=True):
    id: str
    type: Annotated[str, Meta(description="`me`, `person` or `fact`")]
    label: str
    kind: Annotated[str | None, Meta(description="Of a fact")] = None
    since: datetime | None = None


class EdgeShape(Struct, frozen=True):
    source: str
    target: str
    kind: Annotated[str, Meta(description="`about`, or what the target is to the source")]


class GraphAnswer(Struct, frozen=True):
    """People and facts as a graph; `me` is whoever owns them."""

    nodes: list[NodeShape]
    edges: list[EdgeShape]


class OverviewController(Controller):
    path = "/v1"
    tags = ("overview",)
    dependencies = {"meant": MEANT}  # noqa: RUF012 (litestar reads it from the class)

    @get("/overview", summary="How much is known, and what is new")
    async def overview(
        self, request: AnyRequest, meant: NamedDependency[Whose], parts: NamedDependency[Parts]
    ) -> OverviewAnswer:
        scope = scope_of(request.user, meant)
        new, _ = await browse.listed(scope, Listing(limit=_FEW, now=now()), graph=parts.graph)
        replaced = await parts.views.replaced(scope, limit=_FEW)
        alike = await parts.graph.alike(scope, limit=_FEW)
        conflicts = await parts.graph.conflicts(scope, limit=_FEW, now=now())
        return OverviewAnswer(
            _tally(await parts.views.tally(scope)),
            [memory_shape(memory) for memory in new],
            [suppressed_shape(found.replacement, found.old.content) for found in replaced],
            [suggestion_shape(found) for found in alike],
            [conflict_shape(found) for found in conflicts],
        )

    @get("/search", summary="Which people and facts a half-typed text means")
    async def search(
        self,
        request: AnyRequest,
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        q: Annotated[str, QueryParameter(min_length=1, max_length=_LONGEST, description="What is typed so far")],
        limit: Annotated[int, QueryParameter(ge=1, le=50)] = _FEW,
    ) -> SearchAnswer:
        hits = await parts.views.search(scope_of(request.user, meant), " ".join(q.split()), limit=limit, now=now())
        return SearchAnswer(
            [_counted(found) for found in hits.people], [memory_shape(memory) for memory in hits.memories]
        )

    @get("/graph", summary="People and facts as nodes and edges")
    async def graph(
        self,
        request: AnyRequest,
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
        person: Annotated[str | None, QueryParameter(description="Only around this one, by id")] = None,
        kind: Annotated[list[str] | None, QueryParameter(description="Only facts of these kinds")] = None,
        as_of: FromQuery[datetime | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=2_000, description="Most facts, and most people")] = 500,
    ) -> GraphAnswer:
        scope = scope_of(request.user, meant)
        web = await parts.views.web(
            scope,
            person_id=id_of(person, field="person") if person is not None else None,
            kinds=[kind_of(word) for word in kind] if kind else None,
            as_of=moment(as_of, field="as_of", now=now()) if as_of is not None else None,
            limit=limit,
        )
        return _drawn(web, whole=person is None)


def _tally(tally: Tally) -> TallyShape:
    return TallyShape(tally.people, tally.facts, tally.superseded, tally.changes)


def _counted(found: Acquaintance) -> CountedPersonShape:
    return counted_shape(found.person)


def _drawn(web: Web, *, whole: bool) -> GraphAnswer:
    """Nodes and edges; whom nothing ties to anybody else is tied to `me`."""
    me = NodeShape("me", "me", "me")
    shown = {knot.person.id for knot in web.people}
    people = [NodeShape(knot.person.id, "person", knot.person.shown, None, knot.since) for knot in web.people]
    facts = [NodeShape(fact.id, "fact", _label(fact.content), fact.kind.value, fact.since) for fact in web.facts]
    to_me = [EdgeShape("me", knot.person.id, _relation(knot.person)) for knot in web.people]
    bonds = [EdgeShape(knot.person.id, to, kind) for knot in web.people for to, kind in knot.ties if to in shown]
    about = [
        EdgeShape(fact.id, person, "about")
        for fact in web.facts
        for person in ([p for p in fact.about if p in shown] or (["me"] if whole else []))
    ]
    return GraphAnswer([me, *people, *facts], [*to_me, *bonds, *about])


def _relation(person: Person) -> str:
    return person.relations[0] if person.relations else "knows"


def _label(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LABEL else f"{line[: _LABEL - 1]}…"
