"""Who is asking: a bearer key or a browser's session, and the tenant it belongs to."""

import hmac
import time
from collections import OrderedDict
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.errors import NotAuthenticated
from graphmem.model import Tenant
from graphmem.web.session import SESSION_COOKIE, Purpose, Seal
from graphmem.wiring import now

_SECONDS = 30.0  # a revoked key may be good for this long in a running server
_MOST = 10_000


class KeyRing:
    """Knows which tenant a key belongs to, and remembers for a short while."""

    def __init__(self, keys: Keys, *, own_key: str | None, own_tenant: Tenant) -> None:
        self._keys = keys
        self._own = (digest(own_key), own_tenant) if own_key else None
        self._recent: OrderedDict[str, tuple[float, Tenant]] = OrderedDict()

    async def tenant(self, secret: str) -> Tenant | None:
        return await self.tenant_marked(digest(secret))

    async def tenant_marked(self, mark: str) -> Tenant | None:
        """The tenant of the key with this digest."""
        if self._own is not None and hmac.compare_digest(mark, self._own[0]):
            return self._own[1]
        recent = self._recent.get(mark)
        if recent is not None and time.monotonic() - recent[0] < _SECONDS:
            return recent[1]
        tenant = await self._keys.tenant(mark)
        self._recent.pop(mark, None)
        if tenant is not None:
            self._recent[mark] = (time.monotonic(), tenant)
            if len(self._recent) > _MOST:
                self._recent.popitem(last=False)
        return tenant


class KeyRequired(AbstractAuthenticationMiddleware):
    """Lets a request pass only with a valid key; `request.user` is then the tenant.

    A browser that is signed in may read as well, so that each page's JSON twin can be followed.
    """

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        if "authorization" not in connection.headers and connection.scope.get("method") in ("GET", "HEAD"):
            visit = await visit_of(connection)
            if visit is not None:
                return AuthenticationResult(user=visit, auth=None)
        scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotAuthenticated("send a key: Authorization: Bearer <key>")
        ring: KeyRing = connection.app.state.key_ring
        tenant = await ring.tenant(secret.strip())
        if tenant is None:
            raise NotAuthenticated("this key is not valid")
        return AuthenticationResult(user=tenant, auth=None)


class NotSignedIn(NotAuthenticated):
    """A page was asked for by a browser that isn't signed in, or no longer."""


class SignedIn(AbstractAuthenticationMiddleware):
    """Lets a browser pass only with a session whose key is still valid; `request.user` is then the tenant."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        tenant = await visit_of(connection)
        if tenant is None:
            raise NotSignedIn("sign in first")
        return AuthenticationResult(user=tenant, auth=None)


async def visit_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Tenant | None:
    """The tenant of the browser's session, as long as the key it was begun with is valid."""
    seal: Seal = connection.app.state.seal
    mark = seal.opened(Purpose.SESSION, connection.cookies.get(SESSION_COOKIE, ""), now=now())
    ring: KeyRing = connection.app.state.key_ring
    return await ring.tenant_marked(mark) if mark is not None else None
