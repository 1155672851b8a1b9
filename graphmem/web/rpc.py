"""`POST /rpc`: JSON-RPC 2.0, with batches and notifications."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import UNSET, Meta, Struct, UnsetType

from graphmem.core.rights import TOOL_RIGHTS, Holder, Right
from graphmem.deadlines import allowance
from graphmem.errors import GraphmemError, InvalidInput, NotJson, ToolOff, TooManyRequests
from graphmem.web.api.common import AnyRequest
from graphmem.web.body import read_json
from graphmem.web.error_shapes import Problem
from graphmem.web.errors import OUR_MISTAKE, log_unexpected, on_graphmem_error, problem_in, problems_of, status_of
from graphmem.web.rpc_methods import METHODS
from graphmem.wiring import Parts

MOST_CALLS = 100
NOT_JSON, NOT_A_REQUEST, NO_SUCH_METHOD, WRONG_PARAMETERS, INTERNAL = -32700, -32600, -32601, -32602, -32603
BY_STATUS = {400: WRONG_PARAMETERS, 403: -32003, 404: -32004, 409: -32009, 429: -32029, 503: -32053, 507: -32057}
Id = str | int | float | None


class RpcProblem(Struct, frozen=True):
    """What an error is about, in the words of the rest of the API."""

    code: str
    details: list[Problem] = []


class RpcError(Struct, frozen=True):
    code: Annotated[
        int,
        Meta(
            description="JSON-RPC's own, or -32003 not allowed, -32004 not found, -32009 conflict, -32029 too many, "
            "-32053 try later"
        ),
    ]
    message: str
    data: RpcProblem


class RpcAnswer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The answer to one call: `result` or `error`."""

    jsonrpc: str
    id: Id
    result: Any = UNSET
    error: RpcError | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class RpcCaller:
    """Who calls."""

    holder: Holder
    parts: Parts


def on_too_many(request: AnyRequest, error: TooManyRequests) -> Response[RpcAnswer]:
    """The refusal in the protocol's own shape; the call was not read, so that its id isn't known."""
    headers = on_graphmem_error(request, error).headers
    return Response(_refused(None, error), status_code=429, headers=headers, media_type="application/json")


class RpcController(Controller):
    path = "/rpc"
    tags = ("rpc",)
    exception_handlers = {TooManyRequests: on_too_many}  # noqa: RUF012 (litestar's own attribute)

    @post(
        summary="JSON-RPC 2.0: memory.search, memory.add, memory.list, memory.delete",
        status_code=HTTP_200_OK,
        needs=Right.EACH,
    )
    async def call(
        self, request: AnyRequest, parts: NamedDependency[Parts]
    ) -> Response[RpcAnswer | list[RpcAnswer] | None]:
        try:
            given = read_json(await request.body())
        except (NotJson, InvalidInput) as error:
            return _answered(_failed(None, NOT_JSON, str(error), "invalid_json"))
        answers = await _batch(given, RpcCaller(request.auth, parts))
        return _answered(answers)


async def _batch(given: Any, caller: RpcCaller) -> RpcAnswer | list[RpcAnswer] | None:
    if not isinstance(given, list):
        return await _one(given, caller)
    if not given:
        return _failed(None, NOT_A_REQUEST, "the batch is empty")
    if len(given) > MOST_CALLS:
        return _failed(None, NOT_A_REQUEST, f"the batch has {len(given):,} calls; the limit is {MOST_CALLS}")
    answers = [await _one(call, caller) for call in given]
    return [answer for answer in answers if answer is not None] or None


async def _one(given: Any, caller: RpcCaller) -> RpcAnswer | None:
    """The answer to one call; none to a notification."""
    problem = _malformed(given)
    if problem is not None:
        return _failed(_id(given), NOT_A_REQUEST, problem)
    answer = await _called(given, caller)
    return answer if "id" in given else None


def _malformed(given: Any) -> str | None:
    if not isinstance(given, dict):
        return "a call is an object"
    if given.get("jsonrpc") != "2.0":
        return 'jsonrpc: must be "2.0"'
    if not isinstance(given.get("method"), str):
        return "method: must be the name of a method"
    if not isinstance(given.get("params", {}), dict | list):
        return "params: must be an object or an array"
    if "id" in given and given["id"] is not None and _id(given) is None:
        return "id: must be a string, a number of at most 64 bits or null"
    return None


def _id(given: Any) -> Id:
    value = given.get("id") if isinstance(given, dict) else None
    known = isinstance(value, str | int | float) and not isinstance(value, bool)
    return value if known and not (isinstance(value, int) and abs(value) >= 2**63) else None


async def _called(given: Mapping[str, Any], caller: RpcCaller) -> RpcAnswer:
    id_, name = _id(given), given["method"]
    if name not in METHODS:
        return _failed(id_, NO_SUCH_METHOD, f"there is no method {name[:60]!r}; there are {', '.join(METHODS)}")
    shape, method, tool = METHODS[name]
    if tool in caller.parts.settings.tools_off or caller.holder.grant.withholds(tool):
        return _failed(id_, NO_SUCH_METHOD, f"{name} is not available: {ToolOff(tool)}", ToolOff.code)
    try:
        caller.holder.grant.check(TOOL_RIGHTS.get(tool, Right.READ))
        with allowance(caller.parts.settings.request_seconds):  # each call of a batch has its own
            result = await method(caller.holder, _parameters(given, shape), caller.parts)
        return RpcAnswer(jsonrpc="2.0", id=id_, result=result)
    except msgspec.ValidationError as error:
        problem = problem_in(str(error))
        return _refused(id_, InvalidInput(problem.field, problem.problem))
    except GraphmemError as error:
        return _refused(id_, error)
    except Exception as error:
        log_unexpected(f"/rpc {name}", error)
        return _failed(id_, INTERNAL, OUR_MISTAKE, "internal")


def _parameters(given: Mapping[str, Any], shape: type[Struct]) -> Struct:
    params = given.get("params", {})
    if isinstance(params, list):
        names = shape.__struct_fields__
        if len(params) > len(names):
            raise InvalidInput("params", f"has {len(params)} values; the method takes {', '.join(names)}")
        params = dict(zip(names, params, strict=False))
    return msgspec.convert(params, shape)


def _refused(id_: Id, error: GraphmemError) -> RpcAnswer:
    code = BY_STATUS.get(status_of(error), INTERNAL)
    return RpcAnswer(
        jsonrpc="2.0", id=id_, error=RpcError(code, str(error), RpcProblem(error.code, problems_of(error)))
    )


def _failed(id_: Id, code: int, message: str, name: str = "invalid_request") -> RpcAnswer:
    return RpcAnswer(jsonrpc="2.0", id=id_, error=RpcError(code, message, RpcProblem(name)))


def _answered(answers: RpcAnswer | list[RpcAnswer] | None) -> Response[RpcAnswer | list[RpcAnswer] | None]:
    status = HTTP_204_NO_CONTENT if answers is None else HTTP_200_OK
    return Response(answers, status_code=status, media_type="application/json")
