"""Measures of a ranking, each between 0 and 1."""

from collections.abc import Iterable, Sequence
from statistics import fmean

from benchmarks.recall.corpus import Asked, Hit, Question


def found_at(hits: Sequence[Hit], limit: int) -> frozenset[str]:
    """The items among the first so many hits."""
    return frozenset(id_ for hit in hits[:limit] for id_ in hit.ids)


def recall_at(asked: Asked, limit: int) -> float:
    """The share of the answers among the first so many hits."""
    answers = asked.question.answers
    return len(answers & found_at(asked.hits, limit)) / len(answers)


def hit_at(asked: Asked, limit: int) -> float:
    """1 if any answer is among the first so many hits."""
    return float(not asked.question.answers.isdisjoint(found_at(asked.hits, limit)))


def reciprocal_rank(asked: Asked) -> float:
    """1 over the place of the first answer, 0 where none was found."""
    for place, hit in enumerate(asked.hits, 1):
        if not asked.question.answers.isdisjoint(hit.ids):
            return 1 / place
    return 0.0


def auc(answered: Sequence[float], unanswered: Sequence[float]) -> float | None:
    """How often a question with an answer scores higher than one without: 0.5 is chance."""
    if not answered or not unanswered:
        return None
    wins = sum((yes > no) + (yes == no) / 2 for yes in answered for no in unanswered)
    return wins / (len(answered) * len(unanswered))


def mean(values: Iterable[float]) -> float | None:
    """Their mean, if there are any."""
    listed = list(values)
    return fmean(listed) if listed else None


def grouped(asked: Sequence[Asked]) -> dict[str, list[Asked]]:
    """All that count together, then by kind."""
    groups: dict[str, list[Asked]] = {"all": [one for one in asked if one.question.counted]}
    for one in asked:
        for kind in one.question.kinds:
            groups.setdefault(kind, []).append(one)
    return dict(sorted(groups.items(), key=lambda group: (group[0] != "all", group[0])))


def best_score(asked: Asked) -> float:
    return max((hit.score for hit in asked.hits), default=float("-inf"))


def answered(question: Question) -> bool:
    return bool(question.answers)
