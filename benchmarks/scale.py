"""How graphmem holds up as it grows, from a thousand memories to a million: `make bench-scale`.

A hundredth as many owners as memories, one of whom has a tenth of them all. They are written by the statement that
remembering ends in, a hundred at a time, without reading, embedding and deciding first: over the API it would take
hours. Their vectors are those of real sentences, each moved a little at random; questions are embedded and asked over
HTTP.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
import numpy as np
import psutil
import uuid_utils
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from benchmarks.recall.__main__ import begun
from benchmarks.recall.footprint import folder_size
from benchmarks.recall.results import Growth, Recalled, Step
from benchmarks.sentences import question, sentence
from benchmarks.speed import _nothing, _timed
from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.writing import apply
from graphmem.core.change import Addition
from graphmem.core.claims import Statement, claim_of
from graphmem.local.ports import free_port
from graphmem.model import MemoryId, Owner, OwnerType, Tenant
from graphmem.wiring import Parts, now, parts
from tests.service import KEY, engines, plain, served

_OUT = Path(__file__).resolve().parent / "results" / "scale.json"
_BATCH = 100
_SMALL = 90  # memories of everybody but the large owner
_BASE = 500  # sentences whose vectors are moved
_MOVED = 0.6  # how far, against a length of 1
_WARM_UP, _ROUNDS, _BATCHES = 20, 150, 3
_LARGE = 0  # the number of the large owner
_NEAREST, _MANY = 5, 50


@dataclass(frozen=True, slots=True)
class World:
    """Everybody's memories, the same in every run: none has to be kept to be compared with."""

    base: NDArray[np.float32]
    texts: Sequence[str]

    def batch(self, owner: int, number: int, size: int) -> tuple[list[str], NDArray[np.float32]]:
        """The texts and vectors of one batch of an owner's memories."""
        rng = np.random.default_rng((owner, number))
        chosen = rng.integers(len(self.texts), size=size)
        noise = rng.standard_normal((size, self.base.shape[1])).astype(np.float32) / self.base.shape[1] ** 0.5
        moved = self.base[chosen] + _MOVED * noise
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        return [f"{self.texts[place]}, {owner}-{number}-{row}" for row, place in enumerate(chosen)], moved

    def all_of(self, owner: int, filled: "Filled") -> tuple[list[str], NDArray[np.float32]]:
        """All that an owner has."""
        if owner != _LARGE:
            return self.batch(owner, 0, _SMALL)
        batches = [self.batch(owner, number, _BATCH) for number in range(filled.large)]
        texts = itertools.chain.from_iterable(told for told, _ in batches)
        return list(texts), np.concatenate([vectors for _, vectors in batches])


@dataclass(slots=True)
class Filled:
    """How many batches the large owner has, and how many owners there are."""

    large: int = 0
    owners: int = 1

    def grow(self, memories: int) -> Iterator[tuple[int, int, int]]:
        """The batches (owner, number, size) that are missing at a size; they count as filled once taken."""
        large, owners = memories // 10 // _BATCH, memories // 100
        for number in range(self.large, large):
            yield _LARGE, number, _BATCH
        for owner in range(self.owners, owners):
            yield owner, 0, _SMALL
        self.large, self.owners = large, owners


async def run(sizes: Sequence[int], *, out: Path, console: Console) -> None:
    told = begun()
    growth = Growth(made=told.made, version=told.version, machine=told.machine)
    with tempfile.TemporaryDirectory(prefix="graphmem-scale-") as folder:
        async with engines(Path(folder)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            world, filled, port = await _world(built), Filled(), free_port()
            with served(settings, port=port) as address:
                async with httpx.AsyncClient(
                    base_url=address, headers={"Authorization": f"Bearer {KEY}"}, timeout=300
                ) as client:
                    for size in sizes:
                        step = await _step(size, world, filled, built, client, Path(folder), console=console)
                        growth.steps.append(step)
                        growth.save(out)
                        console.print(step)


async def _world(built: Parts) -> World:
    random.seed(7)
    texts = [sentence() for _ in range(_BASE)]
    return World(np.array(await built.embedder.embed(texts), dtype=np.float32), texts)


async def _step(
    size: int, world: World, filled: Filled, built: Parts, client: httpx.AsyncClient, folder: Path, *, console: Console
) -> Step:
    """Fills up to a size, then asks the large owner and small ones."""
    began, written = time.perf_counter(), 0
    batches = list(filled.grow(size))
    for owner, number, count in track(batches, f"Filling up to {size:,} memories", console=console):
        await _write(owner, *world.batch(owner, number, count), built=built)
        written += count
    seconds = time.perf_counter() - began
    over_http = await _kept_over_http(client, size)
    ask = partial(_asked, world=world, filled=filled, built=built, client=client)
    small = await ask([random.randrange(1, filled.owners) for _ in range(_ROUNDS)])
    large = await ask([_LARGE] * _ROUNDS)
    return Step(
        memories=size,
        owners=filled.owners,
        large_owner=filled.large * _BATCH,
        written=written / seconds,
        kept_over_http=over_http,
        disk=folder_size(folder),
        index=_indexes(folder),
        memory=sum(child.memory_info().rss for child in psutil.Process().children(recursive=True)),
        small=small,
        large=large,
    )


def _indexes(folder: Path) -> int:
    """Bytes of the vector index, the full-text index and the others."""
    return sum(folder_size(place) for place in folder.rglob("schema/index"))


async def _write(owner: int, texts: Sequence[str], vectors: NDArray[np.float32], *, built: Parts) -> None:
    moment, whose = now(), _owner(owner)
    decisions = [
        Addition(
            claim=claim_of(Statement(content=text), id_=MemoryId(str(uuid_utils.uuid7())), now=moment), vector=vector
        )
        for text, vector in zip(texts, vectors.tolist(), strict=True)
    ]
    await built.graph.settle(whose, [], [], readings=[], decide=_nothing, now=moment)
    await built.engine.run(apply(whose, plain(decisions), {}, (), model=built.embedder.model, now=moment))


async def _kept_over_http(client: httpx.AsyncClient, size: int) -> float:
    """Memories a second, remembered as an agent would: read, embedded and decided."""
    seconds = 0.0
    for batch in range(_BATCHES):
        body = {"user_id": f"told-{size}-{batch}", "memories": [{"content": sentence()} for _ in range(_BATCH)]}
        seconds += await _timed(partial(client.post, "/v1/memories", json=body))
    return _BATCHES * _BATCH / seconds


async def _asked(
    owners: Sequence[int], *, world: World, filled: Filled, built: Parts, client: httpx.AsyncClient
) -> Recalled:
    """How long recalls take, and how many of the five memories nearest in meaning are among those given."""
    times, few, many = [], 0, 0
    known = world.all_of(_LARGE, filled) if _LARGE in owners else None
    for turn, owner in enumerate([*owners[:_WARM_UP], *owners]):
        asked = question()
        body = {"user_id": _owner(owner).ref, "query": asked}
        took = await _timed(partial(client.post, "/v1/recall", json=body))
        if turn < _WARM_UP:
            continue
        times.append(took)
        texts, vectors = known or world.all_of(owner, filled)
        [vector] = await built.embedder.embed([asked])
        nearest = {texts[place] for place in np.argsort(-(vectors @ np.array(vector, dtype=np.float32)))[:_NEAREST]}
        answer = await client.post("/v1/recall", json={**body, "limit": _MANY})
        given = [memory["content"] for memory in answer.raise_for_status().json()["memories"]]
        few += len(nearest & set(given[:_NEAREST]))
        many += len(nearest & set(given))
    return Recalled(
        median=statistics.median(times),
        p95=statistics.quantiles(times, n=20)[-1],
        nearest_in_5=few / (_NEAREST * len(owners)),
        nearest_in_50=many / (_NEAREST * len(owners)),
    )


def _owner(number: int) -> Owner:
    return Owner(Tenant("testing"), OwnerType.USER, f"owner-{number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=1_000_000, help="the largest size; each is ten times the last")
    parser.add_argument("--out", type=Path, default=_OUT)
    given = parser.parse_args()
    sizes = [size for power in range(3, 10) if (size := 10**power) <= given.memories]
    asyncio.run(run(sizes, out=given.out, console=Console(highlight=False)))


if __name__ == "__main__":
    main()
