"""Words in their one spelling: British and American, digits and number words, dates and times in every notation."""

import re
from functools import lru_cache


def bag(words: str) -> frozenset[str]:
    """A set of words, written as one line of them."""
    return frozenset(words.split())


_SAME = {
    word: meaning
    for meaning, same in {
        "color": "colour",
        "favorite": "favourite fav fave favourites favorites",
        "gray": "grey",
        "mother": "mum mom mummy mommy mama",
        "father": "dad daddy papa",
        "grandmother": "gran grandma granny nan nana",
        "grandfather": "grandpa grandad granddad gramps",
        "brother": "bro",
        "sister": "sis",
        "coriander": "cilantro",
        "aubergine": "eggplant aubergines eggplants",
        "courgette": "zucchini courgettes",
        "rocket": "arugula",
        "film": "movie movies films flick",
        "child": "kid kids children",
        "vegetarian": "veggie vegie",
        "flat": "apartment",
        "bike": "bicycle cycling cycle",
        "autumn": "fall",
        "football": "soccer footy",
        "telly": "tv television",
        "holiday": "vacation",
        "shop": "store",
        "theater": "theatre",
        "center": "centre",
        "sport": "sports",
        "pilot": "aviator",
        "doctor": "physician gp",
        "lawyer": "solicitor attorney",
        "photo": "photograph photos photographs",
        "math": "maths mathematics",
        "email": "e-mail",
        "celiac": "coeliac",
        "hike": "hiking",
    }.items()
    for word in same.split()
}
_COUNTED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_NUMBERS = {word: str(number) for number, word in enumerate(_COUNTED.split())}
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "twenty": 20}
EMPTY = bag(
    "a an the my our your his her their this that these those some any all really very quite so just also too "
    "actually definitely absolutely totally honestly btw tbh lol please now then still already currently of i "
    "we me us it pretty much both either each is are be own new old again lovely little called named more anymore"
)
_LINKS = bag("to from for with in at on by and or weekly daily monthly regular usual next")
_WORD = re.compile(r"[^\W_]+(?:[.'’&+-][^\W_]+)*\+*", re.UNICODE)
_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ],
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY_MONTH = re.compile(
    rf"\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b\.?(?:,? (\d{{4}}))?", re.IGNORECASE
)
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.? (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (\d{{4}}))?", re.IGNORECASE)
_MONTH_ONLY = re.compile(rf"\b(?:in|this|next|every|of|is) ({_MONTH})\b(?: (\d{{4}}))?", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_SLASHED = re.compile(r"\b(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?\b")
_THE_NTH = re.compile(r"\bthe (\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(r"\b(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b(?P<h>\d{1,2})[:.h](?P<m>\d{2})\s*(?P<half>[ap]\.?m\b)?|\b(?P<h2>\d{1,2})\s*(?P<half2>[ap]\.?m\b)"
    r"|\b(?:at|until|till|to|by|around|from) (?P<h3>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve)"
    r"\b(?! (?:\w+ )?(?:days|weeks|months|years|people|minutes|january|february|march|april|may|june|july|"
    r"august)|/|%|[:.h]\d)"
    r"|\b(?P<word>noon|midday|midnight)\b",
    re.IGNORECASE,
)
_PLURAL_KEPT = ("ss", "us", "is", "as", "os")


@lru_cache(maxsize=20_000)
def word(raw: str) -> str:
    """A word in its one spelling: lower case, singular, American, digits for a number."""
    lowered = raw.casefold().replace("’", "'").removesuffix("'s").strip("'-.")
    lowered = _SAME.get(lowered, _NUMBERS.get(lowered, lowered))
    if lowered in _TENS:
        return str(_TENS[lowered])
    tens, _, ones = lowered.partition("-")
    if tens in _TENS and ones in _NUMBERS:
        return str(_TENS[tens] + int(_NUMBERS[ones]))
    if lowered.endswith("ies") and len(lowered) > 4:
        lowered = lowered[:-3] + "y"
    elif lowered.endswith(("ches", "shes", "xes", "sses")):
        lowered = lowered[:-2]
    elif lowered.endswith("s") and len(lowered) > 3 and not lowered.endswith(_PLURAL_KEPT):
        lowered = lowered[:-1]
    return _SAME.get(lowered, lowered)


def normal(phrase: str) -> str:
    """A phrase without articles and fillers, each word in its one spelling."""
    every = [word(found.group()) for found in _WORD.finditer(phrase)]
    return " ".join(one for one in every if one and one not in EMPTY)


def slug(phrase: str) -> str:
    """A phrase as part of a key: its words in one spelling and in order of the alphabet, so "flight to Oslo" "
    "is "Oslo flight"."""
    return "_".join(sorted({one for one in normal(phrase).split() if one not in _LINKS}))


def number(raw: str) -> str | None:
    """The digits of a number, however it is written."""
    made = word(raw)
    return made if made.isdigit() else None


@lru_cache(maxsize=4_096)
def moments(text: str) -> tuple[str, ...]:
    """The dates, weekdays and times of day in a text: `1988-03-12`, `--12-14`, `---14`, `mon`, `T09:30`."""
    found: list[str] = []
    rest = text
    for pattern, build in ((_ISO, _iso), (_DAY_MONTH, _day_month), (_MONTH_DAY, _month_day), (_SLASHED, _slashed)):
        found += map(build, pattern.finditer(rest))
        rest = pattern.sub(" ; ", rest)
    found += [f"{match[2] or '-'}-{_MONTHS[match[1].lower()]:02d}" for match in _MONTH_ONLY.finditer(rest)]
    found += [f"---{int(match[1]):02d}" for match in _THE_NTH.finditer(rest)]
    found += [match[1][:3].lower() for match in _WEEKDAY.finditer(rest)]
    found += [clock for match in _CLOCK.finditer(rest) if (clock := _clock(match, rest))]
    return tuple(dict.fromkeys(found))


def dimension(moment: str) -> str:
    """Whether a moment is a time of day, a weekday or a date: only the same can differ."""
    if moment.startswith("T"):
        return "time"
    return "day" if moment.isalpha() else "date"


def _iso(match: re.Match[str]) -> str:
    return match[0]


def _day_month(match: re.Match[str]) -> str:
    return _date(match[3], _MONTHS[match[2].lower()], match[1])


def _month_day(match: re.Match[str]) -> str:
    return _date(match[3], _MONTHS[match[1].lower()], match[2])


def _slashed(match: re.Match[str]) -> str:
    first, second = int(match[1]), int(match[2])
    if first > 12 >= second:
        return _date(match[3], second, match[1])
    if second > 12 >= first:
        return _date(match[3], first, match[2])
    return match[0]  # nobody can tell which is the month


def _date(year: str | None, month: int, day: str) -> str:
    return f"{year or '-'}-{month:02d}-{int(day):02d}"


def _clock(match: re.Match[str], text: str) -> str | None:
    if match["word"]:
        return "T00:00" if match["word"].lower() == "midnight" else "T12:00"
    raw = match["h"] or match["h2"] or number(match["h3"])
    hour = int(raw) if raw else 99
    half = (match["half"] or match["half2"] or "").lower().replace(".", "")
    after = text[match.end() : match.end() + 20].lower()
    if half == "pm" or re.match(r"\s*(?:o'?clock )?(?:in the (?:afternoon|evening)|at night)", after):
        hour = hour + 12 if hour < 12 else hour
    elif half == "am" and hour == 12:
        hour = 0
    return f"T{hour:02d}:{match['m'] or '00'}" if hour < 24 else None
