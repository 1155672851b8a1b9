"""Tenants of their own for tests of export and import: filled with a bit of everything, emptied, compared."""

import uuid
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.conversation import Found
from graphmem.core.rights import Grant, KeyRole
from graphmem.core.triggers import Triggers
from graphmem.core.uses import Use
from graphmem.flows.extract import Reading
from graphmem.model import MemoryId, Tenant
from graphmem.settings import Settings
from graphmem.wiring import now, parts
from tests.types import Http, Json
from tests.worker.reading import Scripted, read_thread

_EMPTY = """
MATCH (n) WHERE n.tenant = $tenant AND NOT n:ApiKey
OPTIONAL MATCH (a:Alias)-[:REFERS_TO]->(n)
DETACH DELETE a, n
"""
_ALL = """
MATCH (n) WHERE n.tenant = $tenant AND NOT n:ApiKey
WITH collect(n) AS nodes
WITH nodes, COLLECT {
  MATCH (a:Alias)-[:REFERS_TO]->(p:Person) WHERE p.tenant = $tenant RETURN DISTINCT a
} AS aliases
RETURN COLLECT {
  UNWIND nodes + aliases AS n
  RETURN [labels(n)[0], n.id, n.thread, n {.*, embedding: null, embedding_model: null, revision: null, awaiting_vectors: null}]
} AS nodes, COLLECT {
  UNWIND nodes + aliases AS n MATCH (n)-[r]->(other)
  RETURN [n.id, type(r), other.id, properties(r)]
} AS ties
"""


@dataclass(frozen=True)
class Place:
    """One tenant, through the API."""

    tenant: Tenant
    http: Http
    engine: Engine
    headers: dict[str, str]

    @classmethod
    async def made(cls, http: Http, engine: Engine) -> "Place":
        tenant = Tenant(f"archive-{uuid.uuid4().hex[:12]}")
        key = await Keys(engine).create(tenant, "test", now=datetime.now(UTC), grant=Grant(role=KeyRole.ADMIN))
        return cls(tenant, http, engine, {"Authorization": f"Bearer {key}"})

    async def call(self, method: str, path: str, **given: Any) -> Json:
        answer = await self.http.request(method, path, headers=self.headers, **given)
        assert answer.status_code in (200, 201, 202), answer.text
        body: Json = answer.json()
        return body

    async def exported(self, **params: Any) -> bytes:
        answer = await self.http.get("/v1/export", headers=self.headers, params=params)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        return answer.content

    async def imported(self, archive: bytes, **params: Any) -> Json:
        return await self.call("POST", "/v1/import", content=archive, params=params)

    async def refused(self, archive: bytes, **params: Any) -> str:
        answer = await self.http.post("/v1/import", headers=self.headers, content=archive, params=params)
        assert answer.status_code == 400, answer.text
        message: str = answer.json()["error"]["message"]
        return message

    async def empty(self) -> None:
        async with self.engine._session(write=True) as session:
            await (await session.run(_EMPTY, tenant=self.tenant)).consume()

    async def everything(self) -> tuple[list[str], list[str]]:
        """Every node and tie, to compare one moment with another."""
        async with self.engine._session(write=False) as session:
            record = await (await session.run(_ALL, tenant=self.tenant)).single(strict=True)
        nodes = [str([*marks, sorted(properties.items())]) for *marks, properties in record["nodes"]]
        return sorted(nodes), sorted(str([*ends, sorted(tie.items())]) for *ends, tie in record["ties"])

    async def remember(self, user: str, *contents: str, **given: Any) -> list[str]:
        memories = [{"content": content, **given} for content in contents]
        answer = await self.call("POST", "/v1/memories", json={"user_id": user, "memories": memories})
        return [result["memory_id"] for result in answer["results"]]


async def lived_in(place: Place, settings: Settings) -> Json:
    """Fills a tenant with a bit of everything, and says what can be undone."""
    await place.remember("ana", "My wife Sarah likes Italian food", "I live in Graz", "My brother Tom's wife is Lena")
    await place.remember("ana", "I live in Linz", "My boss Kim is strict", "We need milk until Friday", tags=["a", "b"])
    [edited] = await place.remember("ana", "I like tea", key="drink", metadata={"n": [1, 2.5, None, {"x": "é"}]})
    await place.remember("ben", "My friend Jon is tall", "My colleague John plays chess", importance=0.5)
    await place.call(
        "POST", "/v1/memories", json={"user_id": "ana", "chat_id": "c/1", "owner_type": "chat",
        "memories": [{"content": "The chat is about boats"}], "assistant_key": "skipper"},
    )  # fmt: skip
    async with parts(settings) as built:
        for assistant in ("skipper", None):
            use = Use(at=now(), key="k", assistant=assistant, interface="http")
            built.uses.note(place.tenant, [MemoryId(edited)], use)
        await built.uses.write()
    change = (await place.call("PATCH", f"/v1/memories/{edited}", json={"content": "I like coffee"}))["change_id"]
    people = (await place.call("GET", "/v1/people", params={"user_id": "ana"}))["people"]
    ids = {person["name"]: person["id"] for person in people}
    called = {"name": "Sara", "add_aliases": ["Sally"]}
    renamed = (await place.call("PATCH", f"/v1/people/{ids['Sarah']}", json=called))["change_id"]
    less = {"remove_aliases": ["Sally"]}
    unalias = (await place.call("PATCH", f"/v1/people/{ids['Sarah']}", json=less))["change_id"]
    merged = (await place.call("POST", f"/v1/people/{ids['Kim']}/merge", json={"into": ids["Lena"]}))["change_id"]
    undone = (await place.call("PATCH", f"/v1/people/{ids['Tom']}", json={"name": "Thomas"}))["change_id"]
    await place.call("POST", f"/v1/changes/{undone}/undo")
    await conversation(place, settings, "ana", "talk-1", "I ski", "I may row", "My uncle Zed collects coins")
    await place.call("POST", "/v1/threads", json={"user_id": "ben", "id": "talk-2", "metadata": {"title": "x"}})
    pending = {"role": "assistant", "content": "", "id": "late", "status": "pending"}
    await place.call(
        "POST", "/v1/threads/talk-2/messages", json={"messages": [{"role": "user", "content": "hi"}, pending]}
    )
    own = {"memories": [{"content": "Only in here"}], "owner_type": "thread"}
    await place.call("POST", "/v1/threads/talk-2/memories", json=own)
    return {"edit": change, "unalias": unalias, "rename": renamed, "merge": merged, "edited": edited}


def _doubtful(found: Found) -> Found:
    return replace(found, confidence=0.1) if " may " in found.content else found


async def conversation(place: Place, settings: Settings, user: str, thread: str, *facts: str) -> None:
    """A thread in which these facts were said and read."""
    await place.call("POST", "/v1/threads", json={"user_id": user, "id": thread, "auto_extract": True})
    for fact in facts:
        await place.call("POST", f"/v1/threads/{thread}/messages", json={"role": "user", "content": fact})
    async with parts(settings) as built:
        work = Reading(
            extractions=built.extractions, extractor=Scripted(change=_doubtful), keeping=built.keeping, sizes=RecentSizes(built.graph),
            triggers=Triggers(), confidence=0.5, max_per_turn=5, lease=30, tries=1, pause=1,
        )  # fmt: skip
        await read_thread(place.tenant, thread, work)
