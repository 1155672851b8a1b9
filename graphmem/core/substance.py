"""What two texts that say the same can't differ in: names, numbers, days, colours, sides and denials."""

import re
from functools import lru_cache

from graphmem.core.text import tokens as pieces

_TOKEN = re.compile(r"[^\W_]+?(?=n['\u2019]t\b)|n['\u2019]t\b|[^\W_]+")
_HOUR = re.compile(r"(?<=\d)\s*([ap])\.?m\b", re.IGNORECASE)
_MAY = re.compile(
    r"(?:\b(?:in|of|by|since|until|till|from|last|next|this|early|late|mid)|\d(?:st|nd|rd|th)?)\s+May\b|\bMay\s+\d"
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_DIGITS = re.compile(r"^(\d+)(?!(?:am|pm|k)$)[a-z]{0,3}$")
_OF_NO_LATIN_SCRIPT = re.compile(r"[^\u0000-\u024f\u1e00-\u1eff]")


def _bag(words: str) -> list[str]:
    return words.split()


_UNITS = _bag(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_TENS = _bag("thirty forty fifty sixty seventy eighty ninety")
_NUMBERS = {word: str(number) for number, word in enumerate(_UNITS)} | {
    word: str(10 * tens) for tens, word in enumerate(_TENS, start=3)
}
_WHOLE_TENS = frozenset(str(number) for number in range(20, 100, 10))
_ABBREVIATED = 4  # letters of a short form
_SHORT = 3  # letters of words that say little: "the", "am", "eat" too
_DAYS = _bag("monday tuesday wednesday thursday friday saturday sunday")
_MONTHS = _bag("january february march april june july august september october november december")
_MOMENTS = {short: day for day in _DAYS for short in (day, f"{day}s", day[:3])} | {
    short: month for month in _MONTHS for short in (month, month[:3])
}
_COLOURS = frozenset(_bag("red blue green yellow white black brown purple orange pink gray silver golden turquoise"))
_ONE_SPELLING = _NUMBERS | _MOMENTS | {"grey": "gray"}
_SIDES = frozenset(
    _bag("left right upper lower top bottom front back north south east west before after older younger")
)
_DENIALS = frozenset(
    _bag(
        "not no never none cannot without nobody nothing neither nor cant dont wont isnt arent wasnt doesnt didnt "
        "havent hasnt couldnt wouldnt"
    )
)
_NO_NAMES = frozenset(  # with which texts begin
    _bag(
        "i my me we our us you your he his him she her it its they their them the a an this that these those there "
        "here user is are was were do does did ca wo can could will would should have has had what who when where why "
        "how if since because before after until during for from in on at to of by with without about as every each "
        "all most many some any no not never and but or so also then now today yesterday tomorrow recently lately "
        "currently sometimes usually always often please remember likes loves hates prefers enjoys wants lives works "
        "owns drinks eats plays speaks uses"
    )
)


def differs(one: str, other: str) -> bool:
    """Whether two texts can't say the same: one denies what the other doesn't, or they name other things."""
    if _denied(one, other) or _swapped(one, other):
        return True
    return any(
        _missing(ours, other) and _missing(theirs, one) for ours, theirs in zip(_named(one), _named(other), strict=True)
    )


def _missing(named: frozenset[str], text: str) -> bool:
    """Whether a text lacks one of some words, and its short form: "Prof" for a professor, "8" for 8 a.m."""
    there = _words(text)
    return any(not any(_short_for(word, other) or _short_for(other, word) for other in there) for word in named - there)


def _short_for(short: str, word: str) -> bool:
    hour = word[:-2] == short and word[-2:] in ("am", "pm")
    return hour or (len(short) >= _ABBREVIATED and short.isalpha() and word.startswith(short))


def _denied(one: str, other: str) -> bool:
    """Whether one says in much the same words what the other denies; in other words, "I quit" is "I don't any more"."""
    if _denies(one) == _denies(other):
        return False
    ours, theirs = ({word for word in _words(text) if len(word) > _SHORT} for text in (one, other))
    fewer = min(len(ours), len(theirs))
    return 2 * len(ours & theirs) > fewer or fewer == 0


def share_a_name(one: str, other: str) -> bool:
    """Whether two texts have a capitalised word in common that may be a name."""
    return not _names(one).isdisjoint(_words(other)) or not _names(other).isdisjoint(_words(one))


def _swapped(one: str, other: str) -> bool:
    """Whether the same words name things in another order: "Tom owes Ana 5" and "Ana owes Tom 5"."""
    ours, theirs = _in_order(one), _in_order(other)
    if ours == theirs or sorted(ours) != sorted(theirs):
        return False
    telling = _names(one) | _names(other)
    return [w for w in ours if w in telling or w[0].isdigit()] != [w for w in theirs if w in telling or w[0].isdigit()]


@lru_cache(maxsize=4_096)
def _words(text: str) -> frozenset[str]:
    return frozenset(_in_order(text)) | _strange(text)


@lru_cache(maxsize=4_096)
def _named(text: str) -> tuple[frozenset[str], ...]:
    """The numbers, moments, colours, sides and names of a text, each in its one spelling, and what is no English."""
    plain = _in_order(text)
    moments = set(_MOMENTS.values())
    may = {"may"} if _MAY.search(text) else set()
    return (
        frozenset(word for word in plain if word[0].isdigit()),
        frozenset(word for word in plain if word in moments) | may,
        frozenset(word for word in plain if word in _COLOURS),
        frozenset(word for word in plain if word in _SIDES),
        _names(text),
        _strange(text),
    )


@lru_cache(maxsize=4_096)
def _names(text: str) -> frozenset[str]:
    capitalised = (_plain(token) for token in _tokens(text) if token[0].isupper())
    return frozenset(word for word in capitalised if word not in _NO_NAMES and word not in _MOMENTS.values())


@lru_cache(maxsize=4_096)
def _in_order(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for token in _tokens(text):
        plain = _plain(token)
        tens = found and found[-1] in _WHOLE_TENS and plain.isdigit() and 0 < int(plain) < 10 and not token[0].isdigit()
        if tens:  # "thirty-one"
            found[-1] = str(int(found[-1]) + int(plain))
        else:
            found.append(plain)
    return tuple(found)


def _strange(text: str) -> frozenset[str]:
    """Symbols and words of other scripts: the models can't tell one of these from another."""
    return frozenset(piece for piece in pieces(text) if _OF_NO_LATIN_SCRIPT.search(piece))


def _tokens(text: str) -> list[str]:
    found: list[str] = _TOKEN.findall(_HOUR.sub(r"\1m", _THOUSANDS.sub("", text)))
    return found


def _plain(token: str) -> str:
    small = token.lower()
    digits = _DIGITS.match(small)
    return digits[1] if digits else _ONE_SPELLING.get(small, small)


@lru_cache(maxsize=4_096)
def _denies(text: str) -> bool:
    return any(token.replace("\u2019", "'") == "n't" or token in _DENIALS for token in _tokens(text.lower()))
