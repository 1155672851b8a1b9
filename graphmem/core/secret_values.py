"""What a secret told in a sentence looks like: made up, a number said in groups, or words that form no sentence."""

import re
from collections.abc import Sequence

from graphmem.core import secret_words as words

QUOTES = "\"'`“”„«»‘’「」"
EDGES = QUOTES + ".,;:!?()[]{}…"
DATE = re.compile(r"^(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}[:.]\d{2}(?:am|pm)?|\d{1,2}(?:st|nd|rd|th|am|pm))$")
FIGURES = re.compile(r"^[#*]?[a-z]?-?\d[\d-]*\d[a-z]?[\d]*[#*]?$", re.I)
_GLUE = words.listed(
    "and for to at on in now btw lol but so if when please thx thanks just because it i you with or und für zum et"
    " pour y para e per en voor"
)


def joined_digits(rest: Sequence[str]) -> str:
    """The digits of a number that may be said in groups."""
    digits = ""
    for word in rest[:6]:
        value = word.strip(EDGES)
        if not FIGURES.match(value) and not value.isdigit():
            break
        if DATE.match(value):
            break
        digits += "".join(character for character in value if character.isdigit())
        if word[-1] in ".,;!?":
            break
    return digits


def counts(rest: Sequence[str]) -> bool:
    """Whether the number counts something: "16 characters", "1200 years"."""
    following = [word for word in rest[1:4] if not word.strip(EDGES).isdigit()]
    return bool(following) and rest[0][-1] not in ".,;" and bool(words.UNITS.match(following[0]))


def stands_alone(rest: Sequence[str]) -> bool:
    """Whether the value ends there, or what follows only says what it is for."""
    position = 0
    while position + 1 < len(rest) and rest[position + 1].strip(EDGES).isdigit():
        position += 1
    if position + 1 >= len(rest) or rest[position][-1] in EDGES + "#*":
        return True
    following = rest[position + 1]
    return following.lower().strip(EDGES) in _GLUE or not following[0].isalnum()


def looks_made(value: str) -> bool:
    """Whether a token was made up as a secret: not a word, a name, a date or a plain amount."""
    if len(value) < 3 or DATE.match(value):
        return False
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    if digits == len(value):
        return digits >= 4
    if digits and letters:
        return len(value) >= 4
    if not letters:
        return False
    return has_inner_capital(value) or bool(re.search(r"\w[!@#$%^&*_+=~]|[!@#$%^&*_+=~]\w", value))


def has_inner_capital(value: str) -> bool:
    return any(character.isupper() for character in value[1:]) and any(character.islower() for character in value)


def is_phrase(rest: Sequence[str]) -> bool:
    """Whether four or more words follow of which none joins a sentence together: "correct horse battery staple"."""
    if rest[0].isdigit() and len(rest) > 2 and rest[1][0].isupper():
        return True
    run = 0
    for word in rest:
        bare = word.strip(EDGES).lower()
        joins = bare in words.FUNCTION_WORDS or words.UNITS.match(bare) or (run and bare in words.NON_VALUES)
        if not bare or joins:
            break
        run += 1
        if word[-1] in ".;!?":
            break
    return run >= 4
