"""Text as it is said: what may be kept, when two texts are the same, and the words in it."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator

from graphmem.errors import InvalidInput

LONGEST_CONTENT = 10_000
_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_RAISED = ("<super>", "<sub>")  # 2¹⁰ is not 210
_TELLING_MARKS = frozenset("#%&*/@§")  # C# is not C
_ALLOWED_CONTROLS = "\t\n\r"


def checked(text: str, *, field: str, longest: int) -> str:
    """The text itself, to the letter, if it can be kept."""
    if not text.strip():
        raise InvalidInput(field, "is empty")
    if len(text) > longest:
        raise InvalidInput(field, f"has {len(text):,} characters; the limit is {longest:,}")
    for position, character in enumerate(text):
        category = unicodedata.category(character)
        if category == "Cs" or (category == "Cc" and character not in _ALLOWED_CONTROLS):
            raise InvalidInput(field, f"holds the control character U+{ord(character):04X} at position {position}")
    return text


def normalised(text: str) -> str:
    """The text without what does not change its meaning: case, spacing, width and final punctuation."""
    folded = _folded(text)
    return " ".join(folded.replace("’", "'").split()).rstrip(".!… ")


def fingerprint(text: str) -> str:
    """The same for two texts exactly when their normalised forms are the same."""
    return hashlib.sha256(normalised(text).encode()).hexdigest()[:32]


def tokens(text: str) -> tuple[str, ...]:
    """What is left of a text without case, spacing and punctuation: its words, and each symbol by itself."""
    return tuple(_pieces(_folded(text)))


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order, each once."""
    return list(dict.fromkeys(piece for piece in _pieces(text.lower()) if piece[0].isalnum()))


def word_set(listed: str) -> frozenset[str]:
    """The words of a list that is written as one text."""
    return frozenset(listed.split())


def slug(key: str, *, field: str = "key") -> str:
    """A key in its one spelling: lower-case words joined by underscores."""
    joined = "_".join(_WORD.findall(unicodedata.normalize("NFKC", key).casefold()))
    if not joined or len(joined) > 100:
        raise InvalidInput(field, "must hold 1 to 100 letters or digits")
    return joined


def _folded(text: str) -> str:
    """The text in one case and one width."""
    if text.isascii():
        return text.casefold()
    return unicodedata.normalize("NFC", "".join(map(_plain, text))).casefold()


def _plain(character: str) -> str:
    raised = unicodedata.decomposition(character).startswith(_RAISED)
    return character if raised else unicodedata.normalize("NFKC", character)


def _pieces(text: str) -> Iterator[str]:
    word = ""
    for place, character in enumerate(text):
        kind = unicodedata.category(character)[0]
        if kind in "LN" or (kind == "M" and word):
            word += character
            continue
        if word:
            yield word
            word = ""
        if kind == "S" or character in _TELLING_MARKS or (character == "-" and _is_minus(text, place)):
            yield character
    if word:
        yield word


def _is_minus(text: str, place: int) -> bool:
    return text[place + 1 : place + 2].isdigit() and not text[place - 1 : place].isalnum()
