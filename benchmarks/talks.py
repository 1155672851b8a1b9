"""What is known after weeks of chat, through the API: `python -m benchmarks.talks --data DIR`.

Each talk is a user of its own and each session a thread with its date. What counts is what holds when the talk ends:
active, and not expired by then. Recall and review go by today's date, as for any user.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.recall.__main__ import begun
from benchmarks.recall.results import Machine
from benchmarks.running import all_memories, all_people, client_of, wait_until_read, waiting
from benchmarks.talk_cases import SHAPE, Session, Talk, load
from benchmarks.talk_scores import Learned, Score, Scored, score
from graphmem.client import Graphmem

_ASKED = 5  # memories for a question
_OUT = Path(__file__).resolve().parent / "results" / "talks.json"


class Result(msgspec.Struct):
    """One run: figures over all talks, and the counts of each."""

    made: str
    version: str
    machine: Machine
    figures: dict[str, float]
    counts: Score
    talks: dict[str, Score]
    seconds: float


def main() -> None:
    given = _arguments()
    talks = list(load(given.data, given.only))
    if not talks:
        sys.exit(f"no talk in {given.data}: {SHAPE}")
    console, began = Console(highlight=False), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="graphmem-talks-") as folder, client_of(Path(folder) / "data") as client:
        scored = measure(talks, client, console=console)
    result = summed(scored, seconds=time.monotonic() - began)
    if given.misses:
        for one in scored.values():
            console.print(*one.misses, sep="\n", markup=False, soft_wrap=True)
    console.print(_table(result))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")


def measure(talks: Sequence[Talk], client: Graphmem, *, console: Console) -> dict[str, Scored]:
    """Has each talk heard by the service, then scores what it knows."""
    scored = {}
    with Progress(console=console) as progress:
        task = progress.add_task("Talks", total=sum(len(talk.sessions) + 1 for talk in talks))
        for talk in talks:
            progress.update(task, description=f"Talk {talk.id}")
            for number, session in enumerate(talk.sessions):
                _hear(client, talk, number, session)
                progress.advance(task)
            scored[talk.id] = score(talk, _learned(client, talk))
            progress.advance(task)
    return scored


def summed(scored: dict[str, Scored], *, seconds: float) -> Result:
    """The figures of a run on this machine."""
    run, total = begun(), sum((one.score for one in scored.values()), Score())
    return Result(
        made=run.made,
        version=run.version,
        machine=run.machine,
        figures={name: round(value, 4) for name, value, _ in _figures(total, len(scored))},
        counts=total,
        talks={id_: one.score for id_, one in scored.items()},
        seconds=round(seconds, 1),
    )


def _hear(client: Graphmem, talk: Talk, number: int, session: Session) -> None:
    """Posts a session as a thread, a minute between two messages, and waits until it is read."""
    thread = client.open_thread(f"{talk.id}-{number}", user_id=talk.id)
    messages = [
        {"role": said.role, "content": said.content, "said_at": session.date + timedelta(minutes=place)}
        for place, said in enumerate(session.messages)
    ]
    client.post(thread.id, messages)
    wait_until_read(client, thread.id)


def _learned(client: Graphmem, talk: Talk) -> Learned:
    return Learned(
        memories=[
            memory
            for memory in all_memories(client, talk.id)
            if memory.expires_at is None or memory.expires_at > talk.end
        ],
        people=list(all_people(client, talk.id)),
        in_review=frozenset(pair.older.id for pair in waiting(client, talk.id)),
        recalled=[
            [memory.content for memory in client.recall(one.q, options={"limit": _ASKED}, user_id=talk.id).memories]
            for one in talk.questions
        ],
    )


def _figures(total: Score, talks: int) -> Iterator[tuple[str, float, int]]:
    """Each figure with how many things it is over."""

    def share(name: str, part: int, whole: int) -> tuple[str, float, int]:
        return name, part / whole if whole else 0.0, whole

    yield share("facts held", total.held, total.facts)
    yield share("facts held, about the right person", total.held_about_them, total.facts_about_somebody)
    yield share("kept, but expected nowhere", total.unexpected, total.kept)
    yield share("kept, without a phrase of anything expected", total.unrelated, total.kept)
    yield share("forbidden texts held a talk", total.forbidden, talks)
    yield share("replaced facts still active", total.still_active, total.replaced)
    yield share("replaced facts still active and not in review", total.still_active_unseen, total.replaced)
    yield share("people right (name and relation)", total.people_right, total.people)
    yield share("people found at all", total.people_found, total.people)
    yield share(f"questions answered by one of the first {_ASKED}", total.answered, total.questions)


def _table(result: Result) -> Table:
    title = f"Talks: {len(result.talks)}, {result.seconds / 60:.0f} minutes"
    table = Table("Measure", "Value", "Of", title=title)
    for name, value, whole in _figures(result.counts, len(result.talks)):
        table.add_row(name, f"{value:.3f}", str(whole))
    return table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.talks", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder with talks/*.jsonl")
    parser.add_argument(
        "--only", action="append", default=[], help="this file (a) or talk (by its id); may be given again"
    )
    parser.add_argument("--misses", action="store_true", help="print each thing that went wrong")
    parser.add_argument("--out", type=Path, default=_OUT, help="where the figures go")
    return parser.parse_args()


if __name__ == "__main__":
    main()
