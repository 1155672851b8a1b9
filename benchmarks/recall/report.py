"""Makes docs/benchmarks.md and its plots from the results of runs: `make bench-report`."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchmarks.recall.plots import bars
from benchmarks.recall.report_judgement import judged
from benchmarks.recall.report_scale import grown
from benchmarks.recall.results import DataInfo, Growth, PeerInfo, Run

_ROOT = Path(__file__).resolve().parents[2]
_OURS = "graphmem"
_INTRODUCTION = """\
How well and how fast memories are found: graphmem over its HTTP API, and everybody else that runs on one machine
without a key, in one run. No language model is asked by anybody. Made by `make bench-recall` and `make bench-report`;
the figures are in [recall.json](../benchmarks/results/recall.json)."""
_HOW_TIMED = """\
one memory at a time. graphmem is timed from outside, HTTP included; the others inside their own process,
where grep, BM25 and the dense rows are bare arrays without a store, users or changes. Ratio: their median to ours;
below 1 they are faster."""
_BUSY = 0.3  # load for each core from which speeds mean little
_PLOTTED = {"locomo": "recall@10", "longmemeval": "turn recall@10", "questions": "hit@5"}


def page(run: Run, *, images: Path, growth: Growth | None = None, results: Path | None = None) -> str:
    """The whole page; its plots are written into a folder beside it."""
    images.mkdir(parents=True, exist_ok=True)
    parts = [*_head(run), *_data(run, images), *(judged(results) if results else ())]
    parts += [*_speed(run, images), *_cost(run)]
    if growth is not None:
        parts += grown(growth, images)
    return "\n".join([*parts, *_absent(run)]) + "\n"


def _head(run: Run) -> Iterator[str]:
    machine = run.machine
    yield "# Benchmarks"
    yield ""
    yield _INTRODUCTION
    yield ""
    yield f"Run on {run.made} with {run.version}: `{run.command}`, {run.seconds / 60:.0f} minutes on"
    yield f"{machine.processor}, {machine.cores} cores, {machine.memory_gb:g} GB,"
    yield f"{machine.system}, Python {machine.python}."
    yield "The best figure of each column is **bold**, whoever has it."
    if run.busy > _BUSY * machine.cores:
        yield f"**The machine was busy before the run began (load {run.busy:g}): don't compare its speeds.**"
    if run.note:
        yield f"**{run.note}**"
    yield ""
    yield "| data | memories | questions | seen while building? | where it comes from |"
    yield "|---|---|---|---|---|"
    for data in run.data:
        yield f"| {data.title} | {data.items:,} | {data.questions:,} | {data.seen} | {data.source} |"


def _data(run: Run, images: Path) -> Iterator[str]:
    for data in run.data:
        figures = run.figures.get(data.name, {})
        if not figures:
            continue
        yield from ("", f"## {data.title}", "", data.measures + (f" {data.note}" if data.note else ""), "")
        overall = {peer: groups["all"] for peer, groups in figures.items()}
        measures = [name for name in next(iter(overall.values())) if name != "questions"]
        yield from _table("memory", measures, overall)
        yield from _behind(overall, measures)
        if data.name in _PLOTTED:
            name = f"{data.name}.svg"
            measure = _PLOTTED[data.name]
            values = [(peer, value) for peer, row in overall.items() if (value := row[measure]) is not None]
            (images / name).write_text(bars(f"{data.title}: {measure}", values, ours=_OURS), encoding="utf-8")
            yield from ("", f"![{data.title}: {measure}]({images.name}/{name})")
        yield from _groups(data, run)


def _groups(data: DataInfo, run: Run) -> Iterator[str]:
    """One measure of every peer, by group."""
    figures = run.figures[data.name]
    groups = [group for group in next(iter(figures.values())) if group != "all"]
    if not groups:
        return
    measure = _PLOTTED.get(data.name) or next(
        name for name in next(iter(figures.values()))["all"] if name != "questions"
    )
    sizes = {group: next(iter(figures.values()))[group]["questions"] for group in groups}
    rows = {
        peer: {f"{group} ({sizes[group]:.0f})": values.get(group, {}).get(measure) for group in groups}
        for peer, values in figures.items()
    }
    yield from ("", f"{measure} by kind of question (how many):", "")
    yield from _table("memory", [f"{group} ({sizes[group]:.0f})" for group in groups], rows)


def _table(first: str, columns: Sequence[str], rows: dict[str, dict[str, float | None]]) -> Iterator[str]:
    best = {column: max((row.get(column) or 0.0 for row in rows.values()), default=0.0) for column in columns}
    yield f"| {first} | {' | '.join(columns)} |"
    yield "|---" * (len(columns) + 1) + "|"
    for name, row in rows.items():
        yield f"| {name} | {' | '.join(_cell(row.get(column), best[column]) for column in columns)} |"


def _cell(value: float | None, best: float) -> str:
    if value is None:
        return "–"
    return f"**{value:.3f}**" if best and round(value, 3) == round(best, 3) else f"{value:.3f}"


def _behind(rows: dict[str, dict[str, float | None]], measures: Sequence[str]) -> Iterator[str]:
    """Who is ahead of us, if anybody."""
    if _OURS not in rows:
        return
    ahead = [
        f"{peer} in {', '.join(better)}"
        for peer, row in rows.items()
        if (better := [name for name in measures if _ahead(row.get(name), rows[_OURS].get(name))])
    ]
    yield from ("", f"Ahead of graphmem: {'; '.join(ahead)}." if ahead else "Nobody here is ahead of graphmem.")


def _ahead(theirs: float | None, ours: float | None) -> bool:
    return theirs is not None and ours is not None and round(theirs, 3) > round(ours, 3)


def _speed(run: Run, images: Path) -> Iterator[str]:
    name = "locomo" if any(data.name == "locomo" for data in run.data) else run.data[0].name
    timed = [peer for peer in run.peers if name in peer.speed]
    if not timed:
        return
    title = next(data.title for data in run.data if data.name == name)
    ours = next((peer.speed[name] for peer in timed if peer.name == _OURS), None)
    yield from ("", "## Speed", "")
    yield f"On {title}, {_HOW_TIMED}"
    yield from ("", "| memory | search, median | p95 | ratio | memories kept a second |", "|---|---|---|---|---|")
    for peer in timed:
        speed = peer.speed[name]
        ratio = f"{speed.median / ours.median:.2g}" if ours else "–"
        times = f"{speed.median * 1000:.1f} ms | {speed.p95 * 1000:.1f} ms"
        yield f"| {peer.name} | {times} | {ratio} | {speed.ingest:,.0f} |"
    values = [(peer.name, peer.speed[name].median * 1000) for peer in timed]
    plot = bars("Search, median in milliseconds (less is better)", values, ours=_OURS, form="{:.1f}")
    (images / "search-speed.svg").write_text(plot, encoding="utf-8")
    yield from ("", f"![Search, median in milliseconds]({images.name}/search-speed.svg)")


def _cost(run: Run) -> Iterator[str]:
    ran = [peer for peer in run.peers if peer.speed]
    yield from (
        "",
        "## Cost",
        "",
        "After all data sets of the run; the memory of all processes of a peer together.",
        "",
    )
    yield "| memory | tokens sent to a language model | on disk | resident |"
    yield "|---|---|---|---|"
    for peer in ran:
        disk = f"{peer.disk / 1e6:,.0f} MB" if peer.disk > 1_000_000 else "none"
        yield f"| {peer.name} | {peer.llm_tokens} | {disk} | {peer.memory / 1e6:,.0f} MB |"
    refused = sum(peer.refused for peer in run.peers)
    if refused:
        yield from (
            "",
            f"graphmem refused {refused} memories as credentials or personal identifiers: they count as not found.",
        )


def _absent(run: Run) -> Iterator[str]:
    """Who took part, who couldn't and why, and which data was missing."""
    yield from ("", "## Who took part", "", "| memory | what it is | version | ran |", "|---|---|---|---|")
    for peer in run.peers:
        yield f"| {peer.name} | {peer.about} | {peer.version or '–'} | {_ran(peer)} |"
    if run.missing:
        yield from ("", "Data that was not there:", "")
        yield from (f"- {title}: {where}" for title, where in run.missing.items())


def _ran(peer: PeerInfo) -> str:
    if not peer.failed:
        return "yes"
    return f"in part: {peer.failed}" if peer.speed else f"no: {peer.failed}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall.report", description=__doc__)
    parser.add_argument("--results", type=Path, default=_ROOT / "benchmarks" / "results")
    parser.add_argument("--page", type=Path, default=_ROOT / "docs" / "benchmarks.md")
    given = parser.parse_args()
    run = Run.load(given.results / "recall.json")
    scale = given.results / "scale.json"
    growth = msgspec.json.decode(scale.read_bytes(), type=Growth) if scale.is_file() else None
    text = page(run, images=given.page.parent / given.page.stem, growth=growth, results=given.results)
    given.page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
