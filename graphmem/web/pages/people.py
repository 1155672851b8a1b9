"""The wall of people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from graphmem.core.browsing import Acquaintance, Order
from graphmem.web.pages.frame import PageRequest, by_htmx, fragment, page, searched, viewer_of
from graphmem.wiring import Parts

_PAGE = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    user: str
    people: Sequence[Acquaintance]
    total: int
    called: str
    order: Order
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // _PAGE))

    @property
    def path(self) -> str:
        """The address of this wall, ready for the number of a page."""
        return f"/people?{urlencode({'called': self.called, 'order': self.order.value})}&"


class PeopleController(Controller):
    path = "/people"
    include_in_schema = False

    @get()
    async def wall(
        self,
        request: PageRequest,
        parts: NamedDependency[Parts],
        called: FromQuery[str] = "",
        order: FromQuery[Order] = Order.HEARD,
        number: Annotated[int, QueryParameter(name="page", ge=1, le=1_000_000)] = 1,
    ) -> Template:
        viewer, words = viewer_of(request, parts), searched(called)
        crowd = await parts.views.people(
            viewer.scope, called=words or None, order=order, skip=(number - 1) * _PAGE, limit=_PAGE
        )
        wall = Wall(user=viewer.user, people=crowd.people, total=crowd.total, called=words, order=order, page=number)
        if by_htmx(request):
            return fragment("people/_wall.html", wall)
        twin = viewer.twin(
            "/v1/people", called=words or None, order=order.value, limit=str(_PAGE), cursor=str((number - 1) * _PAGE)
        )
        return await page(request, parts, "people/wall.html", wall, title="People", section="people", twin=twin)
