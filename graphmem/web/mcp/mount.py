"""`/mcp`: MCP over Streamable HTTP, behind the same key as everything."""

from typing import Any, cast

from litestar import asgi
from litestar.types import Receive, Scope, Send
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from graphmem.core.rights import Right
from graphmem.errors import TooManyRequests
from graphmem.web.mcp.server import server
from graphmem.web.rpc import on_too_many


def sessions() -> StreamableHTTPSessionManager:
    """Serves each request by itself, so that any process may answer any of them."""
    return StreamableHTTPSessionManager(server(), stateless=True, json_response=True)


@asgi("/mcp", is_mount=True, copy_scope=True, exception_handlers={TooManyRequests: on_too_many}, needs=Right.EACH)
async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
    manager: StreamableHTTPSessionManager = scope["litestar_app"].state.mcp
    await manager.handle_request(cast("Any", scope), cast("Any", receive), cast("Any", send))
