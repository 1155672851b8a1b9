"""`graphmem reembed`: every vector anew, with the configured model."""

import asyncio

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from graphmem.adapters.neo4j import schema
from graphmem.cli.graph import graph_settings
from graphmem.flows import tend
from graphmem.settings import Settings
from graphmem.wiring import embedder_of, engine_of, graph_of


def reembed(settings: Settings) -> None:
    """Works while graphmem serves: a memory is found by its words until its new vector is there."""
    asyncio.run(_reembed(settings, Console(highlight=False)))


async def _reembed(settings: Settings, console: Console) -> None:
    embedder = await embedder_of(settings, console=console)
    async with graph_settings(settings, console) as reached:
        engine = engine_of(reached)
        try:
            graph = graph_of(engine, embedder)
            await schema.change_vector_space(engine, model=embedder.model, dimensions=embedder.dimensions)
            owners = await graph.mark_every_owner()
            await graph.quotes.mark_every_thread()
            columns = (
                SpinnerColumn(),
                TextColumn("{task.description}"),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
            )
            with Progress(*columns, console=console) as progress:
                task = progress.add_task(f"Memories of {owners} owners, {embedder.model}", total=None)
                count = await tend.embed_missing(
                    graph=graph, embedder=embedder, progress=lambda size: progress.advance(task, size)
                )
        finally:
            await engine.close()
    console.print(f"{count} memories now have vectors of {embedder.model}.", markup=False)
    console.print("Restart servers that were set up for another model.")
