"""Who is asking: a bearer key or a browser's session, and the tenant it belongs to."""

import hmac
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.errors import AdminOnly, NotAuthenticated
from graphmem.model import Tenant
from graphmem.web.session import SESSION_COOKIE, Purpose, Seal
from graphmem.wiring import now

_SECONDS = 30.0  # a revoked key may be good for this long in a running server
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose key a request came with, and whether it may do what only administrators may."""

    tenant: Tenant
    key_id: str | None  # none: the service's own key
    name: str
    admin: bool
    tools_off: frozenset[str] = frozenset()  # tools that agents with it don't get


class KeyRing:
    """Knows who holds a key, and remembers for a short while."""

    def __init__(self, keys: Keys, *, own_key: str | None, own_tenant: Tenant) -> None:
        self._keys = keys
        self._own = (digest(own_key), Holder(own_tenant, None, "own key", admin=True)) if own_key else None
        self._recent: OrderedDict[str, tuple[float, Holder]] = OrderedDict()

    async def holder(self, secret: str) -> Holder | None:
        return await self.holder_marked(digest(secret))

    async def holder_marked(self, mark: str) -> Holder | None:
        """The holder of the key with this digest."""
        if self._own is not None and hmac.compare_digest(mark, self._own[0]):
            return self._own[1]
        recent = self._recent.get(mark)
        if recent is not None and time.monotonic() - recent[0] < _SECONDS:
            return recent[1]
        key = await self._keys.find(mark)
        self._recent.pop(mark, None)
        if key is None:
            return None
        holder = Holder(key.tenant, key.id, key.name, key.admin, frozenset(key.tools_off))
        self._recent[mark] = (time.monotonic(), holder)
        if len(self._recent) > _MOST:
            self._recent.popitem(last=False)
        return holder

    def forget(self) -> None:
        """Asks the graph again for every key: one was revoked here."""
        self._recent.clear()


class KeyRequired(AbstractAuthenticationMiddleware):
    """Lets a request pass only with a valid key; `request.user` is then the tenant, `request.auth` who holds the key.

    A browser that is signed in may read as well, so that each page's JSON twin can be followed.
    """

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        if "authorization" not in connection.headers and connection.scope.get("method") in ("GET", "HEAD"):
            visit = await visit_of(connection)
            if visit is not None:
                return AuthenticationResult(user=visit.tenant, auth=visit)
        scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotAuthenticated("send a key: Authorization: Bearer <key>")
        ring: KeyRing = connection.app.state.key_ring
        holder = await ring.holder(secret.strip())
        if holder is None:
            raise NotAuthenticated("this key is not valid")
        return AuthenticationResult(user=holder.tenant, auth=holder)


class NotSignedIn(NotAuthenticated):
    """A page was asked for by a browser that isn't signed in, or no longer."""


class SignedIn(AbstractAuthenticationMiddleware):
    """Lets a browser pass only with a session whose key is still valid; it is then as with that key."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        holder = await visit_of(connection)
        if holder is None:
            raise NotSignedIn("sign in first")
        return AuthenticationResult(user=holder.tenant, auth=holder)


async def visit_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Holder | None:
    """Who holds the key of the browser's session, as long as the key it was begun with is valid."""
    seal: Seal = connection.app.state.seal
    mark = seal.opened(Purpose.SESSION, connection.cookies.get(SESSION_COOKIE, ""), now=now())
    ring: KeyRing = connection.app.state.key_ring
    return await ring.holder_marked(mark) if mark is not None else None


async def administrator(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard: only keys that may administer pass."""
    holder = connection.scope.get("auth")
    if not isinstance(holder, Holder) or not holder.admin:
        raise AdminOnly
