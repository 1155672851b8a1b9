# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""A question to the user turned round: "do you live" becomes "I live"."""

import re

_I = re.IGNORECASE
PREPOSITION = re.compile(
    r"^(?:in|at|on|near|from|by|with|for|since|around|about|to|outside|just outside|close to|between|up|every|twice|once|around)\b",
    _I,
)

_SUBJECT = re.compile(
    r"^(?P<who>you|he|she|they|your (?:[\w-]+(?:'s)? ){0,2}?[\w-]+|(?-i:[A-Z])\w+)\s+(?P<rest>.*)$|^(?P<alone>you|he|she|they)$",
    _I,
)


def subject_of(text: str) -> tuple[str | None, str]:
    """Whom a question is about, in the user's mouth, and the rest of it."""
    match = _SUBJECT.match(text)
    if match is None:
        return None, ""
    return flipped(match["who"] or match["alone"]), flipped(match["rest"] or "", subject=False)


def flipped(text: str, *, subject: bool = True) -> str:
    text = re.sub(r"\byour\b", "my", text, flags=_I)
    text = re.sub(r"\byourself\b", "myself", text, flags=_I)
    text = re.sub(r"\byou\b", "I" if subject else "me", text, flags=_I)
    return re.sub(r"\b(that|which|where) me\b", r"\1 I", text)


def is_third(who: str) -> bool:
    return who.lower() not in ("i", "they", "we") and not who.lower().endswith("s")


def agreeing(who: str, rest: str, aux: str) -> str:
    """The verb as its subject wants it: "live" becomes "lives"."""
    verb, _, tail = rest.partition(" ")
    if not is_third(who) or aux.lower() not in ("do", "does"):
        return rest
    if verb == "have":
        verb = "has"
    elif verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        verb += "es"
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return f"{verb} {tail}".strip()
