"""One shape for every error, and the one table from our errors to HTTP."""

import re
from collections.abc import Mapping
from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from graphmem.core.attempts import HEADER
from graphmem.errors import (
    AdminOnly,
    Busy,
    ChatUnavailable,
    Conflict,
    DiskFull,
    EmbedderUnavailable,
    EngineUnavailable,
    ExtractorUnavailable,
    Forbidden,
    GraphmemError,
    InvalidInput,
    KeyExpired,
    KeyReused,
    NotAuthenticated,
    NothingKept,
    NotJson,
    OneUserOnly,
    OperatorOnly,
    QueryOverLimit,
    QueryWrong,
    ReadOnlyKey,
    SetupError,
    ToolOff,
    TooManyRequests,
    TooManyWrongKeys,
    TooSlow,
    UnknownChange,
    UnknownKey,
    UnknownMemory,
    UnknownMessage,
    UnknownPerson,
    UnknownQuery,
    UnknownThread,
    UnknownTool,
    ValueUntellable,
)
from graphmem.flows.isolation import where
from graphmem.web.error_shapes import ErrorAnswer, ErrorBody, Problem

_log = structlog.get_logger()

STATUS: dict[type[GraphmemError], int] = {
    InvalidInput: 400,
    NothingKept: 400,
    NotJson: 400,
    NotAuthenticated: 401,
    KeyExpired: 401,
    TooManyWrongKeys: 429,
    UnknownMemory: 404,
    UnknownPerson: 404,
    UnknownChange: 404,
    UnknownKey: 404,
    UnknownThread: 404,
    UnknownMessage: 404,
    UnknownQuery: 404,
    UnknownTool: 404,
    Forbidden: 403,
    ToolOff: 403,
    AdminOnly: 403,
    OperatorOnly: 403,
    ReadOnlyKey: 403,
    OneUserOnly: 403,
    TooSlow: 408,
    Conflict: 409,
    QueryOverLimit: 422,
    ValueUntellable: 422,
    KeyReused: 422,
    TooManyRequests: 429,
    ChatUnavailable: 502,
    Busy: 503,
    EngineUnavailable: 503,
    DiskFull: 507,
    EmbedderUnavailable: 503,
    ExtractorUnavailable: 503,
    SetupError: 503,
}
_CODES = {
    400: "invalid_input",
    401: "unauthorized",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
}
_HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}, 503: {"Retry-After": "2"}}
OUR_MISTAKE = "something went wrong on our side; the log says where"
_AT = re.compile(r"^(?P<problem>.*?)(?: - at `\$\.?(?P<field>[^`]*)`)?$", re.DOTALL)


def answer(
    status: int,
    code: str,
    message: str,
    details: list[Problem] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
) -> Response[ErrorAnswer]:
    body = ErrorAnswer(ErrorBody(code, message, details or []))
    told = {**_HEADERS.get(status, {}), **(headers or {})}
    return Response(body, status_code=status, headers=told, media_type="application/json")


def status_of(error: GraphmemError) -> int:
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def on_graphmem_error(_: Request[Any, Any, Any], error: GraphmemError) -> Response[ErrorAnswer]:
    waits = {"Retry-After": str(error.seconds)} if isinstance(error, TooManyWrongKeys) else None
    return answer(status_of(error), error.code, str(error), problems_of(error), headers=waits)


def problems_of(error: GraphmemError) -> list[Problem]:
    """The fields that an error is about."""
    match error:
        case QueryWrong():
            return [Problem(error.field, error.problem, error.line, error.column)]
        case InvalidInput():
            return [Problem(error.field, error.problem)]
        case KeyReused():
            return [Problem(HEADER, "came with another request before")]
        case NothingKept():
            return [Problem(refused.field, refused.problem) for refused in error.refused]
        case _:
            return []


def on_validation_error(_: Request[Any, Any, Any], error: ValidationException) -> Response[ErrorAnswer]:
    extra = error.extra if isinstance(error.extra, list) else []
    details = [problem_in(str(item.get("message", "")), str(item.get("key", ""))) for item in extra]
    details = details or [problem_in(error.detail)]
    first = details[0]
    return answer(400, "invalid_input", f"{first.field}: {first.problem}" if first.field else first.problem, details)


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorAnswer]:
    status = error.status_code
    message = "there is nothing here" if status == 404 else error.detail
    allowed = (error.headers or {}).get("allow")
    return answer(status, _CODES.get(status, "error"), message, headers={"Allow": allowed} if allowed else None)


def on_unexpected_error(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    log_unexpected(request.url.path, error)
    return answer(500, "internal", OUR_MISTAKE)


def log_unexpected(path: str, error: Exception) -> None:
    # The message of an unexpected error may quote a memory: log where it happened, not what it said.
    name = getattr(error, "code", None) or type(error).__name__
    _log.error("unexpected_error", path=path, error=name, where=where(error))


def problem_in(message: str, key: str = "") -> Problem:
    """The field and the problem in a message of msgspec's, such as "Expected `str`, got `int` - at `$.query`"."""
    match = _AT.match(message)
    field, problem = (match["field"], match["problem"]) if match else (None, message)
    unknown = re.search(r"unknown field `([^`]+)`", problem)
    if unknown:
        field, problem = f"{field}.{unknown[1]}" if field else unknown[1], "is not a field of this request"
    missing = re.search(r"missing required field `([^`]+)`", problem)
    if missing:
        field, problem = f"{field}.{missing[1]}" if field else missing[1], "is missing"
    return Problem(field or key, problem)


HANDLERS: dict[Any, Any] = {
    GraphmemError: on_graphmem_error,
    ValidationException: on_validation_error,
    HTTPException: on_http_error,
    Exception: on_unexpected_error,
}
