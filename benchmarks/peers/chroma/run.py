"""Chroma on disk, a collection for each space, with vectors of the model given."""

from collections.abc import Sequence
from pathlib import Path

import chromadb
from chromadb.config import Settings

from benchmarks.peers.embedding import Model
from benchmarks.peers.serve import Item, serve


class Chroma:
    def __init__(self, folder: Path, model: Path) -> None:
        self._model = Model(model)
        self._client = chromadb.PersistentClient(str(folder / "chroma"), Settings(anonymized_telemetry=False))
        self._known: dict[str, chromadb.Collection] = {}

    def add(self, space: str, items: Sequence[Item]) -> None:
        if space not in self._known:
            name = f"space-{len(self._known)}"
            self._known[space] = self._client.create_collection(name, metadata={"hnsw:space": "cosine"})
        texts = [item.text for item in items]
        self._known[space].upsert(
            ids=[item.id for item in items], documents=texts, embeddings=self._model.passages(texts).tolist()
        )

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        if space not in self._known or not query.strip():
            return []
        found = self._known[space].query(query_embeddings=[self._model.query(query).tolist()], n_results=limit)
        return [(id_, 1 - distance) for id_, distance in zip(found["ids"][0], found["distances"][0], strict=True)]


if __name__ == "__main__":
    serve(Chroma)
