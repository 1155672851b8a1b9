"""BM25 by bm25s, over stems, with the date of each memory among its words."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

from benchmarks.peers.ranking import best
from benchmarks.peers.serve import Item, serve

_K1, _B = 0.9, 0.4


class Words:
    """The texts of one space, scored by the words of a question."""

    def __init__(self, folder: Path | None = None) -> None:
        self._stemmer = Stemmer.Stemmer("english")
        self._texts: dict[str, tuple[list[str], list[str]]] = {}
        self._indexes: dict[str, bm25s.BM25] = {}

    def add(self, space: str, items: Sequence[Item]) -> None:
        ids, texts = self._texts.setdefault(space, ([], []))
        ids += [item.id for item in items]
        texts += [_dated(item) for item in items]
        index = bm25s.BM25(k1=_K1, b=_B)
        index.index(
            bm25s.tokenize(texts, stopwords="en", stemmer=self._stemmer, show_progress=False), show_progress=False
        )
        self._indexes[space] = index

    def ids(self, space: str) -> list[str]:
        return self._texts[space][0] if space in self._texts else []

    def scores(self, space: str, query: str) -> NDArray[np.float32]:
        """A score for each item of a space that has any."""
        [tokens] = bm25s.tokenize([query], stopwords="en", stemmer=self._stemmer, show_progress=False, return_ids=False)
        known = [token for token in tokens if token in self._indexes[space].vocab_dict]
        if not known:
            return np.zeros(len(self.ids(space)), dtype=np.float32)
        return np.asarray(self._indexes[space].get_scores(known), dtype=np.float32)

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        if not self.ids(space):
            return []
        return [found for found in best(self.ids(space), self.scores(space, query), limit) if found[1] > 0]


def _dated(item: Item) -> str:
    if item.said_at is None:
        return item.text
    return f"{datetime.fromisoformat(item.said_at):%d %B %Y} {item.text}"


if __name__ == "__main__":
    serve(Words)
