"""Many requests at once: those that can't be served soon are told so at once, and other tenants hardly notice."""

import asyncio
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.client import AsyncGraphmem, TooManyRequests
from graphmem.core.rights import Grant, KeyRole
from graphmem.local.ports import free_port
from graphmem.model import Tenant
from graphmem.settings import Settings
from tests.attack.crowd import knowing, recall, visitor
from tests.service import served

MANY = 500
CALL = {"jsonrpc": "2.0", "id": 1}
SEARCH = {"query": "what do I drink?"}


@pytest.fixture(scope="module")
async def address(settings: Settings, engine: Engine) -> AsyncIterator[str]:
    """A graphmem that serves two requests of a tenant at a time."""
    few = {"GRAPHMEM_TENANT_REQUESTS": "2", "GRAPHMEM_TENANT_WAITING": "20"}
    few |= {"GRAPHMEM_CLIENT_CONNECTIONS": str(4 * MANY), "GRAPHMEM_CONNECTIONS": str(4 * MANY)}  # all are one address
    with served(settings, port=free_port(), **few) as address:
        yield address


async def key_of(engine: Engine, tenant: str) -> str:
    return await Keys(engine).create(Tenant(tenant), "test", grant=Grant(role=KeyRole.OPERATOR), now=datetime.now(UTC))


async def p50(client: httpx.AsyncClient, times: int) -> float:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        assert (await recall(client)).status_code == 200
        took.append(time.perf_counter() - began)
    return statistics.median(took)


@pytest.fixture
async def crowd(address: str, engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with visitor(address, await key_of(engine, "crowd"), MANY) as client:
        await knowing(client)
        yield client


async def test_what_a_tenant_sends_beyond_its_places_is_answered_429_at_once_and_the_rest_served(
    crowd: httpx.AsyncClient,
) -> None:
    answers = await asyncio.gather(*(recall(crowd) for _ in range(MANY)))
    count = Counter(answer.status_code for answer in answers)
    assert set(count) == {200, 429}
    assert count[200] >= 22
    [refused, *_] = [answer for answer in answers if answer.status_code == 429]
    assert int(refused.headers["Retry-After"]) >= 1
    assert refused.json()["error"]["code"] == "too_many_requests"


async def test_other_tenants_keep_their_speed(address: str, engine: Engine, crowd: httpx.AsyncClient) -> None:
    async with visitor(address, await key_of(engine, "quiet"), 1) as quiet:
        await knowing(quiet)
        await p50(quiet, 20)
        alone = await p50(quiet, 20)
        command = [sys.executable, "-m", "tests.attack.crowd", address, await key_of(engine, "crowd"), str(MANY)]
        pressing = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            assert pressing.stdout is not None
            assert await pressing.stdout.readline() == b"again\n"
            beside = await p50(quiet, 20)
        finally:
            pressing.terminate()
            await pressing.wait()
    told = f"recall p50 {alone * 1000:.1f} ms alone, {beside * 1000:.1f} ms beside: {beside / alone:.1f}"
    assert beside / alone < 40, told  # one process reads and refuses them all


async def test_probes_and_files_are_never_queued(crowd: httpx.AsyncClient) -> None:
    pressing = asyncio.gather(*(recall(crowd) for _ in range(100)))
    await asyncio.sleep(0.05)
    assert (await crowd.get("/health/live")).status_code == 200
    assert (await crowd.get("/static/graphmem.css")).status_code == 200
    await pressing


async def test_a_stream_holds_no_place_of_other_requests(address: str, engine: Engine) -> None:
    async with visitor(address, await key_of(engine, "watching"), 10) as client:
        streams = [client.stream("GET", "/v1/extractions/stream") for _ in range(4)]  # more than there are places
        opened = [await stream.__aenter__() for stream in streams]
        assert {answer.status_code for answer in opened} == {200}
        assert (await recall(client)).status_code == 200
        for stream in streams:
            await stream.__aexit__(None, None, None)


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/rpc", {**CALL, "method": "memory.search", "params": {**SEARCH, "user_id": "me"}}, -32029),
        ("/mcp", {**CALL, "method": "tools/call", "params": {"name": "recall", "arguments": SEARCH}}, -32029),
        ("/v1/chat/completions", {"messages": [{"role": "user", "content": "hi"}]}, "too_many_requests"),
    ],
)
async def test_each_protocol_is_refused_in_its_own_shape(
    crowd: httpx.AsyncClient, path: str, body: dict[str, object], code: int | str
) -> None:
    headers = {"Accept": "application/json, text/event-stream"}
    answers = await asyncio.gather(*(crowd.post(path, json=body, headers=headers) for _ in range(200)))
    [refused, *_] = [answer for answer in answers if answer.status_code == 429]
    assert refused.headers["Retry-After"]
    told = refused.json()
    assert told["error"]["code"] == code
    assert told.get("jsonrpc") == ("2.0" if isinstance(code, int) else None)


async def test_the_client_sends_again_what_was_refused_and_gives_up_after_its_retries(
    address: str, engine: Engine, crowd: httpx.AsyncClient
) -> None:
    key = crowd.headers["Authorization"].removeprefix("Bearer ")
    pressing = asyncio.gather(*(recall(crowd) for _ in range(200)))
    await asyncio.sleep(0.1)
    async with AsyncGraphmem(address, key, user_id="me", retries=20) as patient:
        assert await patient.recall("what do I drink?")
    await pressing
    pressing = asyncio.gather(*(recall(crowd) for _ in range(200)))
    await asyncio.sleep(0.1)
    async with AsyncGraphmem(address, key, user_id="me", retries=0) as hasty:
        with pytest.raises(TooManyRequests):
            await asyncio.gather(*(hasty.recall("what do I drink?") for _ in range(60)))
    await pressing
