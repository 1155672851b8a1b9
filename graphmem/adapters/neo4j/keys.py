"""API keys in the graph: each belongs to one tenant, and only its digest is kept."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.engine_rows import KeyRow
from graphmem.adapters.neo4j.moments import moment
from graphmem.adapters.neo4j.queries import CreateKey, FindKey, ListedKeys, RevokeKey
from graphmem.core.rights import Grant, KeyRole
from graphmem.model import Tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    id: str
    tenant: Tenant
    name: str
    grant: Grant = field(default_factory=Grant)
    was_admin: bool = False  # made with --admin when that meant the whole installation
    created_at: datetime | None
    revoked_at: datetime | None


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """Makes, finds and ends keys."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def create(self, tenant: Tenant, name: str, *, now: datetime, grant: Grant | None = None) -> str:
        """A new key. It is shown once: only its digest is kept."""
        secret = f"gm_{secrets.token_urlsafe(32)}"
        given = grant or Grant()
        await self._engine.run(
            CreateKey(
                id=str(uuid_utils.uuid7()),
                digest=digest(secret),
                tenant=tenant,
                name=name,
                role=given.role,
                read_only=given.read_only,
                user=given.user,
                tools_off=sorted(given.tools_off),
                expires_at=given.expires_at,
                created_at=now,
            )
        )
        return secret

    async def find(self, mark: str) -> Key | None:
        """The key with this digest, unless it was revoked; it may have expired."""
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
        grant=Grant(
            role=KeyRole(row.role),
            read_only=row.read_only,
            user=row.user,
            tools_off=frozenset(row.tools_off),
            expires_at=moment(row.expires_at),
        ),
        was_admin=row.was_admin,
        created_at=moment(row.created_at),
        revoked_at=moment(row.revoked_at),
    )
