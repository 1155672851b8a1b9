"""A real Neo4j and a real Valkey on free ports, started once for the whole run; each test has a tenant of its own."""

import os
import uuid
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import pytest
import uuid_utils
from litestar.testing import AsyncTestClient

from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.core.claims import Statement, claim_of, whole_milliseconds
from graphmem.local.datadir import DataDir, Running
from graphmem.local.ports import free_port
from graphmem.model import Claim, MemoryId, Owner, OwnerType, Tenant
from graphmem.ports.language import Embedder, Parser
from graphmem.settings import Settings
from graphmem.web.app import create_app
from graphmem.wiring import embedder_of, engine_of, graph_of, parser_of
from tests.service import KEY, engines, served
from tests.types import Http

# torch has an environment of its own: `make test-sentence-transformers`.
collect_ignore = [] if find_spec("sentence_transformers") else ["extra"]


@pytest.fixture(scope="session")
async def settings(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Settings]:
    """Settings of a service on a real Neo4j and a real Valkey."""
    async with engines(tmp_path_factory.mktemp("graphmem")) as made:
        yield made


@pytest.fixture(scope="session")
async def embedder(settings: Settings) -> Embedder:
    return await embedder_of(settings)


@pytest.fixture(scope="session")
def parser() -> Parser:
    return parser_of()


@pytest.fixture(scope="session")
async def engine(settings: Settings, embedder: Embedder) -> AsyncIterator[Engine]:
    made = engine_of(settings)
    await schema.apply(made, model=embedder.model, dimensions=embedder.dimensions)
    yield made
    await made.close()


@pytest.fixture(scope="session")
def graph(engine: Engine, embedder: Embedder) -> Neo4jGraph:
    return graph_of(engine, embedder)


@pytest.fixture(scope="session")
async def http(settings: Settings, engine: Engine) -> AsyncIterator[Http]:
    """The whole application, with a key."""
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as client:
        client.headers["Authorization"] = f"Bearer {KEY}"
        yield client


@pytest.fixture(scope="session")
async def site(settings: Settings, engine: Engine) -> AsyncIterator[Http]:
    """The whole application, without a key."""
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        yield client


@pytest.fixture
def browser(site: Http) -> Http:
    """A browser that nobody has signed in with."""
    site.cookies.clear()
    return site


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return f"user-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def owner(user: str) -> Owner:
    return Owner(Tenant("testing"), OwnerType.USER, user)


@pytest.fixture
def now() -> datetime:
    return whole_milliseconds(datetime.now(UTC))


@pytest.fixture(scope="session")
def repository() -> Path:
    return Path(__file__).resolve().parent.parent


def claim(content: str, *, now: datetime, assistant_key: str | None = None, **given: object) -> Claim:
    """A checked claim, as the API would make it."""
    statement = Statement(content=content, **given)  # type: ignore[arg-type]
    return claim_of(statement, id_=MemoryId(str(uuid_utils.uuid7())), now=now, assistant_key=assistant_key)


@pytest.fixture(scope="session")
def readme_server(
    settings: Settings, engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """A served graphmem whose data folder has a `local.json`, as after `make up`."""
    folder, port = tmp_path_factory.mktemp("readme"), free_port()
    address = f"http://127.0.0.1:{port}"
    running = Running(
        url=address, key=KEY, bolt=str(settings.neo4j_uri), redis=str(settings.redis_url), pid=os.getpid()
    )
    DataDir(folder).announce(running)
    with served(settings, port=port):
        yield address, folder
