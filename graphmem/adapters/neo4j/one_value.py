"""A key has one value at a time, whatever is changed by hand, joined or brought by an archive."""

from collections.abc import Sequence
from datetime import datetime

import uuid_utils

from graphmem.adapters.neo4j import queries
from graphmem.adapters.neo4j.deeds import done
from graphmem.adapters.neo4j.engine import Transaction
from graphmem.core.outcome import supersession
from graphmem.core.picture import Change
from graphmem.core.succession import new_value, outlived
from graphmem.model import Memory, OwnerId, Scope, Tenant


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
    verdict = new_value(new.key)
    was = {"status": old.status.value, "valid_to": old.valid_to, "updated_at": old.updated_at}
    deed = supersession(old.id, was, by=new.id, at=new.said_at, verdict=verdict, now=now)
    change = Change(id=str(uuid_utils.uuid7()), owner=old.owner, at=now, by=verdict.rule, deed=deed)
    return done(Scope(old.owner.tenant, (old.owner,)), change)
