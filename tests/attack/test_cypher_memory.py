"""An analyst asks for more than the engine has: one query at a time, each ended in time, and recalls go on beside it."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant, KeyRole
from graphmem.local.ports import free_port
from graphmem.model import Tenant
from graphmem.settings import Settings
from tests.attack.crowd import knowing, recall, visitor
from tests.service import served

TEXT = "a" * 10_000
GREEDY = [
    "UNWIND range(1, 1000) AS r RETURN reduce(s = 'aaaaaaaaaa', x IN range(1, 22) | s + s) AS s",
    "RETURN reduce(s = 0, x IN range(1, 1000000000000) | s + x) AS s",
    "RETURN any(x IN range(1, 1000000000000) WHERE x < 0) AS s",
    "RETURN size([x IN range(1, 1000000000) | x]) AS s",
    "WITH range(1, 10000) AS r RETURN size([x IN r | [y IN r | x + y]]) AS s",
    "UNWIND range(1, 100000000) AS x RETURN size(collect($text + x)) AS s",
    "UNWIND range(1, 100000000) AS x RETURN collect(x) AS s",
    "UNWIND range(1, 100000000) AS x RETURN DISTINCT 'aaaaaaaaaaaaaaaa' + x AS s ORDER BY s",
    "UNWIND range(1, 100000000) AS x RETURN x ORDER BY -x",
    "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN sum(x * y) AS s",
    "UNWIND range(1, 1000) AS x WITH $text + $text AS s WITH s + s + s + s AS s RETURN s + s + s + s AS s",
    "UNWIND range(1, 100000) AS x WITH split($text, 'a') AS s RETURN sum(size(s)) AS s",
    "UNWIND range(1, 100000) AS x RETURN replace($text, 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') AS s",
]


@pytest.fixture(scope="module")
async def address(settings: Settings, engine: Engine) -> AsyncIterator[str]:
    with served(settings, port=free_port(), GRAPHMEM_CYPHER_SECONDS="2") as address:
        yield address


@pytest.fixture
async def analyst(address: str, engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    key = await Keys(engine).create(
        Tenant("analyst"), "test", grant=Grant(role=KeyRole.OPERATOR), now=datetime.now(UTC)
    )
    async with visitor(address, key, 10) as client:
        yield client


async def ask(client: httpx.AsyncClient, query: str) -> httpx.Response:
    return await client.post("/v1/cypher", json={"query": query, "parameters": {"text": TEXT}})


async def test_recalls_go_on_beside_greedy_queries(address: str, engine: Engine, analyst: httpx.AsyncClient) -> None:
    key = await Keys(engine).create(Tenant("quiet"), "test", now=datetime.now(UTC))
    async with visitor(address, key, 1) as quiet:
        await knowing(quiet)
        took: list[float] = []

        async def recalling(times: int) -> float:
            took.clear()
            while len(took) < times or times == 0:
                began = time.perf_counter()
                assert (await recall(quiet)).status_code == 200
                took.append(time.perf_counter() - began)
            return statistics.median(took)

        await recalling(20)
        alone = await recalling(30)
        going = asyncio.create_task(recalling(0))
        for query in GREEDY:
            answer = await ask(analyst, query)
            assert answer.status_code in (200, 400, 422), (query, answer.text[:500])
            assert not going.done(), going.exception()
        going.cancel()
        beside, worst = statistics.median(took), max(took)
    told = f"recall p50 {alone * 1000:.1f} ms alone, {beside * 1000:.1f} beside, at worst {worst * 1000:.0f}"
    assert beside / alone < 15, told
    assert worst < 20, told
    assert len(took) > 50, told


async def test_a_second_query_of_the_same_key_is_answered_429(analyst: httpx.AsyncClient) -> None:
    slow = "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000000) AS y RETURN sum(x * y) AS s"
    answers = await asyncio.gather(*(ask(analyst, slow) for _ in range(3)))
    assert sorted(answer.status_code for answer in answers) == [422, 429, 429]
    assert (await ask(analyst, "RETURN 1 AS one")).status_code == 200
