"""The MCP server: tools, resources for people and memories, and a prompt with what is known."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import mcp_types as types
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from graphmem import __version__
from graphmem.errors import Forbidden, GraphmemError, InvalidInput, UnknownTool
from graphmem.web.errors import OUR_MISTAKE, log_unexpected
from graphmem.web.mcp.about import INSTRUCTIONS
from graphmem.web.mcp.caller import caller_of, profiles_of
from graphmem.web.mcp.reading import PROMPT, RESOURCES, TEMPLATES, context, read
from graphmem.web.tools.schema import Format, described
from graphmem.web.tools.table import of, offered, use

Context = ServerRequestContext[Any, Any]
Params = TypeVar("Params")
Result = TypeVar("Result")


def server() -> Server[Any]:
    return Server(
        "graphmem",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=_told(_tools),
        on_call_tool=_told(_call),
        on_list_resources=_told(_resources),
        on_list_resource_templates=_told(_templates),
        on_read_resource=_told(_read),
        on_list_prompts=_told(_prompts),
        on_get_prompt=_told(_prompt),
    )


def _told(handler: Callable[[Context, Params], Awaitable[Result]]) -> Callable[[Context, Params], Awaitable[Result]]:
    """The handler, whose errors are told in the protocol's own way and never quote a memory."""

    async def told(asked: Context, params: Params) -> Result:
        try:
            return await handler(asked, params)
        except MCPError:
            raise
        except (InvalidInput, UnknownTool, Forbidden) as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"code": error.code}) from error
        except GraphmemError as error:
            code = types.INVALID_PARAMS if error.code == "not_found" else types.INTERNAL_ERROR
            raise MCPError(code, str(error), {"code": error.code}) from error
        except Exception as error:
            log_unexpected(f"/mcp {asked.method}", error)
            raise MCPError(types.INTERNAL_ERROR, OUR_MISTAKE) from error

    return told


async def _tools(asked: Context, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    caller = await caller_of(asked.request)
    tools = [described(tool, Format.MCP) for tool in offered(profiles_of(asked.request), caller)]
    return types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in tools])


async def _call(asked: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
    caller = await caller_of(asked.request)
    if params.name not in {tool.name for tool in of(profiles_of(asked.request))}:
        raise UnknownTool(params.name)
    try:
        answer = msgspec.to_builtins(await use(params.name, params.arguments or {}, caller))
    except InvalidInput as error:
        answer = {"status": "error", "error": {"code": error.code, "message": str(error), "field": error.field}}
    text = msgspec.json.encode(answer).decode()
    return types.CallToolResult(
        content=[types.TextContent(text=text)], structured_content=answer, is_error=answer.get("status") == "error"
    )


async def _resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    return types.ListResourcesResult(resources=RESOURCES)


async def _templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    return types.ListResourceTemplatesResult(resource_templates=TEMPLATES)


async def _read(asked: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    uri = str(params.uri)
    answer = msgspec.json.encode(await read(uri, await caller_of(asked.request))).decode()
    return types.ReadResourceResult(
        contents=[types.TextResourceContents(uri=uri, mime_type="application/json", text=answer)]
    )


async def _prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=[PROMPT])


async def _prompt(asked: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    if params.name != PROMPT.name:
        raise InvalidInput("name", f"there is no prompt {params.name[:60]!r}; there is {PROMPT.name}")
    text = await context((params.arguments or {}).get("query"), await caller_of(asked.request))
    message = types.PromptMessage(role="user", content=types.TextContent(text=text))
    return types.GetPromptResult(description=PROMPT.description, messages=[message])
