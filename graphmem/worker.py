"""The background worker: woken by the queue, and on rounds of its own."""

import asyncio
import contextlib
from typing import Any

import structlog
from arq import Retry, cron, func
from arq.worker import Worker

from graphmem.adapters.arq.queue import redis_settings
from graphmem.errors import EmbedderUnavailable, EngineUnavailable
from graphmem.flows import tend
from graphmem.flows.remember import EMBED_MISSING
from graphmem.settings import Settings
from graphmem.wiring import Parts, parts

_log = structlog.get_logger()
_TRIES = 8


async def embed_missing(ctx: dict[str, Any]) -> None:
    built: Parts = ctx["parts"]
    try:
        count = await tend.embed_missing(graph=built.graph, embedder=built.embedder)
    except (EmbedderUnavailable, EngineUnavailable) as error:
        _log.warning("embed_missing_postponed", error=type(error).__name__)
        raise Retry(defer=min(2 ** ctx["job_try"], 60)) from error
    if count:
        _log.info("embedded_missing", memories=count)


async def run(settings: Settings) -> None:
    """Works until it is told to stop."""
    async with parts(settings) as built:
        worker = Worker(
            functions=[func(embed_missing, name=EMBED_MISSING, keep_result=0, max_tries=_TRIES)],
            cron_jobs=[cron(embed_missing, second=0, run_at_startup=True, keep_result=0, max_tries=_TRIES)],
            redis_settings=redis_settings(settings.redis_url or ""),
            ctx={"parts": built},
            job_timeout=300,
            handle_signals=True,
        )
        try:
            with contextlib.suppress(asyncio.CancelledError):  # how arq ends when it is told to stop
                await worker.async_run()
        finally:
            await worker.close()
