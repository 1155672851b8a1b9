"""Reads texts with spaCy, off the event loop."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from graphmem.adapters.spacy.facts import facets
from graphmem.adapters.spacy.nlp import load
from graphmem.adapters.spacy.people import mentions
from graphmem.core.reading import Reading

_LONGEST = 2_000  # characters of a text that are read: a fact is told at its beginning


class SpacyParser:
    """People and facts in English texts."""

    def __init__(self) -> None:
        self._nlp = load()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="parse")
        self._read(["My wife Sarah lives in Graz."])  # the first text takes longest

    async def read(self, texts: Sequence[str]) -> list[Reading]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, texts)

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        docs = self._nlp.pipe([text[:_LONGEST] for text in texts])
        return [Reading(mentions(doc), facets(doc)) for doc in docs]
