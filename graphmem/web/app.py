"""The web application."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog
from litestar import Litestar, Router
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.routes import HTTPRoute
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig
from litestar.types import Message, Scope

from graphmem import __version__
from graphmem.adapters.neo4j import schema
from graphmem.errors import EngineUnavailable, SetupError
from graphmem.flows.rehearse import rehearse
from graphmem.model import Tenant
from graphmem.resources import folder
from graphmem.settings import Settings
from graphmem.web.admission import Admission, Admitted, WaitsInTime
from graphmem.web.api.administration import AdministrationController
from graphmem.web.api.archive import ArchiveController
from graphmem.web.api.changes import ChangesController
from graphmem.web.api.chat import ChatController
from graphmem.web.api.conflicts import ConflictsController
from graphmem.web.api.conversation import ConversationController
from graphmem.web.api.cypher import CypherController, QueriesController
from graphmem.web.api.extractions import ExtractionsController
from graphmem.web.api.forget import ForgetController
from graphmem.web.api.memories import MemoriesController
from graphmem.web.api.memory import MemoryController
from graphmem.web.api.overview import OverviewController
from graphmem.web.api.people import PeopleController
from graphmem.web.api.recall import RecallController
from graphmem.web.api.shapes import Item
from graphmem.web.api.thread_memories import ThreadMemoriesController
from graphmem.web.api.threads import ThreadsController
from graphmem.web.auth import KeyRequired, KeyRing, check_declared, permitted
from graphmem.web.body import JsonRequest
from graphmem.web.connections import STREAM
from graphmem.web.errors import HANDLERS
from graphmem.web.health import HealthController
from graphmem.web.mcp.mount import mcp, sessions
from graphmem.web.openapi.described import ExactPlugin
from graphmem.web.openapi.item import ItemSchema
from graphmem.web.pages.site import site
from graphmem.web.pages.words import speak
from graphmem.web.rpc import RpcController
from graphmem.web.session import seal_of
from graphmem.web.tools.controller import ToolsController
from graphmem.web.tools.table import check_names
from graphmem.web.wrong_keys import WrongKeys
from graphmem.wiring import Parts, earlier_embedder_of, now, parts

_log = structlog.get_logger()
_LOOK_AGAIN = 30.0  # seconds
_GRACE = 1.0  # seconds
_SECURITY_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


def create_app(settings: Settings, *, give_up: Callable[[SetupError], None] = lambda _: None) -> Litestar:
    """The application for these settings; it connects when it starts, and gives up where only a person can help."""
    check_names(settings.tools_off)
    seal = seal_of(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.mcp = sessions()
        async with parts(settings) as built, app.state.mcp.run():
            app.state.parts = built
            app.state.seal = seal
            app.state.loading = loading = {"parser", "plans"}
            own = settings.key.get_secret_value() if settings.key else None
            app.state.key_ring = KeyRing(
                built.keys, own_key=own, own_tenant=Tenant(settings.tenant), wrong=WrongKeys(settings.wrong_keys)
            )
            tasks = [
                asyncio.create_task(_prepare(built, Tenant(settings.tenant), loading, give_up)),
                asyncio.create_task(built.uses.keep_writing()),
            ]
            try:
                yield
            finally:
                # A driver that is cancelled while it connects leaves the socket open.
                await asyncio.wait(tasks[:1], timeout=_GRACE)
                for task in tasks:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task
                await built.uses.write()

    api = Router(
        path="/",
        route_handlers=[
            MemoriesController,
            MemoryController,
            ConflictsController,
            RecallController,
            PeopleController,
            ChangesController,
            ThreadsController,
            ThreadMemoriesController,
            ConversationController,
            ExtractionsController,
            ForgetController,
            ArchiveController,
            ChatController,
            RpcController,
            ToolsController,
            mcp,
            OverviewController,
            CypherController,
            QueriesController,
            AdministrationController,
        ],
        middleware=[DefineMiddleware(KeyRequired), DefineMiddleware(Admitted)],
        guards=[permitted],
        security=[{"key": []}],
    )
    app = Litestar(
        route_handlers=[
            api,
            HealthController,
            site(seal),
            create_static_files_router(path="/static", directories=[folder("static")], include_in_schema=False),
        ],
        lifespan=[lifespan],
        state=State({"admission": Admission(settings), "request_seconds": settings.request_seconds}),
        middleware=[DefineMiddleware(WaitsInTime)],
        request_class=JsonRequest,
        dependencies={"parts": Provide(_parts, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        type_decoders=[(lambda kind: kind is Item, lambda _, raw: Item.read(raw))],
        plugins=[ItemSchema()],
        template_config=TemplateConfig(
            directory=folder("templates"),
            engine=JinjaTemplateEngine,
            engine_callback=lambda engine: speak(engine.engine),
        ),
        openapi_config=OpenAPIConfig(
            title="graphmem",
            version=__version__,
            description="Long-term memory for agents: people and facts in a graph, recalled by meaning.",
            path="/schema",
            render_plugins=[ExactPlugin(path=["/", "/openapi.json"])],
            components=Components(security_schemes={"key": SecurityScheme(type="http", scheme="bearer")}),
        ),
        before_send=[_allow, _secure, _note_stream],
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        request_max_body_size=16_000_000,
        logging_config=None,
        debug=False,
    )
    check_declared(app)
    return app


async def _secure(message: Message, _: Scope) -> None:
    """Puts the headers on every answer, errors and files included."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *_SECURITY_HEADERS]


async def _note_stream(message: Message, scope: Scope) -> None:
    """Notes which answer goes on until its client leaves, so that it doesn't hold up a server that is told to stop."""
    if message["type"] == "http.response.start" and scope.get("method") == "GET":
        kind = next((value for name, value in message["headers"] if name == b"content-type"), b"")
        if kind.startswith(b"text/event-stream"):
            scope["state"][STREAM] = True


async def _allow(message: Message, scope: Scope) -> None:
    """Tells every method of an address: litestar knows those of one handler alone."""
    if message["type"] == "http.response.start" and scope.get("method") == "OPTIONS":
        same = [route for route in scope["litestar_app"].routes if route.path_format == scope.get("path_template")]
        methods = sorted({str(method) for route in same if isinstance(route, HTTPRoute) for method in route.methods})
        others = [header for header in message["headers"] if header[0].lower() != b"allow"]
        message["headers"] = [*others, (b"allow", ", ".join(methods).encode())] if methods else message["headers"]


def _parts(state: State) -> Parts:
    return state.parts  # type: ignore[no-any-return]


async def _prepare(built: Parts, tenant: Tenant, loading: set[str], give_up: Callable[[SetupError], None]) -> None:
    """Brings the graph into shape as soon as it can be reached; `loading` says what the first caller would wait for."""
    try:
        await built.parser.read([""])
        await built.judge.odds([("", "")])
    except SetupError as error:
        return give_up(error)
    except (ImportError, OSError, ValueError) as error:
        return give_up(SetupError(f"the English model can't be loaded: {error}", ["install graphmem anew"]))
    loading.discard("parser")
    while True:
        try:
            embedder = built.embedder
            earlier = await schema.apply(built.engine, model=embedder.model, dimensions=embedder.dimensions)
            if earlier is not None:
                built.graph.earlier = await earlier_embedder_of(built.settings, earlier)
            await _tell_of_old_keys(built)
            await rehearse(tenant, keeping=built.keeping, sizes=built.sizes, now=now())
        except EngineUnavailable as error:
            _log.warning("engine_unavailable", error=str(error))
            await asyncio.sleep(0.5)
        except SetupError as error:
            return give_up(error)
        else:
            loading.clear()
            return await _serve_earlier_vectors(built)


async def _serve_earlier_vectors(built: Parts) -> None:
    """Until the last of them is made anew."""
    while built.graph.earlier is not None:
        await asyncio.sleep(_LOOK_AGAIN)
        with contextlib.suppress(EngineUnavailable):
            have = await schema.current(built.engine)
            if have is not None and have.earlier_model is None:
                built.graph.earlier = None


async def _tell_of_old_keys(built: Parts) -> None:
    """Says which keys are operators' because they were made when --admin meant the whole installation."""
    old = [key for key in await built.keys.listed() if key.was_admin and key.revoked_at is None]
    if old:
        _log.warning("admin_keys_are_operators", keys=[key.id for key in old], cure="graphmem key list")
