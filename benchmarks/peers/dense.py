"""Cosine of sentence vectors, compared with every memory of a space."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.embedding import Matrix, Model
from benchmarks.peers.ranking import best
from benchmarks.peers.serve import Item, serve


class Vectors:
    """The vectors of each space; a text that comes again in another space isn't embedded again."""

    def __init__(self, folder: Path, model: Path) -> None:
        self._model = Model(model)
        self._rows: dict[str, tuple[list[str], Matrix]] = {}
        self._known: dict[str, Matrix] = {}

    def add(self, space: str, items: Sequence[Item]) -> None:
        new = list(dict.fromkeys(item.text for item in items if item.text not in self._known))
        if new:
            self._known.update(zip(new, self._model.passages(new), strict=True))
        ids, rows = self._rows.get(space, ([], np.zeros((0, len(self._known[items[0].text])), dtype=np.float32)))
        added = np.stack([self._known[item.text] for item in items])
        self._rows[space] = (ids + [item.id for item in items], np.concatenate([rows, added]))

    def ids(self, space: str) -> list[str]:
        return self._rows[space][0] if space in self._rows else []

    def scores(self, space: str, query: str) -> NDArray[np.float32]:
        """The cosine of each item of a space that has any."""
        return self._rows[space][1] @ self._model.query(query)

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        return best(self.ids(space), self.scores(space, query), limit) if self.ids(space) else []


if __name__ == "__main__":
    serve(Vectors)
