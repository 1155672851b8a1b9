"""Remembers for a while that a scope has memories, so that a recall costs one round trip and not two."""

import time
from collections import OrderedDict

from graphmem.model import OwnerId, Scope
from graphmem.ports.graph import Graph

_SECONDS = 60.0
_MOST = 10_000


class RecentSizes:
    """The sizes of scopes asked for lately. An empty scope is never remembered as empty."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: OrderedDict[tuple[OwnerId, ...], tuple[float, int]] = OrderedDict()

    async def of(self, scope: Scope) -> int:
        key = tuple(scope.owner_ids or ())
        known = self._known.get(key)
        if known is not None and time.monotonic() - known[0] < _SECONDS:
            return known[1]
        size = await self._graph.searchable(scope)
        if size:
            self._known[key] = (time.monotonic(), size)
            self._known.move_to_end(key)
            if len(self._known) > _MOST:
                self._known.popitem(last=False)
        else:
            self._known.pop(key, None)
        return size
