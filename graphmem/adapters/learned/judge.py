"""The judge of pairs: whether a newer statement replaces an older one, repeats it, or stands beside it."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from graphmem.adapters.learned.runner import Runner, Tokens
from graphmem.core.verdict import Odds

_LONGEST = 160  # tokens of both statements together, as in training
_REMEMBERED = 4_000  # pairs: a write that is tried again asks the same


class PairJudge:
    """Compares statements with the model in a folder, two batches at a time."""

    def __init__(self, folder: Path) -> None:
        self._runner = Runner(folder, output="probabilities")
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="judge")
        self._known: OrderedDict[tuple[str, str], Odds] = OrderedDict()
        self._judged([("I live in Graz.", "I live in Porto now.")])  # the first pair takes longest

    async def odds(self, pairs: Sequence[tuple[str, str]]) -> list[Odds]:
        known = {pair: self._known[pair] for pair in pairs if pair in self._known}
        new = [pair for pair in pairs if pair not in known]
        if new:
            judged = await asyncio.get_running_loop().run_in_executor(self._threads, self._judged, new)
            found = dict(zip(new, judged, strict=True))
            known |= found
            self._known |= found
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return [known[pair] for pair in pairs]

    def _judged(self, pairs: Sequence[tuple[str, str]]) -> list[Odds]:
        scores = self._runner.run([self._encoded(*pair) for pair in pairs])
        return [Odds(replaces=float(one[0]), repeats=float(one[1])) for one in scores]

    def _encoded(self, older: str, newer: str) -> Tokens:
        """Both statements; of the longer one the end is left out where they don't fit."""
        first, second = list(self._runner.tokens(older).ids), list(self._runner.tokens(newer).ids)
        while len(first) + len(second) > _LONGEST - 3:
            (first if len(first) > len(second) else second).pop()
        cls, sep = self._runner.marks
        ids = [cls, *first, sep, *second, sep]
        return ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)
