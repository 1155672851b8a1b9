"""Writers of one owner: each waits for its turn."""

import asyncio
from datetime import datetime

from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.core.change import Addition
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings
from graphmem.model import Owner, Scope
from tests.conftest import claim
from tests.service import plain

WRITERS = 12


async def test_of_many_writers_of_one_owner_none_has_to_begin_again(
    graph: Neo4jGraph, owner: Owner, now: datetime
) -> None:
    decided: list[str] = []

    async def write(content: str) -> None:
        kept = claim(content, now=now)

        async def decide(_: Surroundings) -> Settlement:
            decided.append(content)
            return plain([Addition(claim=kept, vector=None)])

        await graph.settle(owner, [kept], [None], readings=[Reading()], decide=decide, now=now)

    notes = [f"Note {number}" for number in range(WRITERS)]
    await write(notes[0])  # the engine makes its plans
    await asyncio.gather(*(write(note) for note in notes[1:]))

    assert sorted(decided) == sorted(notes)
    assert (await graph.searchable(Scope(owner.tenant, (owner,)))).memories == WRITERS
