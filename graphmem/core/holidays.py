"""Holidays by the names people give them."""

import re
from datetime import date, timedelta

HOLIDAY = (
    r"(?:christmas(?:\s+(?:eve|day))?|x-?mas(?:\s+(?:eve|day))?|boxing\s+day|new\s+year(?:'?s)?(?:\s+(?:eve|day))?"
    r"|nye|good\s+friday|easter(?:\s+(?:sunday|monday))?"
    r"|thanksgiving|black\s+friday|hallowe'?en|(?:st\.?\s+)?valentine'?s?(?:\s+day)?|st\.?\s+patrick'?s(?:\s+day)?"
    r"|(?:the\s+)?4th\s+of\s+july|independence\s+day|labou?r\s+day|memorial\s+day|epiphany)"
)


def holiday(text: str, today: date) -> date | None:
    """The next day of that name, today included."""
    for year in (today.year, today.year + 1):
        day = _holiday_in(text.replace("'", "").replace(".", ""), year)
        if day is not None and day >= today:
            return day
    return None


_FIXED = (
    (r"(?:christmas|x-?mas) eve", 12, 24),
    (r"(?:christmas|x-?mas).*", 12, 25),
    (r"boxing day", 12, 26),
    (r"new years? eve|nye", 12, 31),
    (r"new years?(?: day)?", 1, 1),
    (r"epiphany", 1, 6),
    (r"(?:st )?valentines?(?: day)?", 2, 14),
    (r"st patricks(?: day)?", 3, 17),
    (r"(?:the )?4th of july|independence day", 7, 4),
    (r"halloween", 10, 31),
)


def _holiday_in(text: str, year: int) -> date | None:
    for pattern, month, day in _FIXED:
        if re.fullmatch(pattern, text):
            return date(year, month, day)
    moving = {"good friday": -2, "easter": 0, "easter sunday": 0, "easter monday": 1}
    if text in moving:
        return _easter(year) + timedelta(days=moving[text])
    if text in ("thanksgiving", "black friday"):
        return _nth(year, 11, 3, 4) + timedelta(days=text == "black friday")
    if re.fullmatch(r"labou?r day", text):
        return _nth(year, 9, 0, 1)
    if text == "memorial day":
        last = date(year, 5, 31)
        return last - timedelta(days=last.weekday())
    return None


def _nth(year: int, month: int, weekday: int, count: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (count - 1))


def _easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar, by Butcher's method."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    shift = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    month, day = divmod(epact + shift - 7 * ((golden + 11 * epact + 22 * shift) // 451) + 114, 31)
    return date(year, month, day + 1)
