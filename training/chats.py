"""Public conversations with questions about them, as memories to choose from: LoCoMo and LongMemEval."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

_HAYSTACK = 48  # sessions
_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Turn:
    content: str
    said_at: int  # milliseconds
    thread: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    answers: frozenset[int]  # places among the turns
    kind: str
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Case:
    """Memories, and questions about them; `group` is what is held out together."""

    source: str
    group: str
    turns: tuple[Turn, ...]
    queries: tuple[Query, ...]


def locomo(file: Path) -> Iterator[Case]:
    """Each turn a memory, "speaker: text"; questions of all categories but the adversarial one."""
    for sample in json.loads(file.read_text()):
        talk = sample["conversation"]
        turns: list[Turn] = []
        place: dict[str, int] = {}
        for number in sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key)):
            began = _utc(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y")
            for turn in talk[f"session_{number}"]:
                place[turn["dia_id"]] = len(turns)
                turns.append(Turn(f"{turn['speaker']}: {turn['text']}", _ms(began)))
        queries = tuple(
            Query(asked["question"], answers, str(asked["category"]), began + timedelta(days=1))
            for asked in sample["qa"]
            if asked["category"] != 5
            and (answers := frozenset(place[one] for one in asked.get("evidence", ()) if one in place))
        )
        yield Case("locomo", sample["sample_id"], tuple(turns), queries)


def longmemeval(file: Path, fillers: Path) -> Iterator[Case]:
    """Each question's sessions among others, 48 in all; those that have no answer are left out."""
    asked = json.loads(file.read_text())
    others = json.loads(fillers.read_text())
    own = {
        id_: session
        for one in asked
        for id_, session in zip(one["haystack_session_ids"], one["haystack_sessions"], strict=True)
    }
    pool = sorted(others) + sorted(own)
    for one in asked:
        if one["question_id"].endswith("_abs"):
            continue
        mine = dict(zip(one["haystack_session_ids"], one["haystack_sessions"], strict=True))
        rng = random.Random(one["question_id"] + "0")
        drawn = [id_ for id_ in rng.sample(pool, _HAYSTACK + 10) if id_ not in mine][: _HAYSTACK - len(mine)]
        now = _moment(one["question_date"])
        sessions = [
            (_moment(day), id_) for day, id_ in zip(one["haystack_dates"], one["haystack_session_ids"], strict=True)
        ]
        sessions += [(now - timedelta(minutes=rng.randint(60, 60 * 24 * 60)), id_) for id_ in drawn]
        turns: list[Turn] = []
        answers = set()
        for began, id_ in sorted(sessions):
            for turn in mine.get(id_) or others.get(id_) or own[id_]:
                if id_ in mine and turn.get("has_answer"):
                    answers.add(len(turns))
                turns.append(Turn(f"{turn['role']}: {turn['content']}", _ms(began)))
        if answers:
            query = Query(one["question"], frozenset(answers), one["question_type"], now)
            yield Case("longmemeval", one["question_id"], tuple(turns), (query,))


def _moment(text: str) -> datetime:
    return _utc(text[:10] + text[-6:], "%Y/%m/%d %H:%M")


def _utc(text: str, form: str) -> datetime:
    return datetime.strptime(text, form).replace(tzinfo=UTC)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
