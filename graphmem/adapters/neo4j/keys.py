"""API keys in the graph: each belongs to one tenant, and only its digest is kept."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.engine_rows import KeyRow
from graphmem.adapters.neo4j.moments import moment
from graphmem.adapters.neo4j.queries import CreateKey, FindKey, ListedKeys, RevokeKey
from graphmem.model import Tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    id: str
    tenant: Tenant
    name: str
    admin: bool = False  # may see the settings, and make and end keys of its tenant
    tools_off: tuple[str, ...] = ()  # tools that agents with it don't get
    created_at: datetime | None
    revoked_at: datetime | None


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """Makes, finds and ends keys."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def create(
        self, tenant: Tenant, name: str, *, now: datetime, admin: bool = False, tools_off: Sequence[str] = ()
    ) -> str:
        """A new key. It is shown once: only its digest is kept."""
        secret = f"gm_{secrets.token_urlsafe(32)}"
        await self.admit(secret, tenant, name, now=now, admin=admin, tools_off=tools_off)
        return secret

    async def admit(
        self,
        secret: str,
        tenant: Tenant,
        name: str,
        *,
        now: datetime,
        admin: bool = False,
        tools_off: Sequence[str] = (),
    ) -> None:
        """Makes a key that was chosen elsewhere valid for a tenant."""
        await self._engine.run(
            CreateKey(
                id=str(uuid_utils.uuid7()),
                digest=digest(secret),
                tenant=tenant,
                name=name,
                admin=admin,
                tools_off=sorted(set(tools_off)),
                created_at=now,
            )
        )

    async def find(self, mark: str) -> Key | None:
        """The valid key with this digest."""
        rows = await self._engine.run(FindKey(digest=mark))
        return _key(rows[0]) if rows else None

    async def listed(self, tenant: Tenant | None = None) -> Sequence[Key]:
        """All keys, or those of one tenant, oldest first."""
        return [_key(row) for row in await self._engine.run(ListedKeys(tenant=tenant))]

    async def revoke(self, key_id: str, *, now: datetime, tenant: Tenant | None = None) -> bool:
        """Ends a key, of any tenant or only of this one; false when there is none."""
        return bool(await self._engine.run(RevokeKey(id=key_id, tenant=tenant, at=now)))


def _key(row: KeyRow) -> Key:
    return Key(
        id=row.id,
        tenant=Tenant(row.tenant),
        name=row.name or "",
        admin=bool(row.admin),
        tools_off=tuple(row.tools_off),
        created_at=moment(row.created_at),
        revoked_at=moment(row.revoked_at),
    )
