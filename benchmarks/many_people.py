"""How much longer it takes to remember and to recall for somebody who knows very many people: `make bench`.

Both users take turns, so that whatever else the machine does meanwhile falls on both.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import uuid_utils
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.sentences import sentence
from benchmarks.speed import _timed
from graphmem.adapters.neo4j import schema
from graphmem.core.change import Addition
from graphmem.core.claims import Statement, claim_of
from graphmem.core.person import Bond, NewBond, NewName, NewPerson, PersonId, Step
from graphmem.core.settlement import Settlement, Surroundings, Told
from graphmem.core.text import word_set
from graphmem.local.ports import free_port
from graphmem.model import MemoryId, Owner, OwnerType, Tenant
from graphmem.wiring import Parts, now, parts
from tests.service import KEY, engines, served

_BATCH = 250  # people made at a time, each with a fact
_WARM_UP, _ROUNDS = 60, 200
_BAR = 1.5
_FIRST = sorted(word_set("""
    Anna Maria Peter Thomas Michael Laura Sofia David Daniel Julia Robert Elizabeth Katherine Noor Ingrid Sven Halima
    Tomás Yuki Olga Priya Chidi Fatima Lars Mei Aisha Diego Zofia Emre Amara
"""))  # fmt: skip
_ONSETS = sorted(word_set("b br d dr f g gr h k kl l m n p pr r s st t tr v w z"))
_VOWELS, _ENDS = "aeiou", ["", "n", "r", "l", "k"]
_RELATIONS = ["friend", "colleague", "neighbour", "client", "cousin"]
_TOLD = [
    "{name} moved to Graz last spring",
    "My friend {name} plays the oboe",
    "{first} prefers green tea",
    "My colleague {new} works on the night train",
    "{new} is allergic to peanuts. She never travels without tablets",
    "I had lunch with {name} at the harbour",
]


async def run(people: int, console: Console) -> None:
    with tempfile.TemporaryDirectory(prefix="graphmem-people-") as folder:
        async with engines(Path(folder)) as settings, parts(settings) as built:
            await schema.apply(built.engine, model=built.embedder.model, dimensions=built.embedder.dimensions)
            with served(settings, port=free_port()) as address:
                key = {"Authorization": f"Bearer {KEY}"}
                async with httpx.AsyncClient(base_url=address, headers=key, timeout=60) as client:
                    names = _names()
                    known = list(itertools.islice(names, people))
                    await _fill(built, "collector", known, console)
                    await _fill(built, "newcomer", known[:1], console)
                    remembered = await _remember(client, known, names, console)
                    recalled = await _recall(client, known, console)
    title = f"Somebody who knows {people:,} people, over HTTP, p50"
    table = Table("Measure", "a new user", f"{people:,} people", "Ratio", title=title, caption=f"bar: at most {_BAR}")
    for measure, (few, many) in (("remember a fact", remembered), ("recall about a person", recalled)):
        ratio = many / few
        mark = "[red]" if ratio > _BAR else ""
        table.add_row(measure, f"{few * 1000:.1f} ms", f"{many * 1000:.1f} ms", f"{mark}{ratio:.2f}")
    console.print(table)


def _names() -> Iterator[str]:
    """Made-up names, no two alike: two thirds of a first name that many have and a surname, the others of one word."""
    rng = random.Random(7)
    seen: set[str] = set()
    while True:
        made = "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(2)) + rng.choice(_ENDS)
        name = made.title() if rng.random() < 1 / 3 else f"{rng.choice(_FIRST)} {made.title()}"
        if name not in seen:
            seen.add(name)
            yield name


async def _fill(built: Parts, user: str, names: list[str], console: Console) -> None:
    """People with a name each, most with a relation, and a fact about each, with vectors in random directions."""
    owner = Owner(Tenant("testing"), OwnerType.USER, user)
    rng, pick = np.random.default_rng(1), random.Random(1)
    for start in track(range(0, len(names), _BATCH), f"Making {len(names):,} people", console=console):
        moment = now()
        steps: list[Step] = []
        additions: list[Addition] = []
        about: dict[MemoryId, tuple[Told, ...]] = {}
        for name in names[start : start + _BATCH]:
            person, word = PersonId(str(uuid_utils.uuid7())), pick.choice([*_RELATIONS, None])
            steps += [NewPerson(person, "name", "made up", None), NewName(person, "name", "made up", name)]
            steps += [NewBond(person, "name", "made up", Bond(word, word))] if word else []
            vector = rng.standard_normal(built.embedder.dimensions)
            statement = Statement(content=f"{name}: {sentence()}")
            claim = claim_of(statement, id_=MemoryId(str(uuid_utils.uuid7())), now=moment)
            additions.append(Addition(claim=claim, vector=(vector / np.linalg.norm(vector)).tolist()))
            about[claim.id] = (Told(person, True, "name", "made up"),)
        made = Settlement(
            decisions=tuple(additions),
            steps=tuple(steps),
            said_at=(moment,) * len(steps),
            about=about,
            last_mentioned={told.person: moment for [told] in about.values()},
        )

        async def decide(_: Surroundings, made: Settlement = made) -> Settlement:
            return made

        await built.graph.settle(owner, [], [], readings=[], decide=decide, now=moment)


async def _remember(
    client: httpx.AsyncClient, known: list[str], names: Iterator[str], console: Console
) -> tuple[float, float]:
    """Telling the same to somebody new and to whoever knows very many, p50 in seconds."""
    times: dict[str, list[float]] = {"few": [], "many": []}
    for turn in track(range(_WARM_UP + _ROUNDS), "Remembering", console=console):
        name = random.choice(known)
        said = _TOLD[turn % len(_TOLD)].format(name=name, first=name.split()[0], new=next(names))
        items = [{"content": said}]
        for which, user in (("few", f"new-{turn}"), ("many", "collector")):
            body = {"user_id": user, "memories": items}
            times[which].append(await _timed(lambda body=body: client.post("/v1/memories", json=body)))  # type: ignore[misc]
    return statistics.median(times["few"][_WARM_UP:]), statistics.median(times["many"][_WARM_UP:])


async def _recall(client: httpx.AsyncClient, known: list[str], console: Console) -> tuple[float, float]:
    """Asking about one person, p50 in seconds."""
    times: dict[str, list[float]] = {"few": [], "many": []}
    for turn in track(range(_WARM_UP + _ROUNDS), "Recalling", console=console):
        question = f"What should I give them, number {turn}?"
        for which, user, person in (("few", "newcomer", known[0]), ("many", "collector", random.choice(known))):
            body = {"user_id": user, "query": question, "person": person}
            times[which].append(await _timed(lambda body=body: client.post("/v1/recall", json=body)))  # type: ignore[misc]
    return statistics.median(times["few"][_WARM_UP:]), statistics.median(times["many"][_WARM_UP:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=10_000)
    asyncio.run(run(parser.parse_args().people, Console(highlight=False)))


if __name__ == "__main__":
    main()
