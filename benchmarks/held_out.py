"""What the models know of labelled files: `python -m benchmarks.held_out`.

By default the files that nothing was trained on. It runs the product's own reader and judge, not those of training.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from graphmem.adapters.embedding.onnx import OnnxEmbedder
from graphmem.adapters.learned.extractor import KEPT
from graphmem.adapters.learned.people import said
from graphmem.adapters.learned.reader import MessageReader
from graphmem.adapters.spacy.nlp import parsed
from graphmem.core.change import ALIKE, MOST_JOINED, MOST_REPLACED
from graphmem.core.mentions import Mention, Sort
from graphmem.core.relations import kind_of, relation
from graphmem.core.substance import differs
from graphmem.core.understanding import Understood
from graphmem.core.verdict import REPEATED, REPLACED, REVIEWED, Effect, Odds
from graphmem.ports.language import Judge
from graphmem.resources import shipped_model
from graphmem.wiring import OWN_MODEL, judge_of, reader_of

_DATA = Path(__file__).resolve().parents[1] / "training"
_MOST_ERRORS = 60  # of each kind


class Figure(msgspec.Struct, frozen=True):
    """A share of a number of things, and what it must at least or at most be."""

    measure: str
    value: float
    of: int
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool:
        return (self.least is None or self.value >= self.least) and (self.most is None or self.value <= self.most)

    @property
    def bar(self) -> str:
        return f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}"


class Figures(msgspec.Struct, frozen=True):
    """All that was measured, and on which files."""

    turns: str
    mentions: str
    pairs: str
    figures: list[Figure]


def clauses(reader: MessageReader, file: Path) -> Iterator[Figure]:
    """Of the clauses that are cut by hand, how many are kept: most of their letters stand in clauses that are."""
    rows = list(_rows(file))
    understood = reader.read([(row.get("before") or "", row["message"]) for row in rows])
    kept = {True: [0, 0], False: [0, 0]}
    for row, one in zip(rows, understood, strict=True):
        at = 0
        for part in row["sentences"]:
            start = row["message"].find(part["text"], at)
            at = max(at, start + len(part["text"]))
            kept[part["keep"]][0] += _covered(one, start, at) > 0.5
            kept[part["keep"]][1] += 1
    yield Figure("lasting clauses kept", kept[True][0] / kept[True][1], kept[True][1], least=0.88)
    yield Figure("others kept", kept[False][0] / kept[False][1], kept[False][1], most=0.08)


def _covered(one: Understood, start: int, end: int) -> float:
    inside = sum(
        max(0, min(end, clause.end) - max(start, clause.start)) for clause in one.clauses if clause.lasting >= KEPT
    )
    return inside / max(1, end - start)


def people(reader: MessageReader, file: Path, errors: list[str]) -> Iterator[Figure]:
    """Of the people that are marked by hand, how many are found with the right name, and the relation to the user."""
    named = related = there = found = nobody = 0
    rows = list(_rows(file))
    understood = reader.read([(row.get("before") or "", row["message"]) for row in rows])
    docs = parsed([row["message"] for row in rows])
    for row, one, doc in zip(rows, understood, docs, strict=True):
        mentions = [m for m in said(one, doc).mentions if m.sort is Sort.PERSON and (m.name or _ours(m)) and m.sure]
        wanted = [person for person in row["people"] if person["name"] or person["relation"]]
        free = list(mentions)
        for person in wanted:
            match = next((m for m in free if _is(m, person)), None)
            there += 1
            named += match is not None
            right = match is not None and _related(match, person)
            related += right
            if match is not None:
                free.remove(match)
            if not right:
                wish = f"{person['name']}, {person['relation']}"
                errors.append(f"{row['message'][:150]!r}: wanted {wish}: {_shown(mentions)}")
        others = [_others(row, m) for m in free]
        found += len(mentions)
        nobody += others.count(False)
        strange = [m for m, other in zip(free, others, strict=True) if not other]
        errors += [f"{row['message'][:150]!r}: nobody {_shown([m])}" for m in strange]
    yield Figure("people: name right", named / there, there, least=0.80)
    yield Figure("people: name and relation right", related / there, there, least=0.70)
    yield Figure("of those found, nobody", nobody / max(1, found), found, most=0.08)


def _ours(mention: Mention) -> bool:
    return any(one.of is None for one in mention.relations)


def _is(mention: Mention, person: dict[str, Any]) -> bool:
    if person["name"]:
        names = {one.casefold() for one in (mention.name, *mention.aliases) if one}
        return not names.isdisjoint({person["name"].casefold(), *(alias.casefold() for alias in person["aliases"])})
    return mention.name is None and _related(mention, person)


def _related(mention: Mention, person: dict[str, Any]) -> bool:
    kinds = {one.kind for one in mention.relations if one.of is None}
    if not person["relation"]:
        return not kinds
    wanted = relation(person["relation"])
    return (wanted.kind if wanted else person["relation"]) in kinds or any(
        kind_of(kind) == (kind_of(wanted.kind) if wanted else None) and kind == person["relation"] for kind in kinds
    )


def _others(row: dict[str, Any], mention: Mention) -> bool:
    """Whether somebody who matches no person of the list is somebody all the same: a mention marked by hand."""
    return any(
        one["start"] < mention.end and mention.start < one["start"] + len(one["text"]) for one in row["mentions"]
    )


def _shown(mentions: Sequence[Mention]) -> str:
    return "; ".join(f"{m.name} {[r.word for r in m.relations if r.of is None]}" for m in mentions)


def pairs(judge: Judge, file: Path, errors: list[str]) -> Iterator[Figure]:
    """Of the pairs that are judged by hand, how many are judged alike, and what comes of them at the thresholds."""
    rows = list(_rows(file))
    odds = asyncio.run(_odds(judge, rows))
    right = [_likeliest(one) == row["verdict"] for one, row in zip(odds, rows, strict=True)]
    lengths = [max(len(row["first"]), len(row["second"])) for row in rows]
    retired = [one.replaces >= REPLACED and length <= MOST_REPLACED for one, length in zip(odds, lengths, strict=True)]
    reviewed = [one.replaces >= REVIEWED for one in odds]
    joined = [
        one.repeats >= REPEATED and like >= ALIKE and length <= MOST_JOINED and not differs(row["first"], row["second"])
        for one, like, length, row in zip(odds, asyncio.run(_likeness(rows)), lengths, rows, strict=True)
    ]
    for one, row, good in zip(odds, rows, right, strict=True):
        if not good:
            errors.append(f"{row['first']!r} then {row['second']!r}: {row['verdict']}, not {_likeliest(one)}: {one}")

    def share(flags: Sequence[bool], verdict: Effect) -> tuple[float, int]:
        chosen = [flag for flag, row in zip(flags, rows, strict=True) if row["verdict"] == verdict]
        return sum(chosen) / len(chosen), len(chosen)

    yield Figure("pairs: likeliest verdict right", sum(right) / len(rows), len(rows), least=0.89)
    yield Figure("changes retired", *share(retired, Effect.SUPERSEDES), least=0.70)
    yield Figure("changes retired or in review", *share(reviewed, Effect.SUPERSEDES), least=0.90)
    yield Figure("coexisting retired", *share(retired, Effect.COEXIST), most=0.015)
    yield Figure("coexisting joined", *share(joined, Effect.COEXIST), most=0.015)
    yield Figure("duplicates joined", *share(joined, Effect.DUPLICATE), least=0.75)


async def _odds(judge: Judge, rows: Sequence[dict[str, Any]]) -> Sequence[Odds]:
    return await judge.odds([(row["first"], row["second"]) for row in rows])


async def _likeness(rows: Sequence[dict[str, Any]]) -> Sequence[float]:
    embedder = OnnxEmbedder(shipped_model(OWN_MODEL))
    first, second = [np.array(await embedder.embed([row[side] for row in rows])) for side in ("first", "second")]
    return [float(one) for one in (first * second).sum(axis=1)]


def _likeliest(odds: Odds) -> Effect:
    chances = {
        Effect.SUPERSEDES: odds.replaces,
        Effect.DUPLICATE: odds.repeats,
        Effect.COEXIST: 1 - odds.replaces - odds.repeats,
    }
    return max(chances, key=lambda effect: chances[effect])


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in file.read_text().splitlines())


def main() -> None:
    given = _arguments()
    reader, people_errors, pair_errors = reader_of(), list[str](), list[str]()
    figures = [
        *clauses(reader, given.turns),
        *people(reader, given.mentions, people_errors),
        *pairs(judge_of(), given.pairs, pair_errors),
    ]
    files = (given.turns.name, given.mentions.name, given.pairs.name)
    table = Table("Measure", "Value", "Of", "Bar", title="{} of turns, {} of mentions, {} of pairs".format(*files))
    for one in figures:
        table.add_row(one.measure, f"{'' if one.met else '[red]'}{one.value:.3f}", str(one.of), one.bar)
    console = Console(highlight=False)
    console.print(table)
    for errors in (people_errors, pair_errors) if given.errors else ():
        console.print(*errors[:_MOST_ERRORS], sep="\n", markup=False, soft_wrap=True)
    if given.json is not None:
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode(Figures(*files, figures)), indent=1) + b"\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.held_out", description=__doc__)
    parser.add_argument("--turns", type=Path, default=_DATA / "turns" / "h.jsonl")
    parser.add_argument("--mentions", type=Path, default=_DATA / "mentions" / "f.jsonl")
    parser.add_argument("--pairs", type=Path, default=_DATA / "pairs" / "ac.jsonl")
    parser.add_argument("--json", type=Path, help="where the figures go, for machines")
    parser.add_argument("--errors", action="store_true", help="print what went wrong: not for files that are held out")
    return parser.parse_args()


if __name__ == "__main__":
    main()
