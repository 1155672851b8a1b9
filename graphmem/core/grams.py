"""Text cut small, to be found by in scripts that put no spaces between words, and emoji: the same way on both sides."""

import unicodedata
from collections.abc import Iterator, Sequence

# From Hebrew on, words are found by their parts; not so in what lies between, which is Latin and Greek once more.
_FROM, _LATIN, _SYMBOLS = 0x0590, range(0x1E00, 0x2000), 0x2100
_SKIN, _SELECTORS = range(0x1F3FB, 0x1F400), range(0xFE00, 0xFE10)


def grams(text: str, *, alone: bool = False) -> list[str]:
    """Every two neighbouring characters and every symbol of a text, each once, as words that no analyzer changes.

    A character without a neighbour stands alone; with `alone`, as what is kept wants it, each does that too.
    """
    found: dict[str, None] = {}
    for run in _runs(unicodedata.normalize("NFKC", text).casefold()):
        pairs = ["".join(run[place : place + 2]) for place in range(len(run) - 1)]
        found |= dict.fromkeys([*pairs, *(run if alone or not pairs else ())])
    return [f"g{'x'.join(str(ord(character)) for character in gram)}" for gram in found]


def kept_grams(text: str) -> str | None:
    """What a memory's words are found by, beside the words; nothing for most."""
    return None if text.isascii() else " ".join(grams(text, alone=True)) or None


def _runs(text: str) -> Iterator[Sequence[str]]:
    """The characters that stand together, each with its marks."""
    run: list[str] = []
    for character in text:
        code, kind = ord(character), unicodedata.category(character)
        if code in _SELECTORS or code in _SKIN:
            continue
        if kind[0] == "M" and run:
            run[-1] += character
        elif kind[0] in "LMN" and code >= _FROM and code not in _LATIN:
            run.append(character)
        else:
            if run:
                yield run
                run = []
            if kind == "So" and code >= _SYMBOLS:
                yield [character]
    if run:
        yield run
