"""All pages together: behind the door, with protected forms, and with errors that a person can read."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, Router
from litestar.config.csrf import CSRFConfig
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import DefineMiddleware
from litestar.middleware.csrf import CSRFMiddleware
from litestar.response import Redirect

from graphmem.errors import GraphmemError, InvalidInput, OneUserOnly
from graphmem.web.admission import Admitted
from graphmem.web.auth import NotSignedIn, SignedIn, permitted
from graphmem.web.errors import status_of
from graphmem.web.pages.activity import ActivityController
from graphmem.web.pages.administration import AdministrationController
from graphmem.web.pages.changes import ChangesController
from graphmem.web.pages.conflict import ConflictController
from graphmem.web.pages.data import DataController
from graphmem.web.pages.desk import DeskController
from graphmem.web.pages.frame import Viewer, framed, viewer_of
from graphmem.web.pages.graph import GraphController
from graphmem.web.pages.home import HomeController
from graphmem.web.pages.identity import IdentityController
from graphmem.web.pages.memory import MemoryController
from graphmem.web.pages.people import PeopleController
from graphmem.web.pages.person import PersonController
from graphmem.web.pages.recall import RecallController
from graphmem.web.pages.sign_in import SignInController
from graphmem.web.pages.threads import ThreadsController
from graphmem.web.session import Seal

_TOO_OLD = "This form is too old, or came from elsewhere: go back, load the page again, and try once more."
_TITLES = {
    403: "Your key doesn’t open this",
    404: "There is nothing here",
    429: "Too much at once",
    503: "The graph can’t be reached",
}


@dataclass(frozen=True, slots=True)
class Problem:
    title: str
    message: str


def site(seal: Seal) -> Router:
    """The routes of the pages."""
    forms = DefineMiddleware(
        CSRFMiddleware,
        config=CSRFConfig(secret=seal.forms, cookie_name="graphmem_forms", cookie_httponly=True, cookie_samesite="lax"),
    )
    inside = Router(
        path="/",
        route_handlers=[
            HomeController,
            PeopleController,
            PersonController,
            IdentityController,
            MemoryController,
            ConflictController,
            RecallController,
            GraphController,
            ChangesController,
            DeskController,
            ThreadsController,
            ActivityController,
            DataController,
            AdministrationController,
        ],
        middleware=[DefineMiddleware(SignedIn), DefineMiddleware(Admitted)],
        guards=[permitted],
        exception_handlers={
            GraphmemError: _on_error,
            HTTPException: _on_http_error,
            ValidationException: _on_bad_address,
        },
    )
    return Router(
        path="/",
        route_handlers=[SignInController, inside],
        middleware=[forms],
        exception_handlers={NotSignedIn: _to_the_door},
        include_in_schema=False,
    )


def _to_the_door(request: Request[Any, Any, Any], _: NotSignedIn) -> Response[Any]:
    """Signs in first, and comes back to where it was going."""
    wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    door = f"/sign-in?to={quote(wanted, safe='')}" if request.method == "GET" and wanted != "/" else "/sign-in"
    if request.headers.get("hx-request") == "true":
        return Response(None, status_code=204, headers={"HX-Redirect": "/sign-in"})
    return Redirect(door, status_code=303)


def _on_error(request: Request[Any, Any, Any], error: GraphmemError) -> Response[Any]:
    return _problem(request, status_of(error), str(error))


def _on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    return _problem(request, error.status_code, error.detail)


def _on_bad_address(request: Request[Any, Any, Any], _: ValidationException) -> Response[Any]:
    return _problem(request, 400, "something in the address is not as it should be")


def _problem(request: Request[Any, Any, Any], status: int, message: str) -> Response[Any]:
    if "user" not in request.scope:  # a form without its token is refused before anybody asks who sent it
        return Response(_TOO_OLD if status == 403 else message, status_code=status, media_type="text/plain")
    title = _TITLES.get(status, "That didn’t work")
    content = Problem(title, f"{message[:1].upper()}{message[1:].rstrip('.')}.")
    try:
        viewer = viewer_of(request, request.app.state.parts)
    except (InvalidInput, OneUserOnly):
        viewer = Viewer(request.user, request.auth.grant.user or request.app.state.parts.settings.user)
    twin = viewer.twin("/v1/overview")
    return framed(request, viewer, "problem.html", content, title=title, section="problem", twin=twin, status=status)
