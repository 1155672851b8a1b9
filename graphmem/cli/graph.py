"""For commands that reach the graph itself: configured, private and up, or private and started for the while."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pydantic import SecretStr
from rich.console import Console

from graphmem.adapters.neo4j.queries import EngineVersion
from graphmem.errors import EngineUnavailable, SetupError
from graphmem.local.child import Child
from graphmem.local.datadir import DataDir
from graphmem.local.engines import private_neo4j
from graphmem.settings import Settings
from graphmem.wiring import engine_of

_TRIES = 3_000  # five minutes at least: a busy machine is slow, not broken
_CRASHES = 3  # after which it won't start another time either


def with_running_graph(settings: Settings) -> Settings | None:
    """The settings with the address of a graph that runs: configured, or private and up."""
    if settings.neo4j_uri is not None:
        return settings
    data = DataDir(settings.data_dir.expanduser().resolve())
    running = data.running()
    if running is None:
        return None
    if running.bolt_password is None:
        raise SetupError("the running graphmem uses a Neo4j of yours", ["set NEO4J_URI and NEO4J_PASSWORD here too"])
    return _on(settings, data, running.bolt, running.bolt_password)


@asynccontextmanager
async def graph_settings(settings: Settings, console: Console) -> AsyncIterator[Settings]:
    """Settings that reach the graph, starting the private Neo4j for the while if it isn't up."""
    running = with_running_graph(settings)
    if running is not None:
        yield running
        return
    data = DataDir(settings.data_dir.expanduser().resolve())
    data.prepare()
    with data.claim():
        server = private_neo4j(settings, data, console)
        child = Child("Neo4j", server.command(), log=data.logs / "neo4j.log", say=console.print,
                      environment=server.environment(), patience=20)  # fmt: skip
        await child.start()
        try:
            reached = _on(settings, data, server.uri, server.password)
            with console.status("Starting Neo4j …"):
                await wait_for_engine(reached, child)
            yield reached
        finally:
            await child.stop()


async def wait_for_engine(settings: Settings, child: Child) -> None:
    """Returns when the engine answers."""
    engine = engine_of(settings)
    try:
        for _ in range(_TRIES):
            try:
                await engine.once(EngineVersion())
            except EngineUnavailable:
                await asyncio.sleep(0.1)
            else:
                return
            if child.crashes >= _CRASHES:
                break
    finally:
        await engine.close()
    raise SetupError(f"Neo4j did not start. The end of its log:\n{child.last_words()}", [f"the whole log: {child.log}"])


def _on(settings: Settings, data: DataDir, uri: str, password: str) -> Settings:
    private = {
        "neo4j_uri": uri,
        "neo4j_username": os.environ.get("NEO4J_USERNAME", "neo4j"),
        "neo4j_password": SecretStr(password),
        "engine_dir": data.neo4j,
    }
    return settings.model_copy(update=private)
