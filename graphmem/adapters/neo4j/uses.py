"""Notes which memories are recalled and by whom, and writes it down later, so that no recall waits for a write."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
import structlog

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.erase_queries import NoteRecalled, UsesOf
from graphmem.adapters.neo4j.moments import moment
from graphmem.adapters.neo4j.query import bounds
from graphmem.core.uses import Use, Uses
from graphmem.errors import EngineUnavailable, Unreadable
from graphmem.model import MemoryId, Scope, Tenant

_log = structlog.get_logger()
_SECONDS = 5.0
_MOST = 10_000  # memories noted while the graph can't be reached
_KEPT = 20  # times that are kept of one memory, the last


@dataclass(slots=True)
class _Noted:
    times: int = 0
    last: deque[Use] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def add(self, other: "_Noted") -> None:
        self.times += other.times
        self.last.extend(other.last)


class RecentUses:
    """What was recalled lately and is not written down yet; a few uses may be lost when the process dies."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._noted: defaultdict[Tenant, dict[MemoryId, _Noted]] = defaultdict(dict)

    def note(self, tenant: Tenant, ids: Sequence[MemoryId], use: Use) -> None:
        noted = self._noted[tenant]
        for id_ in ids if len(noted) < _MOST else ():
            noted.setdefault(id_, _Noted()).add(_Noted(1, deque([use])))

    async def write(self) -> None:
        """Writes down what was noted; what can't be written now stays noted."""
        for tenant in list(self._noted):
            noted = self._noted.pop(tenant)
            rows = [
                {"id": id_, "times": one.times, "recalls": [msgspec.json.encode(use).decode() for use in one.last]}
                for id_, one in sorted(noted.items())  # two processes take the memories in the same order
            ]
            query = NoteRecalled(tenant=tenant, owners=None, rows=rows, kept=_KEPT, now=datetime.now(UTC))
            try:
                await self._engine.run(query)
            except EngineUnavailable:
                for id_, later in self._noted[tenant].items():
                    noted.setdefault(id_, _Noted()).add(later)
                self._noted[tenant] = noted
                return
            except Unreadable as error:
                _log.error("uses_not_noted", tenant=tenant, error=str(error))

    async def keep_writing(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS)
            await self.write()

    async def of(self, scope: Scope, memory_id: MemoryId) -> Uses:
        """The uses of a memory of the scope that are written down, the last one first."""
        rows = await self._engine.run(UsesOf(**bounds(scope), id=memory_id))
        if not rows:
            return Uses()
        try:
            recent = [msgspec.json.decode(text, type=Use) for text in rows[0].recalls]
        except msgspec.DecodeError as error:
            raise Unreadable(memory_id) from error
        return Uses(rows[0].count, moment(rows[0].last), tuple(reversed(recent)))
