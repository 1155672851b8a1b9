"""What every page has around its content: whose memories it shows, the latest news, its JSON twin."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect, Template

from graphmem import __version__
from graphmem.core.claims import ref
from graphmem.core.picture import Change
from graphmem.core.rights import Grant, Holder, KeyRole
from graphmem.model import Owner, OwnerType, Scope, Tenant
from graphmem.web.session import Purpose, Seal
from graphmem.wiring import Parts, now

PageRequest = Request[Tenant, Holder, Any]
USER_COOKIE = "graphmem_user"
NEWS_COOKIE = "graphmem_news"
_MOST_USERS = 30
_LONGEST_SEARCH = 200


class News(msgspec.Struct, frozen=True):
    """What was just done, said on the next page; undone by the id of its change."""

    text: str
    change_id: str | None = None
    bad: bool = False
    back: str | None = None  # where to go when it is undone, if not here


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, and at whose memories."""

    tenant: Tenant
    user: str

    @property
    def scope(self) -> Scope:
        return Scope(self.tenant, (Owner(self.tenant, OwnerType.USER, self.user),), any_assistant=True)

    def twin(self, path: str, **given: str | Sequence[str] | None) -> str:
        """The address of the same in JSON."""
        named = {name: value for name, value in given.items() if value is not None}
        return f"{path}?{urlencode({'user_id': self.user, **named}, doseq=True)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    title: str
    section: str
    user: str
    users: Sequence[str]
    here: str
    twin: str | None = None
    news: News | None = None
    version: str = __version__
    grant: Grant = field(default_factory=Grant)

    @property
    def admin(self) -> bool:
        return self.grant.role.covers(KeyRole.ADMIN)

    @property
    def operator(self) -> bool:
        return self.grant.role.covers(KeyRole.OPERATOR)


def viewer_of(request: PageRequest, parts: Parts) -> Viewer:
    """The user whom the address names, or who was chosen last, or the one of the settings."""
    grant, asked = request.auth.grant, request.query_params.get("user") or None
    if grant.user is not None:
        grant.user_meant(asked)
        return Viewer(request.user, grant.user)
    return Viewer(request.user, ref(asked or _chosen(request) or parts.settings.user, field="user"))


async def users_of(request: PageRequest, parts: Parts) -> Sequence[str]:
    """Whose memories can be looked at instead."""
    if request.auth.grant.user is not None:
        return [request.auth.grant.user]
    return await parts.views.users(request.user, limit=_MOST_USERS)


async def page(
    request: PageRequest,
    parts: Parts,
    template: str,
    content: object,
    *,
    title: str,
    section: str,
    twin: str | None = None,
    status: int = 200,
) -> Template:
    """A whole page."""
    users = await users_of(request, parts)
    viewer = viewer_of(request, parts)
    return framed(
        request, viewer, template, content, title=title, section=section, users=users, twin=twin, status=status
    )


def framed(
    request: PageRequest,
    viewer: Viewer,
    template: str,
    content: object,
    *,
    title: str,
    section: str,
    users: Sequence[str] = (),
    twin: str | None = None,
    status: int = 200,
) -> Template:
    """The same, with the users that are known."""
    if viewer.user not in users:
        users = [viewer.user, *users]
    news = _news(request)
    frame = Frame(
        title=title,
        section=section,
        user=viewer.user,
        users=users,
        here=_here(request),
        twin=twin,
        news=news,
        grant=request.auth.grant,
    )
    answer = Template(template, context={"page": content, "frame": frame}, status_code=status, headers=_FRESH)
    if news is not None:
        answer.delete_cookie(NEWS_COOKIE)
    if request.query_params.get("user"):
        answer.set_cookie(cookie_of(request, USER_COOKIE, _encoded(viewer.user), lasts=timedelta(days=365)))
    return answer


def fragment(template: str, content: object, *, status: int = 200) -> Template:
    """A part of a page, for HTMX to put in its place."""
    return Template(template, context={"page": content}, status_code=status, headers=_FRESH)


def searched(text: str) -> str:
    """What was typed into a field to search by: one line, not too long."""
    return " ".join(text.split())[:_LONGEST_SEARCH]


def by_htmx(request: PageRequest) -> bool:
    return request.headers.get("hx-request") == "true"


def onward(request: PageRequest, path: str, text: str, change: Change | None = None, *, back: str | None = None,
           bad: bool = False) -> Response[Any]:  # fmt: skip
    """To the next page, which says what was done and offers to undo it."""
    seal: Seal = request.app.state.seal
    news = News(text, change.id if change else None, bad, back)
    sealed = seal.closed(Purpose.NEWS, msgspec.json.encode(news).decode(), lasts=timedelta(minutes=2), now=now())
    answer = Redirect(path, status_code=303)
    answer.set_cookie(cookie_of(request, NEWS_COOKIE, sealed, lasts=timedelta(minutes=2)))
    return answer


def local(path: str | None, *, otherwise: str = "/") -> str:
    """The path if it leads to a page of ours: a form may not send anybody elsewhere."""
    inside = path is not None and path.startswith("/") and not path.startswith(("//", "/\\"))
    return quote(path, safe="/?&=%+-_.~#:,") if inside and path is not None else otherwise


async def form_of(request: PageRequest) -> Mapping[str, str]:
    """The fields of a form that are texts."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


def cookie_of(request: PageRequest, name: str, value: str, *, lasts: timedelta) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=int(lasts.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _news(request: PageRequest) -> News | None:
    seal: Seal = request.app.state.seal
    text = seal.opened(Purpose.NEWS, request.cookies.get(NEWS_COOKIE, ""), now=now())
    return msgspec.json.decode(text, type=News) if text is not None else None


def _here(request: PageRequest) -> str:
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


def _chosen(request: PageRequest) -> str | None:
    text = request.cookies.get(USER_COOKIE, "")
    try:
        return base64.urlsafe_b64decode(text.encode("ascii")).decode() or None
    except (ValueError, binascii.Error):
        return None


def _encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


_FRESH = {"Cache-Control": "no-store", "Vary": "HX-Request"}
