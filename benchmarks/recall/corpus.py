"""What every data set comes down to: memories, and questions about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Item:
    """One memory to keep."""

    id: str
    text: str
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the items that answer it; `kinds` are the groups it is reported in."""

    text: str
    answers: frozenset[str]
    kinds: tuple[str, ...] = ()
    counted: bool = True  # in the figure over all questions


@dataclass(frozen=True, slots=True)
class Corpus:
    """The memories of one owner, whom nobody else's questions reach."""

    space: str
    items: Sequence[Item]
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory found; it stands for several items where a peer keeps a repetition once."""

    ids: tuple[str, ...]
    score: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what was found, best first, and how long that took."""

    question: Question
    hits: Sequence[Hit]
    seconds: float
