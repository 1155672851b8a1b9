"""The errors of the API, as they are raised here."""

import httpx
import msgspec


class GraphmemClientError(Exception):
    """The root of all that the client raises."""


class Unreachable(GraphmemClientError):
    """The server did not answer, also when asked again."""


class Detail(msgspec.Struct, frozen=True):
    field: str
    problem: str


class ApiError(GraphmemClientError):
    """The server said no: its status, code and words, and the fields that are to blame."""

    def __init__(self, status: int, code: str, message: str, details: tuple[Detail, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details


class InvalidInput(ApiError):
    """Something in the request can't be taken as it is."""


class NotAuthenticated(ApiError):
    """No key, or not a valid one."""


class ToolRefused(ApiError):
    """Something that is turned off on that server."""


class NotFound(ApiError):
    """It doesn't exist, or the caller may not see it."""


class Conflict(ApiError):
    """It can't be done to things as they are now."""


class TooManyRequests(ApiError):
    """More requests at once than the server takes; nothing was done."""


class Unavailable(ApiError):
    """A part of the server can't be reached now; it may be later."""


_KINDS = {
    400: InvalidInput,
    401: NotAuthenticated,
    403: ToolRefused,
    404: NotFound,
    409: Conflict,
    429: TooManyRequests,
    503: Unavailable,
    507: Unavailable,
}


class _Body(msgspec.Struct, frozen=True):
    code: str
    message: str
    details: tuple[Detail, ...] = ()


class _Answer(msgspec.Struct, frozen=True):
    error: _Body


def error_of(response: httpx.Response) -> ApiError:
    """The error that an answer tells of."""
    try:
        told = msgspec.json.decode(response.content, type=_Answer).error
    except (msgspec.DecodeError, RecursionError):
        told = _Body("error", f"the server answered {response.status_code}")
    return _KINDS.get(response.status_code, ApiError)(response.status_code, told.code, told.message, told.details)
