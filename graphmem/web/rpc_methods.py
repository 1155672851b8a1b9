"""The methods of the JSON-RPC interface: their parameters and what they do."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from graphmem.core.claims import Whose, scope_of
from graphmem.core.rights import Holder
from graphmem.errors import InvalidInput, NothingKept
from graphmem.flows import curate
from graphmem.model import Include, Status
from graphmem.ports.graph import Listing
from graphmem.web.api.common import by_id
from graphmem.web.api.listing import page_of
from graphmem.web.api.recall import recalled
from graphmem.web.api.remembering import item_result, remembered
from graphmem.web.api.shapes import (
    DeletedAnswer,
    Item,
    ItemResult,
    MemoriesAnswer,
    MemoryItem,
    RecallAnswer,
    RecallRequest,
    RememberRequest,
)
from graphmem.web.asking import use_by
from graphmem.wiring import Parts, now


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    query: str
    limit: Annotated[int, Meta(ge=1, le=100)] | None = None
    user_id: str | None = None
    chat_id: str | None = None
    include: list[Include] | None = None
    max_tokens: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Add(Struct, frozen=True, forbid_unknown_fields=True):
    content: str
    source: str | None = None
    expires_days: float | None = None
    user_id: str | None = None
    chat_id: str | None = None
    subjects: list[str] | None = None


class List(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=500)] = 50
    include_expired: bool = False
    user_id: str | None = None
    chat_id: str | None = None


class Delete(Struct, frozen=True, forbid_unknown_fields=True):
    memory_id: str
    user_id: str | None = None
    chat_id: str | None = None


async def search(holder: Holder, given: Search, parts: Parts) -> RecallAnswer:
    data = msgspec.convert(given, RecallRequest, from_attributes=True)
    return await recalled(holder, data, parts=parts, use=use_by(holder, "rpc"))


async def add(holder: Holder, given: Add, parts: Parts) -> ItemResult:
    item = MemoryItem(
        given.content,
        subjects=given.subjects,
        expires_days=given.expires_days,
        metadata={"source": given.source} if given.source is not None else None,
    )
    data = RememberRequest([Item(item, None)], user_id=given.user_id, chat_id=given.chat_id)
    [outcome] = await remembered(holder, data, parts=parts)
    if isinstance(outcome, InvalidInput):
        raise NothingKept([outcome.at(outcome.field.removeprefix("memories[0]."))])
    return item_result(outcome)


async def listed(holder: Holder, given: List, parts: Parts) -> MemoriesAnswer:
    scope = scope_of(holder.tenant, holder.grant.meant(Whose(user_id=given.user_id, chat_id=given.chat_id)))
    listing = Listing(limit=given.limit, include_expired=given.include_expired, now=now())
    return await page_of(scope, listing, parts=parts)


async def delete(holder: Holder, given: Delete, parts: Parts) -> DeletedAnswer:
    meant = holder.grant.meant(Whose(user_id=given.user_id, chat_id=given.chat_id))
    scope, id_ = by_id(holder.tenant, meant, given.memory_id)
    await curate.delete(scope, id_, graph=parts.graph)
    return DeletedAnswer(id_, Status.DELETED.value)


Method = tuple[type[Struct], Callable[[Holder, Any, Parts], Awaitable[Struct]], str]
# With the tool that does the same: turned off, the method is off too.
METHODS: dict[str, Method] = {
    "memory.search": (Search, search, "search_memory"),
    "memory.add": (Add, add, "remember"),
    "memory.list": (List, listed, "list_memories"),
    "memory.delete": (Delete, delete, "delete_memory"),
}
