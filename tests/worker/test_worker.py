"""The worker in a process of its own, woken through a real Valkey."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import datetime

import pytest

from graphmem.adapters.arq.queue import ArqQueue
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.flows.remember import remember
from graphmem.model import Owner, Scope
from graphmem.ports.graph import Listing
from graphmem.ports.language import Embedder
from graphmem.ports.queue import Queue
from graphmem.settings import Settings
from graphmem.wiring import parser_of
from tests.conftest import claim
from tests.doubles import ToldJudge
from tests.graph.test_recall_ways import CountedEmbedder
from tests.service import environment


@pytest.fixture
async def queue(settings: Settings) -> AsyncIterator[ArqQueue]:
    made = ArqQueue(str(settings.redis_url))
    yield made
    await made.close()


async def keep_without_a_model(
    fact: str, owner: Owner, graph: Neo4jGraph, embedder: Embedder, queue: Queue, now: datetime
) -> None:
    down = CountedEmbedder(embedder)
    down.off = True
    claims = [claim(fact, now=now)]
    await remember(
        owner, claims, graph=graph, parser=parser_of(), judge=ToldJudge(), embedder=down, queue=queue,
        dedup_threshold=0.9, now=now,
    )  # fmt: skip


async def embedded(graph: Neo4jGraph, owner: Owner, now: datetime, count: int) -> None:
    scope = Scope(owner.tenant, (owner,))
    for _ in range(3_000):
        memories = await graph.listed(scope, Listing(now=now))
        if [memory.embedding_model is not None for memory in memories] == [True] * count:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the worker did not embed what waited")


@pytest.mark.req("M5")
async def test_the_worker_embeds_what_waited_and_what_it_is_woken_for(
    settings: Settings, graph: Neo4jGraph, embedder: Embedder, queue: ArqQueue, owner: Owner, now: datetime
) -> None:
    await keep_without_a_model("I was born in Recife", owner, graph, embedder, queue, now)
    worker = subprocess.Popen([sys.executable, "-m", "graphmem", "worker"], env=environment(settings))
    try:
        await embedded(graph, owner, now, 1)
        await keep_without_a_model("I commute by ferry", owner, graph, embedder, queue, now)
        await embedded(graph, owner, now, 2)
    finally:
        worker.terminate()
        assert worker.wait(30) == 0


async def test_a_queue_that_is_down_holds_nothing_up(
    graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    nowhere = ArqQueue("redis://127.0.0.1:1/0")
    await keep_without_a_model("I ski", owner, graph, embedder, nowhere, now)
    assert await nowhere.ping() is False
    assert [owner] == [found for found in await graph.owners_awaiting_vectors(1000) if found == owner]
