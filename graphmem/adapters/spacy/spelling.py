# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Chat spelling made plain, so that it can be parsed, with the way back to the words as they were typed."""

import re
from dataclasses import dataclass

_PLAIN = {
    "im": "i'm", "ive": "i've", "id": "i'd", "hes": "he's", "shes": "she's", "theyre": "they're", "theyve": "they've", "weve": "we've",
    "youre": "you're", "thats": "that's", "whats": "what's", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't",
    "wont": "won't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "havent": "haven't", "hasnt": "hasn't", "couldnt": "couldn't",
    "wouldnt": "wouldn't", "wanna": "want to", "gonna": "going to", "gotta": "got to", "cuz": "because", "cos": "because", "coz": "because",
    "bc": "because", "bcoz": "because", "n": "and", "w": "with", "u": "you", "ur": "your", "rly": "really", "abt": "about", "tho": "though",
    "&": "and", "thru": "through", "prolly": "probably",
}  # fmt: skip
_WORD = re.compile(
    rf"(?<![\w'’.@/-])(?:{'|'.join(map(re.escape, sorted(_PLAIN, key=len, reverse=True)))})(?![\w'’@/-]|\.\w)",
    re.IGNORECASE,
)
_LATER = re.compile(r"^(?:id|cos|n|w|u|ur|bc|tho)$", re.IGNORECASE)  # read so only in lower case: an ID is no "I'd"


@dataclass(frozen=True, slots=True)
class Spelt:
    """A text in plain spelling, and for each of its characters the place in the text as typed."""

    text: str
    places: tuple[int, ...]

    def place(self, at: int) -> int:
        return self.places[min(at, len(self.places) - 1)]


def spelt(typed: str) -> Spelt:
    """The text in plain spelling."""
    shown: list[str] = []
    places: list[int] = []
    at = 0
    for match in _WORD.finditer(typed):
        word = match[0]
        if _LATER.match(word) and not word.islower():
            continue
        shown.append(typed[at : match.start()])
        places += range(at, match.start())
        plain = _PLAIN[word.lower()]
        shown.append(plain)
        places += [match.start()] * (len(plain) - 1) + [match.end() - 1]
        at = match.end()
    shown.append(typed[at:])
    places += range(at, len(typed) + 1)
    return Spelt("".join(shown), tuple(places))
