"""Errors of the chat as OpenAI's clients read them, with our own fields beside."""

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from msgspec import Struct

from graphmem.errors import GraphmemError
from graphmem.web.error_shapes import ErrorAnswer, Problem
from graphmem.web.errors import HANDLERS

_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    429: "rate_limit_error",
}


class ChatErrorBody(Struct, frozen=True):
    """OpenAI's four fields, and ours."""

    message: str
    type: str
    param: str | None
    code: str
    details: list[Problem]


class ChatErrorAnswer(Struct, frozen=True):
    error: ChatErrorBody


Handler = Callable[[Request[Any, Any, Any], Any], Response[ErrorAnswer]]


def _as_openai(handler: Handler) -> Callable[[Request[Any, Any, Any], Any], Response[ChatErrorAnswer]]:
    def told(request: Request[Any, Any, Any], error: Any) -> Response[ChatErrorAnswer]:
        plain = handler(request, error)
        status, ours = plain.status_code or 500, plain.content.error
        kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
        param = ours.details[0].field if ours.details else None
        body = ChatErrorBody(ours.message, kind, param or None, ours.code, ours.details)
        return Response(ChatErrorAnswer(body), status_code=status, headers=plain.headers, media_type="application/json")

    return told


def broken_off(error: GraphmemError) -> bytes:
    """The last event of a stream that can't be told whole."""
    body = ChatErrorBody(str(error), "server_error", None, error.code, [])
    return b"\n\ndata: " + msgspec.json.encode(ChatErrorAnswer(body)) + b"\n\n"


CHAT_HANDLERS: dict[Any, Any] = {kind: _as_openai(handler) for kind, handler in HANDLERS.items()}
