"""When a statement stops holding: "for 2 weeks", "until Friday", "forget this after 10 days"."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice

from graphmem.core import expiry_words as words
from graphmem.core.moments import PERIOD, last_day, later
from graphmem.errors import InvalidInput

_LONGEST_LIFE = timedelta(days=36_525)
_SHORTEST_STATE = timedelta(
    hours=23
)  # what is said "for 3 hours" describes an activity, unless it is to be remembered so long

_MOST = 20  # clauses looked at in a sentence
_REACH = 200  # characters around a clause that say what it belongs to
_TO_ITS_END = re.compile(r"\b(?:through|thru|in)\b", re.IGNORECASE)


def expiry_in(text: str, *, now: datetime, zone: tzinfo = UTC) -> datetime | None:
    """The moment until which what is said is to be kept; None if it says none."""
    plain = text.replace("’", "'").strip()
    for sentence in words.SENTENCE.split(plain):
        moment = _ordered(sentence, now, zone) or _stated(sentence, now, zone)
        if moment is not None:
            return moment
    return None


def duration(said: str, *, now: datetime, zone: tzinfo = UTC) -> datetime:
    """The moment that `expires_in` names: a duration, a day, or an ISO 8601 duration."""
    text = " ".join(said.replace("’", "'").split())
    moment = _iso(text, now)
    for form in words.FORMS:
        if moment is None and (found := form.fullmatch(text)):
            moment = _moment(found, now, zone)
    if moment is None:
        raise InvalidInput("expires_in", "is no duration or day ahead, such as 2 weeks, until Friday or P10D")
    if moment <= now:
        raise InvalidInput("expires_in", "lies in the past")
    if moment - now > _LONGEST_LIFE:
        raise InvalidInput("expires_in", "is more than 100 years ahead")
    return moment


def without_expiry(text: str) -> str:
    """The text without a clause that only says how long to keep it."""
    kept = text.strip()
    plain = kept.replace("’", "'")
    if found := words.LEADING.match(plain[:_REACH]):
        return kept[found.end() :]
    tail = max(0, len(kept) - _REACH)
    if found := words.TRAILING.search(plain[tail:]):
        return kept[: tail + found.start()] or text
    return text


def _ordered(sentence: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The end that the sentence orders: remember for, forget after."""
    for order in (words.INSTRUCTION, words.FRONTED, words.LABEL, words.DROPPED):
        found = order.search(sentence)
        if found and (moment := _ahead(found, now, zone)):
            return moment
    try:
        tonight = _end_of(now.astimezone(zone).date(), zone) if words.TONIGHT.search(sentence) else None
    except OverflowError:  # at the beginning or the end of all days
        return None
    return tonight if tonight and tonight > now else None


def _stated(sentence: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The end that belongs to the fact itself, where it is a state that holds now."""
    if words.HABIT.search(sentence) or sentence.rstrip().endswith("?"):
        return None
    for found in islice(words.SAID.finditer(sentence), _MOST):
        before = sentence[max(0, found.start() - _REACH) : found.start()]
        after = sentence[found.end() : found.end() + _REACH]
        about = _nearest(before) if re.search(r"\w", _lead(before)) else after
        holds = _holds_for if found["for"] else _holds_until
        if holds(about, before, after, found) and (moment := _ahead(found, now, zone)):
            long_enough = (
                moment - now >= _SHORTEST_STATE or "until" in found[0] or not found["for"] or _is_period(found["for"])
            )
            return moment if long_enough else None
    if words.DUTY.search(sentence) and (deadline := words.DEADLINE.search(sentence)):
        return _ahead(deadline, now, zone)
    period = words.NOW.search(sentence)
    if period and words.STATE.search(sentence) and not _is_past(sentence) and not words.PERFECT.search(sentence):
        return _ahead(period, now, zone)
    return None


def _lead(before: str) -> str:
    return re.sub(rf"(?i)^\W*(?:{words.POLITE})(?:just|only|but|and|well|right\s+now)?\W*$", "", before)


def _nearest(before: str) -> str:
    """The part of the sentence that the clause belongs to."""
    parts = [part for part in words.CHUNK.split(before) if part and len(part.split()) > 1]
    return parts[-1] if parts else before


def _holds_for(about: str, before: str, after: str, found: re.Match[str]) -> bool:
    coming = re.match(r"(?i)\W*(?:just\s+|only\s+)?for\s+(?:about\s+)?the\s+(?:next|coming|following|rest)", found[0])
    long_past = words.PAST.search(about) and re.search(r"(?i)year|month", found[0])
    if (
        _is_past(about)
        or long_past
        or (words.PERFECT.search(about) and not words.ARRANGEMENT.search(about))
        or words.LASTING.search(about)
    ):
        return False
    fronted = not re.search(r"\w", _lead(before))
    if coming or (fronted and re.match(r"(?i)just|only", found[0])):
        return True
    if (
        words.LASTS.search(before)
        or words.LEAVING.search(about)
        or words.ELSEWHEN.search(after)
        or words.ELSEWHEN.search(before)
    ):
        return False
    return bool(words.STATE.search(about)) or (fronted and bool(words.STATE.search(after)))


def _holds_until(about: str, before: str, after: str, found: re.Match[str]) -> bool:
    if words.IDIOM.search(before) or words.RANGE.search(before) or re.match(r"(?i)\s+(?:once|of\s+time)\b", after):
        return False
    explicit = re.search(r"\d{4}", found["until"] or "")
    return bool(explicit) or not _is_past(about)


def _is_past(about: str) -> bool:
    return any(
        not words.NOT_PAST.match(match[0]) and not words.ARRANGEMENT.fullmatch(match[0])
        for match in words.PAST.finditer(about)
    )


def _is_period(said: str) -> bool:
    return bool(re.fullmatch(PERIOD, said, re.I))


def _ahead(found: re.Match[str], now: datetime, zone: tzinfo) -> datetime | None:
    moment = _moment(found, now, zone)
    return moment if moment and now < moment <= now + _LONGEST_LIFE else None


def _moment(found: re.Match[str], now: datetime, zone: tzinfo) -> datetime | None:
    parts = found.groupdict()
    span, day = parts.get("for") or parts.get("drop_for"), parts.get("until") or parts.get("drop_on")
    try:
        if span and (moment := later(span, now=now)):
            return moment
        through = bool(_TO_ITS_END.search(found[0]))
        wanted = _period_end(day or span or "", now.astimezone(zone).date(), through=through)
        return _end_of(wanted, zone) if wanted else None
    except (OverflowError, ValueError):
        return None


def _period_end(said: str, today: date, *, through: bool) -> date | None:
    said = re.sub(r"(?i)^all\s+", "this ", re.sub(r"(?i)^today only$", "today", said))
    if through:
        # "through March" and "expires in March" take the whole month with them, "until March" ends where it begins.
        whole = last_day(f"end of {said}", today=today)
        return whole or last_day(said, today=today)
    return last_day(said, today=today)


def _end_of(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(23, 59, 59), zone).astimezone(UTC)


def _iso(text: str, now: datetime) -> datetime | None:
    found = words.ISO.fullmatch(text)
    if not found or not any(found.groups()):
        return None
    years, months, weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    try:
        moment = later(f"{12 * years + months} months", now=now) if years or months else now
        return moment and moment + timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    except (OverflowError, ValueError):
        raise InvalidInput("expires_in", "is more than 100 years ahead") from None
