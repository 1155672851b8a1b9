"""A data set: where it is read from, how it is asked, what is measured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.recall.corpus import Asked, Corpus
from benchmarks.recall.peer import Peer

Figures = dict[str, float | None]


class MissingData(Exception):
    """Raised when a data set isn't in the folders given; says where to get it."""


@dataclass(frozen=True, slots=True)
class Told:
    """Corpora as they were read, and what the report says of them."""

    corpora: Sequence[Corpus]
    seen: str  # whether it was looked at while building
    note: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What a peer answered to one corpus."""

    asked: Sequence[Asked]
    kept: int  # items
    seconds: float  # to keep them


def keep_and_ask(peer: Peer, corpus: Corpus, limit: int = 20) -> Result:
    """Keeps the items of a corpus, then asks its questions."""
    seconds = peer.add(corpus.space, corpus.items)
    asked = []
    for question in corpus.questions:
        hits, took = peer.search(corpus.space, question.text, limit)
        asked.append(Asked(question, hits, took))
    return Result(asked, len(corpus.items), seconds)


@dataclass(frozen=True, slots=True)
class DataSet:
    """One benchmark; `load` gets the folders and how many corpora at most."""

    name: str
    title: str
    source: str
    measures: str
    load: Callable[[Sequence[Path], int | None], Told]
    figures: Callable[[Sequence[Asked]], Figures]
    ask: Callable[[Peer, Corpus], Result] = keep_and_ask


def first_file(folders: Sequence[Path], *patterns: str) -> Path | None:
    """The first file in the folders that fits one of the patterns."""
    for folder in folders:
        for pattern in patterns:
            for path in sorted(folder.glob(pattern)):
                return path
    return None
