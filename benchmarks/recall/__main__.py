"""How well and how fast memories are found, by graphmem and its peers in one run: `make bench-recall DATA=DIR`."""

import argparse
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import psutil
from rich.console import Console

from benchmarks.recall.catalogue import ENTRIES
from benchmarks.recall.dataset import DataSet, MissingData, Told
from benchmarks.recall.locomo import LOCOMO
from benchmarks.recall.longmemeval import LONGMEMEVAL
from benchmarks.recall.measuring import Plan, measure
from benchmarks.recall.precision import PRECISION
from benchmarks.recall.questions import QUESTIONS
from benchmarks.recall.results import Machine, Run
from benchmarks.recall.talks import TALKS

DATA_SETS = (LOCOMO, LONGMEMEVAL, PRECISION, QUESTIONS, TALKS)
_PATHS = {"--data": "DIR", "--out": "FILE"}
_ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    given = _arguments()
    console = Console(highlight=False)
    run = begun()
    run.note = given.note
    data = _loaded(given, run, console)
    entries = [entry for entry in ENTRIES if not given.peers or entry.name in given.peers]
    with tempfile.TemporaryDirectory(prefix="graphmem-recall-") as folder:
        plan = Plan(data, entries, folder=Path(folder), out=given.out, patience=given.patience)
        measure(plan, run, console=console)
    console.print(f"{given.out}: {run.seconds / 60:.0f} minutes; `make bench-report` makes the page", markup=False)


def begun() -> Run:
    """A run on this machine, with nothing in it yet."""
    return Run(
        made=f"{datetime.now(UTC):%Y-%m-%d}",
        command=_command(sys.argv[1:]),
        version=_version(),
        busy=round(os.getloadavg()[0], 1),
        machine=Machine(
            processor=_processor(),
            cores=os.cpu_count() or 1,
            memory_gb=round(psutil.virtual_memory().total / 1e9, 1),
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
        ),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    sets, peers = [one.name for one in DATA_SETS], [one.name for one in ENTRIES]
    again = "; may be given again"
    parser.add_argument("--data", type=Path, action="append", default=[], help=f"a folder with data sets{again}")
    parser.add_argument("--only", action="append", choices=sets, help=f"this data set{again}")
    parser.add_argument("--peers", action="append", choices=peers, help=f"this peer{again}")
    parser.add_argument(
        "--sample", type=int, help="at most so many conversations, people or questions of each data set"
    )
    parser.add_argument("--all", action="store_true", help="all of LongMemEval, which is hours")
    parser.add_argument("--patience", type=float, default=900, help="seconds that one answer of a peer may take")
    parser.add_argument("--note", default="", help="a sentence for the page, about this run")
    parser.add_argument("--out", type=Path, default=_ROOT / "benchmarks" / "results" / "recall.json")
    return parser.parse_args()


def _loaded(given: argparse.Namespace, run: Run, console: Console) -> list[tuple[DataSet, Told]]:
    """The data sets that are there; of the others the run tells where they come from."""
    loaded = []
    for dataset in DATA_SETS:
        if given.only and dataset.name not in given.only:
            continue
        try:
            loaded.append((dataset, dataset.load(given.data, sys.maxsize if given.all else given.sample)))
        except MissingData as missing:
            run.missing[dataset.title] = str(missing)
            console.print(f"Without {dataset.title}: {missing}", markup=False)
    if not loaded:
        sys.exit("None of the data sets is there: name the folder they are in with --data.")
    return loaded


def _command(arguments: Sequence[str]) -> str:
    """The command, without the folders of this machine."""
    shown = list(arguments)
    for place, word in enumerate(arguments[:-1]):
        if word in _PATHS:
            shown[place + 1] = _PATHS[word]
    return shlex.join(["python", "-m", "benchmarks.recall", *shown])


def _version() -> str:
    command = ["git", "-C", str(_ROOT), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
