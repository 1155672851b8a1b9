"""`graphmem memory gc`: removes what is long expired or replaced."""

import asyncio
from dataclasses import asdict
from datetime import timedelta

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from graphmem.adapters.neo4j.erasure import Neo4jLifecycle
from graphmem.cli.graph import graph_settings
from graphmem.cli.memories import print_json
from graphmem.flows.lifecycle import Collected, collect
from graphmem.settings import Settings
from graphmem.wiring import engine_of, now


def gc(settings: Settings, *, dry_run: bool, as_json: bool) -> None:
    """Works on the graph itself, also while graphmem serves."""
    console = Console(highlight=False, stderr=as_json)
    collected = asyncio.run(_collect(settings, console, dry_run=dry_run))
    if as_json:
        return print_json({"dry_run": dry_run, **asdict(collected)})
    said = "would be removed" if dry_run else "removed"
    console.print(
        f"{said}: {collected.expired} expired and {collected.superseded} replaced memories, "
        f"{collected.people} people, {collected.runs} records of runs, {collected.tokens} of sessions, "
        f"{collected.keys} keys of requests ({collected.owners} owners looked at)"
    )
    return None


async def _collect(settings: Settings, console: Console, *, dry_run: bool) -> Collected:
    async with graph_settings(settings, console) as reached:
        engine = engine_of(reached)
        try:
            with Progress(
                SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True
            ) as progress:
                task = progress.add_task("Looking …", total=None)

                def show(so_far: Collected) -> None:
                    found = so_far.expired + so_far.superseded
                    progress.update(task, description=f"{so_far.owners} owners, {found} memories to go")

                return await collect(
                    lifecycle=Neo4jLifecycle(engine),
                    retention=timedelta(days=settings.retention_days),
                    now=now(),
                    dry_run=dry_run,
                    progress=show,
                )
        finally:
            await engine.close()
