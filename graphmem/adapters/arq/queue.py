"""Wakes workers through Redis or Valkey."""

import asyncio

import arq
import structlog
from arq.connections import ArqRedis, RedisSettings
from arq.constants import default_queue_name
from redis.exceptions import RedisError

_log = structlog.get_logger()
_PATIENCE = 1.5
_MOST_AT_ONCE = 200  # calls under way; while the queue hangs, more are left to the workers' own rounds


def redis_settings(url: str) -> RedisSettings:
    settings = RedisSettings.from_dsn(url)
    settings.conn_retries = 0
    settings.conn_timeout = 2
    return settings


class ArqQueue:
    """A queue that only wakes: when it can't be reached, the workers' own rounds find the work."""

    def __init__(self, url: str) -> None:
        self._settings = redis_settings(url)
        self._pool: ArqRedis | None = None
        self._connecting = asyncio.Lock()
        self._calls: set[asyncio.Task[None]] = set()

    async def wake(self, job: str, *, after: float = 0.0) -> None:
        """Returns at once: no caller waits for the queue."""
        if len(self._calls) >= _MOST_AT_ONCE:
            return
        call = asyncio.create_task(self._enqueue(job, after))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    async def depth(self) -> int | None:
        """How many calls no worker has heard yet; none when nobody can tell."""
        try:
            async with asyncio.timeout(_PATIENCE):
                return int(await (await self._connected()).zcard(default_queue_name))
        except (RedisError, OSError):
            return None

    async def ping(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                return bool(await (await self._connected()).ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        if self._calls:
            await asyncio.wait(self._calls, timeout=_PATIENCE)
        if self._pool is not None:
            await self._pool.aclose()

    async def _enqueue(self, job: str, after: float) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                pool = await self._connected()
                # A job of its own for each call: one refused because another is about to end would be lost.
                await pool.enqueue_job(job, _defer_by=after or None)
        except (RedisError, OSError) as error:
            _log.warning("queue_unreachable", job=job, error=type(error).__name__)

    async def _connected(self) -> ArqRedis:
        async with self._connecting:
            if self._pool is None:
                self._pool = await arq.create_pool(self._settings)
            return self._pool
