"""What a thread may see, keep and delete of memories: for its user, its assistant, an organisation or itself."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.core.attempts import Attempt
from graphmem.core.claims import ref
from graphmem.core.merging import lookup_of, outdated, same_people
from graphmem.core.pages import page_of
from graphmem.errors import InvalidInput, UnknownMemory, UnknownThread
from graphmem.flows.remember import Keeping, Outcome
from graphmem.model import Claim, Memory, MemoryId, Owner, OwnerType, Scope, Thread
from graphmem.ports.graph import Graph
from graphmem.ports.threads import Threads, Visible


def owner_for(thread: Thread, owner_type: str | None, owner_id: str | None) -> Owner:
    """Whose a memory is that is saved for a thread: its user's unless another type is asked for."""
    try:
        type_ = OwnerType(owner_type or OwnerType.USER)
    except ValueError:
        raise InvalidInput("owner_type", f"{str(owner_type)[:40]!r} is none of {', '.join(OwnerType)}") from None
    if owner_id is not None:
        ref(owner_id, field="owner_id")
    match type_:
        case OwnerType.USER:
            return thread.owner
        case OwnerType.THREAD:
            return thread.own
        case OwnerType.CHAT:
            return Owner(thread.tenant, type_, _given(thread.chat, "owner_type", "the thread has no chat"))
        case OwnerType.ASSISTANT:
            key = _given(thread.assistant_key, "owner_type", "the thread has no assistant")
            return Owner(thread.tenant, type_, key)
        case OwnerType.ORG:
            given = _given(owner_id, "owner_id", "is needed when owner_type is org")
            return Owner(thread.tenant, type_, ref(given, field="owner_id"))


def scope_for(thread: Thread, *, org_id: str | None = None, alone: bool = False) -> Scope:
    """What a thread may see: its own, its user's, its chat's, its assistant's, and the organisation's that is named.

    Alone, only the first two: for whoever may see nothing but the user's.
    """
    owners = [thread.owner, thread.own]
    if alone:
        return Scope(thread.tenant, tuple(owners), thread.assistant_key)
    if thread.chat is not None:
        owners.append(Owner(thread.tenant, OwnerType.CHAT, thread.chat))
    if thread.assistant_key is not None:
        owners.append(Owner(thread.tenant, OwnerType.ASSISTANT, thread.assistant_key))
    if org_id is not None:
        owners.append(Owner(thread.tenant, OwnerType.ORG, ref(org_id, field="org_id")))
    return Scope(thread.tenant, tuple(owners), thread.assistant_key)


def same_context(thread: Thread, *, user_id: str | None, assistant_key: str | None = None) -> None:
    """Raises UnknownThread when a caller names another user or assistant than the thread's."""
    if user_id is not None and user_id != thread.user:
        raise UnknownThread(thread.id)
    if assistant_key is not None and assistant_key != thread.assistant_key:
        raise UnknownThread(thread.id)


async def save(
    thread: Thread,
    owner: Owner,
    items: Sequence[Claim | InvalidInput],
    *,
    threads: Threads,
    keeping: Keeping,
    now: datetime,
    attempt: Attempt | None = None,
) -> list[Outcome]:
    """Keeps memories for a thread, joined to the messages they come from."""
    return await keeping.remember(owner, items, now=now, also=threads.learned(thread, owner), attempt=attempt)


async def listed(
    thread: Thread, scope: Scope, visible: Visible, *, threads: Threads
) -> tuple[Sequence[Memory], MemoryId | None]:
    """A page of what the thread may see in the order of ids, and where the next page begins."""
    found = await threads.memories(thread, scope, replace(visible, limit=visible.limit + 1))
    page, last = page_of(found, visible.limit)
    return page, last.id if last else None


async def remove(scope: Scope, ids: Sequence[MemoryId], *, graph: Graph) -> None:
    """Deletes memories that the thread may see; one that it may not see is as if there were none."""
    for memory_id in ids:
        if await graph.memory(scope, memory_id) is None:
            raise UnknownMemory(memory_id)
    for memory_id in ids:
        await graph.delete(scope, memory_id)


async def merge(thread: Thread, *, threads: Threads, graph: Graph, now: datetime) -> tuple[int, int]:
    """Moves what a thread holds to its user; of one key, what was changed last stays active."""
    theirs = await graph.everybody(Scope(thread.tenant, (thread.own,)))
    ours = await graph.people_meant(Scope(thread.tenant, (thread.owner,)), lookup_of(theirs))

    joined = same_people(theirs, ours)

    return await threads.merge(thread, lambda memories: outdated(memories, joined), joined, now=now)


async def across_threads(scope: Scope, *, threads: Threads) -> Scope:
    """The scope with every thread of its users."""
    users = [owner for owner in scope.owners or () if owner.type is OwnerType.USER]
    found = [
        Owner(scope.tenant, OwnerType.THREAD, id_)
        for user in users
        for id_ in await threads.of_user(scope.tenant, user.ref)
    ]
    return replace(scope, owners=(*(scope.owners or ()), *found))


def _given(value: str | None, field: str, problem: str) -> str:
    if value is None:
        raise InvalidInput(field, problem)
    return value
