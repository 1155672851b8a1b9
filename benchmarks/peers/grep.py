"""What grepping for the words of a question finds: memories by how many of its words they hold."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.peers.ranking import best
from benchmarks.peers.serve import Item, serve

_SHORTEST = 4  # letters: shorter words are in every line


class Grep:
    def __init__(self, folder: Path) -> None:
        self._lines: dict[str, list[tuple[str, str]]] = {}

    def add(self, space: str, items: Sequence[Item]) -> None:
        self._lines.setdefault(space, []).extend((item.id, item.text.casefold()) for item in items)

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        words = {word for word in re.findall(r"\w+", query.casefold()) if len(word) >= _SHORTEST}
        lines = self._lines.get(space, [])
        counts = np.array([sum(word in line for word in words) for _, line in lines], dtype=np.float32)
        return [found for found in best([id_ for id_, _ in lines], counts, limit) if found[1] > 0]


if __name__ == "__main__":
    serve(Grep)
