"""BM25 and cosine, each scaled to 0…1 for the question, then added."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.bm25 import Words
from benchmarks.peers.dense import Vectors
from benchmarks.peers.ranking import best
from benchmarks.peers.serve import Item, serve


class Fusion:
    def __init__(self, folder: Path, model: Path) -> None:
        self._words, self._vectors = Words(), Vectors(folder, model)

    def add(self, space: str, items: Sequence[Item]) -> None:
        self._words.add(space, items)
        self._vectors.add(space, items)

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        ids = self._words.ids(space)
        if not ids:
            return []
        fused = _scaled(self._words.scores(space, query)) + _scaled(self._vectors.scores(space, query))
        return best(ids, fused, limit)


def _scaled(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


if __name__ == "__main__":
    serve(Fusion)
