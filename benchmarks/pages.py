"""How quickly each page begins to arrive for somebody with very much, as a ratio to the cheapest page: `make bench`."""

import argparse
import asyncio
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.speed import _server, _until_ready
from graphmem.adapters.neo4j import schema
from graphmem.local.ports import free_port
from graphmem.model import Owner, OwnerType, Tenant
from graphmem.wiring import Parts, now, parts
from tests.service import KEY, engines

_USER = "collector"
_BATCH = 500  # people made at a time, each with five facts
_WAITING = 100  # pairs of people who may be one, and of facts that may not both hold
_WARM_UP, _ROUNDS = 30, 25  # until the engine has compiled what the pages ask for
_BAR, _HEAVIEST = 5.0, 300_000  # times the cheapest page; bytes of HTML
_KINDS = ["fact", "preference", "profile", "event", "note"]
_SAID = ["grows tomatoes", "prefers tea", "works as a baker", "moved house", "plays chess"]
_READ, _APART = 100, 0.02  # people whose facts are read by the model; how far, in each dimension, others are from them
_FILL = """
MATCH (o:Owner {id: $owner})
UNWIND range($first, $first + $count - 1) AS n
WITH o, n, right('00000000000' + toString(n), 12) AS digits, $now - duration({minutes: n}) AS at
CREATE (p:Person {id: $person + digits, tenant: $tenant, owner: $owner, status: 'active', merged: false,
  name: 'Person ' + toString(n), lower: 'person ' + toString(n), created_at: at, last_mentioned: at})
CREATE (p)-[:KNOWN_TO]->(o)
CREATE (:Alias {id: $alias + digits, owner: $owner, text: p.name, lower: p.lower, kind: 'name', rank: 0, at: at})
  -[:REFERS_TO]->(p)
WITH o, p, n
UNWIND range(0, 4) AS k
WITH o, p, n, k, $now - duration({minutes: n * 5 + k}) AS at, k = 4 AND n % 4 = 0 AS old
CREATE (m:Memory {id: $memory + right('00000000000' + toString(n * 5 + k), 12), tenant: $tenant, owner: $owner,
  owner_token: $token, content: p.name + ' ' + $said[k] + ', number ' + toString(n), kind: $kinds[k], tags: [],
  fingerprint: toString(n) + ' ' + toString(k), confidence: 0.9,
  status: CASE WHEN old THEN 'deprecated' ELSE 'active' END,
  embedding: [x IN $meanings[k][n % size($meanings[k])] | x + (rand() - 0.5) * $apart], embedding_model: $model,
  created_at: at, updated_at: at})
CREATE (m)-[:OWNED_BY]->(o)
CREATE (m)-[:ABOUT {subject: true}]->(p)
WITH m, n, k, old WHERE old
MATCH (newer:Memory {id: $memory + right('00000000000' + toString(n * 5 + k - 1), 12)})
CREATE (newer)-[:SUPERSEDES {owner: $owner, at: $now, reason: 'a newer one', by: 'same key'}]->(m)
"""
_DOUBTS = """
UNWIND range(0, $count - 1) AS n
MATCH (one:Person {id: $person + right('00000000000' + toString(n), 12)})
MATCH (two:Person {id: $person + right('00000000000' + toString(n + $count), 12)})
CREATE (one)-[:MAY_BE {owner: $owner, at: $now, reason: 'alike'}]->(two)
WITH n
MATCH (newer:Memory {id: $memory + right('00000000000' + toString(n * 5), 12)})
MATCH (older:Memory {id: $memory + right('00000000000' + toString(n * 5 + 1), 12)})
CREATE (newer)-[:MAY_REPLACE {owner: $owner, at: $now, reason: 'both say it'}]->(older)
"""
_IDS: dict[str, Any] = {
    "person": "00000000-0000-7000-8000-",
    "alias": "00000000-0000-7000-9000-",
    "memory": "00000000-0000-7000-a000-",
}


async def run(people: int, console: Console) -> None:
    with tempfile.TemporaryDirectory(prefix="graphmem-pages-") as folder:
        async with engines(Path(folder)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            port = free_port()
            with _server(settings, port):
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
                    await _until_ready(client)
                    await _fill(built, client, people, console)
                    await _sign_in(client)
                    measured = await _measured(client, _paths())
    cheapest = min(took for _, took, _ in measured)
    title = f"Pages of a user with {people * 5:,} memories and {people:,} people: first byte, p50"
    table = Table("Page", "Took", "/ cheapest", "HTML", title=title, caption=f"bars: {_BAR:.0f} x the cheapest, 300 kB")
    for path, took, size in sorted(measured, key=lambda row: -row[1]):
        ratio = took / cheapest
        marks = ("[red]" if ratio > _BAR else "", "[red]" if size > _HEAVIEST else "")
        table.add_row(path, f"{took * 1000:.1f} ms", f"{marks[0]}{ratio:.1f}", f"{marks[1]}{size / 1000:.0f} kB")
    console.print(table)


def _paths() -> list[str]:
    person, memory = f"{_IDS['person']}{0:012d}", f"{_IDS['memory']}{0:012d}"
    return ["/", "/search?q=Person 99", "/people", "/people?order=facts", "/people?order=name", "/people?page=50",
            "/people?called=person 7", f"/people/{person}", f"/people/{person}/merge", f"/people/{person}/split",
            f"/memories/{memory}", f"/memories/{memory}/edit", "/recall", "/recall?query=Who grows tomatoes?",
            "/graph", "/changes", "/threads", "/threads/talk-1", "/activity", "/data", "/keys", "/settings",
            "/cypher"]  # fmt: skip


async def _measured(client: httpx.AsyncClient, paths: Sequence[str]) -> list[tuple[str, float, int]]:
    """The time until each page begins to arrive, p50 in seconds, and the bytes it has.

    The pages take turns, so that whatever else the machine does meanwhile falls on all of them.
    """
    times: dict[str, list[float]] = {path: [] for path in paths}
    sizes: dict[str, int] = {}
    for _ in range(_WARM_UP + _ROUNDS):
        for path in paths:
            began = time.perf_counter()
            async with client.stream("GET", path) as answer:
                times[path].append(time.perf_counter() - began)
                sizes[path] = len(await answer.aread())
            if answer.status_code != 200:
                raise RuntimeError(f"{path}: {answer.status_code}")
    return [(path, statistics.median(took[_WARM_UP:]), sizes[path]) for path, took in times.items()]


async def _fill(built: Parts, client: httpx.AsyncClient, people: int, console: Console) -> None:
    owner = Owner(Tenant(built.settings.tenant), OwnerType.USER, _USER)
    key = {"Authorization": f"Bearer {KEY}"}
    for number in range(60):  # threads make the owner, too
        made = await client.post("/v1/threads", json={"user_id": _USER, "id": f"talk-{number}"}, headers=key)
        talk = f"/v1/threads/{made.json()['id']}/messages"
        lines = range(100 if number == 1 else 4)
        said = [{"role": "user", "content": f"Hello there, number {line}"} for line in lines]
        await client.post(talk, json={"messages": said}, headers=key)
    meanings = [await built.embedder.embed([f"Person {n} {said}, number {n}" for n in range(_READ)]) for said in _SAID]
    for first in track(range(0, people, _BATCH), f"Making {people * 5:,} memories", console=console):
        async with built.engine._session(write=True) as session:
            result = await session.run(
                _FILL, owner=owner.id, tenant=owner.tenant, token=owner.token, first=first, count=_BATCH, now=now(),
                said=_SAID, kinds=_KINDS, model=built.embedder.model, meanings=meanings, apart=_APART, **_IDS,
            )  # fmt: skip
            await result.consume()
    async with built.engine._session(write=True) as session:
        asked: dict[str, Any] = {"owner": owner.id, "count": min(_WAITING, people // 2), "now": now(), **_IDS}
        await (await session.run(_DOUBTS, asked)).consume()
    for number in range(100):
        path = f"/v1/people/{_IDS['person']}{number:012d}"
        await client.patch(path, json={"add_aliases": [f"Number {number}"]}, headers=key)


async def _sign_in(client: httpx.AsyncClient) -> None:
    [token] = re.findall(r'name="_csrf_token" value="([^"]+)"', (await client.get("/sign-in")).text)
    await client.post("/sign-in", data={"key": KEY, "_csrf_token": token})
    await client.get("/", params={"user": _USER})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=10_000)
    asyncio.run(run(parser.parse_args().people, Console(highlight=False)))


if __name__ == "__main__":
    main()
