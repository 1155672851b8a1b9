"""The benchmark of recall runs from data to page, on made-up conversations."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.recall.__main__ import DATA_SETS, begun
from benchmarks.recall.catalogue import ENTRIES
from benchmarks.recall.made_up import write
from benchmarks.recall.measures import auc
from benchmarks.recall.measuring import Plan, measure
from benchmarks.recall.report import page
from benchmarks.recall.results import Run
from tests.service import KEY

_HERE = ("graphmem", "grep", "BM25", "dense MiniLM", "BM25 + MiniLM")


def test_a_run_on_made_up_conversations_ends_in_a_page(tmp_path: Path, readme_server: tuple[str, Path]) -> None:
    write(tmp_path / "data")
    entries = [
        replace(entry, address=(readme_server[0], KEY)) if not entry.module else entry
        for entry in ENTRIES
        if entry.name in _HERE
    ]
    # Nobody reads conversations here: the server of the tests has no worker.
    data = [(dataset, dataset.load([tmp_path / "data"], None)) for dataset in DATA_SETS if dataset.name != "talks"]
    out = tmp_path / "results" / "recall.json"
    measure(Plan(data, entries, folder=tmp_path / "run", out=out, patience=60), begun(), console=Console(quiet=True))
    run = Run.load(out)
    assert {peer.name: peer.failed for peer in run.peers} == dict.fromkeys(_HERE, "")
    for name in _HERE[2:]:
        assert run.figures["locomo"][name]["all"]["recall@5"] == 1
        assert run.figures["longmemeval"][name]["all"]["thread any@5"] == 1
        assert run.figures["precisionmembench"][name]["all"]["recall"] == 1
    text = page(run, images=tmp_path / "benchmarks")
    assert "## LoCoMo" in text
    assert "| graphmem |" in text
    assert (tmp_path / "benchmarks" / "locomo.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("answered", "unanswered", "expected"),
    [([2, 3], [1], 1.0), ([1], [2], 0.0), ([1], [1], 0.5), ([1], [], None)],
)
def test_the_area_under_the_curve_counts_the_pairs_in_order(
    answered: list[float], unanswered: list[float], expected: float | None
) -> None:
    assert auc(answered, unanswered) == expected
