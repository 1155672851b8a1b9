"""The part of the page about growth."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.recall.plots import growth as growth_plot
from benchmarks.recall.results import Growth, Recalled

_HOW = """\
A hundredth as many owners as memories, one of whom has a tenth of them all. Memories are written by the statement that
remembering ends in, a hundred at a time, without reading, embedding and deciding first ("written"); "kept over HTTP" is
the whole. Questions are asked over HTTP. "Nearest in 5" and "in 50": the share of the five memories of the owner that
are nearest in meaning, by exact comparison, among the first 5 and 50 that a recall gives; it ranks by words, too, so
the first needn't be 1."""


def grown(growth: Growth, images: Path) -> Iterator[str]:
    """Tables and a plot of one run of `make bench-scale`."""
    yield from ("", "## Scale", "", f"Run on {growth.made} with {growth.version}. {_HOW}", "")
    columns = ("memories", "owners", "the large owner's", "written a second", "kept over HTTP a second", "on disk")
    yield f"| {' | '.join(columns)} | indexes | resident |"
    yield "|---|---|---|---|---|---|---|---|"
    for step in growth.steps:
        rates = f"{step.written:,.0f} | {step.kept_over_http:,.0f}"
        sizes = " | ".join(f"{size / 1e6:,.0f} MB" for size in (step.disk, step.index, step.memory))
        yield f"| {step.memories:,} | {step.owners:,} | {step.large_owner:,} | {rates} | {sizes} |"
    yield from ("", "| memories | owner | recall, median | p95 | nearest in 5 | nearest in 50 |")
    yield "|---|---|---|---|---|---|"
    for step in growth.steps:
        yield f"| {step.memories:,} | small | {_row(step.small)} |"
        yield f"| {step.memories:,} | large | {_row(step.large)} |"
    lines = {
        "small owner, median": [(float(step.memories), step.small.median * 1000) for step in growth.steps],
        "small owner, p95": [(float(step.memories), step.small.p95 * 1000) for step in growth.steps],
        "large owner, median": [(float(step.memories), step.large.median * 1000) for step in growth.steps],
        "large owner, p95": [(float(step.memories), step.large.p95 * 1000) for step in growth.steps],
    }
    plot = growth_plot("Recall over HTTP as the store grows", lines, x="memories", y="ms")
    (images / "scale.svg").write_text(plot, encoding="utf-8")
    yield from ("", f"![Recall over HTTP as the store grows]({images.name}/scale.svg)")


def _row(recalled: Recalled) -> str:
    times = f"{recalled.median * 1000:.1f} ms | {recalled.p95 * 1000:.1f} ms"
    return f"{times} | {recalled.nearest_in_5:.3f} | {recalled.nearest_in_50:.3f}"
