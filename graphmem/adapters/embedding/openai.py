"""Any embeddings server that speaks OpenAI's protocol."""

from collections.abc import Sequence

import msgspec
import numpy as np

from graphmem.adapters.openai import NoAnswer, Server, decoded
from graphmem.deadlines import waiting
from graphmem.errors import EmbedderUnavailable, SetupError
from graphmem.model import Vector

_BATCH = 128
_PATIENCE = 180.0  # seconds, with all further tries, where nobody waits for the answer


class _Item(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Item]


class OpenAIEmbedder:
    """A model on a server."""

    def __init__(self, server: Server, *, name: str, dimensions: int) -> None:
        self._server = server
        self._name = name
        self.model = f"openai:{name}"
        self.dimensions = dimensions

    @classmethod
    async def connect(cls, base_url: str, *, key: str | None, name: str) -> "OpenAIEmbedder":
        """Asks the server once, to learn how long its vectors are."""
        embedder = cls(Server(base_url, key=key), name=name, dimensions=0)
        try:
            [vector] = await embedder.embed(["one"])
        except EmbedderUnavailable as error:
            await embedder.close()
            raise SetupError(
                f"the embeddings server at {base_url} does not answer: {error}",
                [
                    "check OPENAI_BASE_URL, OPENAI_API_KEY and GRAPHMEM_EMBEDDING_MODEL",
                    "or set GRAPHMEM_EMBEDDER=onnx",
                ],
            ) from error
        embedder.dimensions = len(vector)
        return embedder

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), _BATCH):
            vectors += await self._embed(list(texts[start : start + _BATCH]))
        return vectors

    async def close(self) -> None:
        await self._server.close()

    async def _embed(self, texts: list[str]) -> list[Vector]:
        try:
            # Half of what may be waited: the other half is for keeping or finding texts without vectors.
            async with waiting(most=_PATIENCE, share=0.5) as seconds:
                answer = await self._server.post("/embeddings", {"model": self._name, "input": texts})
        except TimeoutError as error:
            raise EmbedderUnavailable(f"the embeddings server did not answer within {seconds:g} s") from error
        except NoAnswer as error:
            raise EmbedderUnavailable(str(error)) from error
        try:
            items = decoded(answer, _Answer).data
        except msgspec.DecodeError as error:
            raise EmbedderUnavailable("an answer that is not an embeddings list") from error
        if len(items) != len(texts) or (self.dimensions and any(len(i.embedding) != self.dimensions for i in items)):
            raise EmbedderUnavailable("as many vectors as texts, all of one length, were expected")
        matrix = np.array([item.embedding for item in sorted(items, key=lambda item: item.index)], dtype=np.float32)
        norms = np.linalg.norm(matrix, axis=1, keepdims=True)
        return (matrix / np.where(norms == 0, 1, norms)).tolist()  # type: ignore[no-any-return]
