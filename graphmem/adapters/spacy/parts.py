# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""The parts of a sentence that are of one sort each: a statement, and the question or the order that comes with it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.adapters.spacy.sentences import Sentence
from graphmem.adapters.spacy.spelling import Spelt, spelt
from graphmem.adapters.spacy.standing import is_standing
from graphmem.core.asked import asked

_I = re.IGNORECASE
_ASKING = (
    r"(?:what|whats|what's|which(?= (?:\w+ )?(?:is|are|should|would|do|does|can|one|of)\b)|where(?= (?:is|are|do|does|did|can|could|should|would|will)\b)|how|"
    r"who(?='s| (?:should|can|could|would|do|does|did|will)\b)|why|when(?= (?:is|are|do|does|did|can|should|will)\b)|would|could|can|should|do|does|did|is|are|will|any "
    r"(?:\w+ ){0,3}(?:tips|ideas|suggestions|advice|recommendations|recs|chance|thoughts|help)|wdyt|thoughts)"
)
ORDER = (
    r"(?:please |pls |can you |could you |would you |now |just |then |so |maybe |kindly |i need you to |i want you to )*"
    r"(?:translate|proof-?read|summari[sz]e|re-?write|write|draft|explain|tell|show|set|add|remove|delete|find|search|plan|give|make|"
    r"create|list|convert|calculate|compute|check|fix|play|open|close|turn|book|order|suggest|recommend|compare|describe|generate|help|"
    r"remind|look|read|send|correct|format|paraphrase|complete|continue|define|solve|debug|review|edit|shorten|let's|lets|try|stop|"
    r"use|keep|do|don't|put|pick|choose|think|act|pretend|imagine|roleplay|brainstorm|analy[sz]e|organi[sz]e|recap|rank|outline|"
    r"design|build|code|implement|refactor|optimi[sz]e|provide|include|answer|reply|respond|call|email|text|schedule|cancel|start|"
    r"repeat|change|update|go ahead|go|wait|ask|teach|quiz|name|guess|mark|tag|sort|replace|insert|move|rename|print|run|test|"
    r"simulate|say|speak|talk|be|avoid|(?:always|never|no)(?= \w))"
)
_THEN_ASKED = re.compile(
    rf"[,;:]?\s+(?:so |and |but |then )*(?={_ASKING}\b(?! (?:i|we) (?:was|am|were|met|live|work)\b))", _I
)
_THEN_ASKED_AFTER_COMMA = re.compile(rf"[,;:]\s+(?:so |and |but |then )*(?={_ASKING}\b)", _I)
_THEN_TOLD = re.compile(
    rf"[,;:]\s+(?:so |and |but |then )*(?={ORDER}\b(?!\s+(?:is|are|was|were|has|have)\b|[ ,]+(?:and|or)\b|ing))", _I
)
_ME = r"(?:i|i'm|im|i've|ive|my|we|we're|we've|our|me and)"
_THEN_SAID = re.compile(
    rf"(?:[,;:]\s+|\s+)(?:because |cause |cuz |bc |since |given that |seeing as |and |but |so |as (?=i))+(?={_ME}\b)|[,;:]\s+(?={_ME}\b)",
    _I,
)
_FIRST_REASON = re.compile(
    rf"^(?:since|because|as|given that|seeing as|now that|considering(?: that)?|seeing that)\s+(?={_ME}\b)", _I
)
_AS_A = re.compile(
    r"^(?P<cue>as|being)\s+(?P<what>(?:an?|someone(?: who)?(?:'s)?)\s+[^,?]{3,60}?)(?:,\s+(?!as\b)|\s+(?=(?:i|i'm|im|my|what|which|how|where|can|should)\b))",
    _I,
)
_OF_SOMEBODY = re.compile(r"\b(?i:my|our|mum|mom|dad|grandma|grandpa)\b|(?<=[a-z,] )(?!I\b|I')[A-Z][a-z]")
_IS_ORDER = re.compile(rf"^{ORDER}\b", _I)
_INVERTED = re.compile(
    r"^(?:(?:so|and|but|or|then) )*(?:what|whats|what's|who|whos|who's|whom|whose|where|wheres|where's|why|how|hows|how's|which|"
    r"(?:is|are|do|does|did|can|could|would|will|should|shall|may|have|has|am|was|were|isn't|aren't|don't|doesn't|didn't|"
    r"can't|couldn't|wouldn't|won't|shouldn't)(?= (?:i|you|u|he|she|it|we|they|there|this|that|the|my|your|any|anyone|"
    r"someone|these|those)\b)|"
    r"any (?:\w+ ){0,3}(?:tips|ideas|suggestions|recommendations|recs|chance|advice|thoughts|good|help)|when (?:is|are|was|do|does|did|should|can|will)|"
    r"wanna know|wondering|curious (?:if|about|how|what|whether))\b",
    _I,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Words of one sort, where they stand in the message, and what has to be said before them."""

    text: str
    start: int
    sentence: Sentence
    asks: bool = False
    orders: bool = False
    wanted: bool = False  # the user asks for it to be kept
    explicit: bool = False
    before: str = ""  # words that make a statement of it

    @property
    def speaks(self) -> bool:
        """Whether it can say something: a question or an order does so only of somebody it names."""
        return not (self.asks or self.orders) or bool(_OF_SOMEBODY.search(self.text)) or is_standing(self.text)

    @property
    def spelt(self) -> Spelt:
        """The words in plain spelling, as they are parsed."""
        return spelt(self.text)


def parts(sentence: Sentence) -> Iterator[Part]:
    """A sentence cut where a statement ends and a question or an order begins, or the other way round."""
    kept = asked(sentence.text)
    if kept is not None:
        yield Part(kept.words, sentence.start + kept.start, sentence, wanted=True, explicit=kept.explicit)
        return
    yield from _cut(Part(sentence.text, sentence.start, sentence, asks=sentence.asks))


def is_question(text: str) -> bool:
    """Whether words without a question mark ask something by their order."""
    return bool(_INVERTED.match(text))


def _cut(part: Part) -> Iterator[Part]:
    text = part.text
    as_a = _AS_A.match(text)
    if as_a:
        what = as_a["what"]
        whose = re.match(r"(?:someone)(?: who)?(?:'s)?\s+", what, _I)
        begin = as_a.start("what") + (whose.end() if whose else 0)
        before = "I'm " if not whose or whose[0].lower().rstrip().endswith(("'s", "someone")) else "I "
        yield _part(part, begin, as_a.end("what"), before=before)
        yield from _cut(_part(part, as_a.end(), len(text), asks=part.asks))
        return
    reason = _FIRST_REASON.match(text)
    if reason:
        after = re.compile(rf"[,;]\s+|\s+(?={_ASKING}\b)", _I).search(text, reason.end())
        yield _part(part, reason.end(), after.start() if after else len(text))
        if after:
            yield from _cut(_part(part, after.end(), len(text), asks=part.asks))
        return
    asks = _INVERTED.match(text) is not None
    orders = not asks and _IS_ORDER.match(text) is not None
    if asks or orders:
        cut = _THEN_SAID.search(text)
    elif part.asks:
        cut = _THEN_ASKED_AFTER_COMMA.search(text) or _last(_THEN_ASKED, text) or _THEN_TOLD.search(text)
    else:
        cut = _THEN_ASKED_AFTER_COMMA.search(text) or _THEN_TOLD.search(text)
        if cut and cut.re is not _THEN_TOLD and not is_question(text[cut.end() :]):
            cut = _THEN_TOLD.search(text)
    if cut is None or not text[cut.end() :].strip() or not text[: cut.start()].strip():
        yield _part(part, 0, len(text), asks=asks or part.asks, orders=orders)
        return
    if asks or orders:
        yield _part(part, 0, cut.start(), asks=asks, orders=orders)
        yield from _cut(_part(part, cut.end(), len(text)))
    else:
        yield _part(part, 0, cut.start())
        yield from _cut(_part(part, cut.end(), len(text), asks=part.asks))


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return next((match for match in pattern.finditer(text) if _INVERTED.match(text[match.end() :])), None)


def _part(part: Part, start: int, end: int, *, asks: bool = False, orders: bool = False, before: str = "") -> Part:
    return Part(part.text[start:end], part.start + start, part.sentence, asks=asks, orders=orders, before=before)
