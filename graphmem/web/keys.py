"""Making, listing and ending keys: the same over the API and on the page."""

from typing import Any

from litestar.connection import Request

from graphmem.adapters.neo4j.keys import Key
from graphmem.core.rights import Grant, Holder, KeyRole
from graphmem.core.text import checked
from graphmem.errors import InvalidInput, OperatorOnly, UnknownKey
from graphmem.model import Tenant
from graphmem.settings import TENANT
from graphmem.web.api.common import id_of
from graphmem.web.auth import KeyRing
from graphmem.web.tools.table import TOOLS
from graphmem.wiring import Parts, now

KeyRequest = Request[Tenant, Holder, Any]
LONGEST_NAME = 100


def tenant_of(holder: Holder, named: str | None) -> Tenant:
    """The tenant whose keys or queries are meant: another than one's own only for operators."""
    if named is None or named == holder.tenant:
        return holder.tenant
    if not holder.grant.role.covers(KeyRole.OPERATOR):
        raise OperatorOnly("another tenant")
    if not TENANT.fullmatch(named):
        raise InvalidInput("tenant", "is no tenant's name: small letters, digits, dots, dashes and underscores")
    return Tenant(named)


async def made(request: KeyRequest, name: str, grant: Grant, *, tenant: str | None, parts: Parts) -> tuple[str, Key]:
    """A new key, and what it is: it may never do more than the one it is made with."""
    unknown = next((tool for tool in sorted(grant.tools_off) if tool not in TOOLS), None)
    if unknown is not None:
        raise InvalidInput("without_tools", f"there is no tool {unknown[:60]!r}; GET /v1/tools lists them")
    key = Key(
        id="",
        tenant=tenant_of(request.auth, tenant),
        name=checked(" ".join(name.split()), field="name", longest=LONGEST_NAME),
        grant=request.auth.grant.lent(grant),
        created_at=now(),
        revoked_at=None,
    )
    return await parts.keys.create(key.tenant, key.name, now=now(), grant=key.grant), key


async def revoked(request: KeyRequest, key_id: str, *, parts: Parts) -> Key:
    """Ends a key, in this process at once: one's own tenant's, unless one is an operator; none of a higher role."""
    id_, holder = id_of(key_id, field="key_id"), request.auth
    reach = None if holder.grant.role.covers(KeyRole.OPERATOR) else holder.tenant
    key = next((key for key in await parts.keys.listed(reach) if key.id == id_), None)
    if key is None:
        raise UnknownKey(id_)
    holder.grant.check_role(key.grant.role)
    await parts.keys.revoke(id_, now=now(), tenant=key.tenant)
    ring: KeyRing = request.app.state.key_ring
    ring.forget()
    return key
