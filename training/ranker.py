"""Learns the weights of the ranker: `python -m training.ranker --help`.

What is learned from: labelled questions (`training/questions`) and, where their files are given, the development halves of
LoCoMo and LongMemEval. Each figure is of conversations or people that the weights it was scored with have not seen.
"""

import argparse
import hashlib
import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from graphmem.core.ranker import FEATURES, Asked, Sight, features, own_question, speaker, terms
from graphmem.core.whom import whom
from training import chats
from training.chats import Case, Query, Turn
from training.export import encoder
from training.questions import read

CANDIDATES = 100  # by meaning, and as many by words
FOLDS = 5
WEIGHT = {"locomo": 1.0, "longmemeval": 2.0, "questions": 0.5}  # of a question, so that no set outvotes the others
DAY = 86_400_000
Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sample:
    """The candidates of one question: their features, and which answer it."""

    source: str
    group: str
    kind: str
    rows: npt.NDArray[np.float32]
    right: npt.NDArray[np.float32]
    answers: int  # how many there are, found or not

    @property
    def fold(self) -> int:
        return zlib.crc32(self.group.encode()) % FOLDS


def own_people(files: Sequence[Path]) -> Iterator[Case]:
    """Our own labelled people; facts were said days apart, turns in one conversation."""
    for file in files:
        for number, person in enumerate(read([file])):
            pace = 0 if person.style == "turns" else DAY
            turns = tuple(Turn(fact, place * pace) for place, fact in enumerate(person.facts))
            queries = tuple(Query(one.text, frozenset(one.answers), person.style) for one in person.questions)
            yield Case("questions", f"{file.stem}{number}", turns, queries)


class Cached:
    """Vectors of texts, kept in a file from one run to the next."""

    def __init__(self, encode: Callable[[list[str]], Vectors], file: Path) -> None:
        self._encode, self._file = encode, file
        self._known: dict[str, Vectors] = {}
        if file.is_file():
            with np.load(file) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def learn(self, texts: Sequence[str]) -> None:
        missing = sorted({text for text in texts if _key(text) not in self._known}, key=len)
        for start in range(0, len(missing), 500):
            part = missing[start : start + 500]
            self._known |= dict(zip(map(_key, part), self._encode(part), strict=True))
            print(f"embedded {min(start + 500, len(missing)):,} of {len(missing):,}", flush=True)
        if missing:
            np.savez(self._file, keys=np.array(list(self._known)), vectors=np.array(list(self._known.values())))

    def of(self, texts: Sequence[str]) -> Vectors:
        return np.array([self._known[_key(text)] for text in texts])


def _key(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def named(case: Case, question: str) -> str | None:
    """The one speaker whom a question names."""
    said = {who for turn in case.turns if (who := speaker(turn.content))}
    found = {who for who in said if who.lower() in whom(f"? {question}").names}
    return found.pop() if len(found) == 1 else None


def samples(case: Case, vectors: Cached) -> Iterator[Sample]:
    """What a recall would see for each question that has an answer."""
    facts = vectors.of([turn.content for turn in case.turns])
    words = [set(terms(turn.content)) for turn in case.turns]
    for query in case.queries:
        if not query.answers:
            continue
        name = named(case, query.text)
        asked = Asked(query.text, name)
        texts = [query.text, own_question(query.text, name)] if name else [query.text]
        near = facts @ vectors.of(texts).T
        found = set(np.argsort(-near.max(axis=1), kind="stable")[:CANDIDATES].tolist())
        found |= set(_by_words(asked, words))
        chosen = sorted(found)
        sights = [
            Sight(
                case.turns[place].content,
                case.turns[place].said_at,
                case.turns[place].thread,
                similarity=float(near[place, 0]),
                own=float(near[place, -1]),
            )
            for place in chosen
        ]
        rows = features(asked, sights, of=len(case.turns)).astype(np.float32)
        right = np.array([place in query.answers for place in chosen], dtype=np.float32)
        yield Sample(case.source, case.group, query.kind, rows, right, len(query.answers))


def _by_words(asked: Asked, words: Sequence[set[str]]) -> list[int]:
    score = np.zeros(len(words))
    for term in asked.terms:
        here = np.array([term in each for each in words], dtype=float)
        if here.any():
            score += here * np.log(1 + len(words) / here.sum())
    return [place for place in np.argsort(-score, kind="stable")[:CANDIDATES].tolist() if score[place] > 0]


def fit(learned: Sequence[Sample], columns: Sequence[int], *, steps: int = 300) -> npt.NDArray[np.float32]:
    """Weights that put what answers before what doesn't."""
    useful = [sample for sample in learned if sample.right.any()]
    rows = torch.tensor(np.concatenate([sample.rows[:, columns] for sample in useful]))
    right = torch.tensor(np.concatenate([sample.right for sample in useful]))
    which = torch.repeat_interleave(torch.arange(len(useful)), torch.tensor([len(s.rows) for s in useful]))
    share = torch.tensor([WEIGHT[sample.source] / sample.right.sum() for sample in useful], dtype=torch.float32)
    weights = torch.zeros(len(columns), requires_grad=True)
    adam = torch.optim.Adam([weights], lr=0.05)
    for _ in range(steps):
        score = rows @ weights
        top = torch.full((len(useful),), -1e9).scatter_reduce(0, which, score, "amax").detach()
        total = torch.zeros(len(useful)).index_add_(0, which, torch.exp(score - top[which]))
        log_share = score - top[which] - torch.log(total)[which]
        loss = -(log_share * right * share[which]).sum() / share.sum() + 1e-4 * (weights**2).sum()
        adam.zero_grad()
        loss.backward()
        adam.step()
    return weights.detach().numpy()


def examine(held_out: Sequence[Sample], weights: npt.NDArray[np.float32], columns: Sequence[int]) -> list[list[float]]:
    """For each question: share of the answers among the first 5, 10, 20; an answer first, and among the first five."""
    found = []
    for sample in held_out:
        order = np.argsort(-(sample.rows[:, columns] @ weights), kind="stable")
        right = sample.right[order]
        found.append([
            *(float(right[:most].sum()) / sample.answers for most in (5, 10, 20)),
            float(right[0]),
            float(right[:5].max(initial=0)),
        ])  # fmt: skip
    return found


def crossed(every: Sequence[Sample], columns: Sequence[int]) -> dict[str, list[float]]:
    """Figures of each set, every question scored with weights that have not seen its conversation or person."""
    found: dict[str, list[list[float]]] = defaultdict(list)
    groups = sorted({sample.group for sample in every if sample.source == "locomo"})
    fold = {sample.group: groups.index(sample.group) if sample.group in groups else sample.fold for sample in every}
    for number in range(FOLDS):
        weights = fit([sample for sample in every if fold[sample.group] != number], columns)
        for source in WEIGHT:
            kept = [sample for sample in every if fold[sample.group] == number and sample.source == source]
            found[source] += examine(kept, weights, columns)
    return {source: np.mean(rows, axis=0).round(3).tolist() for source, rows in found.items() if rows}


def main() -> None:
    given = _arguments()
    cases = list(own_people(given.questions))
    if given.bench:
        cases += chats.locomo(given.bench / "locomo_dev.json")
        cases += chats.longmemeval(given.bench / "longmemeval_dev.json", given.bench / "longmemeval_fillers_dev.json")
    vectors = Cached(encoder(given.model), given.cache)
    vectors.learn([text for case in cases for text in _texts(case)])
    every = [sample for case in cases for sample in samples(case, vectors)]
    columns = list(range(len(FEATURES)))
    told: dict[str, Any] = {"questions": len(every), "crossed": crossed(every, columns)}
    print(json.dumps(told), flush=True)
    if given.ablate:
        for column, name in enumerate(FEATURES):
            rest = [other for other in columns if other != column]
            told.setdefault("without", {})[name] = crossed(every, rest)
            print(name, json.dumps(told["without"][name]), flush=True)
    weights = fit(every, columns)
    told["weights"] = {name: round(float(weight), 3) for name, weight in zip(FEATURES, weights, strict=True)}
    given.out.write_text(json.dumps(told, indent=2) + "\n")


def _texts(case: Case) -> Iterator[str]:
    yield from (turn.content for turn in case.turns)
    for query in case.queries:
        yield query.text
        if name := named(case, query.text):
            yield own_question(query.text, name)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="folder of the exported embedder")
    parser.add_argument("--questions", nargs="+", type=Path, required=True)
    parser.add_argument("--bench", type=Path, help="folder of locomo_dev.json and longmemeval_dev.json")
    parser.add_argument("--cache", type=Path, default=Path("vectors.npz"))
    parser.add_argument("--ablate", action="store_true", help="tell what each feature is worth")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
