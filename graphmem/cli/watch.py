"""Watches the private Neo4j: has it restarted when nothing else helps, and says when its disk is full."""

import asyncio
from collections.abc import Callable

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.queries import FailedDatabases
from graphmem.errors import EngineUnavailable
from graphmem.local.child import Child
from graphmem.local.disk import Disk
from graphmem.local.neo4j import PrivateNeo4j

_EVERY = 2.0  # seconds between two looks
_LONGEST_PAUSE = 300.0  # seconds until a restart that did not help is tried again


class EngineWatch:
    """A database that has met an error it can't go on after answers nothing until its server is started again.

    Where that doesn't help, what it wrote last was cut off: nobody was told that this was kept, and it starts without.
    """

    def __init__(
        self, child: Child, server: PrivateNeo4j, engine: Engine, disk: Disk, *, say: Callable[[str], None]
    ) -> None:
        self._child, self._server, self._engine, self._disk, self._say = child, server, engine, disk, say
        self._full = False

    async def go(self) -> None:
        pause, restarts = _EVERY, 0
        while True:
            await asyncio.sleep(pause)
            self._look_at_disk()
            failed = await self._failed()
            if failed is False and restarts:
                self._server.prepare()
                pause, restarts = _EVERY, 0
            elif failed and not self._full:  # on a full disk it would fail again
                self._say(f"{self._child.name} can't go on after an error; restarting it (log: {self._child.log})")
                if restarts == 1:
                    self._forgive_torn_logs()
                await self._child.restart()
                restarts += 1
                pause = min(pause * 4, _LONGEST_PAUSE)

    def _forgive_torn_logs(self) -> None:
        copy = self._server.copied_logs()
        self._server.prepare(torn_logs=True)
        self._say(
            f"{self._child.name} can't read the end of its transaction log and starts without it. "
            f"What was acknowledged stands before it; a copy of the log is in {copy}: delete it when nothing is missed"
        )

    def _look_at_disk(self) -> None:
        full = self._disk.full
        if full and not self._full:
            self._say(
                f"the disk of {self._disk.folder} has only {self._disk.free} MB free: nothing is written until it has "
                f"{self._disk.least} MB (GRAPHMEM_MIN_FREE_MB); reading goes on"
            )
        elif self._full and not full:
            self._say("the disk has room again: writing goes on")
        self._full = full

    async def _failed(self) -> bool | None:
        """Whether it can't go on; None while it isn't there at all: it is being started, or is busy."""
        try:
            return bool(await self._engine.once(FailedDatabases()))
        except EngineUnavailable:
            return None
