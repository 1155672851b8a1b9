"""What may happen to processes happens to them while 200 threads are talking: nothing is lost, nothing doubled."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest
from arq.connections import create_pool

from graphmem.adapters.arq.queue import redis_settings
from graphmem.local.ports import free_port
from graphmem.settings import Settings
from graphmem.wiring import engine_of
from tests.service import KEY, engines, environment

THREADS, EACH = 200, 3
PAUSE = float(os.environ.get("QUEUE_PAUSE", "5"))  # seconds that the queue stands still; 60 takes a minute longer
MORE = {"GRAPHMEM_EXTRACT_LEASE": "8", "GRAPHMEM_EXTRACT_DEBOUNCE": "1", "GRAPHMEM_SWEEP_SECONDS": "1"}


@contextmanager
def process(settings: Settings, *arguments: str, **more: str) -> "Iterator[list[subprocess.Popen[bytes]]]":
    """A command of ours that is started again whenever it is asked for; the last of the list is the one that runs."""
    command = [sys.executable, "-m", "graphmem", *arguments]
    started = [subprocess.Popen(command, env=environment(settings, **MORE, **more))]
    try:
        yield started
    finally:
        for one in started:
            if one.poll() is None:
                one.terminate()
                one.wait(30)


def again(settings: Settings, started: "list[subprocess.Popen[bytes]]") -> None:
    """Kills the process in the midst of what it does, and starts another."""
    started[-1].kill()
    started[-1].wait()
    started.append(subprocess.Popen(started[-1].args, env=environment(settings, **MORE)))


def child(*words: str) -> psutil.Process:
    """The child process with all these words in its command: the Neo4j or Valkey of this test."""
    ours = psutil.Process().children(recursive=True)
    [found] = [one for one in ours if all(word in " ".join(one.cmdline()) for word in words)]
    return found


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Settings]:
    """Engines of this test alone: they will be killed."""
    async with engines(tmp_path / "data") as settings:
        yield settings


async def talk(client: httpx.AsyncClient, number: int) -> list[str]:
    """One conversation; each message is sent until it is acknowledged, as a client would."""
    facts = []
    thread = f"thread-{number:03d}"
    await sent(client, "/v1/threads", {"user_id": f"user-{number % 40}", "id": thread})
    for line in range(EACH):
        fact = f"I own boat {number:03d}{line} at pier {number * 7919 % 1_000:03d}{line}"
        facts.append(fact)
        await sent(client, f"/v1/threads/{thread}/messages", {"role": "user", "content": fact, "id": f"u{line}"})
        reply = {"role": "assistant", "content": f"Noted, number {line}.", "id": f"a{line}"}
        await sent(client, f"/v1/threads/{thread}/messages", reply)
        await asyncio.sleep((number * 31 + line * 17) % 20 / 10)
    return facts


async def sent(client: httpx.AsyncClient, path: str, body: dict[str, str]) -> None:
    for _ in range(400):
        with contextlib.suppress(httpx.TransportError):
            answer = await client.post(path, json=body)
            if answer.status_code < 300:
                return
            assert answer.status_code == 503, answer.text
        await asyncio.sleep(0.3)
    raise AssertionError(f"{path} was never acknowledged")


@pytest.mark.req("X2", "X4", "X7")
async def test_nothing_is_lost_or_doubled_whatever_is_killed(own: Settings, tmp_path: Path) -> None:
    port = free_port()
    folder = tmp_path / "data"
    with process(own, "serve", GRAPHMEM_PORT=str(port)), process(own, "worker") as worker, process(own, "worker"):
        limits = httpx.Limits(max_connections=20)
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=60, limits=limits
        ) as client:
            await ready(client)
            talking = asyncio.gather(*(talk(client, number) for number in range(THREADS)))
            await harm(own, worker, folder)
            facts = [fact for said in await talking for fact in said]
            state = await settled(client, own)
    await check(own, facts, state)


async def harm(own: Settings, worker: "list[subprocess.Popen[bytes]]", folder: Path) -> None:
    """Everything that may go wrong, one thing after the other."""
    await asyncio.sleep(5)
    again(own, worker)
    await flushed(own)
    await asyncio.sleep(3)
    queue = child("valkey", str(own.redis_url).rsplit(":", 1)[1].removesuffix("/0"))
    queue.suspend()
    await asyncio.sleep(PAUSE)
    queue.resume()
    queue.kill()  # and it is started again
    await asyncio.sleep(3)
    child("Neo4jCommunity", str(folder)).kill()
    await asyncio.sleep(2)
    os.kill(worker[-1].pid, signal.SIGSTOP)  # a worker that hangs until its leases have run out
    await asyncio.sleep(12)
    os.kill(worker[-1].pid, signal.SIGCONT)
    again(own, worker)
    with contextlib.suppress(OSError):
        await flushed(own)


async def flushed(own: Settings) -> None:
    pool = await create_pool(redis_settings(str(own.redis_url)))
    await pool.flushall()
    await pool.aclose()


async def ready(client: httpx.AsyncClient) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            if (await client.get("/health/ready")).status_code == 200:
                return
        await asyncio.sleep(0.2)
    raise AssertionError("the server did not start")


async def settled(client: httpx.AsyncClient, own: Settings) -> dict[str, int]:
    """What the graph holds when no message waits any more."""
    engine = engine_of(own)
    try:
        for _ in range(600):
            with contextlib.suppress(Exception):
                async with engine._session(write=False) as session:
                    result = await session.run(
                        "MATCH (s:Message) WITH count(s) AS messages, sum(CASE WHEN s.is_memory_checked THEN 1 ELSE 0 END) AS read "
                        "MATCH (t:Thread) RETURN messages, read, count(t) AS threads, sum(t.unchecked) AS unchecked, "
                        "sum(t.positions) AS positions, sum(CASE WHEN t.failed_at IS NULL THEN 0 ELSE 1 END) AS failed"
                    )
                    state = (await result.single(strict=True)).data()
                if state["read"] == THREADS * EACH * 2:
                    return state
            await asyncio.sleep(0.5)
    finally:
        await engine.close()
    raise AssertionError(f"messages still wait: {state}")


async def check(own: Settings, facts: list[str], state: dict[str, int]) -> None:
    assert state == {
        "messages": THREADS * EACH * 2, "read": THREADS * EACH * 2, "threads": THREADS, "unchecked": 0,
        "positions": THREADS * EACH * 2, "failed": 0,
    }  # fmt: skip
    engine = engine_of(own)
    try:
        async with engine._session(write=False) as session:
            result = await session.run("MATCH (m:Memory) RETURN m.content AS content")
            kept = [record["content"] async for record in result]
            result = await session.run(
                "MATCH (x:Extraction {status: 'done'}) RETURN sum(x.messages) AS read, sum(x.kept) AS kept"
            )
            runs = await result.single(strict=True)
    finally:
        await engine.close()
    assert sorted(kept) == sorted(facts)
    assert (runs["read"], runs["kept"]) == (THREADS * EACH * 2, len(facts))
