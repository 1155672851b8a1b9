"""An engine or a queue that stands still: every answer comes in time and says what is silent, and all goes on afterwards."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, datetime

import httpx
import psutil
import pytest

from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.adapters.neo4j.queries import FindKey
from graphmem.deadlines import allowance
from graphmem.errors import EngineSilent, OutcomeUnknown
from graphmem.local.ports import free_port
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.web.session import seal_of, sign_in_path
from graphmem.wiring import engine_of
from tests.attack.crowd import knowing, recall, visitor
from tests.attack.stopped import child, own_engines, stopped
from tests.service import KEY, served

SECONDS = 3.0  # that a request waits here
SLACK = 7.0  # what a busy machine may add


@pytest.fixture(scope="module")
async def own(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Settings]:
    async with own_engines(tmp_path_factory.mktemp("stopped")) as settings:
        yield settings


@pytest.fixture(scope="module")
async def client(own: Settings) -> AsyncIterator[httpx.AsyncClient]:
    with served(own, port=free_port(), GRAPHMEM_REQUEST_SECONDS=str(SECONDS)) as address:
        async with visitor(address, KEY, 100) as client:
            await knowing(client)
            yield client


@pytest.fixture
async def engine(own: Settings) -> AsyncIterator[Engine]:
    made = engine_of(own)
    await made.run(FindKey(digest="none"))
    yield made
    await made.close()


@pytest.fixture
def neo4j(own: Settings) -> psutil.Process:
    return child("Neo4jCommunity", str(own.data_dir))


async def remember(client: httpx.AsyncClient, content: str) -> httpx.Response:
    return await client.post("/v1/memories", json={"user_id": "me", "memories": [{"content": content}]})


async def timed(asking: Awaitable[httpx.Response]) -> tuple[httpx.Response, float]:
    began = time.monotonic()
    return await asking, time.monotonic() - began


async def test_with_a_silent_graph_every_answer_comes_in_time_and_names_it(
    client: httpx.AsyncClient, own: Settings
) -> None:
    with stopped("Neo4jCommunity", str(own.data_dir)):
        asked = [recall(client) for _ in range(20)] + [remember(client, f"I own boat {n}") for n in range(5)]
        asked += [client.get("/v1/people", params={"user_id": "me"}), client.get("/health/ready")]
        *answers, (ready, probed) = await asyncio.gather(*map(timed, asked))
    assert (ready.status_code, ready.json()["engine"], ready.json()["queue"]) == (503, False, True)
    assert probed < 2 + SLACK
    for answer, took in answers:
        assert (answer.status_code, took < SECONDS + SLACK) == (503, True), (answer.text, took)
        assert answer.headers["Retry-After"]
        assert re.match("the graph .Neo4j. did not answer|graphmem is busy", answer.json()["error"]["message"])
    assert sum("the graph (Neo4j) did not answer within 3 s" in answer.text for answer, _ in answers) >= 8


async def test_afterwards_everything_answers_without_a_restart(client: httpx.AsyncClient, own: Settings) -> None:
    with stopped("Neo4jCommunity", str(own.data_dir)):
        await asyncio.gather(*(recall(client) for _ in range(60)))  # more than there are connections
    for _ in range(100):
        if (await client.get("/health/ready")).status_code == 200:
            break
        await asyncio.sleep(0.1)
    assert {(await recall(client)).status_code for _ in range(60)} == {200}
    assert (await remember(client, "I like coffee, too")).status_code == 200


async def test_with_a_silent_queue_signing_in_and_remembering_go_on_and_ready_names_it(
    client: httpx.AsyncClient, own: Settings
) -> None:
    link = sign_in_path(seal_of(own), digest(KEY), now=datetime.now(UTC))
    with stopped("valkey", str(own.redis_url).rsplit(":", 1)[1].removesuffix("/0")):
        [(signed, took), (kept, _), (ready, probed)] = await asyncio.gather(
            timed(client.get(link)), timed(remember(client, "I like rain")), timed(client.get("/health/ready"))
        )
    assert (signed.status_code, took < 2 + SLACK) == (303, True)
    assert kept.status_code == 200
    assert (ready.status_code, ready.json()["queue"], probed < 2 + SLACK) == (200, False, True)


async def test_a_write_that_was_not_committed_in_time_says_that_nothing_was_stored(
    own: Settings, engine: Engine, neo4j: psutil.Process
) -> None:
    async def work(transaction: Transaction) -> None:
        neo4j.suspend()
        await transaction.run(FindKey(digest="none"))

    try:
        with allowance(1.0), pytest.raises(EngineSilent) as caught:
            await engine.write(work)
    finally:
        neo4j.resume()
    assert str(caught.value) == "the graph (Neo4j) did not answer within 1 s; nothing was stored"


async def test_a_write_whose_commit_was_not_answered_says_that_it_may_have_been_stored(
    own: Settings, engine: Engine, neo4j: psutil.Process
) -> None:
    async def work(transaction: Transaction) -> None:
        await transaction.run(FindKey(digest="none"))
        neo4j.suspend()

    try:
        with allowance(5.0), pytest.raises(OutcomeUnknown, match="may or may not have been stored"):
            await engine.write(work)
    finally:
        neo4j.resume()
    await Keys(engine).create(Tenant("after"), "works again", now=datetime.now(UTC))
