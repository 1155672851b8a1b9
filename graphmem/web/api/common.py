"""What the routes of the API have in common: whose memories are meant, ids, and pages."""

from typing import Annotated, Any

import msgspec
import uuid_utils
from litestar import Request
from litestar.di import Provide
from litestar.params import FromQuery, HeaderParameter, QueryParameter

from graphmem.core.attempts import HEADER, Attempt, attempt_of
from graphmem.core.claims import Whose, scope_or_whole
from graphmem.errors import InvalidInput
from graphmem.model import MemoryId, Scope, Tenant
from graphmem.wiring import now

Limit = Annotated[int, QueryParameter(ge=1, le=500, description="Most memories in the answer")]
Position = Annotated[int, QueryParameter(ge=0, le=2**31 - 1, description="From the last answer's next_cursor")]
LONGEST_LOOK = 5_000  # no server reads addresses of any length
Asked = Annotated[str, QueryParameter(name="query", max_length=LONGEST_LOOK, description="POST takes longer ones")]
Key = Annotated[
    str | None, HeaderParameter(name=HEADER, description="Of your own: sent again with it, nothing is kept twice")
]
AnyRequest = Request[Tenant, Any, Any]


def whose(
    user_id: FromQuery[str | None] = None,
    chat_id: FromQuery[str | None] = None,
    thread_id: FromQuery[str | None] = None,
    assistant_id: FromQuery[str | None] = None,
    org_id: FromQuery[str | None] = None,
    assistant_key: FromQuery[str | None] = None,
) -> Whose:
    """Whose memories a request with query parameters means."""
    return Whose(
        user_id=user_id,
        chat_id=chat_id,
        thread_id=thread_id,
        assistant_id=assistant_id,
        org_id=org_id,
        assistant_key=assistant_key,
    )


async def attempt_by(request: AnyRequest, key: str | None) -> Attempt | None:
    """One try of what is asked for, when it came with a key: by whom, and the same in whatever order its fields are."""
    if key is None:
        return None
    body = msgspec.json.encode(await request.json(), order="sorted")
    asked = f"{request.method} {request.url.path}\n".encode() + body
    return attempt_of(key, tenant=request.user, caller=request.auth.key_id or "", asked=asked, now=now())


MEANT = Provide(whose, sync_to_thread=False)


def by_id(tenant: Tenant, meant: Whose, memory_id: str) -> tuple[Scope, MemoryId]:
    return scope_or_whole(tenant, meant), MemoryId(id_of(memory_id, field="memory_id"))


def id_of(text: str, *, field: str) -> str:
    try:
        return str(uuid_utils.UUID(text))
    except ValueError:
        raise InvalidInput(field, "is not an id") from None
