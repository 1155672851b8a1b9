"""The stretch of time that a question speaks of: "in May 2023", "last week", "between 3 and 9 June"."""

import calendar
import re
from datetime import UTC, datetime, timedelta

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTH = "|".join(_MONTHS)
_UNIT = {"day": 1, "week": 7, "month": 30, "year": 365}
_NUMBER = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a couple of": 2, "a few": 3}
_ORDINAL = r"(?:st|nd|rd|th)?"
_AMOUNT = rf"(?P<number>\d+|{'|'.join(_NUMBER)}) (?P<unit>day|week|month|year)s?"
_DAY = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}}){_ORDINAL}(?: of)? (?P<month>{_MONTH})"
    rf"|(?P<month2>{_MONTH}) (?P<day2>\d{{1,2}}){_ORDINAL}\b)"
    r"(?:,? (?P<year>\d{4}))?",
    re.IGNORECASE,
)
_WHOLE_MONTH = re.compile(
    rf"\b(?:in|of|during|since|last|early|late|by|until|around) (?P<month>{_MONTH})\b(?:,? (?P<year>\d{{4}}))?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:in|during|of|since) (?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_LAST = re.compile(
    r"\b(?P<which>last|this|past) (?P<unit>day|week|month|year)\b|\b(?P<word>yesterday|today)\b", re.IGNORECASE
)
_AGO = re.compile(rf"\b{_AMOUNT} ago\b", re.IGNORECASE)
_PAST = re.compile(rf"\b(?:last|past) {_AMOUNT}\b", re.IGNORECASE)

Period = tuple[datetime, datetime]


def period_in(question: str, *, now: datetime) -> Period | None:
    """From when to when, the end not included; none where it speaks of no time, or of one ahead."""
    said = list(_DAY.finditer(question))
    year = next((int(found["year"]) for found in said if found["year"]), None)
    days = [day for found in said if (day := _day(found, year, now))]
    if days:
        return min(days), max(days) + timedelta(days=1)
    if found := _WHOLE_MONTH.search(question):
        month = _MONTHS[found["month"].lower()]
        year = int(found["year"]) if found["year"] else now.year - (month > now.month)
        start = datetime(year, month, 1, tzinfo=UTC)
        return start, start + timedelta(days=calendar.monthrange(year, month)[1])
    if found := _YEAR.search(question):
        return datetime(int(found["year"]), 1, 1, tzinfo=UTC), datetime(int(found["year"]) + 1, 1, 1, tzinfo=UTC)
    if found := _AGO.search(question):
        size = _UNIT[found["unit"].lower()]
        back, slack = timedelta(days=_number(found) * size), timedelta(days=max(1, size / 2))
        return now - back - slack, now - back + slack
    if found := _PAST.search(question):
        return now - timedelta(days=_number(found) * _UNIT[found["unit"].lower()]), now
    if found := _LAST.search(question):
        return _lately(found, now)
    return None


def _day(found: re.Match[str], year: int | None, now: datetime) -> datetime | None:
    """The day in the year that is said, be it said of another day; without one, the last such day."""
    month = _MONTHS[(found["month"] or found["month2"]).lower()]
    try:
        day = datetime(year or now.year, month, int(found["day"] or found["day2"]), tzinfo=UTC)
        return day if year else day.replace(year=now.year - (day > now))
    except ValueError:
        return None


def _number(found: re.Match[str]) -> int:
    said = found["number"].lower()
    return min(int(said), 1_000) if said.isdigit() else _NUMBER[said]


def _lately(found: re.Match[str], now: datetime) -> Period:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if found["word"]:
        return (midnight - timedelta(days=1), midnight) if found["word"].lower() == "yesterday" else (midnight, now)
    size = timedelta(days=_UNIT[found["unit"].lower()])
    # "Last week" is as often the seven days before as the week before this one.
    return (now - 2 * size, now) if found["which"].lower() == "last" else (now - size, now)
