"""Reads texts with spaCy, off the event loop."""

import asyncio
from collections.abc import Sequence

from spacy.tokens import Doc

from graphmem.adapters.spacy.excerpt import excerpt
from graphmem.adapters.spacy.facts import facets
from graphmem.adapters.spacy.nlp import load, thread
from graphmem.adapters.spacy.people import mentions
from graphmem.adapters.spacy.readings import noted
from graphmem.core.reading import Reading


class SpacyParser:
    """People and facts in English texts."""

    def __init__(self) -> None:
        self._nlp = load()
        self._read(["My wife Sarah lives in Graz."])  # the first text takes longest

    async def read(self, texts: Sequence[str]) -> list[Reading]:
        return await asyncio.get_running_loop().run_in_executor(thread(), self._read, texts)

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        known = [noted(text) for text in texts]
        unread = [excerpt(text) for text, reading in zip(texts, known, strict=True) if reading is None]
        docs = self._nlp.pipe(unread)
        return [reading or _reading(next(docs)) for reading in known]


def _reading(doc: Doc) -> Reading:
    return Reading(mentions(doc), facets(doc))
