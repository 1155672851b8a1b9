"""In which order memories answer a question: a linear model over what can be seen of each, its weights learned.

`training/ranker.py` learns the weights from labelled questions, with the very functions that a recall uses.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt
import Stemmer

_SPEAKER = re.compile(r"([^\W\d_][\w .'-]{0,30}): (?=\S)")
_ASSISTANT = "assistant"
_USER = "user"
_PAUSE = 30 * 60 * 1000  # milliseconds without a word, after which another conversation begins
_K1, _B = 0.9, 0.3

Features = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a recall sees of a memory before it chooses."""

    content: str
    said_at: int  # milliseconds
    thread: str | None = None
    similarity: float | None = None  # to the question
    own: float | None = None  # to the question as the person it names would put it
    asked: bool = False  # whether it is about somebody whom the question speaks of


FEATURES = (
    "words",  # BM25 of the question's words
    "coverage",  # the share of the question's words that it has, the rare ones counting more
    "meaning",  # cosine to the question
    "own_meaning",  # cosine to the question as the person it names would put it
    "talk_meaning",  # the best of its conversation
    "talk_words",
    "talk_coverage",  # of its conversation as a whole
    "speaker",  # whether the one who is asked about said it
    "speaker_length",
    "length",
    "question",  # whether it is itself a question
    "number",  # whether it has one, where one is asked for
    "time",  # whether it tells a time, where one is asked for
    "asked",
    "recency",
)
_NUMBER_ASKED = re.compile(r"\bhow (?:many|much|long|often|old)\b|\bwhen\b|\bwhat (?:time|date|year)\b", re.IGNORECASE)
_TIME_ASKED = re.compile(r"\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|month|year|time)\b", re.IGNORECASE)
_TIME_TOLD = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|week(?:end)?s?|months?|years?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_COMMON = frozenset(
    "a an the of to in on at for and or but is are was were be been being do does did have has had i me my you your he she "
    "it they we his her its their our this that these those with as by from about what when where who which how why will "
    "would can could should not so if then than there here just".split()
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what of it the model looks at."""

    text: str
    name: str | None = None  # the one person it names, if they are one who speaks in what is remembered

    @property
    def terms(self) -> frozenset[str]:
        found = frozenset(terms(self.text)) - frozenset(terms(self.name or ""))
        return found or frozenset(terms(self.text))


def own_question(question: str, name: str) -> str:
    """The question as the person whom it names would put it: "What does Ann like?" is "What do I like?" to Ann."""
    named = re.escape(name)
    text = re.sub(rf"\b{named}['’]s\b", "my", question)
    text = re.sub(rf"\b{named}\b", "I", text)
    return re.sub(r"\b(does|has|is) I\b", lambda found: {"d": "do", "h": "have", "i": "am"}[found[1][0].lower()] + " I", text,
                  flags=re.IGNORECASE)  # fmt: skip


_WORD = re.compile(r"[^\W_]+")


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=20_000)
def terms(text: str) -> tuple[str, ...]:
    """The stems of a text's words, without those that every text has."""
    telling = [word for word in _WORD.findall(text.lower()) if word not in _COMMON]
    return tuple(_stemmer().stemWords(telling))


def speaker(content: str) -> str | None:
    """Who said it, where the text begins with that: "Ann: I like tea"."""
    found = _SPEAKER.match(content)
    return found[1] if found else None


def features(asked: Asked, sights: Sequence[Sight], *, of: int) -> Features:
    """A row for each memory, a column for each of FEATURES; `of` is how many memories there are to choose from."""
    counts = [Counter(terms(sight.content)) for sight in sights]
    lengths = np.array([max(1, sum(count.values())) for count in counts], dtype=float)
    meaning = _filled([sight.similarity for sight in sights])
    own = _filled([sight.own if sight.own is not None else sight.similarity for sight in sights])
    talks = _talks(sights)

    bm25, coverage, talk_coverage, total = (np.zeros(len(sights)) for _ in range(4))
    for term in asked.terms:
        here = np.array([count[term] for count in counts], dtype=float)
        having = np.count_nonzero(here)
        weight = math.log(1 + (max(of, having) - having + 0.5) / (having + 0.5))
        bm25 += weight * here * (_K1 + 1) / (here + _K1 * (1 - _B + _B * lengths / lengths.mean()))
        coverage += weight * (here > 0)
        talk_coverage += weight * _best(here > 0, talks)
        total += weight
    total[total == 0] = 1
    said = np.array([_said_by(asked, speaker(sight.content)) for sight in sights])
    length = np.log1p(lengths) / 5
    texts = [sight.content for sight in sights]
    number = bool(_NUMBER_ASKED.search(asked.text))
    time = bool(_TIME_ASKED.search(asked.text))
    columns = {
        "words": _scaled(bm25),
        "coverage": coverage / total,
        "meaning": _scaled(meaning),
        "own_meaning": _scaled(own),
        "talk_meaning": _scaled(_best(own, talks)),
        "talk_words": _scaled(_best(bm25, talks)),
        "talk_coverage": talk_coverage / total,
        "speaker": said,
        "speaker_length": said * length,
        "length": length,
        "question": np.array([text.rstrip().endswith("?") for text in texts], dtype=float),
        "number": np.array([number and any(map(str.isdigit, text)) for text in texts], dtype=float),
        "time": np.array([time and bool(_TIME_TOLD.search(text)) for text in texts], dtype=float),
        "asked": np.array([sight.asked for sight in sights], dtype=float),
        "recency": _scaled(np.argsort(np.argsort([sight.said_at for sight in sights], kind="stable")).astype(float)),
    }
    return np.stack([columns[name] for name in FEATURES], axis=1)


def scores(asked: Asked, sights: Sequence[Sight], *, of: int) -> list[float]:
    """How well each answers the question, beside the others."""
    if not sights:
        return []
    weights = np.array([_weights()[name] for name in FEATURES])
    return (features(asked, sights, of=of) @ weights).tolist()  # type: ignore[no-any-return]


@cache
def _weights() -> Mapping[str, float]:
    found: dict[str, float] = json.loads(files("graphmem.core").joinpath("ranker.json").read_text())["weights"]
    return found


def _filled(values: Sequence[float | None]) -> npt.NDArray[np.float64]:
    """With the lowest of the others for what has no vector."""
    known = [value for value in values if value is not None]
    return np.array([value if value is not None else min(known, default=0.0) for value in values], dtype=float)


def _scaled(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def _talks(sights: Sequence[Sight]) -> npt.NDArray[np.intp]:
    """The conversation of each, by its thread or by when it was said."""
    order = sorted(range(len(sights)), key=lambda index: sights[index].said_at)
    threads: dict[str, int] = {}
    found = np.zeros(len(sights), dtype=np.intp)
    last, talk = None, 0
    for index in order:
        sight = sights[index]
        if sight.thread is not None:
            found[index] = threads.setdefault(sight.thread, len(sights) + len(threads))
            continue
        if last is not None and sight.said_at - last > _PAUSE:
            talk += 1
        found[index], last = talk, sight.said_at
    return np.unique(found, return_inverse=True)[1]


def _best(values: npt.NDArray[np.floating] | npt.NDArray[np.bool_], talks: npt.NDArray[np.intp]) -> npt.NDArray[np.float64]:
    best = np.full(int(talks.max()) + 1, -np.inf)
    np.maximum.at(best, talks, values.astype(float))
    return best[talks]


def _said_by(asked: Asked, who: str | None) -> float:
    if asked.name is not None:
        return float(who == asked.name)
    return 0.0 if who == _ASSISTANT else 1.0 if who in (None, _USER) else 0.5
