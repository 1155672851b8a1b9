"""The page a newcomer lands on."""

from typing import Any

from litestar import Controller, MediaType, Request, get
from litestar.response import Template

from graphmem import __version__


class StartController(Controller):
    path = "/"
    include_in_schema = False

    @get(media_type=MediaType.HTML)
    async def start(self, request: Request[Any, Any, Any]) -> Template:
        address = str(request.base_url).rstrip("/")
        return Template("start.html", context={"version": __version__, "address": address})
