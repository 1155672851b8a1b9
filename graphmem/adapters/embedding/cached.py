"""Remembers the vectors of recent questions: agents ask the same thing more than once."""

from collections import OrderedDict
from collections.abc import Sequence

from graphmem.model import Vector
from graphmem.ports.language import Embedder


class CachedEmbedder:
    """An embedder that keeps the vectors of the last single texts it was asked for."""

    def __init__(self, inner: Embedder, *, size: int = 1024) -> None:
        self._inner = inner
        self._size = size
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if len(texts) != 1:
            return await self._inner.embed(texts)
        [text] = texts
        if text in self._kept:
            self._kept.move_to_end(text)
            return [self._kept[text]]
        vectors = await self._inner.embed(texts)
        self._kept[text] = vectors[0]
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return vectors
