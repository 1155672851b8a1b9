"""Who is asking: a bearer key, and the tenant it belongs to."""

import hmac
import time
from collections import OrderedDict
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.errors import NotAuthenticated
from graphmem.model import Tenant

_SECONDS = 30.0  # a revoked key may be good for this long in a running server
_MOST = 10_000


class KeyRing:
    """Knows which tenant a key belongs to, and remembers for a short while."""

    def __init__(self, keys: Keys, *, own_key: str | None, own_tenant: Tenant) -> None:
        self._keys = keys
        self._own = (digest(own_key), own_tenant) if own_key else None
        self._recent: OrderedDict[str, tuple[float, Tenant]] = OrderedDict()

    async def tenant(self, secret: str) -> Tenant | None:
        mark = digest(secret)
        if self._own is not None and hmac.compare_digest(mark, self._own[0]):
            return self._own[1]
        recent = self._recent.get(mark)
        if recent is not None and time.monotonic() - recent[0] < _SECONDS:
            return recent[1]
        tenant = await self._keys.tenant(secret)
        self._recent.pop(mark, None)
        if tenant is not None:
            self._recent[mark] = (time.monotonic(), tenant)
            if len(self._recent) > _MOST:
                self._recent.popitem(last=False)
        return tenant


class KeyRequired(AbstractAuthenticationMiddleware):
    """Lets a request pass only with a valid key; `request.user` is then the tenant."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            raise NotAuthenticated("send a key: Authorization: Bearer <key>")
        ring: KeyRing = connection.app.state.key_ring
        tenant = await ring.tenant(secret.strip())
        if tenant is None:
            raise NotAuthenticated("this key is not valid")
        return AuthenticationResult(user=tenant, auth=None)
