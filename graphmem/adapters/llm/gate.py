"""A first look at a message that costs little: whether a language model has to read it at all."""

from collections.abc import Callable

from graphmem.adapters.learned.reader import MessageReader
from graphmem.core.own_words import own_words

_LONGEST = 8_000
_HARDLY = 0.1  # how likely a clause is a fact when the reader is sure that it is none


def gate(reader: MessageReader) -> Callable[[str], str | None]:
    """Tells why no clause of a text says anything lasting, or None when one of them may."""

    def passed_by(text: str) -> str | None:
        [one] = reader.read([("", own_words(text[:_LONGEST]))])
        if any(clause.lasting >= _HARDLY for clause in one.clauses):
            return None
        return one.clauses[0].reason if one.clauses else "says nothing"

    return passed_by
