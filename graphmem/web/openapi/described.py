"""The description at `/schema`: what litestar finds, told exactly: every field's bounds, every answer, every error."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Response
from litestar.routes import HTTPRoute
from litestar.serialization import encode_json

from graphmem.web.api.chat_errors import ChatErrorAnswer
from graphmem.web.api.chat_shapes import ChatAnswer, ChatRequest
from graphmem.web.api.shapes import Item, MemoryItem
from graphmem.web.auth import permitted
from graphmem.web.error_shapes import ErrorAnswer
from graphmem.web.openapi.fields import Described, narrowed
from graphmem.web.openapi.links import links_of
from graphmem.web.openapi.shapes import RPC_BODY, TOOL_BODY, WHOSE
from graphmem.web.openapi.statuses import WORDS, errors_of
from graphmem.web.rpc import RpcAnswer

_REF = "#/components/schemas/{name}"
_JSON = "application/json"
_CHAT = "/v1/chat/completions"


class ExactPlugin(JsonRenderPlugin):
    """Renders the description once, and gives it from then on."""

    _rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._rendered is None:
            self._rendered = encode_json(exact(openapi_schema, request.app))
        return self._rendered


def exact(found: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """The description of this application, from the one that litestar made."""
    operations = list(_operations(app, found))
    types: list[Any] = [ErrorAnswer, ChatErrorAnswer, MemoryItem, ChatRequest, ChatAnswer, RpcAnswer]
    types += [
        kind for _, _, handler, _ in operations for kind in (_taken(handler), _given(handler)) if kind is not None
    ]
    schemas, components = msgspec.json.schema_components(types, schema_hook=_hook, ref_template=_REF)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    requests = _requests(operations, by_type, components)
    components = {name: _bounded(name, schema) if name in requests else schema for name, schema in components.items()}
    paths: dict[str, Any] = {}
    ids = [(method, path, operation["operationId"]) for method, path, _, operation in operations]
    for method, path, handler, operation in operations:
        told = _operation(method, path, handler, operation, by_type)
        if links := links_of(method, path, ids):
            told["responses"][str(handler.status_code)]["links"] = links
        paths.setdefault(path, {})[method] = told
    return {**found, "paths": paths, "components": {**found["components"], "schemas": components}}


def _operations(app: Litestar, found: dict[str, Any]) -> Iterator[tuple[str, str, HTTPRouteHandler, Described]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format in found["paths"]:
            for method, (handler, _) in route.route_handler_map.items():
                operation = found["paths"][route.path_format].get(method.lower())
                if operation is not None:
                    yield method.lower(), route.path_format, handler, operation


def _operation(
    method: str, path: str, handler: HTTPRouteHandler, operation: Described, by_type: dict[str, Described]
) -> Described:
    taken = _taken(handler)
    body = _BODIES.get(path) if method == "post" else None
    if body is None and taken is not None:
        body = by_type[repr(taken)]
    parameters = [_parameter(given, path) for given in operation.get("parameters", [])]
    errors = errors_of(
        method,
        path,
        takes=bool(parameters or body),
        body=body is not None,
        keyed=bool(operation.get("security")),
        guarded=permitted in handler.resolve_guards(),
    )
    status = str(handler.status_code)
    wrong = by_type[repr(ChatErrorAnswer if path == _CHAT else ErrorAnswer)]
    rpc = by_type[repr(RpcAnswer)]
    told = {
        **{name: value for name, value in operation.items() if name not in ("parameters", "requestBody", "responses")},
        "responses": {
            status: _good(path, handler, operation["responses"][status], by_type),
            **_BESIDE.get((method, path), {}),
            **{str(code): _told(WORDS[code], rpc if (path, code) == ("/rpc", 429) else wrong) for code in errors},
        },
    }
    if parameters:
        told["parameters"] = parameters
    if body is not None:
        required = operation.get("requestBody", {}).get("required", True)
        told["requestBody"] = {"required": required, "content": {_JSON: {"schema": body}}}
    return told


def _good(path: str, handler: HTTPRouteHandler, answer: Described, by_type: dict[str, Described]) -> Described:
    words = answer["description"]
    if path == _CHAT:
        stream = {"text/event-stream": {"schema": {"type": "string"}}}
        return {"description": words, "content": {_JSON: {"schema": by_type[repr(ChatAnswer)]}, **stream}}
    kind = _given(handler)
    return (
        _told(words, by_type[repr(kind)]) if kind is not None else {"description": words, "content": answer["content"]}
    )


def _told(words: str, schema: Described) -> Described:
    return {"description": words, "content": {_JSON: {"schema": schema}}}


def _parameter(given: Described, path: str) -> Described:
    """A parameter as it goes over the wire, where there is no null."""
    schema = given["schema"]
    branches = [branch for branch in schema.get("oneOf", ()) if branch.get("type") != "null"]
    if len(branches) == 1:
        rest = {name: value for name, value in schema.items() if name not in ("oneOf", "default", "description")}
        schema = {**branches[0], **rest}
    kept: Described = {name: given[name] for name in ("name", "in", "required", "description") if name in given}
    return {**kept, "schema": narrowed(schema, given["name"], within=path)}


def _bounded(name: str, schema: Described) -> Described:
    fields = schema.get("properties", {})
    exact = {field: narrowed(told, field, within=name) for field, told in fields.items()}
    return {**schema, **({"properties": exact} if exact else {}), **WHOSE.get(name, {})}


def _requests(
    operations: Sequence[tuple[str, str, HTTPRouteHandler, Described]],
    by_type: dict[str, Described],
    components: dict[str, Described],
) -> set[str]:
    """The names of all shapes that stand in requests."""
    bodies = [by_type[repr(taken)] for _, _, handler, _ in operations if (taken := _taken(handler)) is not None]
    found: set[str] = {"ChatRequest"}
    waiting = [*_names_in([*bodies, *_BODIES.values()])]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _names_in(components[name])
    return found


def _names_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for inner in schema.values():
            yield from _names_in(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _names_in(inner)


def _taken(handler: HTTPRouteHandler) -> Any:
    field = handler.parsed_fn_signature.parameters.get("data")
    return field.annotation if field is not None else None


def _given(handler: HTTPRouteHandler) -> Any:
    """What the handler answers with, out of its envelope; none when it is told otherwise."""
    field = handler.parsed_fn_signature.return_type
    if field.is_union:
        return None
    if field.is_subclass_of(Response):
        return field.inner_types[0].annotation if field.inner_types else None
    return field.annotation


def _hook(kind: type) -> Described:
    if kind is Item:
        return {"$ref": _REF.format(name="MemoryItem")}
    raise NotImplementedError


_BODIES: dict[str, Described] = {
    _CHAT: {"$ref": _REF.format(name="ChatRequest")},
    "/rpc": RPC_BODY,
    "/v1/tools/{name}": TOOL_BODY,
}
_BESIDE: dict[tuple[str, str], dict[str, Described]] = {
    ("post", "/rpc"): {"204": {"description": "Nothing but notifications, which get no answer"}},
    ("get", "/health/ready"): {
        "503": {"description": "Not ready", "content": {_JSON: {"schema": {"$ref": _REF.format(name="Ready")}}}}
    },
}
