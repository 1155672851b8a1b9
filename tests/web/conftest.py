"""A browser for the pages, on one application for all tests."""

from collections.abc import AsyncIterator

import pytest
from litestar.testing import AsyncTestClient

from graphmem.adapters.neo4j.engine import Engine
from graphmem.settings import Settings
from graphmem.web.app import create_app
from tests.types import Http


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
