"""Who is asking over MCP: the key says which tenant, the address whose memories and which tools."""

from typing import Any
from urllib.parse import parse_qsl

from graphmem.core.claims import Whose
from graphmem.core.rights import Holder
from graphmem.errors import InvalidInput
from graphmem.web.asking import use_by
from graphmem.web.mcp.about import PROFILES
from graphmem.web.own import meant_by
from graphmem.web.tools.memories import Caller
from graphmem.web.tools.table import Profile

_TOOLS = dict(zip(PROFILES, ((Profile.MCP,), (Profile.MCP, Profile.GRAPH)), strict=True))


async def caller_of(request: Any) -> Caller:
    parts = request.scope["litestar_app"].state.parts
    named = {name: value for name, value in _query(request).items() if name in Whose.__dataclass_fields__}
    holder: Holder = request.scope["auth"]
    whose = await meant_by(holder, Whose(**named), parts=parts)
    if not whose.named():
        whose = Whose(**{**named, "user_id": parts.settings.user})
    return Caller(holder, whose, parts, use_by(holder, "mcp", whose.assistant_key))


def profiles_of(request: Any) -> tuple[Profile, ...]:
    name = _query(request).get("profile", "default")
    if name not in _TOOLS:
        raise InvalidInput("profile", f"{name[:40]!r} is none of {', '.join(PROFILES)}")
    return _TOOLS[name]


def _query(request: Any) -> dict[str, str]:
    return dict(parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True))
