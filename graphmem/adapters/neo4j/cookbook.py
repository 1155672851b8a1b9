"""Queries that analysts often need: one file each, shown on the desk and in the documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from graphmem.resources import folder


@dataclass(frozen=True, slots=True)
class Recipe:
    """A question, a remark on it, and the query that answers it."""

    name: str
    question: str
    remark: str
    query: str


@cache
def recipes() -> Sequence[Recipe]:
    """All of them, in their order."""
    return tuple(
        _read(path.stem.partition("_")[2], path.read_text(encoding="utf-8"))
        for path in sorted((folder("cypher") / "cookbook").glob("*.cypher"))
    )


def _read(name: str, text: str) -> Recipe:
    lines = text.strip().splitlines()
    comments = [line.removeprefix("//").strip() for line in lines if line.startswith("//")]
    query = "\n".join(line for line in lines if not line.startswith("//"))
    return Recipe(name, comments[0], " ".join(comments[1:]), query)
