"""Who is asking: a bearer key or a browser's session, and the tenant it belongs to; and whether they may."""

import hmac
import time
from collections import OrderedDict
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.routes import HTTPRoute

from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.core.rights import Grant, Holder, KeyRole, Right
from graphmem.errors import KeyExpired, NotAuthenticated
from graphmem.model import Tenant
from graphmem.web.own import check_thread
from graphmem.web.session import SESSION_COOKIE, Purpose, Seal, Token
from graphmem.web.wrong_keys import WrongKeys
from graphmem.wiring import Parts, now

_SECONDS = 30.0  # a revoked key may be good for this long in a running server
_MOST = 10_000
_READING = frozenset(["GET", "HEAD", "OPTIONS"])
Connection = ASGIConnection[Any, Any, Any, Any]


class KeyRing:
    """Knows who holds a key, and remembers for a short while."""

    def __init__(self, keys: Keys, *, own_key: str | None, own_tenant: Tenant, wrong: WrongKeys) -> None:
        self._keys = keys
        self._own: tuple[str, Holder] | None = None
        if own_key:
            self._own = (digest(own_key), Holder(own_tenant, None, "own key", Grant(role=KeyRole.OPERATOR)))
        self._recent: OrderedDict[str, tuple[float, Holder]] = OrderedDict()
        self._wrong = wrong

    async def holder(self, secret: str, *, host: str | None) -> Holder | None:
        """Who holds a key that came from an address; raises TooManyWrongKeys when that has tried too many."""
        mark = digest(secret)
        if self._known(mark):
            return await self.holder_marked(mark)
        self._wrong.take(host)
        found = await self.holder_marked(mark)
        if found is not None:
            self._wrong.give_back(host)
        return found

    async def holder_marked(self, mark: str) -> Holder | None:
        """The holder of the key with this digest; raises KeyExpired when its time is over."""
        holder = await self._found(mark)
        if holder is not None:
            holder.grant.check_time(now())
        return holder

    def forget(self) -> None:
        """Asks the graph again for every key: one was revoked here."""
        self._recent = OrderedDict((mark, (-_SECONDS, holder)) for mark, (_, holder) in self._recent.items())

    def _known(self, mark: str) -> bool:
        """Whether it was a valid key not long ago: then it is no guess."""
        return mark in self._recent or (self._own is not None and hmac.compare_digest(mark, self._own[0]))

    async def _found(self, mark: str) -> Holder | None:
        if self._own is not None and hmac.compare_digest(mark, self._own[0]):
            return self._own[1]
        recent = self._recent.get(mark)
        if recent is not None and time.monotonic() - recent[0] < _SECONDS:
            return recent[1]
        key = await self._keys.find(mark)
        self._recent.pop(mark, None)
        if key is None:
            return None
        holder = Holder(key.tenant, key.id, key.name, key.grant)
        self._recent[mark] = (time.monotonic(), holder)
        if len(self._recent) > _MOST:
            self._recent.popitem(last=False)
        return holder


class KeyRequired(AbstractAuthenticationMiddleware):
    """Lets a request pass only with a valid key; `request.user` is then the tenant, `request.auth` who holds the key.

    A browser that is signed in may read as well, so that each page's JSON twin can be followed.
    """

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        if "authorization" not in connection.headers and connection.scope.get("method") in ("GET", "HEAD"):
            visit = await visit_of(connection)
            if visit is not None:
                return AuthenticationResult(user=visit.tenant, auth=visit)
        scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotAuthenticated("send a key: Authorization: Bearer <key>")
        ring: KeyRing = connection.app.state.key_ring
        holder = await ring.holder(secret.strip(), host=host_of(connection))
        if holder is None:
            raise NotAuthenticated("this key is not valid")
        return AuthenticationResult(user=holder.tenant, auth=holder)


class NotSignedIn(NotAuthenticated):
    """A page was asked for by a browser that isn't signed in, or no longer."""


class SignedIn(AbstractAuthenticationMiddleware):
    """Lets a browser pass only with a session whose key is still valid; it is then as with that key."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        holder = await visit_of(connection)
        if holder is None:
            raise NotSignedIn("sign in first")
        return AuthenticationResult(user=holder.tenant, auth=holder)


async def visit_of(connection: Connection) -> Holder | None:
    """Who holds the key of the browser's session, as long as that key is valid and nobody has signed out."""
    token = session_of(connection)
    if token is None:
        return None
    ring: KeyRing = connection.app.state.key_ring
    parts: Parts = connection.app.state.parts
    try:
        holder = await ring.holder_marked(token.mark)
    except KeyExpired:
        return None
    return None if holder is None or await parts.tokens.spent(holder.tenant, token.id) else holder


def session_of(connection: Connection) -> Token | None:
    """The session in the browser's cookie, if we wrote it and it isn't too old."""
    seal: Seal = connection.app.state.seal
    return Token.opened(seal, Purpose.SESSION, connection.cookies.get(SESSION_COOKIE, ""), now=now())


def host_of(connection: Connection) -> str | None:
    return connection.client.host if connection.client else None


async def permitted(connection: Connection, handler: BaseRouteHandler) -> None:
    """A guard: lets pass whose key has the role and the right that the handler names (`role=`, `needs=`)."""
    if connection.scope.get("method") == "OPTIONS":  # asks nothing of anybody: answered without a key
        return
    holder: Holder = connection.scope["auth"]
    holder.grant.check_role(handler.opt.get("role", KeyRole.MEMBER))
    holder.grant.check(handler.opt.get("needs", Right.READ))
    if "thread_id" in connection.path_params:
        await check_thread(holder, connection.path_params["thread_id"], parts=connection.app.state.parts)


def check_declared(app: Litestar) -> None:
    """Raises when a route behind `permitted` could write and doesn't name the right that it needs."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            guarded = permitted in handler.resolve_guards()
            if guarded and method not in _READING and not isinstance(handler.opt.get("needs"), Right):
                raise TypeError(f"{method} {route.path}: says nowhere which right it needs (needs=Right.…)")
