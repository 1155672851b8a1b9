"""What a recall would see of labelled questions: candidates, their features, and which of them answer."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from graphmem.core.ranker import Question, features
from graphmem.core.speaker import spoken
from graphmem.core.whom import whom
from graphmem.model import Candidate, MemoryId
from training.chats import Case, Query, Turn
from training.questions import read

CANDIDATES = 100  # by meaning, and as many by words
DAY = 86_400_000
Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sample:
    """The candidates of one question: their features by name, and which answer it."""

    source: str
    group: str  # what is held out together
    kind: str
    rows: dict[str, npt.NDArray[np.float64]]
    right: npt.NDArray[np.float64]
    answers: int  # how many there are, found or not


def own_people(files: Sequence[Path]) -> Iterator[Case]:
    """Our own labelled people; facts were said days apart, turns in one conversation."""
    for file in files:
        for number, person in enumerate(read([file])):
            pace = 0 if person.style == "turns" else DAY
            turns = tuple(Turn(fact, place * pace) for place, fact in enumerate(person.facts))
            asked_at = datetime.fromtimestamp((len(turns) * pace + DAY) / 1000, UTC)
            queries = tuple(Query(one.text, frozenset(one.answers), person.style, asked_at) for one in person.questions)
            yield Case("questions", f"{file.stem}{number}", turns, queries)


class CachedVectors:
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


def texts(case: Case) -> Iterator[str]:
    """All that has to be embedded for a case."""
    yield from (spoken(turn.content) for turn in case.turns)
    yield from (query.text for query in case.queries)


def samples(case: Case, vectors: CachedVectors) -> Iterator[Sample]:
    """What a recall would see for each question, those without an answer included."""
    facts = vectors.of([spoken(turn.content) for turn in case.turns])
    about = [whom(turn.content) for turn in case.turns]
    every = [_candidate(place, turn) for place, turn in enumerate(case.turns)]
    for query in case.queries:
        asked = whom(query.text)
        question = Question.of(query.text, every, now=query.asked_at)
        near = facts @ vectors.of([query.text])[0]
        words = features(question, every, among=len(every))["words"]
        chosen = sorted(
            {*np.argsort(-near, kind="stable")[:CANDIDATES].tolist()}
            | {place for place in np.argsort(-words, kind="stable")[:CANDIDATES].tolist() if words[place] > 0}
        )
        found = [
            replace(
                every[place],
                similarity=float(near[place]),
                asked=bool({*asked.names} & {*about[place].names} or {*asked.kinds} & {*about[place].kinds}),
            )
            for place in chosen
        ]
        yield Sample(
            case.source,
            case.group,
            query.kind,
            features(question, found, among=len(every)),
            np.array([place in query.answers for place in chosen], dtype=float),
            len(query.answers),
        )


def _candidate(place: int, turn: Turn) -> Candidate:
    return Candidate(id=MemoryId(str(place)), content=turn.content, said_at=turn.said_at, thread_id=turn.thread)


def _key(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
