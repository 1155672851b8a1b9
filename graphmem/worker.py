"""The background worker: woken by the queue, and on rounds of its own that need no queue."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import structlog
from arq import func
from arq.worker import Worker
from redis.exceptions import RedisError

from graphmem.adapters.arq.queue import redis_settings
from graphmem.adapters.neo4j.queries import Beat
from graphmem.errors import EmbedderUnavailable, EngineUnavailable
from graphmem.flows import lifecycle, tend
from graphmem.flows.converse import EXTRACT
from graphmem.flows.extract import Reading, extract_next
from graphmem.flows.isolation import where
from graphmem.flows.remember import EMBED_MISSING
from graphmem.settings import Settings
from graphmem.wiring import Parts, now, parts, reading_of

_log = structlog.get_logger()
_EMBED_EVERY = 60.0
_EVICT_EVERY = 30.0
_BEAT_EVERY = 30.0  # seconds between two signs of life, of which `/health/ready` misses the last for three minutes
_AGAIN = 10.0  # seconds until a round that failed is tried again; twice as long after each further failure
_PATIENCE = 8.0  # seconds that what is under way may take when told to stop


class Readers:
    """Reads threads, several at a time, for as long as any wait."""

    def __init__(self, work: Reading, most: int) -> None:
        self._work = work
        self._most = most
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False
        self.failing = False

    def call(self) -> None:
        """Has one more thread read at a time, unless enough are."""
        if len(self._tasks) < self._most and not self._stopping:
            task = asyncio.create_task(self._read())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def look(self) -> None:
        self.call()

    async def stop(self) -> None:
        self._stopping = True
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)
        for task in self._tasks:
            task.cancel()

    async def _read(self) -> None:
        try:
            while not self._stopping and await extract_next(self._work, now=now()):
                self.call()
            self.failing = False
        except EngineUnavailable as error:
            _log.warning("extraction_postponed", error=str(error))
        except Exception as error:
            self.failing = True
            _log.error("extraction_failed", error=type(error).__name__, where=where(error))


class Round:
    """Something that is done at once, when it is called for, and in any case every so many seconds."""

    def __init__(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._name, self._seconds, self._work = name, seconds, work
        self._called = asyncio.Event()
        self._failures = 0

    @property
    def failing(self) -> bool:
        """Whether it ended in an error that nobody expected the last time."""
        return self._failures > 0

    def call(self) -> None:
        self._called.set()

    async def go(self) -> None:
        while True:
            self._called.clear()
            pause = self._seconds
            try:
                await self._work()
                self._failures = 0
            except EngineUnavailable as error:
                _log.warning("round_postponed", round=self._name, error=str(error))
                pause = min(pause, _AGAIN)
            except Exception as error:
                # Whatever it is, the other rounds go on, and this one has its next try.
                _log.error("round_failed", round=self._name, error=type(error).__name__, where=where(error))
                pause = min(pause, _AGAIN * 2 ** min(self._failures, 6))
                self._failures += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._called.wait(), pause)


async def run(settings: Settings) -> None:
    """Works until it is told to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with parts(settings) as built, reading_of(built) as work:
        readers = Readers(work, settings.worker_jobs)
        rounds = [
            Round(EXTRACT, settings.sweep_seconds, readers.look),
            Round(EMBED_MISSING, _EMBED_EVERY, lambda: _embed_missing(built)),
        ]
        calls = {EXTRACT: rounds[0].call, EMBED_MISSING: rounds[1].call}
        if settings.auto_gc:
            rounds.append(Round("gc", settings.gc_hours * 3_600, lambda: _collect(built)))
        if settings.max_entries is not None:
            rounds.append(Round("evict", _EVICT_EVERY, lambda: _evict(built)))
        watched: list[Readers | Round] = [readers, *rounds]
        rounds.append(Round("beat", _BEAT_EVERY, lambda: _beat(built, well=not any(one.failing for one in watched))))
        tasks = [asyncio.create_task(_listen(str(settings.redis_url), calls))]
        tasks += [asyncio.create_task(each.go()) for each in rounds]
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait([*tasks, stopped], return_when=asyncio.FIRST_COMPLETED)
        for task in (*tasks, stopped):
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await readers.stop()
        for result in results:
            if isinstance(result, Exception):
                raise result


async def extract(ctx: dict[str, Any]) -> None:
    """Notes that threads are due: a job that ends at once can't be lost with its worker."""
    ctx["calls"][EXTRACT]()


async def embed_missing(ctx: dict[str, Any]) -> None:
    """Notes that memories lack vectors."""
    ctx["calls"][EMBED_MISSING]()


async def _beat(built: Parts, *, well: bool) -> None:
    """A sign of life, unless a round fails and fails."""
    if well:
        await built.engine.run(Beat())


async def _embed_missing(built: Parts) -> None:
    try:
        count = await tend.embed_missing(graph=built.graph, embedder=built.embedder)
    except EmbedderUnavailable as error:
        _log.warning("embed_missing_postponed", error=type(error).__name__)
    else:
        if count:
            _log.info("embedded_missing", memories=count)


async def _collect(built: Parts) -> None:
    retention = timedelta(days=built.settings.retention_days)
    collected = await lifecycle.collect(lifecycle=built.lifecycle, retention=retention, now=now())
    if collected != replace(lifecycle.Collected(), owners=collected.owners):
        _log.info("collected", **asdict(collected))


async def _evict(built: Parts) -> None:
    count = await lifecycle.evict(lifecycle=built.lifecycle, most=built.settings.max_entries or 0, now=now())
    if count:
        _log.info("evicted", memories=count)


async def _listen(url: str, calls: Mapping[str, Callable[[], None]]) -> None:
    """Hears what the queue asks for; while it can't be reached, the rounds go on without it."""
    while True:
        worker = Worker(
            functions=[func(extract, name=EXTRACT), func(embed_missing, name=EMBED_MISSING)],
            redis_settings=redis_settings(url),
            ctx={"calls": calls},
            handle_signals=False,
            poll_delay=0.2,
            keep_result=0,
        )
        try:
            await worker.async_run()
        except (RedisError, OSError) as error:
            _log.warning("queue_unreachable", error=type(error).__name__)
            await asyncio.sleep(1)
        finally:
            with contextlib.suppress(RedisError, OSError, asyncio.CancelledError):
                await asyncio.wait_for(worker.close(), 2)
