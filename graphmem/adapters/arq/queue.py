"""Wakes workers through Redis or Valkey."""

import arq
import structlog
from arq.connections import ArqRedis, RedisSettings
from redis.exceptions import RedisError

_log = structlog.get_logger()


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

    async def wake(self, job: str) -> None:
        try:
            pool = await self._connected()
            await pool.enqueue_job(job, _job_id=job)
        except (RedisError, OSError) as error:
            _log.warning("queue_unreachable", job=job, error=type(error).__name__)

    async def ping(self) -> bool:
        try:
            return bool(await (await self._connected()).ping())
        except (RedisError, OSError):
            return False

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()

    async def _connected(self) -> ArqRedis:
        if self._pool is None:
            self._pool = await arq.create_pool(self._settings)
        return self._pool
