"""What was answered is so: while threads are deleted, people forgotten, and requests sent again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import neo4j
import pytest

from graphmem.adapters.neo4j.engine import Engine
from tests.service import KEY
from tests.types import Json

_WAITING = 20.0  # seconds; the engine gives up on a lock after ten


@pytest.fixture
async def api(readme_server: tuple[str, Path]) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a served graphmem: only there are requests under way at the same time."""
    headers = {"Authorization": f"Bearer {KEY}"}
    async with httpx.AsyncClient(base_url=readme_server[0], headers=headers, timeout=60) as client:
        yield client


async def opened(api: httpx.AsyncClient, user: str, **given: object) -> str:
    answer = await api.post("/v1/threads", json={"user_id": user, **given})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@asynccontextmanager
async def held(engine: Engine, lock: str, **parameters: str) -> AsyncIterator[neo4j.AsyncTransaction]:
    """A transaction that holds what `lock` sets, until it is committed."""
    async with engine._session(write=True) as session, await session.begin_transaction() as transaction:
        await (await transaction.run(lock, parameters)).consume()
        yield transaction


async def blocked(engine: Engine, count: int) -> None:
    """Returns when so many transactions wait for a lock."""
    async with asyncio.timeout(_WAITING), engine._session(write=False) as session:
        while True:
            found = await session.run(
                "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*) AS n"
            )
            if (await found.single(strict=True))["n"] >= count:
                return
            await asyncio.sleep(0.05)


_THREAD = "MATCH (t:Thread {tenant: 'testing', id: $thread}) SET t.revision = timestamp()"
_GONE = "MATCH (t:Thread {tenant: 'testing', id: $thread}) OPTIONAL MATCH (s)-[:IN_THREAD]->(t) DETACH DELETE s, t"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/messages", {"role": "user", "content": "I ski"}),
        ("POST", "/messages", {"role": "user", "content": "remember that I ski"}),
        ("PATCH", "/messages/pending", {"status": "completed", "content": "Done."}),
        ("POST", "/extract", None),
        ("POST", "/clear", None),
        ("POST", "/merge", None),
        ("DELETE", "", None),
        ("POST", "/memories", {"memories": [{"content": "I ski"}]}),
        ("POST", "/memories", {"memories": [{"content": "I ski"}], "owner_type": "thread"}),
    ],
)
async def test_a_thread_that_is_deleted_while_it_is_written_to_is_not_found(
    api: httpx.AsyncClient, engine: Engine, user: str, method: str, path: str, body: Json | None
) -> None:
    thread = await opened(api, user)
    pending = {"role": "assistant", "content": "", "status": "pending", "id": "pending"}
    await api.post(f"/v1/threads/{thread}/messages", json=pending)

    async with held(engine, _THREAD, thread=thread) as deleting:
        several = [asyncio.create_task(api.request(method, f"/v1/threads/{thread}{path}", json=body)) for _ in range(3)]
        await blocked(engine, 1)
        await (await deleting.run(_GONE, {"thread": thread})).consume()
        await deleting.commit()
    answers = await asyncio.gather(*several)

    assert [answer.status_code for answer in answers] == [404] * 3, answers[0].text
    listed = await api.get("/v1/memories", params={"user_id": user, "across_threads": True})
    assert listed.json()["memories"] == []


async def test_thirty_messages_posted_while_their_thread_is_deleted_are_taken_or_not_found(
    api: httpx.AsyncClient, user: str
) -> None:
    thread = await opened(api, user)
    path = f"/v1/threads/{thread}"
    many = [{"role": "user", "content": f"line {number}"} for number in range(500)]
    await api.post(f"{path}/messages", json={"messages": many})

    posting = [api.post(f"{path}/messages", json={"role": "user", "content": "x"}) for _ in range(30)]
    deleted, *posted = await asyncio.gather(api.delete(path), *posting)

    assert deleted.status_code == 200
    assert {answer.status_code for answer in posted} <= {200, 404}
    assert (await api.get(path)).status_code == 404
