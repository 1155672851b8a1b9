"""`/v1/settings` and `/v1/keys`: for administrators."""

from datetime import datetime
from typing import Annotated, Any

from litestar import Controller, delete, get, post
from litestar.connection import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from graphmem.adapters.neo4j.keys import Key
from graphmem.core.text import checked
from graphmem.errors import UnknownKey
from graphmem.in_force import Shown, in_force
from graphmem.model import Tenant
from graphmem.web.api.common import id_of
from graphmem.web.auth import Holder, KeyRing, administrator
from graphmem.wiring import Parts, now

AdminRequest = Request[Tenant, Holder, Any]
LONGEST_NAME = 100


class SettingsAnswer(Struct, frozen=True):
    """Each setting as it is in force; secrets are masked."""

    settings: list[Shown]
    unknown: Annotated[list[str], Meta(description="Names in the file that are no settings")]


class KeyShape(Struct, frozen=True, kw_only=True):
    """A key as administrators see it: never the key itself."""

    id: str
    name: str
    admin: bool
    created_at: datetime | None
    revoked_at: datetime | None


class KeysAnswer(Struct, frozen=True):
    keys: list[KeyShape]


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(description="What the key is for")]
    admin: Annotated[bool, Meta(description="It may see the settings, and make and end keys")] = False


class MadeKey(Struct, frozen=True):
    key: Annotated[str, Meta(description="Shown here and never again")]
    name: str
    admin: bool


class RevokedKey(Struct, frozen=True):
    id: str
    status: str


class AdministrationController(Controller):
    path = "/v1"
    tags = ("administration",)
    guards = (administrator,)

    @get("/settings", summary="Each setting, its value and where it came from")
    async def settings(self, parts: NamedDependency[Parts]) -> SettingsAnswer:
        shown, unknown = in_force(parts.settings)
        return SettingsAnswer(list(shown), list(unknown))

    @get("/keys", summary="The keys of the tenant, oldest first")
    async def keys(self, request: AdminRequest, parts: NamedDependency[Parts]) -> KeysAnswer:
        return KeysAnswer([_shape(key) for key in await parts.keys.listed(request.user)])

    @post("/keys", summary="Make a key, which is shown once", status_code=201)
    async def create(self, request: AdminRequest, data: JSONBody[NewKey], parts: NamedDependency[Parts]) -> MadeKey:
        name = checked(data.name, field="name", longest=LONGEST_NAME)
        return MadeKey(await parts.keys.create(request.user, name, now=now(), admin=data.admin), name, data.admin)

    @delete("/keys/{key_id:str}", summary="End a key", status_code=200)
    async def revoke(self, request: AdminRequest, key_id: FromPath[str], parts: NamedDependency[Parts]) -> RevokedKey:
        id_ = await revoked(request, key_id, parts)
        return RevokedKey(id_, "revoked")


async def revoked(request: AdminRequest, key_id: str, parts: Parts) -> str:
    """Ends a key of the tenant, in this process at once."""
    id_ = id_of(key_id, field="key_id")
    if not await parts.keys.revoke(id_, now=now(), tenant=request.user):
        raise UnknownKey(id_)
    ring: KeyRing = request.app.state.key_ring
    ring.forget()
    return id_


def _shape(key: Key) -> KeyShape:
    return KeyShape(id=key.id, name=key.name, admin=key.admin, created_at=key.created_at, revoked_at=key.revoked_at)
