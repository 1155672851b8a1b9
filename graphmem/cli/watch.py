"""Watches the private Neo4j: has it restarted when nothing else helps, and says when its disk is full."""

import asyncio
from collections.abc import Callable

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.queries import FailedDatabases
from graphmem.errors import EngineUnavailable
from graphmem.local.child import Child
from graphmem.local.disk import Disk

_EVERY = 2.0  # seconds between two looks
_LONGEST_PAUSE = 300.0  # seconds until a restart that did not help is tried again


class EngineWatch:
    """A database that has met an error it can't go on after answers nothing until its server is started again."""

    def __init__(self, child: Child, engine: Engine, disk: Disk, *, say: Callable[[str], None]) -> None:
        self._child, self._engine, self._disk, self._say = child, engine, disk, say
        self._full = False

    async def go(self) -> None:
        pause = _EVERY
        while True:
            await asyncio.sleep(pause)
            self._look_at_disk()
            if not await self._failed():
                pause = _EVERY
            elif not self._full:  # on a full disk it would fail again
                self._say(f"{self._child.name} can't go on after an error; restarting it (log: {self._child.log})")
                await self._child.restart()
                pause = min(pause * 4, _LONGEST_PAUSE)

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

    async def _failed(self) -> bool:
        try:
            return bool(await self._engine.once(FailedDatabases()))
        except EngineUnavailable:
            return False  # not there at all: it is being started, or is busy
