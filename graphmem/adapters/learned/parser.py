"""Reads memories: whom they speak of, of what kind they are, and whether they state anything lasting."""

import asyncio
from collections.abc import Sequence

from graphmem.adapters.learned.people import said
from graphmem.adapters.learned.reader import MessageReader
from graphmem.adapters.spacy.excerpt import excerpt
from graphmem.adapters.spacy.nlp import parsed, thread
from graphmem.core.reading import Reading


class LearnedParser:
    """People and facts in texts."""

    def __init__(self, reader: MessageReader) -> None:
        self._reader = reader
        self._read(["My wife Sarah lives in Graz."])  # the first text takes longest

    async def read(self, texts: Sequence[str]) -> list[Reading]:
        return await asyncio.get_running_loop().run_in_executor(thread(), self._read, texts)

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        shown = [excerpt(text) for text in texts]
        understood = self._reader.read([("", text) for text in shown])
        return [
            Reading(
                said(one, doc),
                kind=max(one.clauses, key=lambda clause: clause.lasting).kind if one.clauses else None,
                lasting=max((clause.lasting for clause in one.clauses), default=0.0),
            )
            for one, doc in zip(understood, parsed(shown), strict=True)
        ]
