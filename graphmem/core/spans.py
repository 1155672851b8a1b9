"""Which words of a message a fact was taken from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.core.keyphrases import telling

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*\s*|[.!?\n]+\s*")
_STEM = 5  # letters that two forms of a word share: "likes" and "liked"
_ENOUGH = 0.6  # of a fact's words have to be in a sentence for it to be where the fact was said
_LONGEST_PATTERN = 2_000


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a text, and whether a fact was taken from it."""

    text: str
    taken: bool = False


def passages(message: str, fact: str) -> tuple[Passage, ...]:
    """The message in pieces, which together are the message to the letter; those that say the fact are marked."""
    pieces, at = [], 0
    for start, end in _said(message, fact) or _told(message, fact):
        pieces += [Passage(message[at:start]), Passage(message[start:end], taken=True)]
        at = end
    return tuple(piece for piece in (*pieces, Passage(message[at:])) if piece.text)


def clipped(pieces: Sequence[Passage], *, most: int) -> tuple[Passage, ...]:
    """So many letters of the pieces, around the first marked one, with an ellipsis where something is gone."""
    total = sum(len(piece.text) for piece in pieces)
    if total <= most:
        return tuple(pieces)
    ahead = 0
    for piece in pieces:
        if piece.taken:
            break
        ahead += len(piece.text)
    start = max(0, min((ahead if ahead < total else 0) - most // 4, total - most))
    kept, at = [], 0
    for piece in pieces:
        text = piece.text[max(0, start - at) : max(0, start + most - at)]
        at += len(piece.text)
        if text:
            kept.append(Passage(text, piece.taken))
    before = (Passage("…"),) if start else ()
    after = (Passage("…"),) if start + most < total else ()
    return (*before, *kept, *after)


def _said(message: str, fact: str) -> list[tuple[int, int]]:
    """Where the fact stands word for word."""
    words = fact.strip().rstrip(".!?").split()
    if not words or len(fact) > _LONGEST_PATTERN:
        return []
    found = re.search(r"\s+".join(re.escape(word) for word in words), message, re.IGNORECASE)
    return [found.span()] if found else []


def _told(message: str, fact: str) -> list[tuple[int, int]]:
    """The sentence that shares most telling words with the fact, or all that do when none says enough by itself."""
    wanted = frozenset(word[:_STEM] for word in telling(fact))
    found = []
    for sentence in _SENTENCE.finditer(message):
        shared = [word for word in _WORD.finditer(sentence.group()) if word.group().lower()[:_STEM] in wanted]
        if shared:
            said = frozenset(word.group().lower()[:_STEM] for word in shared)
            found.append((said, sentence.start() + shared[0].start(), sentence.start() + shared[-1].end()))
    if not found:
        return []
    said, start, end = max(found, key=lambda one: len(one[0]))
    if len(said) >= _ENOUGH * len(wanted):
        return [(start, end)]
    everything = frozenset().union(*(said for said, _, _ in found))
    return [(start, end) for _, start, end in found] if len(everything) >= _ENOUGH * len(wanted) else []
