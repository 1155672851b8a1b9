"""What reading, resolving and deciding cost beside spaCy's own pass over the same sentence, in one run."""

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import uuid_utils

from benchmarks.sentences import sentence
from graphmem.adapters.spacy.nlp import load
from graphmem.core.claims import Statement, claim_of
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings
from graphmem.flows.remember import remember
from graphmem.model import MemoryId, Owner, OwnerType, Tenant
from graphmem.wiring import Parts, now

_HELD = 100  # memories of the owner before
_SENTENCES = 200


async def deciding(built: Parts) -> tuple[float, float]:
    """Seconds for a sentence, p50: spaCy alone; and all of screening, reading, resolving, judging and deciding."""
    nlp = load()
    owner = Owner(Tenant("testing"), OwnerType.USER, "deciding")
    alone, whole = [], []
    for number in range(_HELD + _SENTENCES):
        text = sentence()
        began = time.perf_counter()
        nlp(text)
        spacys = time.perf_counter() - began
        took = _Stopwatch(built)
        began = time.perf_counter()
        claim = claim_of(Statement(content=text), id_=MemoryId(str(uuid_utils.uuid7())), now=now())
        took.seconds += time.perf_counter() - began
        await remember(
            owner,
            [claim],
            graph=took,  # type: ignore[arg-type]
            parser=took,
            judge=built.judge,
            embedder=built.embedder,
            queue=built.queue,
            dedup_threshold=built.settings.dedup_threshold,
            now=now(),
        )
        if number >= _HELD:
            alone.append(spacys)
            whole.append(took.seconds)
    return statistics.median(alone), statistics.median(whole)


class _Stopwatch:
    """The parser and the graph, with the time that reading and deciding take."""

    def __init__(self, built: Parts) -> None:
        self._built = built
        self.seconds = 0.0

    async def read(self, texts: Sequence[str]) -> list[Reading]:
        began = time.perf_counter()
        readings = await self._built.parser.read(texts)
        self.seconds += time.perf_counter() - began
        return readings

    async def settle(
        self, *given: Any, decide: Callable[[Surroundings], Awaitable[Settlement]], **named: Any
    ) -> Settlement:
        async def timed(known: Surroundings) -> Settlement:
            began = time.perf_counter()
            settlement = await decide(known)
            self.seconds += time.perf_counter() - began
            return settlement

        return await self._built.graph.settle(*given, decide=timed, **named)
