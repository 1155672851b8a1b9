"""The home page, and search as you type."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Template

from graphmem.core.browsing import Hits, Succession, Tally
from graphmem.flows import browse
from graphmem.model import Alike, Contradiction, Memory
from graphmem.ports.graph import Listing
from graphmem.web.pages.frame import PageRequest, by_htmx, fragment, framed, page, searched, users_of, viewer_of
from graphmem.wiring import Parts, now

_NEW, _REPLACED, _ALIKE, _CONFLICTS = 8, 5, 5, 5
_HITS, _HITS_OF_A_PAGE = 6, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    user: str
    tally: Tally
    new: Sequence[Memory]
    replaced: Sequence[Succession]
    alike: Sequence[Alike]
    conflicts: Sequence[Contradiction]
    address: str


@dataclass(frozen=True, slots=True)
class Found:
    text: str
    hits: Hits
    limit: int

    @property
    def more_people(self) -> bool:
        """Whether more people than these may be called so."""
        return len(self.hits.people) == self.limit


class HomeController(Controller):
    path = "/"
    include_in_schema = False

    @get("/")
    async def home(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        viewer = viewer_of(request, parts)
        scope = viewer.scope
        (new, _), tally, replaced, alike, conflicts, users = await asyncio.gather(
            browse.listed(scope, Listing(limit=_NEW, now=now()), graph=parts.graph),
            parts.views.tally(scope),
            parts.views.replaced(scope, limit=_REPLACED),
            parts.graph.alike(scope, limit=_ALIKE),
            parts.graph.conflicts(scope, limit=_CONFLICTS, now=now()),
            users_of(request, parts),
        )
        content = Home(
            user=viewer.user,
            tally=tally,
            new=new,
            replaced=replaced,
            alike=alike,
            conflicts=conflicts,
            address=str(request.base_url).rstrip("/"),
        )
        twin = viewer.twin("/v1/overview")
        return framed(request, viewer, "home.html", content, title="Home", section="home", users=users, twin=twin)

    @get("/search")
    async def search(self, request: PageRequest, parts: NamedDependency[Parts], q: FromQuery[str] = "") -> Template:
        viewer, text = viewer_of(request, parts), searched(q)
        limit = _HITS if by_htmx(request) else _HITS_OF_A_PAGE
        hits = await parts.views.search(viewer.scope, text, limit=limit, now=now()) if text else Hits()
        found = Found(text, hits, limit)
        if by_htmx(request):
            return fragment("_hits.html", found)
        twin = viewer.twin("/v1/search", q=text) if text else viewer.twin("/v1/overview")
        return await page(request, parts, "search.html", found, title=text or "Search", section="search", twin=twin)
