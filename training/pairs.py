"""Labelled pairs of statements: what the second does to the first."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

VERDICTS = ("supersedes", "duplicate", "coexist")
_LESS_LIKE = (3, 9)  # the places of those that are like a fact, but not most like it


@dataclass(frozen=True, slots=True)
class Pair:
    first: str
    second: str
    verdict: str


def read(files: Sequence[Path]) -> list[Pair]:
    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    return [Pair(row["first"], row["second"], row["verdict"]) for row in rows]


def of_messages(files: Sequence[Path], rng: random.Random) -> list[Pair]:
    """What labelled messages tell beside: facts of one message both hold, and a clause says what its fact says."""
    found = []
    for row in (json.loads(line) for file in files for line in file.read_text().splitlines()):
        facts = [part for part in row["sentences"] if part["keep"]]
        others = [part["text"] for part in row["sentences"] if not part["keep"]]
        if len(facts) > 1:
            one, other = rng.sample(facts, 2)
            found.append(Pair(one["fact"], other[rng.choice(["fact", "text"])], "coexist"))
        if facts and others and rng.random() < 0.3:
            found.append(Pair(rng.choice(facts)["fact"], rng.choice(others), "coexist"))
        if facts and rng.random() < 0.4:
            one = rng.choice(facts)
            found.append(Pair(one["fact"], one["text"], "duplicate"))
    return found


def of_people(
    files: Sequence[Path], embed: Callable[[list[str]], npt.NDArray[np.float32]], rng: random.Random
) -> list[Pair]:
    """Facts of one person that are most like each other: all of them hold.

    In chats something is replaced now and then: of what is said there, facts are set beside one that is like them, but
    not beside those that are most like them.
    """
    found = []
    for row in (json.loads(line) for file in files for line in file.read_text().splitlines()):
        vectors = embed(row["facts"])
        likeness = vectors @ vectors.T
        np.fill_diagonal(likeness, -1)
        nearest = likeness.argmax(1)
        if row.get("style") not in ("life", "work", "needs"):
            nearest = [order[rng.randrange(*_LESS_LIKE)] for order in np.argsort(-likeness, axis=1)]
        for fact, other in enumerate(nearest):
            first, second = sorted((fact, int(other)))  # in the order in which they were said
            found.append(Pair(row["facts"][first], row["facts"][second], "coexist"))
    return found


def multiplied(pairs: Sequence[Pair], rng: random.Random) -> list[Pair]:
    """With what follows: duplicates the other way round, a text beside itself, texts with nothing in common."""
    swapped = [Pair(pair.second, pair.first, pair.verdict) for pair in pairs if pair.verdict == "duplicate"]
    itself = [Pair(pair.first, pair.first, "duplicate") for pair in rng.sample(pairs, len(pairs) // 12)]
    strangers = [
        Pair(one.first, other.second, "coexist")
        for one, other in (rng.sample(pairs, 2) for _ in range(len(pairs) // 3))
        if one.first != other.first
    ]
    return [*pairs, *swapped, *itself, *strangers]
