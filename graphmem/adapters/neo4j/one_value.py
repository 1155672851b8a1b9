"""A key has one value at a time, whatever is changed by hand, joined or brought by an archive."""

from collections.abc import Sequence
from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j import queries
from graphmem.adapters.neo4j.change_rows import record
from graphmem.adapters.neo4j.engine import Transaction
from graphmem.core.change import new_value
from graphmem.core.outcome import supersession
from graphmem.core.succession import outlived
from graphmem.core.verdict import Effect, Verdict
from graphmem.model import Memory, OwnerId, Tenant


async def keep_one_value(
    transaction: Transaction,
    tenant: Tenant,
    owners: Sequence[OwnerId],
    *,
    keys: Sequence[str] | None = None,
    now: datetime,
) -> None:
    """Lets the value of each key that was said last hold alone; the owners are locked by whoever calls."""
    whose = {"tenant": tenant, "owners": list(owners)}
    rivals = queries.RivalValues(**whose, keys=None if keys is None else list(keys))  # type: ignore[arg-type]
    [row] = await transaction.run(rivals)
    for old, new in outlived([memory.memory() for memory in row.memories]):
        await transaction.run(_superseded(old, new, now=now))


def _superseded(old: Memory, new: Memory, *, now: datetime) -> queries.WriteChange:
    verdict = Verdict(Effect.SUPERSEDES, new_value(new.key), "same_key")
    was = {"status": old.status.value, "valid_to": old.valid_to, "updated_at": old.updated_at}
    deed = supersession(old.id, was, by=new.id, at=new.said_at, verdict=verdict, now=now)
    return queries.WriteChange(
        tenant=old.owner.tenant,
        owners=[old.owner.id],
        owner=old.owner.id,
        awaiting_vectors=False,
        people=[],
        aliases=[],
        changed=[{"id": id_, "properties": dict(node.properties)} for id_, node in deed.after.nodes.items() if node],
        untied=[],
        tied=[
            {"type": tie.type, "source": tie.source, "target": tie.target, "properties": dict(properties)}
            for tie, properties in deed.after.ties.items()
            if properties is not None
        ],
        removed=[],
        record=[record(str(uuid_utils.uuid7()), deed, by=verdict.rule, now=now)],
        touched=sorted(deed.touched),
        undone=[],
    )
