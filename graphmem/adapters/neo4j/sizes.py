"""Remembers for a while how much a scope has, so that a recall costs one round trip and not two."""

import time
from collections import OrderedDict
from typing import TypeVar

from graphmem.model import Owner, OwnerId, Scope
from graphmem.ports.graph import Graph, Searchable

Key = TypeVar("Key")
Value = TypeVar("Value")
_SECONDS = 60.0
_SILENT_SECONDS = 10.0  # somebody's first message may be posted through another process
_MOST = 10_000


class RecentSizes:
    """The sizes of scopes asked for lately. A scope without memories is never remembered as such."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: OrderedDict[tuple[OwnerId, ...], tuple[float, Searchable]] = OrderedDict()
        self._posted: OrderedDict[OwnerId, float] = OrderedDict()

    async def of(self, scope: Scope) -> int:
        asked_at, known = self._known.get(_key(scope), _NOTHING)
        if not known.memories or time.monotonic() - asked_at >= _SECONDS:
            known = await self._ask(scope)
        return known.memories

    async def messages(self, scope: Scope) -> int:
        asked_at, known = self._known.get(_key(scope), _NOTHING)
        age = time.monotonic() - asked_at
        spoke = any(self._posted.get(id_, asked_at) > asked_at for id_ in _key(scope))
        if age >= _SECONDS or (not known.messages and (spoke or age >= _SILENT_SECONDS)):
            known = await self._ask(scope)
        return known.messages

    def posted(self, owner: Owner) -> None:
        """Notes that somebody says something: having had no messages is no longer taken for granted."""
        _note(self._posted, owner.id, time.monotonic())

    async def _ask(self, scope: Scope) -> Searchable:
        asked_at = time.monotonic()
        found = await self._graph.searchable(scope)
        _note(self._known, _key(scope), (asked_at, found))
        return found


_NOTHING = (float("-inf"), Searchable(0, 0))


def _key(scope: Scope) -> tuple[OwnerId, ...]:
    return tuple(scope.owner_ids or ())


def _note(latest: "OrderedDict[Key, Value]", key: Key, value: Value) -> None:
    latest[key] = value
    latest.move_to_end(key)
    if len(latest) > _MOST:
        latest.popitem(last=False)
