"""Serves one peer over lines of JSON, in an environment of its own: the standard library is all there is."""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable


class Item(NamedTuple):
    """One memory to keep."""

    id: str
    text: str
    said_at: str | None  # ISO 8601


class Store(Protocol):
    """What a peer is wrapped in."""

    def add(self, space: str, items: Sequence[Item]) -> None: ...

    def search(self, space: str, query: str, limit: int) -> Sequence[tuple[str, float]]:
        """Ids with scores, best first; higher is better."""


@runtime_checkable
class Closing(Protocol):
    """A store that leaves something behind unless it is closed."""

    def close(self) -> None: ...


def serve(make: Callable[..., Store]) -> None:
    """Answers requests until there are no more; `make` gets the arguments of the command, a folder first."""
    # What a library prints must not stand among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    store = make(*map(Path, sys.argv[1:]))
    print("{}", file=answers, flush=True)  # ready
    try:
        for line in sys.stdin:
            print(json.dumps(_answered(store, json.loads(line))), file=answers, flush=True)
    finally:
        if isinstance(store, Closing):
            store.close()


def _answered(store: Store, request: dict[str, Any]) -> dict[str, object]:
    """What was found, if something was asked, and how long it took."""
    if "items" in request:
        items = [Item(*item) for item in request["items"]]
        began = time.perf_counter()
        store.add(request["space"], items)
        return {"seconds": time.perf_counter() - began}
    began = time.perf_counter()
    hits = store.search(request["space"], request["query"], request["limit"])
    return {"hits": hits, "seconds": time.perf_counter() - began}
