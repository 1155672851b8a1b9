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
    tools_off: tuple[str, ...]
    created_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Opened:
    """What a key opens: a tenant, but for some tools."""

    tenant: Tenant
    tools_off: frozenset[str] = frozenset()


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """Makes, finds and ends keys."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def create(self, tenant: Tenant, name: str, *, tools_off: Sequence[str] = (), now: datetime) -> str:
        """A new key. It is shown once: only its digest is kept."""
        secret = f"gm_{secrets.token_urlsafe(32)}"
        await self.admit(secret, tenant, name, tools_off=tools_off, now=now)
        return secret

    async def admit(
        self, secret: str, tenant: Tenant, name: str, *, tools_off: Sequence[str] = (), now: datetime
    ) -> None:
        """Makes a key that was chosen elsewhere valid for a tenant."""
        off = sorted(set(tools_off))
        await self._engine.run(
            CreateKey(
                id=str(uuid_utils.uuid7()),
                digest=digest(secret),
                tenant=tenant,
                name=name,
                tools_off=off,
                created_at=now,
            )
        )

    async def opened(self, mark: str) -> Opened | None:
        """What the key with this digest opens."""
        rows = await self._engine.run(FindKey(digest=mark))
        return Opened(Tenant(rows[0].tenant), frozenset(rows[0].tools_off)) if rows else None

    async def listed(self) -> Sequence[Key]:
        return [
            Key(
                id=row.id,
                tenant=Tenant(row.tenant),
                name=row.name or "",
                tools_off=tuple(row.tools_off),
                created_at=moment(row.created_at),
                revoked_at=moment(row.revoked_at),
            )
            for row in await self._engine.run(ListedKeys())
        ]

    async def revoke(self, key_id: str, *, now: datetime) -> bool:
        return bool(await self._engine.run(RevokeKey(id=key_id, at=now)))
