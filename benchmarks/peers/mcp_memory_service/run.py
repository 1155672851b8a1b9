"""mcp-memory-service: sqlite-vec with hybrid search, a database for each space (it keeps a text once in all of one)."""

import asyncio
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from mcp_memory_service.models.memory import Memory
from mcp_memory_service.storage.sqlite_vec import SqliteVecMemoryStorage
from mcp_memory_service.utils.hashing import generate_content_hash

from benchmarks.peers.serve import Item, serve

_BATCH = 100


class McpMemoryService:
    def __init__(self, folder: Path, model: Path) -> None:
        # Where it looks for its own model, which is the same.
        place = folder / ".cache" / "mcp_memory" / "onnx_models" / "all-MiniLM-L6-v2" / "onnx"
        shutil.copytree(model, place)
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._spaces: dict[str, SqliteVecMemoryStorage] = {}
        self._ids: dict[tuple[str, str], str] = {}

    def add(self, space: str, items: Sequence[Item]) -> None:
        store = self._spaces.get(space) or self._opened(space)
        for start in range(0, len(items), _BATCH):
            memories = [self._memory(space, item) for item in items[start : start + _BATCH]]
            self._loop.run_until_complete(store.store_batch(memories))

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        if space not in self._spaces or not query.strip():
            return []
        found = self._loop.run_until_complete(self._spaces[space].retrieve_hybrid(query, n_results=limit))
        return [(self._ids[space, result.memory.content_hash], result.relevance_score) for result in found]

    def _opened(self, space: str) -> SqliteVecMemoryStorage:
        store = SqliteVecMemoryStorage(str(self._folder / f"space-{len(self._spaces)}.db"))
        self._loop.run_until_complete(store.initialize())
        if store.embedding_model is None:
            raise RuntimeError("no embedding model could be loaded")
        self._spaces[space] = store
        return store

    def _memory(self, space: str, item: Item) -> Memory:
        hash_ = generate_content_hash(item.text)
        self._ids[space, hash_] = item.id
        said = datetime.fromisoformat(item.said_at).timestamp() if item.said_at else None
        return Memory(content=item.text, content_hash=hash_, created_at=said)


if __name__ == "__main__":
    serve(McpMemoryService)
