"""Sign-in links that were used and sessions that were ended, marked in the graph."""

from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.queries import SpendToken, SpentToken
from graphmem.model import Tenant


class Tokens:
    """Knows what is spent, in every process and after a restart."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def spend(self, tenant: Tenant, token: str, *, until: datetime) -> bool:
        """Marks it for as long as it would be good otherwise; whether nobody had before."""
        attempt = str(uuid_utils.uuid7())  # the same when the engine is asked again
        [row] = await self._engine.run(SpendToken(id=token, tenant=tenant, until=until, attempt=attempt))
        return row["first"]

    async def spent(self, tenant: Tenant, token: str) -> bool:
        return bool(await self._engine.run(SpentToken(id=token, tenant=tenant)))
