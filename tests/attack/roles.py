"""Keys of every kind, for attacks."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant
from graphmem.model import Tenant
from tests.types import Http, Json


@dataclass(frozen=True)
class House:
    """A tenant with keys of its own."""

    tenant: Tenant
    http: Http
    engine: Engine

    @classmethod
    def new(cls, http: Http, engine: Engine) -> "House":
        return cls(Tenant(f"house-{uuid.uuid4().hex[:10]}"), http, engine)

    async def secret(self, grant: Grant | None = None) -> str:
        return await Keys(self.engine).create(self.tenant, "test", now=datetime.now(UTC), grant=grant)

    async def key(self, grant: Grant | None = None) -> dict[str, str]:
        return {"Authorization": f"Bearer {await self.secret(grant)}"}

    async def told(self, key: dict[str, str], user: str, *facts: str) -> list[str]:
        """The ids of facts that were remembered."""
        body = {"user_id": user, "memories": [{"content": fact} for fact in facts]}
        answer = await self.http.post("/v1/memories", json=body, headers=key)
        assert answer.status_code == 200, answer.text
        return [result["memory_id"] for result in answer.json()["results"]]

    async def kept(self, key: dict[str, str], user: str) -> list[Json]:
        listed = await self.http.get("/v1/memories", params={"user_id": user}, headers=key)
        return listed.json()["memories"]  # type: ignore[no-any-return]
