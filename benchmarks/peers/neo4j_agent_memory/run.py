"""neo4j-agent-memory: messages with vectors in a Neo4j of their own, without extraction and without a language model.

Its search goes over all messages of the database, so only the space that is asked for is kept in it: what stood there
before goes when another one begins, except spaces of one family (`family/…`), whose hits are filtered.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from neo4j_agent_memory import MemoryClient, MemorySettings
from neo4j_agent_memory.config.settings import ExtractionConfig, ExtractorType, Neo4jConfig
from pydantic import SecretStr

from benchmarks.peers.embedding import Model
from benchmarks.peers.serve import Item, serve


class _Embedder:
    dimensions = 384

    def __init__(self, model: Model) -> None:
        self._model = model

    async def embed(self, text: str) -> list[float]:
        vector: list[float] = self._model.query(text).tolist()
        return vector

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = self._model.passages(texts).tolist()
        return vectors


class Neo4jAgentMemory:
    def __init__(self, folder: Path, model: Path) -> None:
        settings = MemorySettings(
            backend="bolt",
            neo4j=Neo4jConfig(uri=os.environ["NEO4J_URI"], password=SecretStr(os.environ["NEO4J_PASSWORD"])),
            llm=None,
            extraction=ExtractionConfig(extractor_type=ExtractorType.NONE),
        )
        self._loop = asyncio.new_event_loop()
        self._client = MemoryClient(settings, embedder=_Embedder(Model(model)))
        self._loop.run_until_complete(self._client.connect())
        self._spaces: list[str] = []

    def add(self, space: str, items: Sequence[Item]) -> None:
        self._loop.run_until_complete(self._add(space, items))

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        if space not in self._spaces or not query.strip():
            return []
        found = self._loop.run_until_complete(
            self._client.short_term.search_messages(query, limit=limit * len(self._spaces), threshold=0.0)
        )
        hits = [(message.metadata["item"], message.metadata["similarity"]) for message in found
                if message.metadata["space"] == space]  # fmt: skip
        return hits[:limit]

    async def _add(self, space: str, items: Sequence[Item]) -> None:
        family = space.partition("/")[0]
        for old in [known for known in self._spaces if known.partition("/")[0] != family]:
            await self._client.short_term.clear_session(old)
            self._spaces.remove(old)
        if space not in self._spaces:
            self._spaces.append(space)
        messages = [
            {
                "role": "user",
                "content": item.text,
                "metadata": {"item": item.id, "space": space},
                **({"timestamp": item.said_at} if item.said_at else {}),
            }
            for item in items
        ]
        await self._client.short_term.add_messages_batch(space, messages)


if __name__ == "__main__":
    serve(Neo4jAgentMemory)
