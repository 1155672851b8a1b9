"""Text as it is said: what may be kept, when two texts are the same, and the words in it."""

import hashlib
import re
import unicodedata

from graphmem.errors import InvalidInput

LONGEST_CONTENT = 10_000
_WORD = re.compile(r"[^\W_]+", re.UNICODE)
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
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.replace("’", "'").split()).rstrip(".!… ")


def fingerprint(text: str) -> str:
    """The same for two texts exactly when their normalised forms are the same."""
    return hashlib.sha256(normalised(text).encode()).hexdigest()[:32]


def words(text: str) -> list[str]:
    """The words of a text in lower case, in order, each once."""
    return list(dict.fromkeys(match.group().lower() for match in _WORD.finditer(text)))


def word_set(listed: str) -> frozenset[str]:
    """The words of a list that is written as one text."""
    return frozenset(listed.split())


def slug(key: str, *, field: str = "key") -> str:
    """A key in its one spelling: lower-case words joined by underscores."""
    joined = "_".join(_WORD.findall(unicodedata.normalize("NFKC", key).casefold()))
    if not joined or len(joined) > 100:
        raise InvalidInput(field, "must hold 1 to 100 letters or digits")
    return joined
