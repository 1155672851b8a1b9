"""The part of the page about what is kept, replaced and known of people."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.held_out import Figures
from benchmarks.talks import Result as Talks

_INTRODUCTION = """\
What the models that ship with graphmem know of labelled files that none of them was trained on (`make quality`).
Figures of {files}."""
_TALKS = """\
Weeks of chat with an assistant are posted as threads, session by session, over HTTP; at the end the service is asked
what it knows (`make quality DATA=DIR`). {count} talks, run on {made} with {version}. Nothing was trained on them, but
what went wrong in them was read while building, so other talks will score lower."""
_PUBLISHED = """\
For comparison, what others report with a language model, on data of their own (HaluMem): facts extracted 0.43 (mem0)
to 0.74 (MemOS); updates right 0.25 (mem0), 0.47 (Zep), 0.62 (MemOS). The data differ: the figures can't be set side
by side."""


def judged(results: Path) -> Iterator[str]:
    """The tables of `held_out.json` and `talks.json`, as far as they are there."""
    models, talks = results / "held_out.json", results / "talks.json"
    if models.is_file():
        yield from ("", "## Judgement", "")
        yield from _models(msgspec.json.decode(models.read_bytes(), type=Figures))
    if talks.is_file():
        yield from ("", "## Weeks of chat", "")
        yield from _talks(msgspec.json.decode(talks.read_bytes(), type=Talks))


def _models(found: Figures) -> Iterator[str]:
    files = f"{found.turns} (clauses), {found.mentions} (people) and {found.pairs} (pairs of statements) in `training/`"
    yield _INTRODUCTION.format(files=files)
    yield from ("", "| measure | value | of | bar |", "|---|---|---|---|")
    for figure in found.figures:
        missed = "" if figure.met else ", missed"
        yield f"| {figure.measure} | {figure.value:.3f} | {figure.of} | {figure.bar}{missed} |"


def _talks(run: Talks) -> Iterator[str]:
    yield _TALKS.format(count=len(run.talks), made=run.made, version=run.version)
    yield from ("", "| measure | value |", "|---|---|")
    for name, value in run.figures.items():
        yield f"| {name} | {value:.3f} |"
    yield from ("", _PUBLISHED)
