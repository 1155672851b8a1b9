"""An answer out of memory alone, where no language model is at hand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.core.prompt import fact, quote_line
from graphmem.model import Quote, Recalled

_ASKS = re.compile(
    r"\?\s*$|^\W*(?:what|who|whom|whose|when|where|why|how|which|is|are|am|do|does|did|can|could|should|would|will|was|"
    r"were|have|has|tell me|remind me)\b",
    re.IGNORECASE,
)
_AS_LIKELY = 0.5  # of the first one's relevance: from there on a memory is told beside it
_MOST = 3
ALONE = "(No language model is configured: this is out of memory alone.)"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asked to be remembered: the words, or why they can't be kept."""

    words: str
    problem: str | None = None
    replaced: int = 0


def answer(said: str, wishes: Sequence[Wish], recalled: Sequence[Recalled], quotes: Sequence[Quote] = ()) -> str:
    """What memory has to say to a message."""
    return f"{_told(said, wishes, recalled, quotes)}\n{ALONE}"


def _told(said: str, wishes: Sequence[Wish], recalled: Sequence[Recalled], quotes: Sequence[Quote]) -> str:
    if wishes:
        return "\n".join(_kept(wish) for wish in wishes)
    if not _ASKS.search(said):
        return "Noted. What is worth keeping of it will be remembered."
    if not recalled and not quotes:
        return "I don't know: nothing that I remember bears on that."
    best = [item for item in recalled if item.relevance >= _AS_LIKELY * recalled[0].relevance][:_MOST]
    known = ["What I remember:", *(fact(item.memory) for item in best)] if best else []
    said_before = ["What was said:", *map(quote_line, quotes)] if quotes else []
    return "\n".join([*known, *said_before])


def _kept(wish: Wish) -> str:
    if wish.problem is not None:
        return f"I can't keep that: {wish.problem}."
    outdated = ", in the place of what I knew before" if wish.replaced else ""
    return f"I'll remember{outdated}: {wish.words}"
