"""The reader of messages: what each clause is worth, and who is spoken of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from tokenizers import Encoding

from graphmem.adapters.learned.runner import Runner
from graphmem.core.understanding import THING, Clause, Span, Spoken, Understood
from graphmem.model import Kind

Scores = npt.NDArray[np.floating[Any]]

_LONGEST = 320  # tokens of a message with what was asked before it, as in training
_BEFORE = 48  # tokens of what was asked, its last ones
_WINDOW = 900  # characters of a long message that are read together
_BEGINS = 0.5  # how likely a clause must begin at a token
_BEGINS_A_SENTENCE = 0.2  # behind what looks like the end of a sentence
_ENDED = re.compile(r"[.!?\u2026][\"')\]]*\s+\Z")
_OF = 0.5
_APPOSED = 2.0  # what a name beside a relation adds to the score of both meaning one person
_SENTENCE_END = re.compile(r"(?:[.!?…]+[\"')\]]*\s+|\n+)")
_CONTINUES = re.compile(r"\w")


class _Labels(msgspec.Struct):
    """What the numbers of the model stand for."""

    parts: dict[str, int]
    worth: list[str]
    mention: list[str]
    relation: list[str]
    status: list[str]
    tie: int
    gaps: list[int]
    places: list[list[list[list[list[float]]]]]  # same or of, both sorts, how far behind, how near


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    asked: bool


class MessageReader:
    """Reads messages with the model in a folder."""

    def __init__(self, folder: Path) -> None:
        self._runner = Runner(folder, output="scores")
        self._labels = self._runner.labels(_Labels)
        self._places = np.array(self._labels.places)
        self._kinds = [Kind(name) for name in self._labels.worth if name in set(Kind)]

    def read(self, messages: Sequence[tuple[str, str]]) -> list[Understood]:
        """What each message says, given what was asked before it."""
        windows = [
            (place, window, before if not number else "")
            for place, (before, message) in enumerate(messages)
            for number, window in enumerate(_windows(message))
        ]
        encoded = [self._encoded(before, messages[place][1][span.start : span.end]) for place, span, before in windows]
        scored = self._runner.run([(ids, types) for ids, types, _ in encoded])
        parts: list[list[Understood]] = [[] for _ in messages]
        for (place, span, before), (_, _, tokens), scores in zip(windows, encoded, scored, strict=True):
            text = messages[place][1][span.start : span.end]
            parts[place].append(_moved(self._understood(text, before, tokens, scores), span.start))
        return [_joined(message, found) for (_, message), found in zip(messages, parts, strict=True)]

    def _encoded(self, before: str, message: str) -> tuple[list[int], list[int], list[_Token | None]]:
        whole = f"{message}." if message[-1:].isalnum() else message  # a sentence that ends is judged more steadily
        asked, own = self._runner.tokens(before), self._runner.tokens(whole)
        cls, sep = self._runner.marks
        first = max(0, len(asked.ids) - _BEFORE)
        room = _LONGEST - (len(asked.ids) - first) - 3
        ids = [cls, *asked.ids[first:], sep, *own.ids[:room], sep]
        types = [0, *_capitals(before, asked, first), 0, *(1 + one for one in _capitals(whole, own)[:room]), 1]
        tokens: list[_Token | None] = [None, *(_Token(*place, asked=True) for place in asked.offsets[first:]), None]
        ours = own.offsets[:room]
        tokens += [*(_Token(*place, asked=False) if place[0] < len(message) else None for place in ours), None]
        return ids, types, tokens

    def _understood(self, text: str, before: str, tokens: Sequence[_Token | None], scores: Scores) -> Understood:
        parts, at = {}, 0
        for name, width in self._labels.parts.items():
            parts[name] = scores[: len(tokens), at : at + width]
            at += width
        ties = scores[: len(tokens), at : at + 4 * self._labels.tie].reshape(len(tokens), 4, self._labels.tie)
        return Understood(
            text,
            tuple(self._clauses(text, tokens, parts)),
            tuple(self._spoken(text, before, tokens, parts, ties)),
        )

    def _clauses(self, text: str, tokens: Sequence[_Token | None], parts: dict[str, Scores]) -> Iterator[Clause]:
        own = [(place, token) for place, token in enumerate(tokens) if token and not token.asked]
        begins = _sigmoid(parts["begins"][:, 0])
        starts = [
            place
            for number, (place, token) in enumerate(own)
            if not number or (begins[place] >= _least(text, token.start) and not _inside_word(text, token.start))
        ]
        kinds = len(self._kinds)
        for first, after in pairwise([*starts, *(place + 1 for place, _ in own[-1:])]):
            end = tokens[after - 1]
            start = tokens[first]
            if start is None or end is None:
                continue
            chances = _softmax(parts["worth"][first:after].mean(0))
            reason = self._labels.worth[kinds + int(chances[kinds:].argmax())]
            kind = self._kinds[int(chances[:kinds].argmax())]
            yield Clause(start.start, end.end, float(chances[:kinds].sum()), kind, reason)

    def _spoken(
        self, text: str, before: str, tokens: Sequence[_Token | None], parts: dict[str, Scores], ties: Scores
    ) -> Iterator[Spoken]:
        marked = list(self._mentions(text, before, tokens, parts))
        yield from (spoken for _, _, spoken in marked if spoken.sort == THING)
        found = [one for one in marked if one[2].sort != THING]
        heads = [first for first, _, _ in found]
        mentions = [spoken for _, _, spoken in found]
        same: Scores = _compared(ties, heads, 0) + self._placed(0, mentions)
        same = (same + same.T) / 2 + _APPOSED * _apposed(mentions, text)
        of = _sigmoid(_compared(ties, heads, 2) + self._placed(1, mentions))
        people, ties_to = _clusters(same, mentions)
        related = _by_person(people, [parts["relation"][first : last + 1].mean(0) for first, last, _ in found])
        status = _by_person(people, [parts["status"][first : last + 1].mean(0) for first, last, _ in found])
        for place, (first, last, spoken) in enumerate(found):
            owner = int(of[place].argmax()) if len(found) > 1 else place
            owned = (
                spoken.sort in ("relation", "title")
                and owner != place
                and of[place, owner] >= _OF
                and people[owner] != people[place]
            )
            yield replace(
                spoken,
                person=people[place],
                tied=ties_to[place],
                says=self._name("relation", parts["says"][first : last + 1].mean(0)),
                relation=self._name("relation", related[people[place]]),
                status=self._name("status", status[people[place]]),
                of=people[owner] if owned else None,
            )

    def _placed(self, part: int, found: Sequence[Spoken]) -> Scores:
        """What two mentions are to each other by their sorts and places alone."""
        sorts = [self._labels.mention.index(one.sort) for one in found]
        scores = np.zeros((len(found), len(found)))
        for a, one in enumerate(found):
            for b, other in enumerate(found):
                near = sum(_gap(one, other) > most for most in self._labels.gaps)
                scores[a, b] = self._places[part, sorts[a], sorts[b], max(-4, min(4, b - a)) + 4, near]
        return scores

    def _mentions(
        self, text: str, before: str, tokens: Sequence[_Token | None], parts: dict[str, Scores]
    ) -> Iterator[tuple[int, int, Spoken]]:
        chances = np.apply_along_axis(_softmax, 1, parts["mention"])
        marks = chances.argmax(1).tolist()
        place = 0
        while place < len(tokens):
            token, mark = tokens[place], marks[place]
            source = before if token and token.asked else text
            if token is None or mark == 0 or _inside_word(source, token.start):
                place += 1
                continue
            sort, last = (mark - 1) // 2, place
            while (
                (after := tokens[last + 1])
                and after.asked == token.asked
                and (marks[last + 1] == 2 * sort + 2 or _inside_word(source, after.start))
            ):
                last += 1
            end = tokens[last]
            if end is not None:
                words = source[token.start : end.end]
                chance = float(1 - chances[place : last + 1, 0].mean())
                yield (
                    place,
                    last,
                    Spoken(
                        token.start, end.end, self._labels.mention[sort], words, place, asked=token.asked, chance=chance
                    ),
                )
            place = last + 1

    def _name(self, part: str, scores: Scores) -> str | None:
        name = getattr(self._labels, part)[int(scores.argmax())]
        return None if name == "none" else str(name)


def _windows(message: str) -> Iterator[Span]:
    """The message, or parts of it that end where sentences end and are short enough to be read whole."""
    start = 0
    while len(message) - start > _WINDOW:
        ends = [found.end() for found in _SENTENCE_END.finditer(message, start, start + _WINDOW)]
        end = ends[-1] if ends else start + _WINDOW
        yield Span(start, end)
        start = end
    yield Span(start, len(message))


def _moved(understood: Understood, by: int) -> Understood:
    if not by:
        return understood
    people = 1_000 * by  # no number of one window is that of another
    return Understood(
        understood.text,
        tuple(replace(one, start=one.start + by, end=one.end + by) for one in understood.clauses),
        tuple(
            replace(
                one,
                start=one.start + by,
                end=one.end + by,
                person=one.person + people,
                of=None if one.of is None else one.of + people,
            )
            for one in understood.spoken
        ),
    )


def _joined(message: str, parts: Sequence[Understood]) -> Understood:
    return Understood(
        message,
        tuple(clause for part in parts for clause in part.clauses),
        tuple(spoken for part in parts for spoken in part.spoken),
    )


def _capitals(text: str, encoding: Encoding, first: int = 0) -> list[int]:
    return [2 * text[start].isupper() for start, _ in encoding.offsets[first:]]


def _least(text: str, start: int) -> float:
    """How likely a clause must begin there."""
    return _BEGINS_A_SENTENCE if _ENDED.search(text, 0, start) else _BEGINS


def _inside_word(text: str, start: int) -> bool:
    return start > 0 and bool(_CONTINUES.match(text[start]) and _CONTINUES.match(text[start - 1]))


def _compared(ties: Scores, heads: Sequence[int], part: int) -> Scores:
    """How each of some tokens is tied to each other."""
    found = ties[heads, part] @ ties[heads, part + 1].T / np.sqrt(ties.shape[2])
    np.fill_diagonal(found, -np.inf)
    return np.asarray(found)


def _gap(one: Spoken, other: Spoken) -> int:
    """The letters between two mentions; those in the question are far from those in the message."""
    return 1_000 if one.asked != other.asked else max(other.start - one.end, one.start - other.end)


def _clusters(same: Scores, spoken: Sequence[Spoken]) -> tuple[list[int], list[float]]:
    """The number of the person that each place means, and how likely: likeliest of those before it, or somebody new."""
    people: list[int] = []
    chances: list[float] = []
    for place in range(len(spoken)):
        odds = _softmax(np.concatenate([[0.0], same[place, :place]]))
        known = {
            person: float(sum(odds[1 + other] for other, who in enumerate(people) if who == person))
            for person in dict.fromkeys(people)
            if _may_be_one(spoken, people, person, place)
        }
        best = max(known, key=lambda person: known[person], default=place)
        alike = best in known and known[best] >= odds[0]
        people.append(best if alike else place)
        chances.append(known[best] if alike else float(odds[0]))
    return people, chances


def _may_be_one(spoken: Sequence[Spoken], people: Sequence[int], person: int, place: int) -> bool:
    """Two names of which neither is a part of the other are two people, whatever the model says of them."""
    one = spoken[place]
    if one.sort != "name":
        return True
    words = set(one.words.casefold().split())
    names = [
        set(s.words.casefold().split())
        for s, who in zip(spoken, people, strict=False)
        if who == person and s.sort == "name"
    ]
    return all(words & name or _short_of(words, name) for name in names)


def _short_of(one: set[str], other: set[str]) -> bool:
    """Whether a word of one begins like a word of the other: Liz and Elizabeth don't, Fred and Freddie do."""
    return any(a[:2] == b[:2] for a in one for b in other)


def _apposed(spoken: Sequence[Spoken], text: str) -> Scores:
    """Which neighbours stand side by side as a name and a relation do that mean one person: "my sister Ana"."""
    found = np.zeros((len(spoken), len(spoken)))
    for place, (one, other) in enumerate(pairwise(spoken)):
        if one.asked or other.asked or {one.sort, other.sort} not in ({"relation", "name"}, {"relation", "title"}):
            continue
        if text[one.end : other.start] in (" ", ", ", " ("):
            found[place, place + 1] = found[place + 1, place] = 1
    return found


def _by_person(people: Sequence[int], scores: Sequence[Scores]) -> dict[int, Scores]:
    return {
        who: np.mean([s for s, one in zip(scores, people, strict=True) if one == who], axis=0) for who in set(people)
    }


def _sigmoid(values: Scores) -> Scores:
    return np.asarray(1 / (1 + np.exp(-values)))


def _softmax(values: Scores) -> Scores:
    grown = np.exp(values - values.max())
    return np.asarray(grown / grown.sum())
