"""Threads and messages in Neo4j."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from graphmem.adapters.neo4j import erase_queries as erasing
from graphmem.adapters.neo4j import thread_queries as queries
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.query import bounds
from graphmem.adapters.neo4j.thread_rows import PostedRow
from graphmem.core.change import Addition
from graphmem.core.grams import kept_grams
from graphmem.core.merging import Outdated
from graphmem.core.messages import is_quotable
from graphmem.core.settlement import Settlement
from graphmem.core.threads import Source, ThreadEntry, Turn
from graphmem.core.triggers import Due
from graphmem.errors import UnknownThread, Vanished
from graphmem.model import Memory, MemoryId, Message, Owner, OwnerType, Scope, Tenant, Thread
from graphmem.ports.graph import Also
from graphmem.ports.threads import Posting, Visible


class Neo4jThreads:
    """Conversations in Neo4j, each query bounded by the tenant."""

    def __init__(self, engine: Engine, *, posted: Callable[[Owner], None] = lambda _: None) -> None:
        self._engine = engine
        self._posted = posted  # told whose messages were written

    async def open(self, thread: Thread) -> Thread:
        query = queries.OpenThread(
            tenant=thread.tenant,
            id=thread.id,
            owner=thread.owner.id,
            owner_type=thread.owner.type.value,
            owner_ref=thread.owner.ref,
            properties={
                "assistant_key": thread.assistant_key,
                "chat": thread.chat,
                "owner_token": thread.owner.token,
                "auto_extract": thread.auto_extract,
                "metadata": msgspec.json.encode(thread.metadata).decode() if thread.metadata else None,
                "created_at": thread.created_at,
                "updated_at": thread.updated_at,
            },
        )

        async def work(transaction: Transaction) -> Thread:
            rows = await transaction.run(query)
            if not rows:
                raise Vanished
            opened = rows[0].thread.thread()
            if opened.user != thread.user:
                raise UnknownThread(thread.id)
            return opened

        return await self._engine.write(work)

    async def thread(self, tenant: Tenant, thread_id: str) -> Thread | None:
        rows = await self._engine.run(queries.OneThread(tenant=tenant, thread=thread_id))
        return rows[0].thread.thread() if rows else None

    async def listed(self, tenant: Tenant, user: str, *, limit: int, before: Thread | None) -> list[ThreadEntry]:
        point: list[int | str] | None = [_milliseconds(before.created_at), before.id] if before else None
        owners = [Owner(tenant, OwnerType.USER, user).id]
        query = queries.ListedThreads(tenant=tenant, owners=owners, user=user, before=point, limit=limit)
        [row] = await self._engine.run(query)
        return [found.entry() for found in row.threads]

    async def of_user(self, tenant: Tenant, user: str) -> list[str]:
        [row] = await self._engine.run(queries.ThreadsOfUser(tenant=tenant, user=user))
        return row.ids

    async def post(
        self,
        tenant: Tenant,
        thread_id: str,
        messages: Sequence[Message],
        *,
        due: Due,
        now: datetime,
        also: Also | None = None,
    ) -> Posting | None:
        query = queries.Post(
            tenant=tenant,
            thread=thread_id,
            messages=[_written(message) for message in messages],
            quotable=[message.id for message in messages if _is_quotable(message)],
            now=now,
            **_when(due),
        )

        async def work(transaction: Transaction) -> list[PostedRow]:
            rows = await transaction.run(query)
            if also is not None and rows and not rows[0].taken:
                await also(transaction, None)
            return rows

        # The ids are known before they are sent: a second try finds what a first one wrote.
        rows = await (self._engine.run_again(query) if also is None else self._engine.write(work))
        if not rows:
            return None
        row = rows[0]
        thread = row.thread.thread()
        self._posted(thread.owner)
        return Posting(
            thread=thread,
            messages=[message.message() for message in row.messages],
            taken=row.taken,
            due_in=_seconds(row.due_in),
        )

    async def finish(
        self, tenant: Tenant, thread_id: str, message: Message, *, due: Due, now: datetime
    ) -> Posting | None:
        query = queries.FinishMessage(
            tenant=tenant,
            thread=thread_id,
            id=message.id,
            status=message.status.value,
            content=message.content,
            redacted=list(message.redacted) or None,
            quotable=_is_quotable(message),
            grams=kept_grams(message.content),
            now=now,
            **_when(due),
        )
        rows = await self._engine.run(query)
        if not rows:
            return None
        row = rows[0]
        thread = row.thread.thread()
        self._posted(thread.owner)
        return Posting(thread=thread, messages=[row.message.message()], due_in=_seconds(row.due_in))

    async def message(self, tenant: Tenant, thread_id: str, message_id: str) -> Message | None:
        rows = await self._engine.run(queries.OneMessage(tenant=tenant, thread=thread_id, id=message_id))
        return rows[0].message.message() if rows else None

    async def messages(self, tenant: Tenant, thread_id: str, *, after: int, limit: int) -> list[Message]:
        query = queries.ListedMessages(tenant=tenant, thread=thread_id, after=after, limit=limit)
        [row] = await self._engine.run(query)
        return [message.message() for message in row.messages]

    async def conversation(self, thread: Thread, *, after: int, limit: int, most: int) -> list[Turn]:
        owners = [thread.owner.id, thread.own.id]
        query = queries.ConversationOf(
            tenant=thread.tenant, owners=owners, thread=thread.id, after=after, limit=limit, most=most
        )
        [row] = await self._engine.run(query)
        return [turn.turn() for turn in row.turns]

    async def sources(self, scope: Scope, memory_id: MemoryId, *, reach: int, limit: int) -> list[Source]:
        rows = await self._engine.run(queries.SourcesOf(**bounds(scope), id=memory_id, reach=reach, limit=limit))
        return [row.source() for row in rows]

    async def memories(self, thread: Thread, scope: Scope, visible: Visible) -> list[Memory]:
        query = queries.ThreadMemories(
            **bounds(scope),
            own=thread.own.id,
            learned_in=thread.id if visible.learned_here else None,
            ids=list(visible.ids) if visible.ids is not None else None,
            assistant_key=scope.assistant_key,
            after=visible.after,
            limit=visible.limit,
            now=visible.now,
        )
        [row] = await self._engine.run(query)
        return [memory.memory() for memory in row.memories]

    def learned(self, thread: Thread, owner: Owner, *, asked: Sequence[str] = ()) -> Also:
        async def also(transaction: Transaction, settlement: Settlement | None) -> None:
            if not await transaction.run(taught(thread, owner, settlement, asked=asked)):
                raise UnknownThread(thread.id)

        return also

    async def taught_by(self, thread: Thread, message_id: str) -> list[tuple[MemoryId, tuple[MemoryId, ...]]]:
        query = queries.TaughtBy(tenant=thread.tenant, owners=[thread.owner.id], thread=thread.id, id=message_id)
        rows = await self._engine.run(query)
        return [(MemoryId(row.id), tuple(MemoryId(old) for old in row.superseded)) for row in rows]

    async def merge(
        self,
        thread: Thread,
        decide: Callable[[Sequence[Memory]], Sequence[Outdated]],
        joined: Mapping[str, str],
        *,
        now: datetime,
    ) -> tuple[int, int]:
        whose: dict[str, Any] = {
            "tenant": thread.tenant,
            "owners": [thread.own.id],
            "thread": thread.id,
            "user_owner": thread.owner.id,
        }

        async def work(transaction: Transaction) -> tuple[int, int]:
            rows = await transaction.run(queries.Merging(**whose))
            if not rows:
                raise UnknownThread(thread.id)
            going = [row.memory() for row in rows[0].moving]
            old = decide([*going, *(row.memory() for row in rows[0].held)])
            query = queries.MergeThread(
                **whose,
                owner_token=thread.owner.token,
                joined=[{"other": other, "person": person} for other, person in joined.items()],
                superseded=[{"new": one.new, "old": one.old, "reason": one.reason} for one in old],
                now=now,
            )
            await transaction.run(query)
            return len(going), len(old)

        return await self._engine.write(work)

    async def clear(self, thread: Thread, *, now: datetime) -> Mapping[str, int] | None:
        async def work(transaction: Transaction) -> Mapping[str, int] | None:
            if await _locked(transaction, thread.tenant, thread.id) is None:
                return None
            await transaction.run(queries.ClearThread(tenant=thread.tenant, thread=thread.id, now=now))
            return await _erase_learned(transaction, thread)

        return await self._engine.write(work)

    async def delete(self, thread: Thread) -> Mapping[str, int] | None:
        return await self._engine.write(lambda transaction: erase_thread(transaction, thread.tenant, thread.id))


def taught(
    thread: Thread, owner: Owner, settlement: Settlement | None, *, asked: Sequence[str] = ()
) -> queries.Learned:
    """The statement that joins what was kept to the messages it was learned from."""
    decisions = settlement.decisions if settlement is not None else ()
    return queries.Learned(
        tenant=thread.tenant,
        owners=[owner.id],
        thread=thread.id,
        learned=[
            {
                "memory": made.claim.id if isinstance(made, Addition) else made.memory_id,
                "message": made.claim.provenance.message_id,
            }
            for made in decisions
            if made.claim.provenance.message_id is not None
        ],
        asked=list(asked),
    )


async def erase_thread(transaction: Transaction, tenant: Tenant, thread_id: str) -> dict[str, int] | None:
    """Deletes a thread with all that was said and learned in it; none when there is no such thread."""
    thread = await _locked(transaction, tenant, thread_id)
    if thread is None:
        return None
    learned = await _erase_learned(transaction, thread)
    [said] = await transaction.run(erasing.EraseThread(tenant=tenant, owners=[thread.own.id], thread=thread.id))
    return {**learned, **said, "threads": 1}


async def _locked(transaction: Transaction, tenant: Tenant, thread_id: str) -> Thread | None:
    """The thread, taken with whoever was told something in it until the transaction ends."""
    own = Owner(tenant, OwnerType.THREAD, thread_id)
    rows = await transaction.run(erasing.LockThread(tenant=tenant, owners=[own.id], thread=thread_id))
    return rows[0].thread.thread() if rows else None


async def _erase_learned(transaction: Transaction, thread: Thread) -> dict[str, int]:
    """Deletes what was learned in a thread and the people that nothing else tells of."""
    whose: dict[str, Any] = {"tenant": thread.tenant, "owners": [thread.own.id]}
    [going] = await transaction.run(erasing.GoingWithThread(**whose, thread=thread.id))
    [erased] = await transaction.run(erasing.EraseMemories(tenant=thread.tenant, owners=None, ids=going.ids))
    people = sorted({*going.people, *erased.people})
    [orphans] = await transaction.run(erasing.EraseOrphans(tenant=thread.tenant, ids=people))
    return {"memories": erased.memories, **orphans, "changes": erased.changes + orphans["changes"]}


def _written(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "role": message.role.value,
        "content": message.content,
        "status": message.status.value,
        "said_at": message.said_at,
        "redacted": list(message.redacted) or None,
        "grams": kept_grams(message.content),
    }


def _is_quotable(message: Message) -> bool:
    return is_quotable(role=message.role, status=message.status, content=message.content, redacted=message.redacted)


def _when(due: Due) -> dict[str, Any]:
    soon = None if due.soon is None else round(due.soon * 1000)
    return {"spoke": due.spoke, "every": due.every, "threshold": due.threshold, "soon": soon}


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else max(milliseconds / 1000, 0.0)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
