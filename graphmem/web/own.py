"""What a key for one user may reach: that user's memories, people and threads, and nothing else of the tenant."""

from graphmem.core.claims import Whose, scope_of
from graphmem.core.rights import Holder
from graphmem.errors import OneUserOnly, UnknownThread
from graphmem.flows import browse, people, thread_memories
from graphmem.flows.forget import Kind, Target
from graphmem.model import MemoryId, Owner, OwnerType
from graphmem.wiring import Parts


async def meant_by(holder: Holder, whose: Whose, *, parts: Parts) -> Whose:
    """Whose memories a request means, if the key may reach them."""
    meant = holder.grant.meant(whose)
    if meant.thread_id is not None:
        await check_thread(holder, meant.thread_id, parts=parts)
    return meant


async def check_thread(holder: Holder, thread_id: str, *, parts: Parts) -> None:
    """Raises UnknownThread when it isn't one of the user whom the key is for."""
    if holder.grant.user is not None:
        thread = await parts.threads.thread(holder.tenant, thread_id)
        if thread is None or thread.user != holder.grant.user:
            raise UnknownThread(thread_id)


async def check_owner(holder: Holder, owner: Owner, *, parts: Parts) -> None:
    """Raises when the key may keep nothing for this owner."""
    user = holder.grant.user
    if owner.type is OwnerType.THREAD:
        await check_thread(holder, owner.ref, parts=parts)
    elif user is not None and owner != Owner(holder.tenant, OwnerType.USER, user):
        raise OneUserOnly(user)


async def check_target(holder: Holder, target: Target, *, parts: Parts) -> None:
    """Raises when what is to be forgotten isn't of the user whom the key is for."""
    user = holder.grant.user
    if user is None:
        return
    scope = scope_of(holder.tenant, Whose(user_id=user))
    match target.kind:
        case Kind.USER:
            holder.grant.user_meant(target.id)
        case Kind.THREAD:
            await check_thread(holder, target.id, parts=parts)
        case Kind.PERSON:
            await people.shown(scope, target.id, graph=parts.graph)
        case Kind.MEMORY:
            every = await thread_memories.across_threads(scope, threads=parts.threads)
            await browse.shown(every, MemoryId(target.id), graph=parts.graph)
