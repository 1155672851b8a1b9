"""A first look at a message that costs nothing: whether a model has to read it at all."""

from graphmem.adapters.spacy.gate import worth_keeping
from graphmem.adapters.spacy.parts import Part, parts
from graphmem.adapters.spacy.sentences import sentences

_LONGEST = 8_000


def passed_by(text: str) -> str | None:
    """Why no sentence of the text says anything lasting, or None when one of them may."""
    reasons = [
        "" if part.wanted else _reason(part) for sentence in sentences(text[:_LONGEST]) for part in parts(sentence)
    ]
    if "" in reasons:
        return None
    return reasons[0] if reasons else "says nothing"


def _reason(part: Part) -> str:
    if not part.speaks:
        return "question" if part.asks else "instruction"
    return worth_keeping(part.text, raw=part.sentence.raw) or ""
