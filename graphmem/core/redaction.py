"""A text without the secrets in it."""

import re
from collections.abc import Iterable, Sequence

from graphmem.core.secret_values import EDGES, looks_made
from graphmem.core.sensitivity import SensitiveClass, screen

_PIECE = re.compile(r".*?(?:[.!?](?=\s)|\n|$)\s*", re.DOTALL)
_WIDEST = 3  # pieces that a secret and the words that announce it may lie apart


def redacted(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with every piece that holds a credential taken out, and the kinds of those."""
    pieces = [piece for piece in _PIECE.findall(text) if piece]
    found: dict[str, None] = {}
    hidden: set[int] = set()
    for width in range(1, _WIDEST + 1):
        for start in range(len(pieces) - width + 1):
            places = set(range(start, start + width))
            what = None if hidden & places else _credential("".join(pieces[start : start + width]))
            if what is not None:
                found[what] = None
                hidden |= places
        left = _without(pieces, hidden, found) if hidden else text
        what = _credential(left) if len(pieces) > 1 or hidden else None
        if what is None:
            return left, tuple(found)
        # It takes more than one piece to tell: what announces a secret, and the secret on a line of its own.
    kinds = tuple(dict.fromkeys([*found, what or "secret"]))
    return _mark(kinds), kinds


def _credential(text: str) -> str | None:
    found = screen(text)
    return found.what if found is not None and found.klass is SensitiveClass.CREDENTIAL else None


def _without(pieces: Sequence[str], hidden: set[int], found: dict[str, None]) -> str:
    """The pieces with the hidden ones marked, and what was made up in them hidden wherever it is said again."""
    secrets = {word.strip(EDGES) for place in hidden for word in pieces[place].split()}
    made = [secret for secret in secrets if looks_made(secret)]
    parts = []
    for place, piece in enumerate(pieces):
        if place not in hidden:
            for secret in made:
                piece = piece.replace(secret, "[redacted]")
            parts.append(piece)
        elif place - 1 not in hidden:
            parts.append(f"{_mark(found)}{piece[len(piece.rstrip()) :]}")
    return "".join(parts)


def _mark(kinds: Iterable[str]) -> str:
    return f"[redacted: {', '.join(kinds)}]"
