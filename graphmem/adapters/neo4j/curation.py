"""Changes to people and memories in Neo4j, each on record with what it takes to undo it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j import deeds, queries
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.one_value import keep_one_value
from graphmem.adapters.neo4j.query import bounds
from graphmem.adapters.neo4j.rows import written
from graphmem.adapters.neo4j.writing import embedded
from graphmem.core.archive import sides
from graphmem.core.conflict import settle, superseded
from graphmem.core.curation import BY_HAND, edit
from graphmem.core.doubt import Doubt
from graphmem.core.picture import Change, Deed, Picture, taken_back
from graphmem.core.verdict import Verdict
from graphmem.errors import (
    AlreadyUndone,
    ChangedSince,
    Conflict,
    InvalidInput,
    UnknownChange,
    UnknownMemory,
    Unreadable,
)
from graphmem.model import Claim, Holds, Memory, MemoryId, Owner, Scope, Status, Vector
from graphmem.ports.curation import ChangeListing


class Neo4jCuration:
    """Reads what a change is about, lets it be decided, and writes it with its record, in one transaction."""

    def __init__(self, engine: Engine, *, model: str) -> None:
        self._engine = engine
        self._model = model

    async def curate(
        self,
        scope: Scope,
        *,
        people: Sequence[str] = (),
        memories: Sequence[MemoryId] = (),
        decide: Callable[[Picture], Deed],
        now: datetime,
    ) -> Change | None:
        return await self._curate(scope, people, memories, decide, {}, now)

    async def rewrite(self, scope: Scope, memory: Memory, vector: Vector | None, *, seen: datetime) -> Change | None:
        properties = written(memory)

        def decide(picture: Picture) -> Deed:
            if memory.id not in picture.nodes:
                raise UnknownMemory(memory.id)
            if picture.nodes[memory.id].properties["updated_at"] != seen:
                raise ChangedSince("this memory was changed meanwhile")
            return edit(picture, memory.id, properties, now=memory.updated_at)

        return await self._curate(scope, (), [memory.id], decide, {memory.id: vector}, memory.updated_at)

    async def retire(self, scope: Scope, doubt: Doubt, *, by: Claim, verdict: Verdict) -> bool:
        def decide(picture: Picture) -> Deed:
            for id_, content in ((doubt.memory_id, doubt.content), (by.id, by.content)):
                node = picture.nodes.get(id_)
                if node is None or (node.properties["status"], node.properties["content"]) != (Status.ACTIVE, content):
                    raise ChangedSince("one of the two was changed meanwhile")
            return superseded(picture, doubt.memory_id, by=by.id, said_at=by.said_at, verdict=verdict)

        asked = [doubt.memory_id, by.id]
        try:
            return await self._curate(scope, (), asked, decide, {}, by.said_at, by=verdict.rule) is not None
        except ChangedSince:
            return False

    async def let_stand(self, scope: Scope, doubt: Doubt, *, by: Claim, verdict: Verdict) -> bool:
        def decide(picture: Picture) -> Deed:
            return settle(picture, by.id, doubt.memory_id, Holds.BOTH, by=verdict.rule, now=by.said_at)

        asked = [doubt.memory_id, by.id]
        try:
            return await self._curate(scope, (), asked, decide, {}, by.said_at, by=verdict.rule) is not None
        except (Conflict, UnknownMemory):
            return False

    async def undo(self, scope: Scope, change: Change, *, vectors: Mapping[str, Vector | None], now: datetime) -> None:
        deed = change.deed
        _check(change)
        made = frozenset(id_ for id_, node in deed.before.nodes.items() if node is None)
        nodes = {*deed.before.nodes, *(end for tie in deed.before.ties for end in (tie.source, tie.target))}

        async def work(transaction: Transaction) -> None:
            asked = queries.AsItStands(**bounds(scope), id=change.id, nodes=sorted(nodes), made=sorted(made))
            rows = await transaction.run(asked)
            if not rows:
                raise UnknownChange(change.id)
            if rows[0].undone_at is not None:
                raise AlreadyUndone("this change was undone before")
            picture = rows[0].picture(made=made, known=frozenset(deed.after.ties))
            back = taken_back(deed, picture)
            if back is None:
                raise ChangedSince("what this change touched was changed since: undo the later change first")
            back = _said_now(back, picture, now)
            worded = self._worded(back, vectors)
            await transaction.run(deeds.undone(scope, change, back, worded=worded, now=now))
            await keep_one_value(transaction, scope.tenant, [change.owner.id], now=now)

        await self._engine.write(work)

    async def change(self, scope: Scope, change_id: str) -> Change | None:
        rows = await self._engine.run(queries.OneChange(**bounds(scope), id=change_id))
        return rows[0].change.change() if rows else None

    async def changes(self, scope: Scope, listing: ChangeListing) -> list[Change]:
        query = queries.ListedChanges(
            **bounds(scope), kind=listing.kind, touched=listing.touched, before=listing.before, limit=listing.limit
        )
        [row] = await self._engine.run(query)
        return [change.change() for change in row.changes]

    async def _curate(
        self,
        scope: Scope,
        people: Sequence[str],
        memories: Sequence[MemoryId],
        decide: Callable[[Picture], Deed],
        vectors: Mapping[str, Vector | None],
        now: datetime,
        by: str = BY_HAND,
    ) -> Change | None:
        id_ = str(uuid_utils.uuid7())
        asked = queries.PictureOf(
            **bounds(scope),
            people=list(people),
            memories=list(memories),
            assistant_key=scope.assistant_key,
            every_assistant=scope.every_assistant,
        )

        async def work(transaction: Transaction) -> Change | None:
            [row] = await transaction.run(asked)
            picture = row.picture()
            deed = decide(picture)
            if not deed.before.nodes and not deed.before.ties:
                return None
            [*owners] = {node.properties["owner"] for node in picture.nodes.values() if "owner" in node.properties}
            owner = Owner.parse(owners[0])
            change = Change(id=id_, owner=owner, at=now, by=by, deed=deed)
            await transaction.run(deeds.done(scope, change, worded=self._worded(deed, vectors)))
            await keep_one_value(transaction, scope.tenant, [owner.id], now=now)
            return change

        return await self._engine.write(work)

    def _worded(self, deed: Deed, vectors: Mapping[str, Vector | None]) -> deeds.Worded:
        return {
            id_: embedded(vectors.get(id_), self._model)
            for id_, node in deed.after.nodes.items()
            if node is not None and deed.before.nodes[id_] is not None and "content" in node.properties
        }


def _said_now(back: Deed, picture: Picture, now: datetime) -> Deed:
    """The value of a key that holds again was said again, by whoever took the change back."""
    after = {
        id_: replace(node, properties={**node.properties, "repeated_at": now})
        if node is not None and node.properties.get("status") == Status.ACTIVE and _has_key(picture, id_)
        else node
        for id_, node in back.after.nodes.items()
    }
    return replace(back, after=replace(back.after, nodes=after))


def _has_key(picture: Picture, id_: str) -> bool:
    return id_ in picture.nodes and picture.nodes[id_].properties.get("key") is not None


def _check(change: Change) -> None:
    """Raises Unreadable for a change that would bring back what can't be read: a file made by hand may hold such."""
    tenant, deed = change.owner.tenant, change.deed
    try:
        before, after = (sides.without_tenant(part.as_json(), tenant) for part in (deed.before, deed.after))
        sides.check(before, after)
    except (InvalidInput, AttributeError, KeyError, TypeError):
        raise Unreadable(change.id) from None
