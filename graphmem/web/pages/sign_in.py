"""The door: a browser comes in with a key, or once with a link."""

from dataclasses import dataclass
from typing import Any

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from graphmem import __version__
from graphmem.adapters.neo4j.keys import digest
from graphmem.errors import QueueUnavailable
from graphmem.web.auth import KeyRing
from graphmem.web.pages.frame import PageRequest, cookie_of, form_of, local
from graphmem.web.session import LINK_LASTS, SESSION_COOKIE, SESSION_LASTS, Purpose, Seal
from graphmem.wiring import Parts, now


@dataclass(frozen=True, slots=True)
class Door:
    next: str = "/"
    problem: str | None = None
    version: str = __version__


class SignInController(Controller):
    path = "/"
    include_in_schema = False

    @get("/sign-in")
    async def door(self, to: FromQuery[str | None] = None) -> Template:
        return _door(Door(local(to)))

    @post("/sign-in")
    async def sign_in(self, request: PageRequest) -> Response[Any]:
        form = await form_of(request)
        where, key = local(form.get("next")), form.get("key", "").strip()
        ring: KeyRing = request.app.state.key_ring
        if not key or await ring.holder(key) is None:
            return _door(Door(where, "This key is not valid. It may have been revoked, or a letter is missing."), 401)
        return _let_in(request, digest(key), where)

    @get("/sign-in/{token:str}")
    async def once(
        self,
        request: PageRequest,
        token: FromPath[str],
        parts: NamedDependency[Parts],
        to: FromQuery[str | None] = None,
    ) -> Response[Any]:
        seal: Seal = request.app.state.seal
        ring: KeyRing = request.app.state.key_ring
        mark, _, nonce = (seal.opened(Purpose.LINK, token, now=now()) or "").partition(" ")
        valid = mark and await ring.holder_marked(mark) is not None
        try:
            fresh = valid and await parts.queue.first_time(f"sign-in:{nonce}", seconds=int(LINK_LASTS.total_seconds()))
        except QueueUnavailable as error:
            return _door(Door("/", f"This link can’t be used now: {error}. Sign in with your key instead."), 503)
        if not fresh:
            return _door(Door("/", "This link was used before, or is too old. Sign in with your key instead."), 401)
        return _let_in(request, mark, local(to))

    @post("/sign-out")
    async def sign_out(self) -> Response[Any]:
        answer = Redirect("/sign-in", status_code=303)
        answer.delete_cookie(SESSION_COOKIE)
        return answer


def _door(door: Door, status: int = 200) -> Template:
    return Template("sign_in.html", context={"page": door}, status_code=status, headers={"Cache-Control": "no-store"})


def _let_in(request: Request[Any, Any, Any], mark: str, where: str) -> Response[Any]:
    seal: Seal = request.app.state.seal
    answer = Redirect(where, status_code=303)
    sealed = seal.closed(Purpose.SESSION, mark, lasts=SESSION_LASTS, now=now())
    answer.set_cookie(cookie_of(request, SESSION_COOKIE, sealed, lasts=SESSION_LASTS))
    return answer
