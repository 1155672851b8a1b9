"""Words and numbers that are spelt out, put together again."""

import re

_LETTERS = re.compile(r"(?<!\S)(?:\w[ .-]){3,}\w(?!\S)")
_FIGURES = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine".split())  # noqa: SIM905
} | {"oh": "0", "nought": "0"}
_SPELT = re.compile(rf"(?i)\b(?:{'|'.join(_FIGURES)})(?:[ ,-]+(?:{'|'.join(_FIGURES)})){{3,}}\b")
_GAP = re.compile(r"[ ,.-]+")


def unspelt(text: str) -> str:
    """The text with "p i n" as "pin" and "four seven one one" as "4711"."""
    whole = _LETTERS.sub(lambda found: _GAP.sub("", found[0]), text)
    return _SPELT.sub(lambda found: "".join(_FIGURES[word] for word in _GAP.split(found[0].lower())), whole)
