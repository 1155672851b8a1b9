"""graphmem as it is used: over its HTTP API, memories posted many at a time."""

import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from benchmarks.recall.corpus import Hit, Item
from benchmarks.recall.footprint import folder_size, resident
from benchmarks.recall.peer import Footprint, PeerFailed
from benchmarks.running import PATIENCE, running

_BATCH = 100
_REFUSED, _UNAVAILABLE = 400, 503
_TRIES = 5


class Graphmem:
    """A running service; each space is a user of its own."""

    name = "graphmem"
    about = "this repository, over HTTP"

    def __init__(self, address: str, key: str, *, footprint: Callable[[], Footprint]) -> None:
        self.footprint = footprint
        self.refused = 0
        self._client = httpx.Client(
            base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=PATIENCE, trust_env=False
        )
        self._items: dict[str, list[str]] = defaultdict(list)  # of each memory

    def add(self, space: str, items: Sequence[Item]) -> float:
        began = time.perf_counter()
        for start in range(0, len(items), _BATCH):
            batch = items[start : start + _BATCH]
            body = {"user_id": space, "memories": [_memory(item) for item in batch]}
            answer = self._sent("/v1/memories", body)
            if answer.status_code == _REFUSED:  # all of them
                self.refused += len(batch)
                continue
            for item, result in zip(batch, _told(answer)["results"], strict=True):
                if result["status"] == "error":
                    self.refused += 1
                else:
                    self._items[result["memory_id"]].append(item.id)
        return time.perf_counter() - began

    def search(self, space: str, query: str, limit: int) -> tuple[Sequence[Hit], float]:
        if not query.strip():
            return [], 0.0
        began = time.perf_counter()
        found = self._post("/v1/recall", {"user_id": space, "query": query, "limit": limit})["memories"]
        took = time.perf_counter() - began
        return [_hit(memory, self._items) for memory in found], took

    def hear(self, space: str, sessions: Sequence[Sequence[tuple[str, Item]]]) -> float:
        """Posts each session as a thread, has it read, and waits until nothing is left to read."""
        began = time.perf_counter()
        for number, session in enumerate(sessions):
            thread = self._post("/v1/threads", {"id": f"{space}-{number}", "user_id": space})["id"]
            messages = [
                {"role": role, "content": item.text, **({"said_at": item.said_at.isoformat()} if item.said_at else {})}
                for role, item in session
            ]
            self._post(f"/v1/threads/{thread}/messages", {"messages": messages})
            self._post(f"/v1/threads/{thread}/extract", {})
            self._until_read(thread)
        return time.perf_counter() - began

    def close(self) -> None:
        self._client.close()

    def _until_read(self, thread: str) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self._client.get(f"/v1/threads/{thread}").raise_for_status().json()
            if state["extraction"] == "failed":
                raise PeerFailed(f"a conversation could not be read: {state['error']}")
            if state["unchecked"] == 0 and state["extraction"] == "idle":
                return
            time.sleep(0.05)
        raise PeerFailed(f"a conversation was not read within {PATIENCE:.0f} s")

    def _post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        return _told(self._sent(path, body))

    def _sent(self, path: str, body: Mapping[str, object]) -> httpx.Response:
        """The answer, asked for again while the service says that it is overloaded, as an agent would."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        for _ in range(_TRIES - 1):
            answer = self._client.post(path, json=body, headers=key)
            if answer.status_code != _UNAVAILABLE:
                return answer
            time.sleep(1)
        return self._client.post(path, json=body, headers=key)


@contextmanager
def reached(address: str, key: str) -> Iterator[Graphmem]:
    """A service that runs already; what it takes up isn't known."""
    peer = Graphmem(address, key, footprint=lambda: Footprint(0, 0))
    yield peer
    peer.close()


@contextmanager
def started(folder: Path) -> Iterator[Graphmem]:
    """The whole service, started with `graphmem up` in a folder of its own."""
    with running(folder) as up:
        pid = up.process.pid
        peer = Graphmem(up.running.url, up.running.key, footprint=lambda: Footprint(folder_size(folder), resident(pid)))
        yield peer
        peer.close()


def _told(answer: httpx.Response) -> dict[str, Any]:
    if answer.is_error:
        raise PeerFailed(f"{answer.request.url.path}: {answer.text}")
    told: dict[str, Any] = answer.json()
    return told


def _memory(item: Item) -> dict[str, object]:
    if item.said_at is None:
        return {"content": item.text}
    return {"content": item.text, "said_at": min(item.said_at, datetime.now(UTC)).isoformat()}


def _hit(memory: dict[str, Any], items: dict[str, list[str]]) -> Hit:
    score = memory.get("relevance", memory["score"])
    return Hit(tuple(items.get(memory["id"], ())), float(score), memory["content"])
