"""How fast graphmem is, as ratios of two things measured in one run: `make bench`.

The floor of a recall is what nobody can go below: embedding the question, plus one look-up by id over the driver.
"""

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import numpy as np
import uuid_utils
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.deciding import deciding
from benchmarks.sentences import question, sentence
from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.writing import apply
from graphmem.core.change import Addition
from graphmem.core.claims import Statement, claim_of
from graphmem.core.settlement import Settlement, Surroundings
from graphmem.local.ports import free_port
from graphmem.model import MemoryId, Owner, OwnerType, Scope, Tenant
from graphmem.ports.graph import Listing
from graphmem.settings import Settings
from graphmem.wiring import Parts, now, parts
from tests.service import KEY, engines, environment, plain

_EACH = 100  # memories an owner, and texts a batch
_ROUNDS = 500
_WARM_UP = 300
_BATCHES = 15
_TELLERS = 3  # owners who tell one thing after the other: the warm-up gives each a hundred memories


async def run(memories: int, console: Console) -> None:
    table = Table("Measure", "Value", "Bar", title=f"Speed with {memories:,} memories of {memories // _EACH:,} owners")
    with tempfile.TemporaryDirectory(prefix="graphmem-speed-") as folder:
        async with engines(Path(folder)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            port = free_port()
            with _server(settings, port):
                async with httpx.AsyncClient(
                    base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=60
                ) as client:
                    await _until_ready(client)
                    few, many = 10, memories // _EACH
                    await _fill(built, range(few), console)
                    _, small = await _recall(client, built, few)
                    await _fill(built, range(few, many), console)
                    floor, large = await _recall(client, built, many)
                    bare, one = await _remember_one(client, built)
                    raw, kept = await _remember(client, built)
                    spacys, decided = await deciding(built)
    table.add_row("floor: embed the question + look up by id, p50", f"{floor * 1000:.2f} ms", "")
    table.add_row("recall over HTTP, p50", f"{large * 1000:.2f} ms", "")
    table.add_row("recall / floor", f"{large / floor:.2f}", "at most 3")
    table.add_row(f"recall / recall at 1,000 memories ({small * 1000:.2f} ms)", f"{large / small:.2f}", "at most 1.3")
    table.add_row("floor: embed a sentence + one bare node write, p50", f"{bare * 1000:.2f} ms", "")
    table.add_row("remember one over HTTP, p50", f"{one * 1000:.2f} ms", "")
    table.add_row("remember one / floor", f"{one / bare:.2f}", "at most 4")
    table.add_row("embedding alone, batches of 100", f"{raw:.0f} /s", "")
    table.add_row("remember over HTTP, batches of 100", f"{kept:.0f} /s", "")
    table.add_row("remember / embedding alone", f"{kept / raw:.2f}", "at least 0.15")
    table.add_row("spaCy's pass over a sentence, p50", f"{spacys * 1000:.2f} ms", "")
    table.add_row("reading, resolving and deciding a sentence / spaCy's pass", f"{decided / spacys:.2f}", "")
    console.print(table)


class _server:  # noqa: N801 (used like a function)
    """`graphmem serve` in a process of its own."""

    def __init__(self, settings: Settings, port: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "graphmem", "serve"], env=environment(settings, GRAPHMEM_PORT=str(port))
        )

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(20)


async def _until_ready(client: httpx.AsyncClient) -> None:
    for _ in range(300):
        try:
            if (await client.get("/health/ready")).status_code == 200:
                return
        except httpx.TransportError:
            pass
        await asyncio.sleep(0.1)
    raise TimeoutError("the server did not start")


async def _fill(built: Parts, owners: range, console: Console) -> None:
    """A hundred memories for each owner: made-up sentences, with vectors in random directions (the worst case)."""
    rng = np.random.default_rng(owners.start)
    moment = now()
    for number in track(owners, f"Filling up to {owners.stop * _EACH:,} memories", console=console):
        matrix = rng.standard_normal((_EACH, built.embedder.dimensions))
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        decisions = [
            Addition(
                claim=claim_of(Statement(content=sentence()), id_=MemoryId(str(uuid_utils.uuid7())), now=moment),
                vector=vector,
            )
            for vector in matrix.tolist()
        ]
        owner = _owner(number)
        await built.graph.settle(owner, [], [], readings=[], decide=_nothing, now=moment)
        await built.engine.run(apply(owner, plain(decisions), {}, (), model=built.embedder.model, now=moment))


async def _nothing(_: Surroundings) -> Settlement:
    return plain([])


async def _recall(client: httpx.AsyncClient, built: Parts, owners: int) -> tuple[float, float]:
    """The floor and a recall, in turns, each p50 in seconds; no question is asked twice."""
    floors, recalls = [], []
    ids = await _some_ids(built, owners)
    for turn in range(_WARM_UP + _ROUNDS):
        floor = await _timed(lambda: _floor(built, random.choice(ids)))
        body = {"user_id": _owner(random.randrange(owners)).ref, "query": question()}
        recalled = await _timed(lambda body=body: client.post("/v1/recall", json=body))  # type: ignore[misc]
        if turn >= _WARM_UP:
            floors.append(floor)
            recalls.append(recalled)
    return statistics.median(floors), statistics.median(recalls)


async def _floor(built: Parts, memory: MemoryId) -> None:
    await built.embedder.embed([question()])
    async with built.engine._session(write=False) as session:
        await (await session.run("MATCH (m:Memory {id: $id}) RETURN m.content", id=memory)).single()


async def _some_ids(built: Parts, owners: int) -> list[MemoryId]:
    found: list[MemoryId] = []
    for number in range(0, owners, max(owners // 50, 1)):
        owner = _owner(number)
        listed = await built.graph.listed(Scope(owner.tenant, (owner,)), Listing(limit=10, now=now()))
        found += [memory.id for memory in listed]
    return found


async def _remember_one(client: httpx.AsyncClient, built: Parts) -> tuple[float, float]:
    """The floor and remembering one sentence among many like it, in turns, each p50 in seconds."""
    floors, remembering = [], []
    for turn in range(_WARM_UP + _ROUNDS):
        floor = await _timed(lambda: built.embedder.embed([sentence()])) + await _timed(lambda: _bare_write(built))
        body = {"user_id": f"teller-{turn % _TELLERS}", "memories": [{"content": sentence()}]}
        one = await _timed(lambda body=body: client.post("/v1/memories", json=body))  # type: ignore[misc]
        if turn >= _WARM_UP:
            floors.append(floor)
            remembering.append(one)
    return statistics.median(floors), statistics.median(remembering)


async def _bare_write(built: Parts) -> None:
    async with built.engine._session(write=True) as session:
        await (await session.run("CREATE (:BenchmarkNode {at: timestamp()})")).consume()


async def _remember(client: httpx.AsyncClient, built: Parts) -> tuple[float, float]:
    """Texts a second: embedded only, and remembered over HTTP, in turns of a hundred."""
    embedding = remembering = 0.0
    for turn in range(2 + _BATCHES):
        texts = [sentence() for _ in range(_EACH)]
        alone = await _timed(lambda texts=texts: built.embedder.embed(texts))  # type: ignore[misc]
        items = [{"content": sentence()} for _ in range(_EACH)]
        body = {"user_id": _owner(turn).ref, "memories": items}
        whole = await _timed(lambda body=body: client.post("/v1/memories", json=body))  # type: ignore[misc]
        if turn >= 2:
            embedding += alone
            remembering += whole
    return _BATCHES * _EACH / embedding, _BATCHES * _EACH / remembering


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    answer = await work()
    took = time.perf_counter() - began
    if isinstance(answer, httpx.Response) and answer.status_code != 200:
        raise RuntimeError(answer.text)
    return took


def _owner(number: int) -> Owner:
    return Owner(Tenant("testing"), OwnerType.USER, f"owner-{number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    asyncio.run(run(parser.parse_args().memories, Console(highlight=False)))


if __name__ == "__main__":
    main()
