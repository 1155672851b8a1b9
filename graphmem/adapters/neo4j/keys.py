"""API keys in the graph: each belongs to one tenant, and only its digest is kept."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.queries import CreateKey, FindKey, ListedKeys, RevokeKey
from graphmem.adapters.neo4j.rows import moment
from graphmem.model import Tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    id: str
    tenant: Tenant
    name: str
    created_at: datetime | None
    revoked_at: datetime | None
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever has a key: the tenant it opens, and whether it has an administrator's right, which crosses tenants."""

    tenant: Tenant
    admin: bool = False


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """Makes, finds and ends keys."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def create(self, tenant: Tenant, name: str, *, now: datetime, admin: bool = False) -> str:
        """A new key. It is shown once: only its digest is kept."""
        secret = f"gm_{secrets.token_urlsafe(32)}"
        await self.admit(secret, tenant, name, now=now, admin=admin)
        return secret

    async def admit(self, secret: str, tenant: Tenant, name: str, *, now: datetime, admin: bool = False) -> None:
        """Makes a key that was chosen elsewhere valid for a tenant."""
        id_, mark = str(uuid_utils.uuid7()), digest(secret)
        await self._engine.run(CreateKey(id=id_, digest=mark, tenant=tenant, name=name, created_at=now, admin=admin))

    async def holder(self, mark: str) -> Holder | None:
        """Whoever has the key with this digest."""
        rows = await self._engine.run(FindKey(digest=mark))
        return Holder(Tenant(rows[0].tenant), bool(rows[0].admin)) if rows else None

    async def listed(self) -> Sequence[Key]:
        return [
            Key(
                id=row.id,
                tenant=Tenant(row.tenant),
                name=row.name or "",
                created_at=moment(row.created_at),
                revoked_at=moment(row.revoked_at),
                admin=bool(row.admin),
            )
            for row in await self._engine.run(ListedKeys())
        ]

    async def revoke(self, key_id: str, *, now: datetime) -> bool:
        return bool(await self._engine.run(RevokeKey(id=key_id, at=now)))
