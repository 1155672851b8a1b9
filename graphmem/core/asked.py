"""What a user asks in so many words to be kept: `/remember …`, "remember that …", "…, keep that in mind"."""

import re
from dataclasses import dataclass

_I = re.IGNORECASE
_COMMAND = re.compile(r"^\s*/remember\b[ \t]*[:,]?\s*(?P<words>\S.*)$", _I | re.DOTALL)
_OPENERS = (
    r"(?:(?:ok(?:ay)?|oh|and|also|so|hey|hi|btw|by the way|actually|just|please|pls|plz|kindly|thanks|yes|yeah|no|"
    r"(?:can|could|would|will) (?:you|u)|(?:i|i'd|i would)\s*(?:want|need|like|would like) you to|make sure (?:to|you)|"
    r"try to|always|you (?:should|must|need to)|important)[ ,:!]+)*"
)
_VERBS = (
    r"(?:remember|memori[sz]e|(?:do not|don'?t|dont|never) forget|keep in mind|bear in mind|note(?: down)?|"
    r"take (?:a )?note|make a (?:mental )?note|(?:save|store|keep|record)(?= (?:this|that|the following)\b|:)|"
    r"for (?:your|the|future) (?:records?|reference)|add (?:this )?to (?:your |my )?memor(?:y|ies)|"
    r"(?:save|put|store) (?:it |this )?(?:in|to) (?:your |my )?memory)"
)
_LEADING = re.compile(
    rf"^\W*{_OPENERS}(?P<verb>{_VERBS})\b"
    r"(?:\s*[:,]|\s+(?:of\s+)?(?:the following|this|that|the fact that|it)\b\s*[:,]?)?(?:\s+that\b)?\s*[-–—:,]?\s*"
    r"(?P<words>\S.*)$",
    _I | re.DOTALL,
)
_TRAILING = re.compile(
    r"(?:^|[,;.!\s–—-])(?:so |and |but )?(?:please |pls |plz |just |can you |could you )*"
    r"(?:(?:keep|bear) (?:that|this|it) in mind|(?:remember|memori[sz]e|save|store) (?:that|this|it)|"
    r"(?:don'?t|do not|dont) forget(?: (?:that|this|it))?|(?:make a )?note (?:of )?(?:that|this|it)(?: down)?|"
    r"for future reference|for next time)(?: please| pls| for me| for (?:later|next time|the future)){0,3}[ .!?]{0,5}$",
    _I,
)
_FEWEST = 6  # characters that can say something
# What is asked about, or told as a story, is nothing to be kept.
_RECALLED = re.compile(
    r"^(?:when|how|what|who|where|why|which|whether|if|the (?:time|day|days|one|way)|me\b|us\b|him\b|her\b|them\b|"
    r"anything|everything|all (?:of )?(?:this|that|it)|correctly|rightly|about (?:it|this|that))\b",
    _I,
)
_TO_DO = re.compile(r"^to\s+", _I)
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")


@dataclass(frozen=True, slots=True)
class Asked:
    """The words to be kept and where they stand; `explicit` when the command was given, not only the wish."""

    words: str
    start: int
    explicit: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.words)


def asked(text: str) -> Asked | None:
    """The first words of a message that its user asks to be kept."""
    command = _COMMAND.match(text)
    if command:
        return Asked(command["words"].rstrip(), command.start("words"), explicit=True)
    start = 0
    for cut in (*_SENTENCE.finditer(text), None):
        end = cut.start() if cut else len(text)
        found = _in_sentence(text[start:end].replace("’", "'"))
        if found is not None:
            first, last = found
            return Asked(text[start + first : start + last], start + first)
        start = cut.end() if cut else end
    return None


def _in_sentence(sentence: str) -> tuple[int, int] | None:
    match = _LEADING.match(sentence)
    if match:
        to_do = _TO_DO.match(match["words"])
        if (
            not re.search(r"\w", match["words"])
            or _RECALLED.match(match["words"])
            or (to_do and (match["verb"].lower() == "note" or len(match["words"].split()) < 3))
        ):
            return None
        start = match.start("words") + (to_do.end() if to_do else 0)
        return start, match.start("words") + len(match["words"].rstrip(" ?"))
    match = _TRAILING.search(sentence.rstrip())
    words = sentence[: match.start()].rstrip(" ,;.!\t\n–—-") if match else ""
    start = len(words) - len(words.lstrip())
    return (start, len(words)) if len(words) - start >= _FEWEST and words[start] not in "/?" else None
