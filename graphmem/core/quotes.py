"""Which sentences of earlier conversations are worth quoting beside the facts, and which must not be quoted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.core.grams import grams
from graphmem.core.keyphrases import telling
from graphmem.core.own_words import own_words
from graphmem.core.sensitivity import screen
from graphmem.core.text import normalised
from graphmem.model import Memory, MemoryId, Quote, Recalled, Role

WORDS_WEIGHT = 0.35  # of all words of the question, beside 1 for a perfect match in meaning
FEW = 3  # memories: with fewer, a message that clearly answers is quoted unasked
UNASKED = 2  # messages at most that are quoted unasked
# By the questions in tests/cases/recall.jsonl, a wrong text reaches 0.5 for 1 question in 50, and 0.4 with a word in
# common for none; a right one for 1 in 3 and 1 in 5.
_CLEAR, _CLEAR_WITH_A_WORD, _CLEAR_BY_WORDS = 0.5, 0.4, 0.75
_RELATED, _RELATED_BY_WORDS = 0.3, 0.34
_UNREAD = 0.5  # what all words of the question are worth in meaning, while a message has no vector
_SAYS = 0.6  # of the words of a fact, from which a sentence counts as saying it
_GONE = 0.5  # of the words that a fact lost when it was replaced, from which a sentence counts as bringing it back
_SHORT = 280  # characters up to which a message is quoted whole
_LONGEST = 400  # characters of a quote
_MANY = 20  # sentences from which only those are looked at that share a word with the question
_SENTENCE = re.compile(r"[^\s].*?(?:[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]+|(?=\n)|\Z)", re.DOTALL)
_ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))


@dataclass(frozen=True, slots=True)
class Taught:
    """A memory that was learned from a message, and whether it still holds."""

    id: MemoryId
    content: str
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A message that a search found, with what speaks for it."""

    thread_id: str
    message_id: str
    role: Role
    content: str
    said_at: datetime
    similarity: float | None  # none until it has a vector
    text_score: float
    taught: Sequence[Taught] = ()


@dataclass(frozen=True, slots=True)
class Retired:
    """A fact near the question that no longer holds, and what took its place."""

    content: str
    replaced_by: str | None


@dataclass(frozen=True, slots=True)
class Sayings:
    """What a search of messages found."""

    candidates: Sequence[Saying] = ()
    retired: Sequence[Retired] = ()


def quotes(
    question: str, found: Sayings, given: Sequence[Recalled], *, limit: int, unasked: bool = False
) -> list[Quote]:
    """The sentences that bear on a question, best first, none of them said by a memory that is given.

    Unasked, only where few memories are given, and only what clearly answers.
    """
    if unasked and len(given) >= FEW:
        return []
    rules = _Rules(question, found.retired, [item.memory for item in given])
    chosen: dict[str, Quote] = {}
    for saying in found.candidates:
        quote = rules.quote(saying)
        if quote is None or not _is_related(quote) or (unasked and not clearly_answers(quote, given, question)):
            continue
        same = chosen.get(normalised(quote.text))
        if same is None or quote.score > same.score:
            chosen[normalised(quote.text)] = quote
    best = sorted(chosen.values(), key=lambda quote: (-quote.score, quote.thread_id, quote.message_id))
    return best[: min(limit, UNASKED) if unasked else limit]


def clearly_answers(quote: Quote, given: Sequence[Recalled], question: str) -> bool:
    """Whether a message is worth giving to somebody who asked for memories alone."""
    if quote.role is not Role.USER or _asks(quote.text):
        return False
    if quote.similarity is None:
        known = max((_share(terms(question), terms(item.memory.content)) for item in given), default=0.0)
        return quote.in_words >= _CLEAR_BY_WORDS and quote.in_words > known
    nearest = max((item.similarity or 0.0 for item in given), default=0.0)
    return quote.similarity > nearest and quote.similarity >= (_CLEAR_WITH_A_WORD if quote.in_words else _CLEAR)


def terms(text: str) -> frozenset[str]:
    """The words of a text that say something, without their commonest endings."""
    return frozenset([*map(_stem, telling(text)), *grams(text)])


def sentences(text: str) -> Iterator[re.Match[str]]:
    return _SENTENCE.finditer(text)


class _Rules:
    """What may be quoted to a question, beside the memories that are given."""

    def __init__(self, question: str, retired: Sequence[Retired], given: Sequence[Memory]) -> None:
        self._asked = terms(question)
        self._given = {memory.id: terms(memory.content) for memory in given}
        self._learned_from = {
            (memory.provenance.thread_id, memory.provenance.message_id): memory.id for memory in given
        }
        self._lost = [
            lost for fact in retired if (lost := terms(fact.content) - terms(fact.replaced_by or "") - self._asked)
        ]

    def quote(self, saying: Saying) -> Quote | None:
        """The message, or the sentence of it that bears most on the question; none when nothing is left of it."""
        parts = list(sentences(saying.content))
        if len(parts) > _MANY:
            parts = [part for part in parts if any(term in part[0].lower() for term in self._asked)]
        left = self._left(saying, parts)
        if not left:
            return None
        text, words = max(left, key=lambda part: _share(self._asked, part[1]))
        whole = len(left) == len(parts) and len(saying.content) <= _SHORT
        if whole:
            text, words = saying.content.strip(), frozenset[str]().union(*(words for _, words in left))
        in_words = _share(self._asked, words)
        if not whole and not in_words:  # the meaning found may be that of another part
            return None
        meaning = saying.similarity if saying.similarity is not None else _UNREAD * in_words
        return Quote(
            thread_id=saying.thread_id,
            message_id=saying.message_id,
            role=saying.role,
            said_at=saying.said_at,
            text=_cut(text),
            score=meaning + WORDS_WEIGHT * in_words,
            similarity=saying.similarity,
            in_words=in_words,
        )

    def _left(self, saying: Saying, parts: Sequence[re.Match[str]]) -> list[tuple[str, frozenset[str]]]:
        """The sentences that may be quoted, with their words."""
        told = [(part, terms(part[0])) for part in parts]
        known = {one.id for one in saying.taught} & self._given.keys()
        source = self._learned_from.get((saying.thread_id, saying.message_id))
        for id_ in known | ({source} if source is not None else set()):
            rest = [(part, words) for part, words in told if _share(self._given[id_], words) < _SAYS]
            if len(rest) == len(told):  # in other words: which sentence says it can't be told
                return []
            told = rest
        own = own_words(saying.content) if told and saying.role is Role.USER else saying.content
        return [
            (part[0], words)
            for part, words in told
            if self._is_news(words) and not self._is_over(words, saying.taught) and _is_own(part, own)
            and screen(part[0]) is None
        ]  # fmt: skip

    def _is_news(self, words: frozenset[str]) -> bool:
        """Whether it says more than the question, and more than a memory that is given."""
        return bool(words - self._asked) and not any(words <= known | self._asked for known in self._given.values())

    def _is_over(self, words: frozenset[str], taught: Sequence[Taught]) -> bool:
        """Whether it says what was replaced or put away."""
        says = [one for one in taught if _share(terms(one.content), words) >= _SAYS]
        if any(one.holds for one in says):
            return False
        return bool(says) or any(_share(lost, words) >= _GONE for lost in self._lost)


def _is_related(quote: Quote) -> bool:
    return (quote.similarity or 0.0) >= _RELATED or quote.in_words >= _RELATED_BY_WORDS


def _is_own(part: re.Match[str], own: str) -> bool:
    """Whether at least half of it is its speaker's own, and not pasted or quoted."""
    return 2 * len("".join(own[part.start() : part.end()].split())) >= len("".join(part[0].split()))


def _asks(text: str) -> bool:
    return text.rstrip("\"'”’)] ").endswith(("?", "？"))


def _share(of: frozenset[str], words: frozenset[str]) -> float:
    return len(of & words) / len(of) if of else 0.0


def _stem(word: str) -> str:
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + instead
    return word


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST].rsplit(None, 1)[0]}…"
