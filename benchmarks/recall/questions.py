"""Our own questions: which of a person's facts answer it, and does the score tell when none does?"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.recall.corpus import Asked, Corpus, Item, Question
from benchmarks.recall.dataset import DataSet, Figures, Told
from benchmarks.recall.measures import answered, auc, best_score, found_at, hit_at, mean

_OWN = Path(__file__).resolve().parents[2] / "training" / "questions"
_HELD_OUT = "e.jsonl"  # nothing has learned from it, nothing was chosen by it


def load(folders: Sequence[Path], limit: int | None) -> Told:
    given = [folder / "questions" for folder in folders if (folder / "questions").is_dir()]
    files = sorted(given[0].glob("*.jsonl")) if given else [_OWN / _HELD_OUT]
    corpora = [corpus for file in files for corpus in _corpora(file, limit)]
    return Told(corpora, seen="as its owner knows" if given else "held out: nothing learned from it")


def figures(asked: Sequence[Asked]) -> Figures:
    right = [one for one in asked if answered(one.question)]
    none = [one for one in asked if not answered(one.question)]
    return {
        "hit@1": mean(hit_at(one, 1) for one in right),
        "hit@5": mean(hit_at(one, 5) for one in right),
        "all in 5": mean(float(one.question.answers <= found_at(one.hits, 5)) for one in right),
        "AUC answer or none": auc([best_score(one) for one in right], [best_score(one) for one in none]),
    }


def _corpora(file: Path, limit: int | None) -> Iterator[Corpus]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()[:limit]):
        person = json.loads(line)
        kinds = (f"file {file.stem}", f"style {person['style']}") if "style" in person else (f"file {file.stem}",)
        yield Corpus(
            f"questions-{file.stem}-{number}",
            [Item(str(place), fact) for place, fact in enumerate(person["facts"])],
            [Question(one["q"], frozenset(map(str, one["answers"])), kinds) for one in person["questions"]],
        )


QUESTIONS = DataSet(
    name="questions",
    title="Our own questions",
    source="training/questions, or questions/*.jsonl in a folder of yours",
    measures="Facts of one person, most questions without a word in common with their answer, one in six without any "
    "answer. AUC: how well the score of the best memory tells questions that have an answer from those that have none "
    "(0.5 is chance).",
    load=load,
    figures=figures,
)
