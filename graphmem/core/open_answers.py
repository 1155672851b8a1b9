# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Answers to questions with a question word: what, where, how many."""

import re
from collections.abc import Mapping

from graphmem.core.turned import PREPOSITION, agreeing, flipped, is_third, subject_of

_I = re.IGNORECASE
Groups = Mapping[str, str]  # the parts of a question by name


def _where(match: Groups, words: str) -> str | None:
    who, rest = subject_of(match["rest"])
    if not words or who is None:
        return None
    placed = words if PREPOSITION.match(words) or re.match(r"^(?:home|abroad|remote)", words, _I) else f"in {words}"
    if match["aux"].lower() in ("are", "is", "'s", "'re"):
        be = "I'm" if who == "I" else f"{who} is"
        rest = re.sub(r"\s+originally$", "", rest)
        if re.search(r"\bfrom\b", rest, _I):
            return f"{be} {rest} {words}" if not words.lower().startswith("from") else f"{be} {words}"
        return f"{be} {rest} {placed}"
    if match["aux"].lower() in ("did", "were", "was"):
        past = {
            "grow up": "grew up",
            "go to school": "went to school",
            "study": "studied",
            "live": "lived",
            "go to university": "went to university",
            "go to college": "went to college",
        }
        if match["aux"].lower() == "did":
            return f"{who} {past[rest.lower()]} {placed}" if rest.lower() in past else None
        return f"{who} {'was' if who == 'I' or is_third(who) else 'were'} {rest} {placed}"
    return f"{who} {agreeing(who, rest, match['aux'])} {placed}"


def _attribute(match: Groups, words: str) -> str | None:
    thing = flipped(match["thing"]).strip()
    if not words or thing.lower() in ("my question", "my problem", "my issue", "my goal", "my budget", "my plan"):
        return None
    called = re.search(r"\s+(?:called|named)$", thing)
    be = "are" if match["be"].lower() == "are" else "is"
    return f"{thing[: called.start()] if called else thing} {be} {'called ' if called else ''}{words}"


def _age(match: Groups, words: str) -> str | None:
    if not re.search(
        r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b", words, _I
    ):
        return None
    who = flipped(match["who"])
    return f"I'm {words}" if who == "I" else f"{who} is {words}"


def _occupation(match: Groups, words: str) -> str | None:
    if not words:
        return None
    who = flipped(match["who"])
    be = "I'm" if who == "I" else f"{who} is"
    if re.match(r"^an?\b", words, _I):
        return f"{be} {words}"
    works = "work" if who == "I" else "works"
    if PREPOSITION.match(words):
        return f"{who} {works} {words}"
    if words.split()[0].lower().endswith("ing") or words.lower().startswith(
        ("retired", "unemployed", "self-employed", "freelance")
    ):
        return f"{be} {words}"
    return f"{who} {works} as {'an' if words[0].lower() in 'aeiou' else 'a'} {words}"


def _which(match: Groups, words: str) -> str | None:
    who, rest = subject_of(match["rest"])
    if not words or who is None or not rest or match["aux"].lower() == "did":
        return None
    thing = (match["thing"] or "").lower()
    verb = agreeing(who, rest, match["aux"])
    if thing.startswith(("time", "day")) and not PREPOSITION.match(words):
        return f"{who} {verb} {'at' if thing.startswith('time') else 'on'} {words}"
    head = re.match(
        r"^(?P<verb>(?:like to |love to |prefer to |work |listen |look |care |go )?[\w'-]+(?: (?:to|for|with|at|in|on|about|from))?(?=$| (?:at|for|on|when|in|these|most|the most|usually|as)\b|$))(?P<tail>.*)$",
        verb,
        _I,
    )
    return f"{who} {head['verb']} {words}{head['tail']}" if head else f"{who} {verb} {words}"


def _many(match: Groups, words: str) -> str | None:
    who, rest = subject_of(match["rest"])
    if not words or who is None:
        return None
    count = re.match(r"^((?:just |only |about |around )?[\w-]+)(,.*)?$", words)
    told = f"{count[1]} {match['thing']}{count[2] or ''}" if count else words
    return f"{who} {agreeing(who, rest, match['aux'])} {told}"


def _how(match: Groups, words: str) -> str | None:
    who, rest = subject_of(match["rest"])
    return f"{who} {agreeing(who, rest, match['aux'])} {words}" if words and who is not None and rest else None


def _how_long(match: Groups, words: str) -> str | None:
    who, rest = subject_of(match["rest"])
    if not words or who is None or not rest:
        return None
    return f"{who}{chr(39) + 've' if who == 'I' else ' has'} {rest} {words if PREPOSITION.match(words) else 'for ' + words}"


FORMS = tuple(
    (re.compile(pattern, _I), make)
    for pattern, make in (
        (r"^how old (?:is|are) (?P<who>.+?)(?: now)?$", _age),
        (r"^what (?:do|does) (?P<who>you|he|she|your [\w' ]+?) do(?: for (?:a living|work)| professionally| for a job)?$", _occupation),
        (r"^what(?:'s| is) (?P<who>you)r (?:job|occupation|profession|line of work)$", _occupation),
        (r"^how many (?P<thing>[\w ]+?) (?P<aux>do|does) (?P<rest>.+)$", _many),
        (r"^how long (?:have|has) (?P<rest>.+)$", _how_long),
        (r"^how(?: often)? (?P<aux>do|does) (?P<rest>.+)$", _how),
        (r"^where(?P<aux>'s|'re| \w+) (?P<rest>.+)$", _where),
        (r"^(?:what|who|when|which)(?P<be>'s|'re| is| are| was) (?P<thing>(?:your|his|her|their) .+)$", _attribute),
        (r"^(?:what|which)(?: (?:kind|type|sort|kinds|types|sorts) of)?(?: (?P<thing>(?!do\b|does\b)[\w -]+?))? (?P<aux>do|does|did) (?P<rest>.+)$", _which),
        (r"^(?:when|who)(?P<thing>) (?P<aux>do|does) (?P<rest>.+)$", _which),
    )
)  # fmt: skip
