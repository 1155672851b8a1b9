"""`graphmem mcp`: MCP on standard input and output, passed on to the running graphmem."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from graphmem import __version__
from graphmem.cli.memories import Whose
from graphmem.cli.server import address
from graphmem.errors import SetupError
from graphmem.settings import load
from graphmem.web.mcp.about import INSTRUCTIONS, PROFILES

Params = TypeVar("Params")
Result = TypeVar("Result")
Context = ServerRequestContext[Any, Any]
_SECONDS = 60


async def serve(*, user: str | None, chat: str | None, assistant: str | None, profile: str) -> None:
    """Answers until standard input ends. graphmem may be started later, or again, meanwhile."""
    if profile not in PROFILES:
        raise SetupError(f"there is no profile {profile!r}", [f"the profiles are {', '.join(PROFILES)}"])
    whose = {**Whose(user, chat, assistant).fields(), "profile": profile}
    server = _server(whose)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _server(whose: dict[str, str]) -> Server[Any]:
    def passed(ask: Callable[[Client, Params], Awaitable[Result]]) -> Callable[[Context, Params], Awaitable[Result]]:
        async def handler(_: Context, params: Params) -> Result:
            async with _connected(whose) as client:
                try:
                    return await ask(client, params)
                except MCPError as error:
                    refused = error  # raised in there, the client would bury it in a group of errors
            raise refused

        return handler

    async def call(client: Client, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await client.call_tool(params.name, params.arguments)

    async def read(client: Client, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return await client.read_resource(params.uri)

    async def prompt(client: Client, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await client.get_prompt(params.name, params.arguments)

    return Server(
        "graphmem",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=passed(lambda client, _: client.list_tools()),
        on_call_tool=passed(call),
        on_list_resources=passed(lambda client, _: client.list_resources()),
        on_list_resource_templates=passed(lambda client, _: client.list_resource_templates()),
        on_read_resource=passed(read),
        on_list_prompts=passed(lambda client, _: client.list_prompts()),
        on_get_prompt=passed(prompt),
    )


@asynccontextmanager
async def _connected(whose: dict[str, str]) -> AsyncIterator[Client]:
    """The running graphmem; what stands in the way is told in words."""
    try:
        url, key = address(load())
    except SetupError as error:
        raise MCPError(types.CONNECTION_CLOSED, "; ".join((error.problem, *error.cures))) from error
    link = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, trust_env=False, timeout=_SECONDS)
    try:
        async with link, Client(streamable_http_client(f"{url}/mcp?{urlencode(whose)}", http_client=link)) as client:
            yield client
    except* (httpx2.TransportError, MCPError) as group:
        reason = str(_first(group)) or type(_first(group)).__name__
        raise MCPError(types.CONNECTION_CLOSED, f"graphmem at {url} does not answer: {reason}") from None


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
