"""mem0 with its default store (Qdrant on disk), memories kept as they are (`infer=False`), the model given."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from mem0 import Memory
from mem0.embeddings.base import EmbeddingBase

from benchmarks.peers.embedding import Model
from benchmarks.peers.serve import Item, serve

_DIMENSIONS = 384


class _Embedding(EmbeddingBase):  # type: ignore[misc]
    def __init__(self, model: Model) -> None:
        super().__init__()
        self._model = model

    def embed(self, text: str, memory_action: Literal["add", "search", "update"] | None = None) -> list[float]:
        vector: list[float] = self._model.query(text).tolist()
        return vector


class Mem0:
    def __init__(self, folder: Path, model: Path) -> None:
        nobody = {"provider": "openai", "config": {"api_key": "none"}}  # never asked
        store = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": _DIMENSIONS}
        self._memory = Memory.from_config({
            "llm": nobody,
            "embedder": nobody,
            "vector_store": {"provider": "qdrant", "config": store},
            "history_db_path": str(folder / "history.db"),
        })  # fmt: skip
        self._memory.embedding_model = _Embedding(Model(model))

    def add(self, space: str, items: Sequence[Item]) -> None:
        for item in items:
            self._memory.add(item.text, user_id=space, metadata={"item": item.id}, infer=False)

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        if not query.strip():
            return []
        found = self._memory.search(query, filters={"user_id": space}, top_k=limit, threshold=0.0)
        return [(memory["metadata"]["item"], memory["score"]) for memory in found["results"]]


if __name__ == "__main__":
    serve(Mem0)
