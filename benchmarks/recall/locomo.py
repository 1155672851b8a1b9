"""LoCoMo: two friends talk over months; which turns answer a question about them?"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.recall.corpus import Asked, Corpus, Item, Question
from benchmarks.recall.dataset import DataSet, Figures, MissingData, Told, first_file
from benchmarks.recall.measures import mean, recall_at, reciprocal_rank

_CATEGORIES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop", 5: "5 adversarial (apart)"}
_ADVERSARIAL = 5
_SEEN = {"conv-26", "conv-30", "conv-41", "conv-42", "conv-43"}  # looked at while graphmem was built


def load(folders: Sequence[Path], limit: int | None) -> Told:
    file = first_file(folders, "locomo*.json", "data/locomo*.json")
    if file is None:
        raise MissingData("locomo10.json is in data/ of the GitHub repository snap-research/locomo (CC BY-NC 4.0)")
    corpora = [_corpus(sample) for sample in json.loads(file.read_text(encoding="utf-8"))][:limit]
    seen = sum(corpus.space.removeprefix("locomo-") in _SEEN for corpus in corpora)
    return Told(corpora, seen=f"{seen} of its {len(corpora)} conversations were seen while building")


def figures(asked: Sequence[Asked]) -> Figures:
    return {
        **{f"recall@{limit}": mean(recall_at(one, limit) for one in asked) for limit in (5, 10, 20)},
        "MRR": mean(reciprocal_rank(one) for one in asked),
    }


def _corpus(sample: dict[str, Any]) -> Corpus:
    items = list(_items(sample["conversation"]))
    known = {item.id for item in items}
    half = "seen while building" if sample["sample_id"] in _SEEN else "not seen"
    questions = [
        Question(
            asked["question"],
            answers,
            kinds=(_CATEGORIES[asked["category"]], *([half] if asked["category"] != _ADVERSARIAL else [])),
            counted=asked["category"] != _ADVERSARIAL,
        )
        for asked in sample["qa"]
        if (answers := frozenset(known.intersection(asked.get("evidence", ()))))
    ]
    return Corpus(f"locomo-{sample['sample_id']}", items, questions)


def _items(talk: dict[str, Any]) -> Iterator[Item]:
    """Each turn a memory, with the date of its session."""
    for number in sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key)):
        said_at = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for turn in talk[f"session_{number}"]:
            yield Item(turn["dia_id"], f"{turn['speaker']}: {turn['text']}", said_at)


LOCOMO = DataSet(
    name="locomo",
    title="LoCoMo",
    source="snap-research/locomo on GitHub, CC BY-NC 4.0",
    measures="Each turn is one memory (“speaker: text”, with the date of its session). recall@k: the share of a "
    "question's evidence turns among the first k; categories 1 to 4, the adversarial one apart.",
    load=load,
    figures=figures,
)
