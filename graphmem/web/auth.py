"""Who is asking: a bearer key or a browser's session, and the tenant it belongs to."""

import hmac
import time
from collections import OrderedDict
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from graphmem.adapters.neo4j.keys import Keys, Opened, digest
from graphmem.errors import NotAuthenticated
from graphmem.model import Tenant
from graphmem.web.session import SESSION_COOKIE, Purpose, Seal
from graphmem.wiring import now

_SECONDS = 30.0  # a revoked key may be good for this long in a running server
_MOST = 10_000


class KeyRing:
    """Knows what a key opens, and remembers for a short while."""

    def __init__(self, keys: Keys, *, own_key: str | None, own_tenant: Tenant) -> None:
        self._keys = keys
        self._own = (digest(own_key), Opened(own_tenant)) if own_key else None
        self._recent: OrderedDict[str, tuple[float, Opened]] = OrderedDict()

    async def opened(self, secret: str) -> Opened | None:
        return await self.opened_marked(digest(secret))

    async def opened_marked(self, mark: str) -> Opened | None:
        """What the key with this digest opens."""
        if self._own is not None and hmac.compare_digest(mark, self._own[0]):
            return self._own[1]
        recent = self._recent.get(mark)
        if recent is not None and time.monotonic() - recent[0] < _SECONDS:
            return recent[1]
        opened = await self._keys.opened(mark)
        self._recent.pop(mark, None)
        if opened is not None:
            self._recent[mark] = (time.monotonic(), opened)
            if len(self._recent) > _MOST:
                self._recent.popitem(last=False)
        return opened


class KeyRequired(AbstractAuthenticationMiddleware):
    """Lets a request pass only with a valid key; `request.user` is then the tenant, `request.auth` what the key opens.

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
        opened = await ring.opened(secret.strip())
        if opened is None:
            raise NotAuthenticated("this key is not valid")
        return AuthenticationResult(user=opened.tenant, auth=opened)


class NotSignedIn(NotAuthenticated):
    """A page was asked for by a browser that isn't signed in, or no longer."""


class SignedIn(AbstractAuthenticationMiddleware):
    """Lets a browser pass only with a session whose key is still valid; `request.user` is then the tenant."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        visit = await visit_of(connection)
        if visit is None:
            raise NotSignedIn("sign in first")
        return AuthenticationResult(user=visit.tenant, auth=visit)


async def visit_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Opened | None:
    """What the browser's session opens, as long as the key it was begun with is valid."""
    seal: Seal = connection.app.state.seal
    mark = seal.opened(Purpose.SESSION, connection.cookies.get(SESSION_COOKIE, ""), now=now())
    ring: KeyRing = connection.app.state.key_ring
    return await ring.opened_marked(mark) if mark is not None else None
