"""Tools as each kind of agent wants them described."""

from enum import StrEnum
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from graphmem.core.rights import Right
from graphmem.web.tools.table import Tool

Described = dict[str, Any]


class Format(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    MCP = "mcp"


def described(tool: Tool, format_: Format) -> Described:
    takes = parameters(tool.takes)
    match format_:
        case Format.OPENAI:
            function = {"name": tool.name, "description": tool.description, "parameters": takes}
            return {"type": "function", "function": function}
        case Format.ANTHROPIC:
            return {"name": tool.name, "description": tool.description, "input_schema": takes}
        case Format.MCP:
            reads, destroys = tool.right is Right.READ, tool.right in (Right.DELETE, Right.EACH)
            hints = {"readOnlyHint": reads, "destructiveHint": destroys, "openWorldHint": False}
            return {"name": tool.name, "description": tool.description, "inputSchema": takes, "annotations": hints}


@cache
def parameters(shape: type[Struct]) -> Described:
    """The JSON schema of what a tool takes: whole, without references or nulls, which some models stumble over."""
    (top,), parts = msgspec.json.schema_components([shape], ref_template="{name}")
    plain: Described = _plain(top, parts)
    plain.pop("title", None)
    return plain


def _plain(node: Any, parts: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_plain(inner, parts) for inner in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(parts[node["$ref"]], parts)
    node = {name: _plain(inner, parts) for name, inner in node.items() if not (name == "default" and inner is None)}
    choices = [choice for choice in node.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        del node["anyOf"]
        node = {**choices[0], **node}
    if all(isinstance(word, str) for word in node.get("enum", [None])):
        node = {"type": "string", **node}
    return node
