"""What the tools about memories and people do."""

from dataclasses import asdict, dataclass

import msgspec
from msgspec import UNSET

from graphmem.core.claims import Whose, scope_of
from graphmem.core.rights import Holder, Right
from graphmem.core.uses import Use
from graphmem.errors import InvalidInput
from graphmem.flows import browse, curate, people
from graphmem.model import Include, MemoryId, Scope
from graphmem.ports.graph import Listing
from graphmem.web.api.common import id_of
from graphmem.web.api.listing import page_of
from graphmem.web.api.memory import revised
from graphmem.web.api.recall import recalled
from graphmem.web.api.remembering import item_result, remembered
from graphmem.web.api.shapes import (
    Item,
    ItemResult,
    MemoryItem,
    MemoryPatch,
    RecallAnswer,
    RecallRequest,
    RememberRequest,
    counted_shape,
    memory_shape,
)
from graphmem.web.api.versions import HistoryAnswer, WhyAnswer, version_shape, why_answer
from graphmem.web.tools import arguments
from graphmem.web.tools.answers import Batch, Brief, Context, Deleted, Found, People, batch, brief
from graphmem.wiring import Parts, now


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls a tool, and whose memories are meant."""

    holder: Holder
    whose: Whose
    parts: Parts
    use: Use

    @property
    def scope(self) -> Scope:
        return scope_of(self.holder.tenant, self.whose)

    def off(self, tool: str) -> bool:
        """Whether the tool is turned off, here or for this key."""
        return tool in self.parts.settings.tools_off or self.holder.grant.withholds(tool)


async def kept(caller: Caller, items: list[MemoryItem]) -> list[ItemResult]:
    """Keeps facts; what became of each."""
    data = RememberRequest([Item(item, None) for item in items], **asdict(caller.whose))
    return [item_result(outcome) for outcome in await remembered(caller.holder, data, parts=caller.parts)]


async def remember(caller: Caller, given: arguments.Remember) -> ItemResult | Batch:
    if given.memories is not None:
        if given.content is not None:
            raise InvalidInput("content", "is given beside memories: give one of the two")
        return batch(await kept(caller, [MemoryItem(**msgspec.structs.asdict(fact)) for fact in given.memories]))
    if given.content is None:
        raise InvalidInput("content", "is missing")
    return await _save(caller, given)


async def save(caller: Caller, given: arguments.Fact) -> ItemResult:
    return await _save(caller, given)


async def update(caller: Caller, given: arguments.Update) -> ItemResult:
    fields = {name: value for name, value in msgspec.structs.asdict(given).items() if value is not None}
    memory_id = _id(fields.pop("memory_id"))
    patch = MemoryPatch(**fields)
    if all(getattr(patch, name) is UNSET for name in patch.__struct_fields__ if name != "explicit"):
        raise InvalidInput("content", "say what to change: content, kind, key, tags, importance or confidence")
    await revised(caller.scope, memory_id, patch, parts=caller.parts)
    return ItemResult("updated", memory_id, False, [])


async def delete(caller: Caller, given: arguments.OneMemory) -> Deleted:
    memory_id = _id(given.memory_id)
    await curate.delete(caller.scope, memory_id, graph=caller.parts.graph)
    return Deleted("deleted", memory_id)


async def listed(caller: Caller, given: arguments.ListMemories) -> Found:
    listing = Listing(
        limit=given.limit,
        kind=given.kind,
        include_expired=given.include_expired,
        before=MemoryId(id_of(given.cursor, field="cursor")) if given.cursor is not None else None,
        now=now(),
    )
    page = await page_of(caller.scope, listing, person=given.person, parts=caller.parts)
    return Found([brief(memory) for memory in page.memories], page.next_cursor)


async def search(caller: Caller, given: arguments.Search) -> Found:
    found = await _recalled(caller, given, include=[Include.MEMORIES])
    return Found([brief(memory) for memory in found.memories])


async def recall(caller: Caller, given: arguments.Recall) -> Context:
    include = [Include(what) for what in given.include] if given.include is not None else None
    found = await _recalled(caller, given, include=include, max_tokens=given.max_tokens)
    return Context([brief(memory) for memory in found.memories], found.messages, found.people, found.context)


async def known(caller: Caller, given: arguments.AnyPerson) -> People:
    graph = caller.parts.graph
    if given.person is not None:
        person = await people.found(caller.scope, given.person, graph=graph)
        return People([counted_shape(person)] if person else [])
    page, _ = await people.listed(caller.scope, limit=given.limit, after=None, graph=graph)
    return People([counted_shape(person) for person in page])


async def history(caller: Caller, given: arguments.OneMemory) -> HistoryAnswer:
    editions = await browse.history(caller.scope, _id(given.memory_id), graph=caller.parts.graph)
    return HistoryAnswer([version_shape(edition) for edition in editions])


async def why(caller: Caller, given: arguments.OneMemory) -> WhyAnswer:
    return why_answer(await browse.grounds(caller.scope, _id(given.memory_id), graph=caller.parts.graph))


async def memory(caller: Caller, given: arguments.MemoryTool) -> ItemResult | Deleted | Found:
    match given.action:
        case "save":
            if given.content is None:
                raise InvalidInput("content", "is missing: it is the fact to save")
            caller.holder.grant.check(Right.REMEMBER)
            return await save(caller, arguments.Fact(given.content, kind=given.kind, tags=given.tags))
        case "delete":
            if given.memory_id is None:
                raise InvalidInput("memory_id", "is missing: it is the memory to delete")
            caller.holder.grant.check(Right.DELETE)
            return await delete(caller, arguments.OneMemory(given.memory_id))
        case "fetch":
            return await _fetched(caller, given)


async def _fetched(caller: Caller, given: arguments.MemoryTool) -> Found:
    if given.memory_ids is not None:
        ids = [_id(id_, field=f"memory_ids[{place}]") for place, id_ in enumerate(given.memory_ids)]
        return Found(await _those(caller, sorted(set(ids))))
    if given.query is not None:
        return await search(caller, arguments.Search(given.query, limit=given.limit))
    return await listed(caller, arguments.ListMemories(limit=given.limit or 20, kind=given.kind))


async def _recalled(
    caller: Caller, given: arguments.Search, *, include: list[Include] | None, max_tokens: int | None = None
) -> RecallAnswer:
    data = RecallRequest(
        given.query,
        person=given.person,
        limit=given.limit,
        as_of=given.as_of,
        include=include,
        max_tokens=max_tokens,
        **asdict(caller.whose),
    )
    return await recalled(caller.holder, data, parts=caller.parts, use=caller.use)


async def _those(caller: Caller, ids: list[MemoryId]) -> list[Brief]:
    found = [await caller.parts.graph.memory(caller.scope, id_) for id_ in ids]
    return [brief(memory_shape(memory)) for memory in found if memory is not None]


async def _save(caller: Caller, given: arguments.Fact | arguments.Remember) -> ItemResult:
    fields = {name: value for name, value in msgspec.structs.asdict(given).items() if name != "memories"}
    [result] = await kept(caller, [MemoryItem(**fields)])
    if result.error is None:
        return result
    field = result.error.field.removeprefix("memories[0].")
    return msgspec.structs.replace(result, error=msgspec.structs.replace(result.error, field=field))


def _id(text: str, *, field: str = "memory_id") -> MemoryId:
    return MemoryId(id_of(text, field=field))
