"""Days and durations as people say them: "next Tuesday", "the end of the month", "a couple of weeks"."""

import calendar
import re
from datetime import date, datetime, timedelta

from graphmem.core.holidays import HOLIDAY, holiday

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_WEEKDAYS = {name.lower(): number for number, name in enumerate(calendar.day_name)}
_WEEKDAYS |= {name[:3]: number for name, number in _WEEKDAYS.items()} | {"tues": 1, "thur": 3, "thurs": 3, "weds": 2}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_NUMBERS = {word: number for number, word in enumerate(_ONES.split())}
_TENS = {
    word: 10 * number
    for number, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}

_UNITS = {"w": "week", "m": "month", "y": "year"}

_MONTH = r"(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_WEEKDAY = r"(?:" + "|".join(sorted(_WEEKDAYS, key=len, reverse=True)) + r")"
_NUMBER_WORD = (
    r"(?:(?:"
    + "|".join(_TENS)
    + r")(?:[ -](?:"
    + "|".join(_ONES.split()[1:10])
    + r"))?|"
    + "|".join(sorted(_ONES.split(), key=len, reverse=True))
    + r")"
)
_AMOUNT = (
    rf"(?:\d{{1,6}}(?:[.,]\d{{1,2}})?|{_NUMBER_WORD}|an?\s+couple(?:\s+of)?|couple(?:\s+of)?|an?\s+few|few"
    rf"|half\s+an?|an?\s+half|an?|another|one\s+more|a\s+single)"
)
_UNIT = (
    r"(?:minutes?|mins?|hours?|hrs?|h|days?|d|nights?|weeks?|wks?|w|fortnights?|months?|mos?|mths?|quarters?|years?"
    r"|yrs?|y|decades?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"

DURATION = (
    rf"(?:(?:about|around|roughly|at\s+least|at\s+most|up\s+to|exactly|only|just|the\s+next|the\s+coming"
    rf"|the\s+following|next|another|maybe|like)\s+){{0,3}}"
    rf"{_AMOUNT}(?:\s?(?:-|to|or)\s?{_AMOUNT})?[\s-]*(?:more\s+|full\s+|whole\s+|business\s+"
    rf"|working\s+)?{_UNIT}\b(?:\s+(?:or\s+(?:so|two)|and\s+a\s+half))?"
)
NEXT = rf"(?:the\s+)?(?:next|coming|following)\s+(?:{_UNIT})\b"
PERIOD = (
    r"(?:(?:the\s+)?(?:rest|remainder)\s+of\s+(?:the|this)\s+(?:day|week|weekend|month|quarter|year)|(?:this|the"
    r"|the\s+whole|this\s+whole)\s+(?:day|week|weekend|month|quarter|year)|today|tonight|the\s+night|tomorrow)"
)
DATE = (
    r"(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}(?:[/.](?:\d{4}|\d{2}))?(?!\d)"
    rf"|(?:the\s+)?(?:very\s+)?(?:end|start|beginning|middle)\s+of\s+(?:(?:the|this|next)\s+)?(?:day|week|weekend"
    rf"|month|quarter|year|{_MONTH}(?:,?\s+\d{{4}})?|\d{{4}})\b|eod|eow|eom|eoy"
    rf"|{HOLIDAY}|(?:the\s+)?day\s+after\s+tomorrow|today|tonight|tomorrow|mid-?\s?{_MONTH}\b"
    rf"|(?:{_WEEKDAY},?\s+)?(?:the\s+)?{_DAY}\s+(?:of\s+)?{_MONTH}\b(?:,?\s+\d{{4}})?"
    rf"|(?:{_WEEKDAY},?\s+)?{_MONTH}\s+(?:the\s+)?{_DAY}\b(?:,?\s+\d{{4}})?"
    rf"|(?:late\s+|early\s+)?(?:next\s+)?{_MONTH}\b(?:\s+\d{{4}})?|(?:the\s+)?{_DAY}(?<=[a-z])"
    rf"|(?:this\s+coming\s+|this\s+|next\s+|coming\s+|the\s+coming\s+|the\s+following\s+"
    rf"|on\s+)?{_WEEKDAY}\b(?:\s+(?:morning|evening|night|afternoon|noon|next\s+week))?"
    r"|(?:this|next|the)\s+(?:week|weekend|month|quarter|year)\b|(?:19|20|21)\d\d\b)"
)


def later(words: str, *, now: datetime) -> datetime | None:
    """The moment after a duration from now; a range counts to its far end."""
    text = " ".join(words.lower().split())
    if re.fullmatch(NEXT, text):
        text = re.sub(r"^(?:the )?(?:next|coming|following) ", "a ", text)
    found = re.search(
        rf"(?<!\w)(?P<one>{_AMOUNT})(?:\s?(?:-|to"
        rf"|or)\s?(?P<other>{_AMOUNT}))?[\s-]*(?:\w+\s+)??(?<![a-z])(?P<unit>{_UNIT})(?P<more>\s+(?:or two"
        rf"|and a half))?(?:\s+or so)?$",
        text,
    )
    if not found:
        return None
    amount = _amount(found["other"] or found["one"])
    if found["more"]:
        amount = 2.0 if "two" in found["more"] else amount + 0.5
    return _shifted(now, amount, found["unit"])


def last_day(words: str, *, today: date) -> date | None:
    """The day that is meant, the next one if the words leave it open; None if it is past or unknowable."""
    text = re.sub(r"^on ", "", " ".join(words.lower().replace(",", " ").replace("’", "'").split()))
    try:
        day = _relative(text, today) or holiday(text, today) or _written(text, today)
    except (ValueError, OverflowError):
        return None
    return day if day is not None and day >= today else None


def _amount(words: str) -> float:
    if re.match(r"\d", words):
        return float(words.replace(",", "."))
    if "couple" in words:
        return 2
    if "few" in words:
        return 3
    if "half" in words:
        return 0.5
    tens, _, ones = words.replace("-", " ").partition(" ")
    return float(_TENS[tens] + _NUMBERS.get(ones, 0)) if tens in _TENS else float(_NUMBERS.get(words, 1))


def _shifted(now: datetime, amount: float, unit: str) -> datetime:
    if unit.startswith("mi"):
        return now + timedelta(minutes=amount)
    months = {"mo": 1, "mt": 1, "q": 3, "y": 12, "de": 120}.get(unit[:2] if unit[0] not in "qy" else unit[0])
    if months is not None:
        whole, part = divmod(amount * months, 1)
        day = _months_on(now.date(), int(whole)) + timedelta(days=round(part * 30))
        return datetime.combine(day, now.timetz())
    days = {"h": 1 / 24, "d": 1, "n": 1, "w": 7, "f": 14}[unit[0]]
    return now + timedelta(days=amount * days)


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _month_end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])


def _relative(text: str, today: date) -> date | None:
    known = {
        "today": 0,
        "tonight": 0,
        "the night": 0,
        "the day": 0,
        "eod": 0,
        "tomorrow": 1,
        "day after tomorrow": 2,
        "the day after tomorrow": 2,
    }
    if text in known:
        return today + timedelta(days=known[text])
    if found := re.fullmatch(
        rf"(?P<which>this coming |this |next |coming |the coming |the following )?(?P<day>{_WEEKDAY})(?P<rest> .*)?",
        text,
    ):
        following = found["which"] in ("next ", "the following ") or (found["rest"] or "").endswith("next week")
        return _weekday(_WEEKDAYS[found["day"]], today, in_next_week=following)
    if text in ("eow", "eom", "eoy"):
        text = f"end of the {_UNITS[text[-1]]}"
    found = re.fullmatch(
        r"(?:the )?(?:very )?(?:(?P<edge>end|start|beginning|middle|rest|remainder) of )?(?P<which>the whole "
        r"|this whole |the |this |next )?(?P<unit>day|week|weekend|month|quarter|year)",
        text,
    )
    return _edge(found["edge"], (found["which"] or "the").strip(), found["unit"], today) if found else None


def _weekday(weekday: int, today: date, *, in_next_week: bool) -> date:
    if in_next_week:
        return today + timedelta(days=7 - today.weekday() + weekday)
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _edge(edge: str | None, which: str, unit: str, today: date) -> date:
    ahead = 1 if which == "next" else 0
    # "until next month" ends when that month begins; "this week" and "the rest of the week" last to its end.
    starts = edge in ("start", "beginning") or (edge is None and ahead == 1 and unit != "weekend")
    if unit == "day":
        return today + timedelta(days=ahead)
    if unit in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
        return monday + timedelta(days=0 if starts else 2 if edge == "middle" else 6)
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    first = _months_on(date(today.year, (today.month - 1) // months * months + 1, 1), ahead * months)
    if edge == "middle":
        return first.replace(day=15) if unit == "month" else _months_on(first, months // 2)
    return first if starts else _months_on(first, months) - timedelta(days=1)


def _written(text: str, today: date) -> date | None:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return date.fromisoformat(text)
    if found := re.fullmatch(r"(\d{1,2})([/.])(\d{1,2})(?:[/.](\d{4}|\d{2}))?", text):
        return _in_figures(found, today)
    if re.fullmatch(r"\d{4}", text):
        return date(int(text), 1, 1)
    if found := re.fullmatch(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)", text):
        return _day_of_month(int(found[1]), today)
    edge = re.match(
        r"(?:the )?(?:very )?(end|start|beginning|middle) of (?:the |this |next )?|(mid-?|late |early ) ?", text
    )
    body = text[edge.end() :] if edge else re.sub(rf"^{_WEEKDAY} ", "", text)
    place = (edge[1] or edge[2]).strip("- ") if edge else ""
    month = re.search(rf"(?<![a-z]){_MONTH}(?![a-z])", body)
    year = re.search(r"\b\d{4}\b", body)
    if not month:
        return (date(int(body), 12, 31) if place == "end" else date(int(body), 1, 1)) if year and place else None
    number = _MONTHS[month[0].rstrip(".")]
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", body)
    for candidate in (int(year[0]),) if year else (today.year, today.year + 1):
        if day:
            made = (
                date(candidate, number, int(day[1]))
                if (number, int(day[1])) != (2, 29) or calendar.isleap(candidate)
                else date(candidate, 2, 28)
            )
        else:
            made = (
                _month_end(candidate, number)
                if place in ("end", "late")
                else date(candidate, number, 15 if place.startswith("mid") else 1)
            )
        if made >= today or year:
            return made
    return None


def _in_figures(found: re.Match[str], today: date) -> date | None:
    one, other = int(found[1]), int(found[3])
    orders = [(other, one)] if found[2] == "." else [(other, one), (one, other)]
    years = [int(found[4]) + (2000 if len(found[4]) == 2 else 0)] if found[4] else [today.year, today.year + 1]
    ahead: list[date] = []
    for month, day in orders:
        possible = [
            date(year, month, day)
            for year in years
            if 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
        ]
        ahead.extend([made for made in possible if made >= today][:1])
    # 3/4 is read both ways: the later day keeps what it says rather than losing it.
    return max(ahead, default=None)


def _day_of_month(day: int, today: date) -> date | None:
    for months in range(3):
        first = _months_on(today.replace(day=1), months)
        if day <= calendar.monthrange(first.year, first.month)[1] and first.replace(day=day) >= today:
            return first.replace(day=day)
    return None
