"""Talks: weeks of chat, read by the memory itself if it can; are the questions answered afterwards?"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from benchmarks.recall.corpus import Asked, Corpus, Hit, Item, Question
from benchmarks.recall.dataset import DataSet, Figures, MissingData, Result, Told
from benchmarks.recall.measures import mean
from benchmarks.recall.peer import Listener, Peer

_OWN = Path(__file__).resolve().parents[2] / "training" / "talks"
_LIMIT = 5


def load(folders: Sequence[Path], limit: int | None) -> Told:
    found = [folder for folder in (*(folder / "talks" for folder in folders), _OWN) if folder.is_dir()]
    if not found:
        raise MissingData(
            "talks/*.jsonl has one talk a line: {id, sessions: [{date, messages}], questions: [{q, contains}]}"
        )
    corpora = [corpus for file in sorted(found[0].glob("*.jsonl")) for corpus in _corpora(file, limit)]
    return Told(corpora, seen="seen while building")


def ask(peer: Peer, corpus: Corpus) -> Result:
    """Has the talk heard, or its user's messages kept one by one where a peer can't listen."""
    texts = {item.id: item.text for item in corpus.items}
    said = [item for item in corpus.items if _role(item) == "user"]
    if isinstance(peer, Listener):
        seconds = peer.hear(corpus.space, list(_sessions(corpus.items)))
    else:
        seconds = peer.add(corpus.space, said)
    asked = []
    for question in corpus.questions:
        hits, took = peer.search(corpus.space, question.text, _LIMIT)
        shown = [Hit(hit.ids, hit.score, hit.text or " ".join(texts[id_] for id_ in hit.ids)) for hit in hits]
        asked.append(Asked(question, shown, took))
    return Result(asked, len(said), seconds)


def figures(asked: Sequence[Asked]) -> Figures:
    return {"answered in 5": mean(float(any(_answers(hit, one.question) for hit in one.hits)) for one in asked)}


def _answers(hit: Hit, question: Question) -> bool:
    """Whether one memory holds every word that the answer must have."""
    text = hit.text.casefold()
    return all(word.casefold() in text for word in question.answers)


def _corpora(file: Path, limit: int | None) -> Iterator[Corpus]:
    for line in file.read_text(encoding="utf-8").splitlines()[:limit]:
        talk = json.loads(line)
        items = [
            Item(f"{session}/{place}/{message['role']}", message["content"], datetime.fromisoformat(told["date"]))
            for session, told in enumerate(talk["sessions"])
            for place, message in enumerate(told["messages"])
        ]
        questions = [
            Question(one["q"], frozenset(one["contains"]), (f"file {file.stem}",)) for one in talk["questions"]
        ]
        yield Corpus(f"talks-{talk['id']}", items, questions)


def _sessions(items: Sequence[Item]) -> Iterator[list[tuple[str, Item]]]:
    for number in sorted({int(item.id.partition("/")[0]) for item in items}):
        yield [(_role(item), item) for item in items if item.id.partition("/")[0] == str(number)]


def _role(item: Item) -> str:
    return item.id.rpartition("/")[2]


TALKS = DataSet(
    name="talks",
    title="Talks",
    source="talks/*.jsonl in a folder of yours",
    measures="Weeks of chat of one person with an assistant, and twelve questions: the share answered by one of the "
    "first five memories. graphmem is posted the messages and finds the facts itself; the others are given each "
    "message of the user as one memory, whole.",
    load=load,
    figures=figures,
    ask=ask,
)
