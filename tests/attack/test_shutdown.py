"""A server that is told to stop: it was ready only when warm, and what is under way is finished."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx
import pytest

from graphmem.local.ports import free_port
from graphmem.settings import Settings
from tests.service import KEY, environment

WRITES = 10


class Server:
    """A `graphmem serve` in a process of its own."""

    def __init__(self, settings: Settings) -> None:
        port = free_port()
        command = [sys.executable, "-m", "graphmem", "serve"]
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            command, env=environment(settings, GRAPHMEM_PORT=str(port), GRAPHMEM_STOP_SECONDS="300")
        )

    async def until(self, *statuses: int) -> dict[str, object]:
        """What /health/ready says as soon as it answers with one of these."""
        async with httpx.AsyncClient(base_url=self.address, timeout=30) as client:
            while True:
                assert self.process.poll() is None
                with suppress(httpx.TransportError):
                    answer = await client.get("/health/ready")
                    if answer.status_code in statuses:
                        found: dict[str, object] = answer.json()
                        return found
                await asyncio.sleep(0.02)

    async def ended(self) -> float:
        """Seconds until the process has ended."""
        began = time.monotonic()
        while self.process.poll() is None:
            assert time.monotonic() < began + 600
            await asyncio.sleep(0.05)
        return time.monotonic() - began


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Server]:
    started = Server(settings)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.wait()


def client(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.address, headers={"Authorization": f"Bearer {KEY}"}, timeout=600)


@pytest.mark.parametrize("when", ["cold", "warm"])
async def test_writes_under_way_are_finished_when_it_is_told_to_stop(server: Server, user: str, when: str) -> None:
    """Cold: the server has only just begun to listen, and still loads what reads texts."""
    state = await server.until(200, 503) if when == "cold" else await server.until(200)
    async with client(server) as http:
        facts = [{"user_id": user, "memories": [{"content": f"Trunk {n} is in cellar {n * 7}"}]} for n in range(WRITES)]
        writes = [asyncio.create_task(http.post("/v1/memories", json=fact)) for fact in facts]
        await asyncio.sleep(0.2)  # all of them are on their way
        os.kill(server.process.pid, signal.SIGTERM)
        answers = await asyncio.gather(*writes, return_exceptions=True)
    assert [getattr(answer, "status_code", answer) for answer in answers] == [200] * WRITES, state


async def test_it_is_not_ready_before_the_parser_and_the_plans_are_loaded(server: Server) -> None:
    first = await server.until(200, 503)
    assert (first["status"], first["loading"]) == ("not_ready", ["parser", "plans"])
    assert (await server.until(200))["loading"] == []


async def test_a_stream_without_an_end_does_not_hold_it_up(server: Server) -> None:
    await server.until(200)
    async with client(server) as http, http.stream("GET", "/v1/extractions/stream") as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == ": watching"
        os.kill(server.process.pid, signal.SIGTERM)
        assert await server.ended() < 150
