"""Counts which memories are recalled, and writes it down now and then, so that no recall waits for a write."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.erase_queries import NoteRecalled
from graphmem.errors import EngineUnavailable
from graphmem.model import MemoryId, Tenant

_SECONDS = 5.0
_MOST = 10_000  # memories counted while the graph can't be reached


class RecentUses:
    """What was recalled lately and is not written down yet; a few counts may be lost when the process dies."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._counts: defaultdict[Tenant, Counter[MemoryId]] = defaultdict(Counter)

    def note(self, tenant: Tenant, ids: Sequence[MemoryId]) -> None:
        if len(self._counts[tenant]) < _MOST:
            self._counts[tenant].update(ids)

    async def write(self) -> None:
        """Writes down what was noted; what can't be written now stays noted."""
        for tenant in list(self._counts):
            counts = self._counts.pop(tenant)
            rows = [{"id": id_, "times": times} for id_, times in counts.items()]
            try:
                await self._engine.run(NoteRecalled(tenant=tenant, owners=None, rows=rows, now=datetime.now(UTC)))
            except EngineUnavailable:
                self._counts[tenant] += counts
                return

    async def keep_writing(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS)
            await self.write()
