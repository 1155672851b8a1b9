"""Any embeddings server that speaks OpenAI's protocol."""

from collections.abc import Sequence

import httpx
import msgspec
import numpy as np
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from graphmem.errors import EmbedderUnavailable, SetupError
from graphmem.model import Vector

_BATCH = 128


class _Item(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Item]


class _Busy(Exception):
    """Worth another try."""


class OpenAIEmbedder:
    """A model on a server."""

    def __init__(self, client: httpx.AsyncClient, *, name: str, dimensions: int) -> None:
        self._client = client
        self._name = name
        self.model = f"openai:{name}"
        self.dimensions = dimensions

    @classmethod
    async def connect(cls, base_url: str, *, key: str | None, name: str) -> "OpenAIEmbedder":
        """Asks the server once, to learn how long its vectors are."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        client = httpx.AsyncClient(base_url=base_url.rstrip("/"), headers=headers, timeout=20)
        embedder = cls(client, name=name, dimensions=0)
        try:
            [vector] = await embedder.embed(["one"])
        except EmbedderUnavailable as error:
            await client.aclose()
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
        await self._client.aclose()

    async def _embed(self, texts: list[str]) -> list[Vector]:
        try:
            async for attempt in AsyncRetrying(
                retry=retry_if_exception_type(_Busy),
                stop=stop_after_attempt(3),
                wait=wait_exponential_jitter(multiplier=0.2, max=2),
                reraise=True,
            ):
                with attempt:
                    return await self._ask(texts)
        except _Busy as error:
            raise EmbedderUnavailable(str(error)) from error
        raise AssertionError("unreachable: the loop returns or raises")

    async def _ask(self, texts: list[str]) -> list[Vector]:
        try:
            response = await self._client.post("/embeddings", json={"model": self._name, "input": texts})
        except httpx.TransportError as error:
            raise _Busy(type(error).__name__) from error
        if response.status_code == 429 or response.status_code >= 500:
            raise _Busy(f"status {response.status_code}")
        if response.status_code >= 400:
            raise EmbedderUnavailable(f"status {response.status_code}")
        try:
            items = msgspec.json.decode(response.content, type=_Answer).data
        except msgspec.DecodeError as error:
            raise EmbedderUnavailable("an answer that is not an embeddings list") from error
        if len(items) != len(texts) or (self.dimensions and any(len(i.embedding) != self.dimensions for i in items)):
            raise EmbedderUnavailable("as many vectors as texts, all of one length, were expected")
        matrix = np.array([item.embedding for item in sorted(items, key=lambda item: item.index)], dtype=np.float32)
        norms = np.linalg.norm(matrix, axis=1, keepdims=True)
        return (matrix / np.where(norms == 0, 1, norms)).tolist()  # type: ignore[no-any-return]
