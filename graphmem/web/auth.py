"""Who is asking: a bearer key or a browser's session, and the tenant it belongs to."""

import hmac
import time
from collections import OrderedDict
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from graphmem.adapters.neo4j.keys import Holder, Keys, digest
from graphmem.errors import NotAuthenticated, NotPermitted
from graphmem.model import Tenant
from graphmem.web.session import SESSION_COOKIE, Purpose, Seal
from graphmem.wiring import now

_SECONDS = 30.0  # a revoked key may be good for this long in a running server
_MOST = 10_000


class KeyRing:
    """Knows who holds a key, and remembers for a short while."""

    def __init__(self, keys: Keys, *, own_key: str | None, own_tenant: Tenant) -> None:
        self._keys = keys
        # Whoever starts the server has its own key, and with it every right.
        self._own = (digest(own_key), Holder(own_tenant, admin=True)) if own_key else None
        self._recent: OrderedDict[str, tuple[float, Holder]] = OrderedDict()

    async def holder(self, secret: str) -> Holder | None:
        return await self.holder_marked(digest(secret))

    async def holder_marked(self, mark: str) -> Holder | None:
        """Whoever has the key with this digest."""
        if self._own is not None and hmac.compare_digest(mark, self._own[0]):
            return self._own[1]
        recent = self._recent.get(mark)
        if recent is not None and time.monotonic() - recent[0] < _SECONDS:
            return recent[1]
        holder = await self._keys.holder(mark)
        self._recent.pop(mark, None)
        if holder is not None:
            self._recent[mark] = (time.monotonic(), holder)
            if len(self._recent) > _MOST:
                self._recent.popitem(last=False)
        return holder


class KeyRequired(AbstractAuthenticationMiddleware):
    """Lets a request pass only with a valid key; `request.user` is then the tenant, `request.auth` the key's holder.

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
    """Lets a browser pass only with a session whose key is still valid; `request.user` is then the tenant."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        visit = await visit_of(connection)
        if visit is None:
            raise NotSignedIn("sign in first")
        return AuthenticationResult(user=visit.tenant, auth=visit)


async def visit_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Holder | None:
    """Whoever holds the key that the browser's session was begun with, as long as it is valid."""
    seal: Seal = connection.app.state.seal
    mark = seal.opened(Purpose.SESSION, connection.cookies.get(SESSION_COOKIE, ""), now=now())
    ring: KeyRing = connection.app.state.key_ring
    return await ring.holder_marked(mark) if mark is not None else None


def check_admin(holder: Holder) -> None:
    """Raises NotPermitted unless the key has an administrator's right."""
    if not holder.admin:
        raise NotPermitted(
            "free Cypher reads the whole graph, all tenants, so it needs an administrator's key: the one that "
            "`graphmem up` writes, or one made by `graphmem key create --admin`"
        )
