"""A worker in a process of its own hears of messages through the queue, and its runs can be watched from elsewhere."""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from graphmem.local.ports import free_port
from graphmem.settings import Settings
from tests.service import KEY, environment
from tests.types import Http, Json


@pytest.fixture
def worker(settings: Settings, http: Http) -> "Iterator[subprocess.Popen[bytes]]":
    """One that hardly ever looks for work by itself."""
    more = {"GRAPHMEM_SWEEP_SECONDS": "600", "GRAPHMEM_MAX_ENTRIES": "1000"}
    process = subprocess.Popen([sys.executable, "-m", "graphmem", "worker"], env=environment(settings, **more))
    try:
        yield process
    finally:
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture
async def server(settings: Settings, http: Http) -> AsyncIterator[httpx.AsyncClient]:
    """`graphmem serve` in a process of its own."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "graphmem", "serve"], env=environment(settings, GRAPHMEM_PORT=str(port))
    )
    headers = {"Authorization": f"Bearer {KEY}"}
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get("/health/ready")).status_code == 200:
                        break
                await asyncio.sleep(0.2)
            yield client
    finally:
        process.terminate()
        process.wait(30)


async def until_read(http: "Http | httpx.AsyncClient", thread: str) -> Json:
    for _ in range(300):
        shown: Json = (await http.get(f"/v1/threads/{thread}")).json()
        if not shown["unchecked"]:
            return shown
        await asyncio.sleep(0.2)
    raise AssertionError(f"nobody read it: {shown}")


@pytest.mark.req("X2", "X7", "U2")
async def test_messages_are_read_when_there_are_enough_and_the_run_can_be_watched(
    server: httpx.AsyncClient, worker: object, user: str
) -> None:
    first = (await server.post("/v1/threads", json={"user_id": user})).json()["id"]
    four = [
        {"role": "user", "content": words}
        for words in ("I ski every winter", "I live in Graz", "I play chess", "I am vegan")
    ]
    await server.post(f"/v1/threads/{first}/messages", json={"messages": four})
    await until_read(server, first)  # by the worker's first look, or because it was woken
    second = (await server.post("/v1/threads", json={"user_id": user})).json()["id"]
    events: list[Json] = []

    async def watch() -> None:
        async with server.stream("GET", "/v1/extractions/stream", params={"user_id": user}) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            watching.set()
            async for line in stream.aiter_lines():
                if line.removeprefix("data:").strip() and line.startswith("data:"):
                    events.append(json.loads(line.removeprefix("data:")))
                    if events[-1]["status"] == "done":
                        return

    watching = asyncio.Event()
    watcher = asyncio.create_task(watch())
    await watching.wait()
    await asyncio.sleep(2)
    await server.post(f"/v1/threads/{second}/messages", json={"messages": four})
    shown = await until_read(server, second)  # only the queue can have told the worker
    await asyncio.wait_for(watcher, 30)

    assert (shown["extraction"], shown["error"]) == ("idle", None)
    assert events[-1]["thread_id"] == second
    assert (events[-1]["messages"], events[-1]["extractor"]) == (4, "reader")
    listed = (await server.get("/v1/extractions", params={"user_id": user})).json()["extractions"]
    assert [run["thread_id"] for run in listed] == [second, first]
    memories = (await server.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert len(memories) == 4


@pytest.mark.req("X3")
async def test_a_thread_is_read_by_hand_and_after_an_exchange(http: Http, worker: object, user: str) -> None:
    thread = (await http.post("/v1/threads", json={"user_id": user})).json()["id"]
    await http.post(f"/v1/threads/{thread}/messages", json={"role": "user", "content": "I live in Graz"})
    asked = await http.post(f"/v1/threads/{thread}/extract")
    assert asked.status_code == 202
    await until_read(http, thread)
    memories = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert [memory["content"] for memory in memories] == ["I live in Graz"]
