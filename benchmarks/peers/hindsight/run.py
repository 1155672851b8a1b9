"""Hindsight without a language model (`chunks`), on the Postgres it brings, with the model given."""

import asyncio
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from benchmarks.peers.serve import Item, serve

_BATCH = 100
_TOKENS = 100_000  # of all memories given: it counts tokens, not memories


class Hindsight:
    def __init__(self, folder: Path, model: Path) -> None:
        os.environ.update({
            "HINDSIGHT_API_LLM_PROVIDER": "none",
            "HINDSIGHT_API_EMBEDDINGS_PROVIDER": "onnx",
            "HINDSIGHT_API_EMBEDDINGS_ONNX_MODEL_PATH": str(model / "model.onnx"),
            "HINDSIGHT_API_EMBEDDINGS_ONNX_TOKENIZER_NAME_OR_PATH": str(model),
            "HINDSIGHT_API_EMBEDDINGS_ONNX_QUERY_PREFIX": "",
            "HINDSIGHT_API_EMBEDDINGS_ONNX_PASSAGE_PREFIX": "",
            "HINDSIGHT_API_SEMANTIC_MIN_SIMILARITY": "0",
            "HINDSIGHT_API_RERANKER_PROVIDER": "rrf",
            "HINDSIGHT_API_DATABASE_URL": "pg0",
        })  # fmt: skip
        from hindsight_api import MemoryEngine  # it reads its settings when imported
        from hindsight_api.models import RequestContext

        self._context = RequestContext()
        self._loop = asyncio.new_event_loop()
        self._engine = MemoryEngine()
        self._loop.run_until_complete(self._engine.initialize())
        self._spaces: set[str] = set()
        self._texts: dict[tuple[str, str], str] = {}

    def add(self, space: str, items: Sequence[Item]) -> None:
        self._spaces.add(space)
        self._texts.update({(space, item.text): item.id for item in items})
        for start in range(0, len(items), _BATCH):
            contents = [self._content(item) for item in items[start : start + _BATCH]]
            self._loop.run_until_complete(
                self._engine.retain_batch_async(space, contents, request_context=self._context)
            )

    def search(self, space: str, query: str, limit: int) -> list[tuple[str, float]]:
        if space not in self._spaces or not query.strip():
            return []
        found = self._loop.run_until_complete(
            self._engine.recall_async(
                space, query, max_tokens=_TOKENS, fact_type=["world", "experience"], request_context=self._context
            )
        )
        # A long item may be in pieces, and some facts come back without what was kept with them.
        given = (
            fact.metadata["item"] if fact.metadata else self._texts.get((space, fact.text)) for fact in found.results
        )
        ids = dict.fromkeys(id_ for id_ in given if id_ is not None)
        return [(id_, 1 / place) for place, id_ in enumerate(ids, 1)][:limit]

    def close(self) -> None:
        """Stops its Postgres, too."""
        self._loop.run_until_complete(self._engine.close())

    def _content(self, item: Item) -> dict[str, object]:
        said = {"event_date": datetime.fromisoformat(item.said_at)} if item.said_at else {}
        return {"content": item.text, "metadata": {"item": item.id}, **said}


if __name__ == "__main__":
    serve(Hindsight)
