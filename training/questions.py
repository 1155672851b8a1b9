"""Questions and the facts that answer them, and how well a model finds those."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    answers: tuple[int, ...]  # places in the person's facts, the best first


@dataclass(frozen=True, slots=True)
class Person:
    facts: tuple[str, ...]
    questions: tuple[Question, ...]
    style: str


def read(files: Sequence[Path]) -> list[Person]:
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines() if line.strip()]
    return [
        Person(
            tuple(line["facts"]),
            tuple(Question(question["q"], tuple(question["answers"])) for question in line["questions"]),
            line.get("style", "plain"),
        )
        for line in lines
    ]


def told_apart(encode: Callable[[list[str]], Any], people: Sequence[Person]) -> float:
    """How often the best cosine of a question with an answer is above that of one without (AUC)."""
    best: dict[bool, list[float]] = {True: [], False: []}
    for person in people:
        likeness = np.asarray(encode([one.text for one in person.questions])) @ np.asarray(encode(list(person.facts))).T
        for question, row in zip(person.questions, likeness, strict=True):
            best[bool(question.answers)].append(float(row.max()))
    return round(float((np.array(best[True])[:, None] > np.array(best[False])[None]).mean()), 3)


def examine(encode: Callable[[list[str]], Any], people: Sequence[Person]) -> dict[str, list[float]]:
    """For each style: how many questions; answer first; an answer in the first five; all answers in the first five."""
    found: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for person in people:
        asked = [question for question in person.questions if question.answers]
        likeness = np.asarray(encode([one.text for one in asked])) @ np.asarray(encode(list(person.facts))).T
        for question, order in zip(asked, np.argsort(-likeness, axis=1), strict=True):
            answers, first = set(question.answers), set(order[:5].tolist())
            row = (int(order[0]) in answers, bool(first & answers), answers <= first)
            found["all"].append(row)
            found[person.style].append(row)
    return {
        style: [len(rows), *(round(float(np.mean(part)), 3) for part in zip(*rows, strict=True))]
        for style, rows in sorted(found.items())
    }
