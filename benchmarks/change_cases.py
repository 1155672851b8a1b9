"""How often a second statement is judged rightly against a first: read, embedded and settled, without a graph."""

import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from graphmem.adapters.embedding.onnx import OnnxEmbedder
from graphmem.core.change import Addition, Decision
from graphmem.core.settlement import Surroundings, attribute, settlement
from graphmem.flows.remember import new_ids, vectors_if_possible
from graphmem.model import Claim, MemoryId
from graphmem.resources import shipped_model
from graphmem.wiring import OWN_MODEL, judge_of, parser_of

_NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
_ALIKE = 0.90  # what the service takes for the same unless it is set otherwise
_CASES = Path(__file__).parents[1] / "tests" / "cases"
_VERDICTS = ("supersedes", "coexist", "duplicate")


@dataclass(frozen=True, slots=True)
class Case:
    """A pair of statements and what the second should do to the first."""

    id: str
    first: str
    second: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Score:
    """How well a file of cases was judged."""

    accuracy: float
    wrongly_retired: float
    misses: tuple[tuple[Case, str], ...]
    asked: tuple[Case, ...]  # both of which rightly stand, but a person would be asked which holds
    table: Counter[tuple[str, str]]


def score(path: Path, *, only: int | None = None) -> Score:
    """The score of a file; `only` 0 or 1 takes the cases with an even or an odd number."""
    cases = [case for case in read(path) if only is None or int(re.sub(r"\D", "", case.id)) % 2 == only]
    table: Counter[tuple[str, str]] = Counter()
    misses: list[tuple[Case, str]] = []
    asked: list[Case] = []
    for case, decision in zip(cases, asyncio.run(decided(cases)), strict=True):
        given = verdict(decision)
        if case.verdict == "coexist" and isinstance(decision, Addition) and any(d.conflict for d in decision.doubts):
            asked.append(case)
        table[case.verdict, given] += 1
        if given != case.verdict:
            misses.append((case, given))
    retired = sum(count for (right, given), count in table.items() if given == "supersedes" != right)
    return Score(1 - len(misses) / len(cases), retired / len(cases), tuple(misses), tuple(asked), table)


def verdict(decision: Decision) -> str:
    """What the second statement does to the first, in a word."""
    if isinstance(decision, Addition):
        return "supersedes" if decision.supersedes else "coexist"
    return "duplicate"


async def decided(cases: Sequence[Case]) -> list[Decision]:
    """What the second statement of each case does to the first, told to the service one after the other."""
    texts = [text for case in cases for text in (case.first, case.second)]
    readings = await parser_of().read(texts)
    vectors = await vectors_if_possible(texts, _embedder())
    told = [
        attribute(
            [_claim(case.first, _NOW - timedelta(minutes=1)), _claim(case.second, _NOW)],
            readings[2 * place : 2 * place + 2],
            vectors[2 * place : 2 * place + 2],
            Surroundings(neighbours={}),
            new_ids=new_ids(),
            now=_NOW,
        )
        for place, case in enumerate(cases)
    ]
    pairs = [pair for one in told for pair in one.pairs()]
    odds = dict(zip(pairs, await judge_of().odds(pairs), strict=True))
    return [settlement(one, odds, dedup_threshold=_ALIKE).decisions[1] for one in told]


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    rows: Iterable[dict[str, Any]] = map(json.loads, path.read_text(encoding="utf-8").replace("¦", "").splitlines())
    return [Case(row["id"], row["first"], row["second"], row["verdict"]) for row in rows]


def _claim(text: str, said_at: datetime) -> Claim:
    return Claim(id=MemoryId(next(new_ids())), content=text, said_at=said_at)


@cache
def _embedder() -> OnnxEmbedder:
    return OnnxEmbedder(shipped_model(OWN_MODEL))


def _print(name: str, result: Score, *, quiet: bool) -> None:
    print(f"{name}: accuracy {result.accuracy:.3f}, wrongly retired {result.wrongly_retired:.3f}")
    print(f"  asked about though both stand: {', '.join(case.id for case in result.asked) or 'none'}")
    for right in _VERDICTS:
        print(f"  {right:10}", *(f"{given} {result.table[right, given]:3}" for given in _VERDICTS), sep="  ")
    for case, given in () if quiet else result.misses:
        print(f"  {case.id} {given} not {case.verdict}: {case.first!r} then {case.second!r}")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _CASES
    _print("changes", score(folder / "changes.jsonl"), quiet=False)
    more = folder / "more" / "changes.jsonl"
    if more.exists():
        _print("more, looked at", score(more, only=1), quiet=False)
        _print("more, kept apart", score(more, only=0), quiet="--all" not in sys.argv)


if __name__ == "__main__":
    main()
