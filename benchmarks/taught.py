"""What is learned from chats with an assistant that are posted as threads: `python -m benchmarks.taught --data DIR`.

LongMemEval says which turns hold the answer to a question. How many of these taught anything, how many of the others,
and does a recall of ten memories lead back to one of them?
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.recall.dataset import first_file
from benchmarks.recall.longmemeval import has_answer, moment
from benchmarks.running import client_of, wait_until_read
from graphmem.client import Graphmem
from graphmem.client.call import reading, thread_path
from graphmem.web.api.conversation_shapes import ConversationAnswer

_SEED = 7
_ASKED = 10  # memories for a question
_MOST = 200  # messages of a thread
_UPDATE = "knowledge-update"


@dataclass
class Tally:
    """Of how many turns or questions something was true."""

    flags: list[bool] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{sum(self.flags) / len(self.flags):.3f}" if self.flags else "–"


@dataclass
class Tallies:
    """All that is measured, by its name."""

    evidence: Tally = field(default_factory=Tally)
    others: Tally = field(default_factory=Tally)
    found: Tally = field(default_factory=Tally)
    newer_first: Tally = field(default_factory=Tally)

    def rows(self) -> Iterator[tuple[str, Tally]]:
        yield "user's turns with the answer that taught something", self.evidence
        yield "user's other turns that taught something", self.others
        yield f"questions whose answer is among the sources of the first {_ASKED}", self.found
        yield "updates: the newer above the older", self.newer_first


def measure(client: Graphmem, one: dict[str, Any], tallies: Tallies) -> None:
    """Posts the chats that a question is about, has them read, and asks it."""
    user = one["question_id"]
    evidence: dict[str, int] = {}  # the number of its chat, by the id of the message
    sessions = sorted(zip(one["haystack_dates"], one["haystack_sessions"], strict=True), key=lambda pair: pair[0])
    for number, (day, turns) in enumerate(sessions):
        thread = f"{user}-{number}"
        _post(client, user, thread, moment(day), turns)
        call = reading(f"{thread_path(thread)}/conversation", ConversationAnswer, {"limit": _MOST})
        said = [turn for turn in turns if turn["content"].strip()]
        for turn, told in zip(said, client._send(call).messages, strict=False):
            if turn["role"] != "user":
                continue
            tally = tallies.evidence if turn.get("has_answer") else tallies.others
            tally.flags.append(bool(told.learned))
            if turn.get("has_answer"):
                evidence[told.id] = number
    if not evidence:
        return
    memories = client.recall(one["question"], options={"limit": _ASKED}, user_id=user).memories
    places = [evidence.get(memory.source_message_id or "") for memory in memories]
    tallies.found.flags.append(any(place is not None for place in places))
    chats = {place for place in places if place is not None}
    if one["question_type"] == _UPDATE and len(set(evidence.values())) > 1 and chats:
        first = next(place for place in places if place is not None)
        tallies.newer_first.flags.append(first == max(evidence.values()))


def _post(client: Graphmem, user: str, thread: str, began: datetime, turns: Sequence[dict[str, Any]]) -> None:
    client.open_thread(thread, user_id=user)
    client.post(
        thread,
        [
            {"role": turn["role"], "content": turn["content"], "said_at": began + timedelta(minutes=place)}
            for place, turn in enumerate(turns)
            if turn["content"].strip()
        ],
    )
    wait_until_read(client, thread)


def main() -> None:
    given = _arguments()
    file = first_file([given.data], "longmemeval_[!f]*.json")
    if file is None:
        raise SystemExit(f"no longmemeval_*.json in {given.data}")
    asked = [one for one in json.loads(file.read_text(encoding="utf-8")) if has_answer(one)]
    chosen = random.Random(_SEED).sample(asked, min(given.limit, len(asked)))
    tallies, console = Tallies(), Console(highlight=False)
    with tempfile.TemporaryDirectory(prefix="graphmem-taught-") as folder, client_of(Path(folder) / "data") as client:
        for one in track(chosen, console=console):
            measure(client, one, tallies)
    table = Table("Measure", "Value", "Of", title=f"LongMemEval as threads: {len(chosen)} questions")
    for name, tally in tallies.rows():
        table.add_row(name, str(tally), str(len(tally.flags)))
    console.print(table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taught", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with longmemeval_*.json")
    parser.add_argument("--limit", type=int, default=40, help="at most so many questions")
    return parser.parse_args()


if __name__ == "__main__":
    main()
