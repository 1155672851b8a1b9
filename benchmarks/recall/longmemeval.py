"""LongMemEval: one user's chats with an assistant; which turns, and which chats, answer a question?"""

import json
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.recall.corpus import Asked, Corpus, Hit, Item, Question
from benchmarks.recall.dataset import DataSet, Figures, MissingData, Told, first_file
from benchmarks.recall.measures import mean, recall_at

_HAYSTACK = 48  # sessions
_SAMPLE = 25  # questions, unless asked for more: each has about 500 turns of its own
_SEED = 7

Session = list[dict[str, Any]]


def load(folders: Sequence[Path], limit: int | None) -> Told:
    file = first_file(folders, "longmemeval_[!f]*.json")
    if file is None:
        raise MissingData(
            "longmemeval_oracle.json or longmemeval_s.json come with the GitHub repository xiaowu0162/LongMemEval (MIT)"
        )
    asked = [one for one in json.loads(file.read_text(encoding="utf-8")) if has_answer(one)]
    chosen = random.Random(_SEED).sample(asked, min(limit if limit is not None else _SAMPLE, len(asked)))
    fillers = first_file(folders, "longmemeval_fillers*.json")
    others: dict[str, Session] = json.loads(fillers.read_text(encoding="utf-8")) if fillers else {}
    pool = others | {id_: session for one in asked for id_, session in _own(one).items()}
    return Told(
        [_corpus(one, pool) for one in chosen],
        seen="the questions were seen while building, if they are of the development half",
        note=f"{len(chosen)} of {len(asked)} questions that have an answer, drawn with seed {_SEED}. Haystacks of "
        f"{_HAYSTACK} sessions, filled up with sessions of other questions where the file has fewer: not comparable "
        "with published figures.",
    )


def figures(asked: Sequence[Asked]) -> Figures:
    return {
        "turn recall@5": mean(recall_at(one, 5) for one in asked),
        "turn recall@10": mean(recall_at(one, 10) for one in asked),
        "thread any@5": mean(_thread_among(one, 5) for one in asked),
    }


def _thread_among(asked: Asked, limit: int) -> float:
    """1 if a thread with an answer is among the first so many, each ranked by its best turn."""
    wanted = {_thread(id_) for id_ in asked.question.answers}
    ranked = list(dict.fromkeys(_thread_of(hit) for hit in asked.hits))
    return float(not wanted.isdisjoint(ranked[:limit]))


def _thread_of(hit: Hit) -> str:
    return _thread(hit.ids[0]) if hit.ids else ""


def _thread(id_: str) -> str:
    return id_.rpartition("#")[0]


def has_answer(one: dict[str, Any]) -> bool:
    turns = (turn for session in one["haystack_sessions"] for turn in session)
    return not one["question_id"].endswith("_abs") and any(turn.get("has_answer") for turn in turns)


def _own(one: dict[str, Any]) -> dict[str, Session]:
    return dict(zip(one["haystack_session_ids"], one["haystack_sessions"], strict=True))


def _corpus(one: dict[str, Any], pool: dict[str, Session]) -> Corpus:
    own = _own(one)
    items, answers = [], set()
    for began, id_ in sorted(_dated(one, own, pool)):
        for number, turn in enumerate(own.get(id_) or pool[id_]):
            item = Item(f"{id_}#{number}", f"{turn['role']}: {turn['content']}", began)
            if not turn["content"].strip():
                continue
            items.append(item)
            if id_ in own and turn.get("has_answer"):
                answers.add(item.id)
    question = Question(one["question"], frozenset(answers), kinds=(one["question_type"],))
    return Corpus(f"longmemeval-{one['question_id']}", items, [question])


def _dated(one: dict[str, Any], own: dict[str, Session], pool: dict[str, Session]) -> Iterator[tuple[datetime, str]]:
    """The sessions of a question, and others at random moments of the two months before it was asked."""
    for day, id_ in zip(one["haystack_dates"], one["haystack_session_ids"], strict=True):
        yield moment(day), id_
    rng = random.Random(one["question_id"])
    others = [id_ for id_ in sorted(pool) if id_ not in own]
    asked_at = moment(one["question_date"])
    for id_ in rng.sample(others, min(max(_HAYSTACK - len(own), 0), len(others))):
        yield asked_at - timedelta(minutes=rng.randint(60, 60 * 24 * 60)), id_


def moment(text: str) -> datetime:
    """From "2023/05/20 (Sat) 02:21"."""
    return datetime.strptime(text[:10] + text[-6:], "%Y/%m/%d %H:%M").replace(tzinfo=UTC)


LONGMEMEVAL = DataSet(
    name="longmemeval",
    title="LongMemEval",
    source="xiaowu0162/LongMemEval on GitHub, MIT",
    measures="Each turn is one memory (“user: …”, “assistant: …”). turn recall@k: the share of the turns that hold the "
    "answer among the first k; thread any@5: whether a thread that holds one is among the first five threads.",
    load=load,
    figures=figures,
)
