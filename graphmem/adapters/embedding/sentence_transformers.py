"""Any model of the sentence-transformers family, on torch. An extra: it brings about 3 GB."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from graphmem.errors import SetupError
from graphmem.model import Vector


class SentenceTransformersEmbedder:
    """A model by its name on a hub or its folder."""

    def __init__(self, name: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise SetupError(
                "sentence-transformers is not installed",
                [
                    "pip install 'graphmem[sentence-transformers]' (with torch, about 3 GB)",
                    "or set GRAPHMEM_EMBEDDER=onnx",
                ],
            ) from error
        try:
            self._model = SentenceTransformer(name)
        except (OSError, ValueError) as error:
            raise SetupError(
                f"the model {name} can't be loaded: {error}",
                [
                    "name a folder that holds it in GRAPHMEM_EMBEDDING_MODEL",
                    "or let this machine reach the model hub",
                ],
            ) from error
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="embed")
        self.model = f"sentence-transformers:{name}"
        self.dimensions = len(self._encode(["one"])[0])

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._encode, texts)

    def _encode(self, texts: Sequence[str]) -> list[Vector]:
        vectors = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return vectors.tolist()  # type: ignore[no-any-return]
