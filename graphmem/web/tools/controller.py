"""`/v1/tools`: the tools an agent can load, and calling them."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from graphmem.core.claims import Whose
from graphmem.core.rights import Right
from graphmem.errors import InvalidInput, NotJson
from graphmem.web.api.common import MEANT, AnyRequest
from graphmem.web.asking import use_by
from graphmem.web.body import read_json
from graphmem.web.errors import problem_in
from graphmem.web.own import meant_by
from graphmem.web.tools.memories import Caller
from graphmem.web.tools.schema import Described, Format, described
from graphmem.web.tools.table import Profile, offered, use
from graphmem.wiring import Parts

_WHOSE = frozenset(Whose.__dataclass_fields__)


class ToolsAnswer(Struct, frozen=True):
    tools: list[Described]


class ToolsController(Controller):
    path = "/v1/tools"
    tags = ("tools",)

    @get(summary="The tools, described for an agent")
    async def listed(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        format: Annotated[Format, QueryParameter(description="openai, anthropic or mcp")] = Format.OPENAI,  # noqa: A002
        profile: Annotated[Profile, QueryParameter(description="Which set of tools")] = Profile.AGENT,
    ) -> ToolsAnswer:
        caller = Caller(request.auth, Whose(), parts, use_by(request.auth, "tool"))
        return ToolsAnswer([described(tool, format) for tool in offered([profile], caller)])

    @post(
        "/{name:str}",
        summary="Call a tool",
        status_code=200,
        dependencies={"meant": MEANT},
        needs=Right.EACH,
    )
    async def call(
        self,
        request: AnyRequest,
        name: FromPath[str],
        data: JSONBody[dict[str, Any]],
        meant: NamedDependency[Whose],
        parts: NamedDependency[Parts],
    ) -> Any:
        """`arguments` (an object, or JSON as a model wrote it) beside `user_id` and the like; or all in one object."""
        fixed = {name: value for name in _WHOSE if (value := getattr(meant, name)) is not None}
        named = {name: value for name, value in data.items() if name in _WHOSE}
        await meant_by(request.auth, _whose(named), parts=parts)
        whose = _whose(named | fixed)
        rest = {name: value for name, value in data.items() if name not in _WHOSE}
        given = rest.pop("arguments") if "arguments" in rest else rest
        if given is not rest and rest:
            raise InvalidInput(next(iter(rest)), "stands beside arguments: put it into them")
        use_ = use_by(request.auth, "tool", whose.assistant_key)
        return await use(name, _object(given), Caller(request.auth, whose, parts, use_))


def _object(given: Any) -> dict[str, Any]:
    if isinstance(given, str):
        try:
            given = read_json(given.encode())
        except NotJson:
            raise InvalidInput("arguments", "is a text that is not JSON") from None
    if not isinstance(given, dict):
        raise InvalidInput("arguments", "must be an object")
    return given


def _whose(fields: dict[str, Any]) -> Whose:
    try:
        return msgspec.convert(fields, Whose)
    except msgspec.ValidationError as error:
        problem = problem_in(str(error))
        raise InvalidInput(problem.field, problem.problem) from error
