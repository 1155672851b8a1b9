"""How good graphmem is at what it does, on behaviour cases: `make quality`, or `make quality CASES=DIR`."""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.expiry_cases import score_expiry
from benchmarks.extraction_cases import score_extraction
from benchmarks.recall_cases import score_recall
from benchmarks.scored import Scored
from benchmarks.sensitive_cases import score_sensitive
from benchmarks.told_cases import score_changes, score_people
from graphmem.adapters.neo4j import schema
from graphmem.wiring import Parts, parts
from tests.service import engines

Case = dict[str, Any]
SCORES: dict[str, Callable[[Sequence[Case], Parts], Awaitable[Scored]]] = {
    "changes": score_changes,
    "people": score_people,
    "sensitive": score_sensitive,
    "expiry": score_expiry,
    "recall": score_recall,
    "extraction": score_extraction,
}


def cases(folder: Path, name: str) -> Iterator[Case]:
    """The cases of one kind; the mark that keeps secret scanners quiet is taken out."""
    path = folder / f"{name}.jsonl"
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line.replace("¦", ""))


async def run(folder: Path, *, console: Console) -> None:
    with tempfile.TemporaryDirectory(prefix="graphmem-quality-") as temporary:
        async with engines(Path(temporary)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            table = Table("Cases", "Measure", "Value", "Of", title=f"Quality on {folder}")
            misses = []
            for name, score in SCORES.items():
                given = list(cases(folder, name))
                if not given:
                    continue
                scored = await score(given, built)
                for measure, value in scored.measures.items():
                    table.add_row(name, measure, f"{value:.3f}", str(scored.count))
                misses += scored.misses
            for miss in misses:
                console.print(f"miss  {miss}", markup=False)
            console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if not folder.is_dir():
        sys.exit(f"{folder} is not a folder with cases")
    asyncio.run(run(folder, console=Console(highlight=False)))


if __name__ == "__main__":
    main()
