"""How fast conversations are, as ratios of two things measured in one run: `make bench`.

Posting is compared with what nobody can go below: the cheapest route that needs a key, plus one bare node write over
the driver, while workers are busy reading. Reading is compared with spaCy's own `nlp.pipe` over the same messages.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from benchmarks.sentences import question, sentence
from benchmarks.speed import _bare_write, _server, _timed, _until_ready
from graphmem.adapters.neo4j import schema
from graphmem.adapters.spacy.nlp import load
from graphmem.core.conversation import Conversation
from graphmem.flows.extract import Reading, extract_next
from graphmem.local.ports import free_port
from graphmem.model import Message, Role
from graphmem.settings import Settings
from graphmem.wiring import Parts, now, parts, reading_of
from tests.service import KEY, engines, environment

_WARM_UP = 100
_EACH = 8  # messages a thread


async def run(posts: int, threads: int, console: Console) -> None:
    table = Table(
        "Measure", "Value", "Bar", title=f"Conversations: {posts} posts, {threads} threads of {_EACH} messages"
    )
    with tempfile.TemporaryDirectory(prefix="graphmem-converse-") as folder:
        async with engines(Path(folder)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            port = free_port()
            with _server(settings, port):
                async with httpx.AsyncClient(
                    base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {KEY}"}, timeout=60
                ) as client:
                    await _until_ready(client)
                    route, write, post = await _posting(client, built, settings, posts)
                    raw, found, read = await _reading(client, built, threads)
    floor = route + write
    table.add_row("cheapest route with a key, p50", f"{route * 1000:.2f} ms", "")
    table.add_row("one bare node write, p50", f"{write * 1000:.2f} ms", "")
    table.add_row("posting a message while a worker reads, p50", f"{post * 1000:.2f} ms", "")
    table.add_row("posting / (route + write)", f"{post / floor:.2f}", "at most 2")
    table.add_row("nlp.pipe alone", f"{raw:.0f} messages/s", "")
    table.add_row("finding facts with the reader", f"{found:.0f} messages/s", "")
    table.add_row("finding facts / nlp.pipe", f"{found / raw:.2f}", "")
    table.add_row("reading threads: leased, searched, facts settled and kept", f"{read:.0f} messages/s", "")
    table.add_row("reading threads / nlp.pipe", f"{read / raw:.2f}", "at least 0.1")
    console.print(table)


async def _posting(
    client: httpx.AsyncClient, built: Parts, settings: Settings, posts: int
) -> tuple[float, float, float]:
    """The floor's two parts and a post, in turns, each p50 in seconds, while a worker reads what is posted."""
    worker = await asyncio.create_subprocess_exec(sys.executable, "-m", "graphmem", "worker", env=environment(settings))
    routes, writes, posted = [], [], []
    ids = [await _opened(client, f"user-{number}") for number in range(20)]
    try:
        for turn in range(_WARM_UP + posts):
            lean = {"user_id": "nobody", "query": "x", "lean": True}
            route = await _timed(lambda lean=lean: client.post("/v1/recall", json=lean))  # type: ignore[misc]
            write = await _timed(lambda: _bare_write(built))
            path = f"/v1/threads/{ids[turn % len(ids)]}/messages"
            body = {"role": "user", "content": sentence()}
            took = await _timed(lambda path=path, body=body: client.post(path, json=body))  # type: ignore[misc]
            if turn >= _WARM_UP:
                routes.append(route)
                writes.append(write)
                posted.append(took)
    finally:
        worker.terminate()
        await worker.wait()
    return statistics.median(routes), statistics.median(writes), statistics.median(posted)


async def _opened(client: httpx.AsyncClient, user: str) -> str:
    id_: str = (await client.post("/v1/threads", json={"user_id": user})).json()["id"]
    return id_


async def _reading(client: httpx.AsyncClient, built: Parts, threads: int) -> tuple[float, float, float]:
    """Messages a second: through spaCy alone, searched for facts with the reader, and read with all facts kept."""
    async with reading_of(built) as work:
        await _said(client, "warm-up", _WARM_UP // _EACH)
        await _read(work, built.settings.worker_jobs)  # and what the posting left
        said = await _said(client, "reader", threads)
        nlp = load()
        began = time.perf_counter()
        list(nlp.pipe(said))
        alone = time.perf_counter() - began
        began = time.perf_counter()
        for talk in _talks(said):
            await work.extractor.extract(talk)
        found = time.perf_counter() - began
        began = time.perf_counter()
        await _read(work, built.settings.worker_jobs)
        whole = time.perf_counter() - began
        return len(said) / alone, len(said) / found, len(said) / whole


def _talks(said: list[str]) -> Iterator[Conversation]:
    """The conversations again, as an extractor is shown them."""
    for start in range(0, len(said), _EACH):
        turns = enumerate(said[start : start + _EACH])
        yield Conversation(
            unread=tuple(
                Message(id=str(turn), role=(Role.USER, Role.ASSISTANT)[turn % 2], content=words, said_at=now())
                for turn, words in turns
            )
        )


async def _said(client: httpx.AsyncClient, user: str, threads: int) -> list[str]:
    """Conversations in which a user tells something and an assistant answers, in turns."""
    said: list[str] = []
    for number in range(threads):
        turns = [
            {"role": "user", "content": sentence()} if turn % 2 == 0 else {"role": "assistant", "content": question()}
            for turn in range(_EACH)
        ]
        said += [turn["content"] for turn in turns]
        await client.post(f"/v1/threads/{await _opened(client, f'{user}-{number}')}/messages", json={"messages": turns})
    return said


async def _read(work: Reading, readers: int) -> None:
    async def reader() -> None:
        while await extract_next(work, now=now()):
            pass

    await asyncio.gather(*(reader() for _ in range(readers)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=500)
    parser.add_argument("--threads", type=int, default=100)
    given = parser.parse_args()
    asyncio.run(run(given.posts, given.threads, Console(highlight=False)))


if __name__ == "__main__":
    main()
