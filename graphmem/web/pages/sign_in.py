"""The door: a browser comes in with a key, or once with a link."""

from dataclasses import dataclass
from typing import Any

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from graphmem import __version__
from graphmem.adapters.neo4j.keys import digest
from graphmem.core.rights import Holder
from graphmem.errors import KeyExpired, TooManyWrongKeys
from graphmem.web.auth import KeyRing, host_of, session_of, visit_of
from graphmem.web.errors import status_of
from graphmem.web.pages.frame import PageRequest, cookie_of, form_of, local
from graphmem.web.session import LINK_LASTS, SESSION_COOKIE, SESSION_LASTS, Purpose, Seal, Token
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
        try:
            holder = await ring.holder(key, host=host_of(request)) if key else None
        except (KeyExpired, TooManyWrongKeys) as error:
            return _refused(where, error)
        if holder is None:
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
        link = Token.opened(seal, Purpose.LINK, token, now=now())
        try:
            holder = await ring.holder_marked(link.mark) if link is not None else None
        except KeyExpired as error:
            return _refused("/", error)
        if link is None or holder is None or not await _first_use(link, holder, parts):
            return _door(Door("/", "This link was used before, or is too old. Sign in with your key instead."), 401)
        return _let_in(request, link.mark, local(to))

    @post("/sign-out")
    async def sign_out(self, request: PageRequest, parts: NamedDependency[Parts]) -> Response[Any]:
        """Ends the session itself, not only in this browser: a copy of its cookie opens nothing any more."""
        session, holder = session_of(request), await visit_of(request)
        if session is not None and holder is not None:
            await parts.tokens.spend(holder.tenant, session.id, until=now() + SESSION_LASTS)
        answer = Redirect("/sign-in", status_code=303)
        answer.delete_cookie(SESSION_COOKIE)
        return answer


def _door(door: Door, status: int = 200) -> Template:
    return Template("sign_in.html", context={"page": door}, status_code=status, headers={"Cache-Control": "no-store"})


def _refused(where: str, error: KeyExpired | TooManyWrongKeys) -> Template:
    answer = _door(Door(where, f"{str(error)[:1].upper()}{str(error)[1:]}."), status_of(error))
    if isinstance(error, TooManyWrongKeys):
        answer.headers["Retry-After"] = str(error.seconds)
    return answer


async def _first_use(link: Token, holder: Holder, parts: Parts) -> bool:
    return await parts.tokens.spend(holder.tenant, link.id, until=now() + LINK_LASTS)


def _let_in(request: Request[Any, Any, Any], mark: str, where: str) -> Response[Any]:
    seal: Seal = request.app.state.seal
    answer = Redirect(where, status_code=303)
    sealed = Token.new(mark).sealed(seal, Purpose.SESSION, lasts=SESSION_LASTS, now=now())
    answer.set_cookie(cookie_of(request, SESSION_COOKIE, sealed, lasts=SESSION_LASTS))
    return answer
