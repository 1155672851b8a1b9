"""Puts every data set to every peer, one peer at a time, so that nobody is slowed down by another."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.progress import Progress, TaskID

from benchmarks.recall.catalogue import Entry, started
from benchmarks.recall.corpus import Asked
from benchmarks.recall.dataset import DataSet, Told
from benchmarks.recall.environment import version
from benchmarks.recall.measures import grouped
from benchmarks.recall.ours import Graphmem
from benchmarks.recall.peer import Peer, PeerFailed
from benchmarks.recall.results import DataInfo, PeerInfo, Run, Speed

_WARM_UP = "What is this about?"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure, and where to write it."""

    data: Sequence[tuple[DataSet, Told]]
    entries: Sequence[Entry]
    folder: Path
    out: Path
    patience: float


def measure(plan: Plan, run: Run, *, console: Console) -> None:
    """Fills the run with figures, and saves it after each peer and data set."""
    run.data += [_described(dataset, told) for dataset, told in plan.data]
    began = time.monotonic()
    for entry in plan.entries:
        info = PeerInfo(entry.name, entry.about, version=version(entry.package) if entry.package else "")
        run.peers.append(info)
        at = time.monotonic()
        try:
            with started(entry, plan.folder, console=console, patience=plan.patience) as peer:
                _put(plan, peer, info, run, console=console)
        except PeerFailed as error:
            info.failed = str(error)
            console.print(f"{entry.name}: {error}", markup=False)
        info.seconds, run.seconds = time.monotonic() - at, time.monotonic() - began
        run.save(plan.out)


def _put(plan: Plan, peer: Peer, info: PeerInfo, run: Run, *, console: Console) -> None:
    peer.search("nobody", _WARM_UP, 5)
    for dataset, told in plan.data:
        with Progress(console=console) as progress:
            task = progress.add_task(f"{peer.name}: {dataset.title}", total=len(told.corpora))
            asked, speed = _asked(dataset, told, peer, progress, task)
        run.figures.setdefault(dataset.name, {})[peer.name] = {
            group: {"questions": float(len(chosen)), **dataset.figures(chosen)}
            for group, chosen in grouped(asked).items()
        }
        info.speed[dataset.name] = speed
        size = peer.footprint()
        info.disk, info.memory = size.disk, size.memory
        if isinstance(peer, Graphmem):
            info.refused = peer.refused
        run.save(plan.out)


def _asked(dataset: DataSet, told: Told, peer: Peer, progress: Progress, task: TaskID) -> tuple[list[Asked], Speed]:
    asked: list[Asked] = []
    kept, seconds = 0, 0.0
    for corpus in told.corpora:
        result = dataset.ask(peer, corpus)
        asked += result.asked
        kept += result.kept
        seconds += result.seconds
        progress.advance(task)
    times = [one.seconds for one in asked]
    p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return asked, Speed(median(times), p95, len(times), kept / seconds if seconds else 0.0)


def _described(dataset: DataSet, told: Told) -> DataInfo:
    return DataInfo(
        name=dataset.name,
        title=dataset.title,
        source=dataset.source,
        measures=dataset.measures,
        seen=told.seen,
        note=told.note,
        corpora=len(told.corpora),
        items=sum(len(corpus.items) for corpus in told.corpora),
        questions=sum(len(corpus.questions) for corpus in told.corpora),
    )
