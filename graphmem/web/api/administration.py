"""`/v1/settings`, for operators, and `/v1/keys`, for the administrators of a tenant."""

from datetime import datetime
from typing import Annotated, Any

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from graphmem.adapters.neo4j.keys import Key
from graphmem.core.rights import KeyRole, Right, grant_of
from graphmem.in_force import Shown, in_force
from graphmem.web.keys import KeyRequest, made, revoked, tenant_of
from graphmem.wiring import Parts, now

OfTenant = Annotated[str | None, QueryParameter(description="Another tenant's; for operators")]


class SettingsAnswer(Struct, frozen=True):
    """Each setting as it is in force; secrets are masked."""

    settings: list[Shown]
    unknown: Annotated[list[str], Meta(description="Names in the file that are no settings")]


class GrantShape(Struct, frozen=True, kw_only=True):
    """What a key may do."""

    name: str
    tenant: str
    role: KeyRole
    read_only: bool
    user_id: Annotated[str | None, Meta(description="Only this user's memories")]
    without_tools: Annotated[list[str], Meta(description="What these tools do it does in no way")]
    expires_at: datetime | None


class KeyShape(GrantShape, frozen=True, kw_only=True):
    """A key as administrators see it: never the key itself."""

    id: str
    was_admin: Annotated[bool, Meta(description="An operator's because it was made with the old --admin")]
    created_at: datetime | None
    revoked_at: datetime | None


class KeysAnswer(Struct, frozen=True):
    keys: list[KeyShape]


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(description="What the key is for")]
    role: Annotated[KeyRole, Meta(description="No higher than that of the key it is made with")] = KeyRole.MEMBER
    read_only: bool = False
    user_id: Annotated[str | None, Meta(description="Only this user's memories; for members")] = None
    expires: Annotated[str | None, Meta(description="When it ends: 90d, 2 weeks, 2027-01-31")] = None
    without_tools: Annotated[list[str], Meta(description="Tools that it lacks, and all that does the same")] = []
    tenant: Annotated[str | None, Meta(description="Another tenant; for operators")] = None


class MadeKey(GrantShape, frozen=True, kw_only=True):
    key: Annotated[str, Meta(description="Shown here and never again")]


class RevokedKey(Struct, frozen=True):
    id: str
    status: str


class AdministrationController(Controller):
    path = "/v1"
    tags = ("administration",)

    @get("/settings", summary="Each setting, its value and where it came from", role=KeyRole.OPERATOR)
    async def settings(self, parts: NamedDependency[Parts]) -> SettingsAnswer:
        shown, unknown = in_force(parts.settings)
        return SettingsAnswer(list(shown), list(unknown))

    @get("/keys", summary="The keys of the tenant, oldest first", role=KeyRole.ADMIN)
    async def keys(self, request: KeyRequest, parts: NamedDependency[Parts], tenant: OfTenant = None) -> KeysAnswer:
        found = await parts.keys.listed(tenant_of(request.auth, tenant))
        return KeysAnswer([_shape(key) for key in found])

    @post("/keys", summary="Make a key, which is shown once", status_code=201, needs=Right.ADMINISTER,
          role=KeyRole.ADMIN)  # fmt: skip
    async def create(self, request: KeyRequest, data: JSONBody[NewKey], parts: NamedDependency[Parts]) -> MadeKey:
        wanted = grant_of(
            role=data.role,
            read_only=data.read_only,
            user=data.user_id,
            expires=data.expires,
            tools_off=data.without_tools,
            now=now(),
        )
        secret, key = await made(request, data.name, wanted, tenant=data.tenant, parts=parts)
        return MadeKey(key=secret, **_grant(key))

    @delete("/keys/{key_id:str}", summary="End a key", status_code=200, needs=Right.ADMINISTER, role=KeyRole.ADMIN)
    async def revoke(self, request: KeyRequest, key_id: FromPath[str], parts: NamedDependency[Parts]) -> RevokedKey:
        key = await revoked(request, key_id, parts=parts)
        return RevokedKey(key.id, "revoked")


def _grant(key: Key) -> dict[str, Any]:
    grant = key.grant
    return {
        "name": key.name,
        "tenant": key.tenant,
        "role": grant.role,
        "read_only": grant.read_only,
        "user_id": grant.user,
        "without_tools": sorted(grant.tools_off),
        "expires_at": grant.expires_at,
    }


def _shape(key: Key) -> KeyShape:
    return KeyShape(
        id=key.id, was_admin=key.was_admin, created_at=key.created_at, revoked_at=key.revoked_at, **_grant(key)
    )
