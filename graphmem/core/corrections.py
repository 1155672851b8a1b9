# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""A correction that names only the right word: the statement before it, said again with that word."""

import re

_I = re.IGNORECASE
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTHS = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_SORTS = (
    re.compile(rf"\b{_DAYS}\b", _I),
    re.compile(rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTHS}|{_MONTHS} \d{{1,2}}(?:st|nd|rd|th)?)\b", _I),
    re.compile(rf"\b{_MONTHS}\b", _I),
    re.compile(r"\b\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|\b\d{1,2}:\d\d\b", _I),
    re.compile(r"\b\d[\d.,]*\b"),
    re.compile(
        r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b",
        _I,
    ),
)
_NAME = re.compile(r"\b(?!I\b|I'm\b|I've\b|My\b|Our\b|We\b|The\b|It\b)[A-Z][\w'-]*(?: [A-Z][\w'-]*)*")
_NOT = re.compile(
    r"^(?P<right>.+?)(?:,| and)? not (?P<wrong>.+)$|^not (?P<wrong2>.+?)[,:;]? (?:but |it's |its |i meant )?(?P<right2>.+)$",
    _I,
)
_SAID_AS = re.compile(
    r"^(?:it's|its|it is|that's|make (?:it|that)|should be|it should be|in|on|at|the)\s+(?:actually\s+)?", _I
)
_MOST_WORDS = 6


_BOTH = re.compile(
    r"^i (?:said|wrote|told you|typed)(?: that)? (?P<wrong>.+?),? (?:but|and|when) (?:i )?(?:actually |really )?mean[t]? (?P<right>.+)$",
    _I,
)


def corrected_at_once(sentence: str) -> str | None:
    """The right statement where one sentence tells both: "I said I was born in 1990 but I meant 1991"."""
    both = _BOTH.match(sentence)
    return corrected(both["wrong"], both["right"]) if both else None


def corrected(before: str, words: str) -> str | None:
    """The statement `before` with the corrected words in their place, or nothing where no place is found."""
    words = words.strip(" .,!*")
    told_apart = _NOT.match(words)
    if told_apart:
        right = told_apart["right"] or told_apart["right2"]
        wrong = (told_apart["wrong"] or told_apart["wrong2"]).strip(" .,!")
        right = _SAID_AS.sub("", right)
        if re.search(rf"\b{re.escape(wrong)}\b", before, _I):
            return re.sub(rf"\b{re.escape(wrong)}\b", lambda _: right, before, flags=_I)
        words = right
    right = _SAID_AS.sub("", words)
    if not right or len(right.split()) > _MOST_WORDS:
        return None
    for sort in _SORTS:
        named = sort.search(right)
        if named:
            places = list(sort.finditer(before))
            if len(places) != 1:
                return None
            repeated = before[places[0].end() :].startswith(right[named.end() :])
            return _put(before, places[0], right[: named.end()] if repeated else right)
    places = [match for match in _NAME.finditer(before) if match.start()]
    if _NAME.fullmatch(right) and places:
        return _put(before, places[-1], right)
    return None


def _put(before: str, place: re.Match[str], right: str) -> str:
    return before[: place.start()] + right + before[place.end() :]
