"""In which order memories answer a question, and how likely each does: linear models with learned weights.

`training/ranker.py` learns the weights in `ranker.json` with the very functions that a recall uses.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from importlib.resources import files

import numpy as np
import numpy.typing as npt
import Stemmer

from graphmem.core.grams import grams
from graphmem.core.period import Period, period_in
from graphmem.core.speaker import speaker
from graphmem.core.text import word_set, words
from graphmem.core.whom import whom
from graphmem.model import Candidate

_ASSISTANT, _USER = "assistant", "user"
PAUSE = 30 * 60 * 1000  # milliseconds of silence after which another conversation begins
_K1, _B = 0.9, 0.3  # of BM25
_SPREAD = 0.3  # of cosines, from the lowest to the highest of many; a few that are all alike are no farther apart
_NUMBER_ASKED = re.compile(r"\bhow (?:many|much|long|often|old)\b|\bwhen\b|\bwhat (?:time|date|year)\b", re.IGNORECASE)
_TIME_ASKED = re.compile(r"\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|month|year|time)\b", re.IGNORECASE)
_TIME_TOLD = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|week(?:end)?s?|months?|years?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_COMMON = word_set(
    "a an the of to in on at for and or but is are was were be been being do does did have has had i me my you your he"
    " she it they we his her its their our this that these those with as by from about what when where who which how"
    " why will would can could should not so if then than there here just s t d ll m re ve"
)

_EVERY_WORD = 0.999

Column = npt.NDArray[np.float64]

ORDER = (
    "coverage",  # the share of the question's words that it has, rare ones counting more
    "meaning",  # cosine to the question
    "talk_meaning",  # the best of its conversation
    "talk_words",  # BM25
    "talk_coverage",  # of its conversation as a whole
    "coverage_before",  # of what was said right before it, if the question asks about somebody who speaks
    "meaning_after",  # of what was said right after it, likewise
    "speaker",  # whether the person asked about said it
    "speaker_length",
    "length",
    "question",  # whether it is itself a question
    "number",  # whether it has one, where one is asked for
    "time",  # whether it tells a time, where one is asked for
    "period",  # whether it was said in the time the question speaks of
    "about",  # whether it is about somebody the question speaks of
    "recency",
)

# What tells whether anything answers.
ANSWERED = (
    "best_meaning",  # the highest cosine
    "best_coverage",  # of the one highest in meaning: a cosine that shared words brought about says less
    "most_coverage",
    "constant",
)
# What tells whether a candidate does, if anything does.
CHOSEN = ("behind", "constant")  # how far it is behind the first


@dataclass(frozen=True)
class Question:
    """A question, and what the models look at in it."""

    text: str
    name: str | None = None  # in lower case, whom it asks about, if what they said themselves is remembered
    period: Period | None = None  # the time it speaks of

    @classmethod
    def of(cls, text: str, candidates: Sequence[Candidate], *, now: datetime) -> "Question":
        """The question, with whom it asks about: the first it names who speaks in what was found."""
        speakers = {who.lower() for one in candidates if (who := speaker(one.content))}
        name = next((name for name in whom(text).names if name in speakers), None)
        return cls(text, name, period_in(text, now=now))

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The stems of its telling words, without the name: all are about them."""
        named = {*words(self.name or "")}
        told = [word for word in words(self.text) if word not in _COMMON and word not in named] or words(self.text)
        return tuple(dict.fromkeys([*_stems(told), *grams(self.text)]))

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Words that may have one of the stems."""
        starts = {re.escape(term[: max(3, len(term) - 1)]) for term in self.terms}
        return re.compile(rf"\b(?:{'|'.join(sorted(starts))})\w*") if starts else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate in its place: its score beside the others', and the probability that it answers the question."""

    candidate: Candidate
    score: float
    relevance: float
    sure: bool  # whether it has every word of the question, or is about somebody the question speaks of


def rank(question: Question, candidates: Sequence[Candidate], *, among: int) -> list[Ranked]:
    """The candidates, best first; `among` is how many memories they were chosen from."""
    if not candidates:
        return []
    columns = features(question, candidates, among=among)
    weights = _weights()
    scores = weighed(columns, weights["order"])
    chances = relevance(columns, scores, weights)
    ranked = [
        Ranked(
            candidate, round(float(score), 4), round(float(chance), 4), candidate.asked or bool(coverage >= _EVERY_WORD)
        )
        for candidate, score, chance, coverage in zip(candidates, scores, chances, columns["coverage"], strict=True)
    ]
    return sorted(ranked, key=lambda one: (-one.score, one.candidate.id))


def features(question: Question, candidates: Sequence[Candidate], *, among: int) -> dict[str, Column]:
    """What speaks for each candidate, by name: those of ORDER from 0 to 1, and the cosines as they are."""
    talks = _talks(candidates)
    texts = [one.content for one in candidates]
    speakers = [speaker(text) for text in texts]
    # What else was said in its conversation tells of a turn, but not of a fact that was taken out of one.
    together = (np.bincount(talks) > 1)[talks] * _flags(who is not None for who in speakers)
    cosine = _filled([one.similarity for one in candidates])
    found = matches(question, candidates, among=among)
    order = _in_order(candidates, talks)
    meaning = _scaled(cosine, least=_SPREAD)
    named = float(question.name is not None)
    said = _said(question, speakers)
    talk_coverage = sum((share * _best(has, talks) for share, has in found.terms), np.zeros(len(texts)))
    length = np.log1p([1 + text.count(" ") for text in texts]) / 5
    number, time = _NUMBER_ASKED.search(question.text), _TIME_ASKED.search(question.text)
    return {
        "coverage": found.coverage,
        "meaning": meaning,
        "talk_meaning": together * _scaled(_best(cosine, talks), least=_SPREAD),
        "talk_words": together * _scaled(_best(found.bm25, talks)),
        "talk_coverage": together * (talk_coverage - talk_coverage.min()),
        "coverage_before": named * _beside(found.coverage, talks, order),
        "meaning_after": named * _beside(meaning, talks, order[::-1]),
        "speaker": said,
        "speaker_length": said * length,
        "length": length,
        "question": _flags(text.rstrip().endswith("?") for text in texts),
        "number": _flags(number is not None and any(map(str.isdigit, text)) for text in texts),
        "time": _flags(time is not None and _TIME_TOLD.search(text) is not None for text in texts),
        "period": _flags(question.period is not None and _within(one, question.period) for one in candidates),
        "about": _flags(one.asked for one in candidates),
        "recency": _scaled(np.unique([one.said_at for one in candidates], return_inverse=True)[1].astype(float)),
        "cosine": cosine,
    }


def weighed(columns: Mapping[str, Column], weights: Mapping[str, float]) -> Column:
    """The sum of the columns, each times its weight."""
    total: Column = np.stack([columns[name] for name in weights], axis=1) @ np.array(list(weights.values()))
    return total


def relevance(columns: Mapping[str, Column], scores: Column, weights: Mapping[str, Mapping[str, float]]) -> Column:
    """The probability of each to answer: that anything does, times that this one does if anything."""
    anything = weighed(answered_signs(columns), weights["answered"])
    chances: Column = _sigmoid(anything) * _sigmoid(weighed(chosen_signs(scores), weights["chosen"]))
    return chances


def answered_signs(columns: Mapping[str, Column]) -> dict[str, Column]:
    """One value for each of ANSWERED, of all candidates together."""
    best = columns["cosine"].max()
    found = {
        "best_meaning": best,
        "best_coverage": columns["coverage"][columns["cosine"] == best].max(),
        "most_coverage": columns["coverage"].max(),
        "constant": 1.0,
    }
    return {name: np.array([found[name]], dtype=float) for name in ANSWERED}


def chosen_signs(scores: Column) -> dict[str, Column]:
    """A column for each of CHOSEN."""
    return {"behind": scores - scores.max(), "constant": np.ones(len(scores))}


def _sigmoid(values: Column) -> Column:
    return 1 / (1 + np.exp(-values))


@dataclass(frozen=True, slots=True)
class Matches:
    """How well the words of candidates fit a question."""

    bm25: Column
    coverage: Column
    terms: list[tuple[float, Column]]  # the share of each term in the question's weight, and which candidates have it


def matches(question: Question, candidates: Sequence[Candidate], *, among: int) -> Matches:
    """BM25 of each candidate, and the share of the question's words that it has; `among` as in `rank`."""
    counts = [_counted(question, one) for one in candidates]
    lengths = np.array([1 + one.content.count(" ") for one in candidates], dtype=float)
    relative = _K1 * (1 - _B + _B * lengths / lengths.mean())
    bm25 = np.zeros(len(candidates))
    found = []
    for term in question.terms:
        here = np.array([count[term] for count in counts], dtype=float)
        having = int(np.count_nonzero(here))
        weight = math.log(1 + (max(among, having) - having + 0.5) / (having + 0.5))
        bm25 += weight * here * (_K1 + 1) / (here + relative)
        found.append((weight, (here > 0).astype(float)))
    total = sum(weight for weight, _ in found) or 1.0
    shares = [(weight / total, has) for weight, has in found]
    return Matches(bm25, sum((share * has for share, has in shares), np.zeros(len(candidates))), shares)


def _counted(question: Question, candidate: Candidate) -> Counter[str]:
    """How often a candidate has words with the question's stems."""
    text = candidate.content.lower()
    if candidate.key:
        text = f"{text} {candidate.key.replace('_', ' ')}"
    found = question.pattern.findall(text) if question.pattern else []
    return Counter([*_stems(found), *(() if text.isascii() else grams(text, alone=True))])


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def _stems(found: Sequence[str]) -> list[str]:
    return list(_stemmer().stemWords(found))


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    found: dict[str, dict[str, float]] = json.loads(files("graphmem.core").joinpath("ranker.json").read_text())
    return found


def _within(candidate: Candidate, period: Period) -> bool:
    start, end = period
    return start.timestamp() <= candidate.said_at / 1000 < end.timestamp()


def _flags(values: Iterable[bool]) -> Column:
    return np.array(list(values), dtype=float)


def _filled(values: Sequence[float | None]) -> Column:
    """With the lowest of the others for what has no vector."""
    known = [value for value in values if value is not None]
    lowest = min(known, default=0.0)
    return np.array([lowest if value is None else value for value in values], dtype=float)


def _scaled(values: Column, *, least: float = 0.0) -> Column:
    """From 0 for the lowest to 1 for the highest; to less where they are closer together than `least`."""
    low, high = values.min(), values.max()
    return (values - low) / max(high - low, least) if high > low else np.zeros_like(values)


def _talks(candidates: Sequence[Candidate]) -> npt.NDArray[np.intp]:
    """The conversation of each: its thread, or what was said without a long pause."""
    order = sorted(range(len(candidates)), key=lambda place: candidates[place].said_at)
    threads: dict[str, int] = {}
    found = np.zeros(len(candidates), dtype=np.intp)
    last, talk = None, 0
    for place in order:
        one = candidates[place]
        if one.thread_id is not None:
            found[place] = threads.setdefault(one.thread_id, len(candidates) + len(threads))
            continue
        if last is not None and one.said_at - last > PAUSE:
            talk += 1
        found[place], last = talk, one.said_at
    return np.unique(found, return_inverse=True)[1]


def _in_order(candidates: Sequence[Candidate], talks: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Their places, one conversation after another, each as it went on; ids tell the order of what was said at once."""
    keys = [(talk, one.said_at, one.id, place) for place, (talk, one) in enumerate(zip(talks, candidates, strict=True))]
    return np.array([place for *_, place in sorted(keys)], dtype=np.intp)


def _beside(values: Column, talks: npt.NDArray[np.intp], order: npt.NDArray[np.intp]) -> Column:
    """The value of whatever comes before each in its conversation, 0 for the first."""
    here, before = order[1:], order[:-1]
    beside = np.zeros_like(values)
    beside[here] = np.where(talks[here] == talks[before], values[before], 0)
    return beside


def _best(values: Column, talks: npt.NDArray[np.intp]) -> Column:
    """The best value in the conversation of each."""
    best = np.full(int(talks.max()) + 1, -np.inf)
    np.maximum.at(best, talks, values)
    return best[talks]


def _said(question: Question, speakers: Sequence[str | None]) -> Column:
    """Whether each was said by whom the question asks about: the person it names, or else the user."""
    if question.name is not None:
        return _flags(who is not None and who.lower() == question.name for who in speakers)
    if not any(speakers):
        return np.zeros(len(speakers))
    others = {who for who, count in Counter(speakers).items() if count > 1} - {None, _ASSISTANT, _USER}
    return np.array([0.0 if who == _ASSISTANT else 0.5 if who in others else 1.0 for who in speakers])
