"""What the routes of the API have in common: whose memories are meant, ids, and pages."""

from typing import Annotated, Any

import uuid_utils
from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, QueryParameter

from graphmem.core.claims import Whose, ref, scope_or_whole
from graphmem.core.rights import Holder
from graphmem.errors import InvalidInput
from graphmem.model import MemoryId, Scope, Tenant
from graphmem.web.own import meant_by
from graphmem.wiring import Parts

Limit = Annotated[int, QueryParameter(ge=1, le=500, description="Most memories in the answer")]
Position = Annotated[int, QueryParameter(ge=0, le=2**31, description="From the last answer's next_cursor")]
LONGEST_LOOK = 5_000  # no server reads addresses of any length
Asked = Annotated[str, QueryParameter(name="query", max_length=LONGEST_LOOK, description="POST takes longer ones")]
AnyRequest = Request[Tenant, Holder, Any]


async def whose(
    request: AnyRequest,
    parts: NamedDependency[Parts],
    user_id: FromQuery[str | None] = None,
    chat_id: FromQuery[str | None] = None,
    thread_id: FromQuery[str | None] = None,
    assistant_id: FromQuery[str | None] = None,
    org_id: FromQuery[str | None] = None,
    assistant_key: FromQuery[str | None] = None,
) -> Whose:
    """Whose memories a request with query parameters means."""
    named = Whose(
        user_id=user_id,
        chat_id=chat_id,
        thread_id=thread_id,
        assistant_id=assistant_id,
        org_id=org_id,
        assistant_key=assistant_key,
    )
    return await meant_by(request.auth, named, parts=parts)


MEANT = Provide(whose)


def by_id(tenant: Tenant, meant: Whose, memory_id: str) -> tuple[Scope, MemoryId]:
    return scope_or_whole(tenant, meant), MemoryId(id_of(memory_id, field="memory_id"))


def user_of(holder: Holder, user_id: str | None) -> str | None:
    """The user whom a request names, if the key may reach them; with a key for one user that one."""
    user = holder.grant.user_meant(user_id)
    return ref(user, field="user_id") if user is not None else None


def sure_user(holder: Holder, user_id: str | None) -> str:
    """The same, where somebody must be named."""
    user = user_of(holder, user_id)
    if user is None:
        raise InvalidInput("user_id", "is missing: say whose")
    return user


def id_of(text: str, *, field: str) -> str:
    try:
        return str(uuid_utils.UUID(text))
    except ValueError:
        raise InvalidInput(field, "is not an id") from None
