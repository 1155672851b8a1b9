"""The picture of everything: people and facts, through time."""

from collections.abc import Sequence
from dataclasses import dataclass

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.response import Template

from graphmem.core.browsing import Tally
from graphmem.model import Kind
from graphmem.web.pages.frame import PageRequest, page, viewer_of
from graphmem.wiring import Parts


@dataclass(frozen=True, slots=True)
class GraphPage:
    web: str
    tally: Tally
    kinds: Sequence[Kind] = tuple(Kind)


class GraphController(Controller):
    path = "/graph"
    include_in_schema = False

    @get()
    async def explorer(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        viewer = viewer_of(request, parts)
        content = GraphPage(viewer.twin("/v1/graph", limit="1000"), await parts.views.tally(viewer.scope))
        twin = viewer.twin("/v1/graph")
        return await page(request, parts, "graph/explorer.html", content, title="Graph", section="graph", twin=twin)
