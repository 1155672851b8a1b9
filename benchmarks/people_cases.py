"""How well people are found and told apart: `python -m benchmarks.people_cases [folder]`."""

import asyncio
import itertools
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from graphmem.core.identity import identify
from graphmem.core.names import fold
from graphmem.core.person import KnownPerson, PersonId, Recent
from graphmem.wiring import parser_of

CASES = Path(__file__).parents[1] / "tests/cases"


@dataclass(frozen=True, slots=True)
class Score:
    """How many cases had exactly the right people, and how many facts went to the right one."""

    cases: int
    exact: float
    attribution: float
    misses: tuple[str, ...]


def score(path: Path, *, keep: slice = slice(None)) -> Score:
    """Play each case as one user's texts, one after the other."""
    cases = [json.loads(line) for line in path.read_text().replace("¦", "").splitlines()][keep]
    exact = facts = right = 0
    misses: list[str] = []
    for case in cases:
        people, about = play(case["messages"])
        if _is_exact(case, people):
            exact += 1
        else:
            misses.append(f"{case['id']} people: {[(p.names, [b.word for b in p.bonds]) for p in people]}")
        for fact in case["about"]:
            facts += 1
            meant = [p.id for p in people if _is(p, fact["person"])]
            texts = [i for i, text in enumerate(case["messages"]) if fact["contains"].lower() in text.lower()]
            if any(person in meant for i in texts for person in about[i]):
                right += 1
            else:
                misses.append(f"{case['id']} about: {fact} went to {[about[i] for i in texts]}")
    return Score(len(cases), exact / max(1, len(cases)), right / max(1, facts), tuple(misses))


def play(messages: list[str]) -> tuple[list[KnownPerson], list[list[PersonId]]]:
    """The people known after the texts, and whom each text is about."""
    ids = (f"p{n}" for n in itertools.count(1))
    people: tuple[KnownPerson, ...] = ()
    recent: Recent = ()
    things: frozenset[str] = frozenset()
    about: list[list[PersonId]] = []
    for reading in asyncio.run(parser_of().read(messages)):
        plan = identify(reading.said, people, new_ids=ids, recent=recent, things=things)
        people, recent, things = plan.people, plan.recent, plan.things
        joined = plan.joined
        about = [[joined.get(person, person) for person in each] for each in about]
        about.append(list(plan.about))
    return list(people), about


def _is(person: KnownPerson, called: str) -> bool:
    named = any(fold(called) == fold(name) for name in person.names)
    return named or any(called.lower() == bond.word.lower() for bond in person.bonds)


def _is_exact(case: dict[str, list[dict[str, list[str]]]], people: list[KnownPerson]) -> bool:
    """Whether the people are those expected, in some order, and nobody is who should be none."""
    wanted = case["people"]
    names = {fold(name) for person in people for name in person.names}
    if len(wanted) != len(people) or any(fold(str(name)) in names for name in case["not_people"]):
        return False
    return any(
        all(_matches(w, p) for w, p in zip(wanted, order, strict=True)) for order in itertools.permutations(people)
    )


def _matches(wanted: dict[str, list[str]], person: KnownPerson) -> bool:
    names = {fold(name) for name in person.names}
    relations = {bond.word.lower() for bond in person.bonds}
    named = all(fold(name) in names for name in wanted["names"]) and bool(wanted["names"]) == bool(names)
    return named and all(relation.lower() in relations for relation in wanted["relations"])


def main(folder: Path) -> None:
    for path in sorted(folder.rglob("people.jsonl")):
        found = score(path)
        print(f"{path}: {found.cases} cases, exact {found.exact:.2f}, attribution {found.attribution:.2f}")
        for miss in found.misses:
            print("   ", miss)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CASES)
