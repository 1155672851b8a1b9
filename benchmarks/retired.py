"""What other facts retire or join when every turn of a conversation is remembered: `python -m benchmarks.retired`.

Hardly any turn of a chat between friends replaces another: what is retired here is to be read, line by line. The list
holds text of the data sets, which are not ours to share, so it is never written into the repository.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from benchmarks.recall import locomo, longmemeval
from benchmarks.recall.__main__ import begun
from benchmarks.recall.corpus import Corpus, Item
from benchmarks.recall.dataset import MissingData
from benchmarks.recall.results import Machine
from benchmarks.running import all_memories, client_of, waiting
from graphmem.client import ApiError, Graphmem

_BATCH = 50
_REFUSED = 400
_ROOT = Path(__file__).resolve().parents[1]


class Pair(msgspec.Struct, frozen=True):
    """Two turns of which the newer retired the older, was taken for it said again, or waits in review beside it."""

    data: str
    user: str
    became: Literal["retired", "joined", "in review"]
    older: str
    newer: str
    reason: str


class Count(msgspec.Struct, kw_only=True):
    """What became of the turns of one data set."""

    users: int = 0
    turns: int = 0
    refused: int = 0
    retired: int = 0
    joined: int = 0
    in_review: int = 0
    seconds: float = 0.0  # to remember them


class Result(msgspec.Struct):
    made: str
    version: str
    machine: Machine
    counts: dict[str, Count]
    pairs: list[Pair]


def main() -> None:
    given = _arguments()
    if given.out.resolve().is_relative_to(_ROOT):
        sys.exit("--out must be outside of the repository: the list holds text that is not ours to share")
    console, run = Console(highlight=False), begun()
    data = _loaded(given, console)
    result = Result(run.made, run.version, run.machine, counts={}, pairs=[])
    with tempfile.TemporaryDirectory(prefix="graphmem-retired-") as folder, client_of(Path(folder) / "data") as client:
        for name, corpora in data.items():
            measure(name, corpora, client, result, console=console)
            _save(result, given.out)
    console.print(_table(result))
    console.print(f"{given.out}: {len(result.pairs)} pairs", markup=False)


def measure(name: str, corpora: Sequence[Corpus], client: Graphmem, result: Result, *, console: Console) -> None:
    """Remembers each turn of each conversation, and adds to the result what became of them."""
    count = result.counts[name] = Count(users=len(corpora))
    with Progress(console=console) as progress:
        task = progress.add_task(name, total=sum(len(corpus.items) for corpus in corpora))
        for corpus in corpora:
            joined = list(_remembered(client, corpus, count, progress, task))
            pairs = [
                *_retired(client, name, corpus.space),
                *(Pair(name, corpus.space, "joined", *texts) for texts in joined),
                *_in_review(client, name, corpus.space),
            ]
            count.retired += sum(pair.became == "retired" for pair in pairs)
            count.joined += len(joined)
            count.in_review += sum(pair.became == "in review" for pair in pairs)
            result.pairs += pairs


def _remembered(
    client: Graphmem, corpus: Corpus, count: Count, progress: Progress, task: TaskID
) -> Iterator[tuple[str, str, str]]:
    """Keeps every turn; older text, newer text and reason of those that were taken for another said again."""
    texts: dict[str, str] = {}  # the words last said of each memory
    for start in range(0, len(corpus.items), _BATCH):
        batch = corpus.items[start : start + _BATCH]
        began = time.perf_counter()
        ids = _kept(client, corpus.space, batch)
        count.seconds += time.perf_counter() - began
        count.turns += len(batch)
        for item, (id_, again) in zip(batch, ids, strict=True):
            if id_ is None:
                count.refused += 1
                continue
            if again:
                older = texts.get(id_, "")
                yield older, item.text, _why_joined(client, corpus.space, id_, older)
            texts[id_] = item.text
        progress.advance(task, len(batch))


def _kept(client: Graphmem, user: str, items: Sequence[Item]) -> list[tuple[str | None, bool]]:
    """The memory of each item, none if it was refused, and whether it was there before."""
    facts = [
        {"content": item.text, **({"said_at": min(item.said_at, datetime.now(UTC))} if item.said_at else {})}
        for item in items
    ]
    try:
        results = client.remember(facts, user_id=user)
    except ApiError as error:
        if error.status != _REFUSED:  # that is all of them
            raise
        return [(None, False)] * len(items)
    return [(one.memory_id, one.deduplicated) for one in results]


def _retired(client: Graphmem, data: str, user: str) -> Iterator[Pair]:
    memories = {memory.id: memory for memory in all_memories(client, user, "all")}
    for memory in memories.values():
        if memory.status != "deprecated":
            continue
        replaced = [one.replaced for one in client.history(memory.id, user_id=user) if one.id == memory.id]
        newer = memories.get(memory.superseded_by or "")
        reason = next((one.reason or "" for one in replaced if one), "")
        yield Pair(data, user, "retired", memory.content, newer.content if newer else "", reason)


def _why_joined(client: Graphmem, user: str, id_: str, older: str) -> str:
    """Why one was taken for the other; nothing more is told where the words are the same."""
    versions = [one for one in client.history(id_, user_id=user) if one.id == id_ and one.content == older]
    return next((one.replaced.reason or "" for one in versions if one.replaced), "")


def _in_review(client: Graphmem, data: str, user: str) -> Iterator[Pair]:
    for pair in waiting(client, user):
        yield Pair(data, user, "in review", pair.older.content, pair.newer.content, pair.reason)


def _loaded(given: argparse.Namespace, console: Console) -> dict[str, Sequence[Corpus]]:
    data: dict[str, Sequence[Corpus]] = {}
    for name, load, limit in (
        ("LoCoMo", locomo.load, given.conversations),
        ("LongMemEval", longmemeval.load, given.limit),
    ):
        if limit == 0:
            continue
        try:
            data[name] = load(given.data, limit).corpora
        except MissingData as missing:
            console.print(f"Without {name}: {missing}", markup=False)
    if not data:
        sys.exit("None of the data sets is there: name the folder they are in with --data.")
    return data


def _save(result: Result, out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")


def _table(result: Result) -> Table:
    table = Table("", *result.counts, title="Every turn remembered")
    counts = result.counts.values()
    table.add_row("users", *(f"{count.users:,}" for count in counts))
    table.add_row("turns", *(f"{count.turns:,}" for count in counts))
    table.add_row("refused", *(_part(count.refused, count.turns) for count in counts))
    table.add_row("retired", *(_part(count.retired, count.turns) for count in counts))
    table.add_row("joined", *(_part(count.joined, count.turns) for count in counts))
    table.add_row("pairs in review", *(_part(count.in_review, count.turns) for count in counts))
    table.add_row("turns remembered a second", *(f"{count.turns / count.seconds:.1f}" for count in counts))
    return table


def _part(number: int, whole: int) -> str:
    return f"{number:,} ({number / whole:.2%})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retired", description=__doc__)
    parser.add_argument(
        "--data", type=Path, action="append", required=True, help="a folder with data sets; may be given again"
    )
    parser.add_argument("--conversations", type=int, help="at most so many of LoCoMo; 0: none")
    parser.add_argument("--limit", type=int, default=10, help="at most so many users of LongMemEval; 0: none")
    parser.add_argument("--out", type=Path, required=True, help="where the list goes: outside of the repository")
    return parser.parse_args()


if __name__ == "__main__":
    main()
