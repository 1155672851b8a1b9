"""When a statement stops holding: "for 2 weeks", "until Friday", "forget this after 10 days"."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice

from graphmem.core.moments import DATE, DURATION, NEXT, PERIOD, last_day, later
from graphmem.errors import InvalidInput

_LONGEST_LIFE = timedelta(days=36_525)
_SHORTEST_STATE = timedelta(
    hours=23
)  # what is said "for 3 hours" describes an activity, unless it is to be remembered so long

_MOST = 20  # clauses looked at in a sentence
_REACH = 200  # characters around a clause that say what it belongs to

_HOUR = r"(?:\d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock|h)|\d{1,2}:\d{2}|noon|midnight)"
_UNTIL = (
    rf"(?:up\s+)?(?:until|till|'?til|untill|through|thru|up\s+to)(?:\s+and\s+including)?\s+(?:around\s+|about\s+"
    rf"|at\s+least\s+|sometime\s+)?(?:{_HOUR}\s+(?:on\s+)?)?(?P<until>{DATE})(?:\s+(?:at\s+)?{_HOUR})?"
)
_FOR = rf"for\s+(?P<for>{DURATION}|{NEXT}|{PERIOD})"
_CLAUSE = rf"(?:(?:just|only|but\s+only)\s+)?(?:{_UNTIL}|{_FOR})(?:\s+(?:only|or\s+so|from\s+now))?"
_DROP = (
    rf"(?:after|in|on|by|at|within|come|past)?\s*(?:(?P<drop_for>{DURATION}|{NEXT})"
    rf"|(?P<drop_on>{DATE}))(?:\s+from\s+now)?"
)

_KEEP = (
    r"(?:remember|keep|save|store|note|hold|bear|memori[sz]e|don'?t\s+forget|do\s+not\s+forget|retain|log|record"
    r"|make\s+a\s+note|take\s+note|know)"
    r"(?:\s+(?:this|that|it|these|in\s+mind|a\s+note|of|on\s+to|me|about|please|the\s+following|for\s+me|down"
    r"|stored|saved|in\s+memory|as\s+valid)){0,4}"
)
_FORGET = (
    r"(?:forget|delete|drop|discard|erase|remove|clear|wipe)(?:\s+(?:this|that|it|about\s+it|about\s+this"
    r"|again)){0,2}|(?:this|it|that)?\s*(?:expires?|is\s+valid|lapses?)"
)
_POLITE = (
    r"(?:(?:hey|hi|ok|okay|so|please|pls|plz|can\s+you|could\s+you|would\s+you|i\s+want\s+you\s+to"
    r"|/remember)[\s,]+){0,3}"
)


def _unnamed(pattern: str) -> str:
    return re.sub(r"\?P<\w+>", "?:", pattern)


_THAT = r"(?:\s*[,:–-]+\s*(?:that\s+)?|\s+(?:that\s+)?)"
_LEADING = re.compile(
    rf"(?i)^\W{{0,3}}{_POLITE}(?:{_KEEP}[\s,:]+{_unnamed(_CLAUSE)}|{_unnamed(_CLAUSE)}[\s,:–-]+{_POLITE}{_KEEP}"
    rf"|(?:{_FORGET})\s+{_unnamed(_DROP)}){_THAT}(?=\w)"
    rf"|^\W{{0,3}}{_POLITE}(?:just\s+|only\s+|valid\s+)?{_unnamed(_CLAUSE)}\s*:\s*(?=\w)"
)
_TRAILING = re.compile(
    rf"(?i)(?:\s{{0,3}}[,;.(–-]{{1,3}}\s{{0,3}}|\s+(?:and|but)\s+){_POLITE}(?:{_KEEP}[\s,:]+{_unnamed(_CLAUSE)}"
    rf"|(?:{_FORGET})\s+{_unnamed(_DROP)})[\s.!)]*$"
)
_INSTRUCTION = re.compile(rf"(?i)\b{_KEEP}[\s,:]+{_CLAUSE}(?![\w-])")
_FRONTED = re.compile(rf"(?i)^\W{{0,3}}{_POLITE}{_CLAUSE}[\s,:–-]+{_POLITE}{_KEEP}\b")
_LABEL = re.compile(rf"(?i)^\W{{0,3}}{_POLITE}(?:just|only|valid)?\s*{_CLAUSE}\s*:")
_DROPPED = re.compile(rf"(?i)\b(?:{_FORGET})\s+{_DROP}(?![\w-])")
_SAID = re.compile(rf"(?i)(?<![\w-]){_CLAUSE}(?![\w-])")
_DEADLINE = re.compile(rf"(?i)\b(?:by|before|no\s+later\s+than|due(?:\s+on|\s+by)?)\s+(?P<until>{DATE})(?![\w-])")
_NOW = re.compile(
    r"(?i)(?<![\w-])(?P<for>(?:this\s+(?:whole\s+)?(?:week|weekend|month|quarter|year)|the\s+rest\s+of\s+(?:the"
    r"|this)\s+(?:week|month|year|day))|(?:all|the\s+whole)\s+(?:week|month)|today\s+only)(?![\w-])"
)

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_CHUNK = re.compile(r"[,;:()]|\s(?:and|but|because|so|that|which|who|since|while|as|–|-)\s", re.I)
_HABIT = re.compile(
    r"(?i)\b(?:every|each|usually|always|normally|often|sometimes|generally|typically|never|rarely|daily|weekly"
    r"|nightly|monthly|once|twice|per|at\s+a\s+time|in\s+a\s+row|used\s+to|tend\s+to"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|(?<!working )(?<!work )nights|afternoons"
    r"|weekends|weekdays|a\s+(?:day|week|month|year)(?=\W*$|\s+and))\b"
)
_STATE = re.compile(
    r"(?i)(?:\b(?:am|is|are|be|im|can'?t|cannot|can|won'?t|will|shouldn'?t|should|must|mustn'?t|need|needs"
    r"|have\s+to|has\s+to|gotta|no|avoid|have|has|got|not|don'?t|doesn'?t|off|without"
    r"|stays?|remains?|borrow\w*|rent\w*|book\w*|hir(?:e|ed|ing)|leas\w+|lent|lend\w*|reserv\w*|paus\w*|suspend\w*"
    r"|bann\w*|grounded|prescribed|subscrib\w*|sign\w*|swap\w*|shar(?:e|ing))\b|'m\b|'re\b|'s\b|'ll\b|'ve\s+got\b)"
)
_ARRANGED = (
    r"(?:rented|booked|borrowed|hired|leased|lent|reserved|paused|suspended|banned|grounded|blocked|closed"
    r"|postponed|extended|left|parked|prescribed|signed|subscribed|agreed|promised|swapped|got|put|moved|given|gave"
    r"|stopped|quit|cancelled|canceled|switched|frozen|allowed|told|asked)"
)
_HAVE = r"(?:\b(?:have|has|having|haven'?t|hasn'?t|i've|we've|you've|they've|ive)|'ve|'s)"
_PERFECT = re.compile(
    rf"(?i){_HAVE}\s+(?:\w+\s+){{0,2}}?(?:been|known|had|lived|worked|done|seen|met|taught|kept|owned|loved|played"
    rf"|studied|spent|gone|\w{{3,}}ed)\b"
)
_ARRANGEMENT = re.compile(rf"(?i)\b{_ARRANGED}\b")
_PAST_WORD = (
    r"(?:was|were|wasn't|weren't|did|didn't|had|hadn't|went|came|ate|drank|drove|felt|knew|lost|made|met|paid|ran"
    r"|said|saw|sat|slept|spent|spoke|stood|taught|thought|took|woke|wore|won|wrote|began|became"
    r"|broke|brought|built|bought|caught|chose|fell|flew|forgot|grew|heard|held|kept|led|sang|sold|sent|stole|swam"
    r"|threw|couldn't|could|wouldn't|studied|\w{2,}ed)"
)
_PAST = re.compile(
    rf"(?i)(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeing )(?<!'m )(?<!'re )(?<!'s )(?<!'ve )(?<!\bhave )(?<!\bhas )(?<!\bgets )(?<!\bget )(?<!\bgot )(?<!\bnot )(?<!\bstays )(?<!\bto )(?<!\bbeen )(?<!\ba )(?<!\bthe )(?<!\bmy )(?<!\bno )\b{_PAST_WORD}\b(?!')"
)
_NOT_PAST = re.compile(
    r"(?i)^(?:need|red|bed|shed|feed|speed|seed|weed|bleed|indeed|hundred|wed|med|kid\w+|\w+bred|embed|sacred|naked"
    r"|wicked)$"
)
_ELSEWHEN = re.compile(
    r"(?i)\b(?:in\s+(?:\d{4}|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|fall|winter|college|school)|ago|last\s+\w+|next\s+\w+|start(?:s|ing)\s|from\s|when\s+i"
    r"|once|after\s+that|back\s+then)\b"
)
_LEAVING = re.compile(r"(?i)\b(?:going|flying|travel+ing|heading|leaving|driving|off)\s+(?:back\s+)?(?:to|on\s+a)\b")
_LASTS = re.compile(r"(?i)\b(?:is|was|are|lasts?|runs?|takes?)\s*$")
_LASTING = re.compile(r"(?i)\b(?:married|together|engaged|sober|friends|clean)\b")
_IDIOM = re.compile(
    r"(?i)can(?:'|’)?t\s+wait|cannot\s+wait|can\s+hardly\s+wait|count(?:ing|down)?\s+(?:down|the\s+days)"
    r"|how\s+(?:long|many)|looking\s+forward"
    r"|\b(?:days?|weeks?|months?|sleeps?|hours?)\s*(?:left\s*|to\s+go\s*)?$|\bwait(?:ing)?\s*$"
)
_RANGE = re.compile(r"(?i)\b(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\s*$")
_DUTY = re.compile(
    r"(?i)\b(?:need|needs|have\s+to|has\s+to|must|should|got\s+to|gotta|due|deadline|remind\s+me|supposed\s+to"
    r"|finish|submit|todo|to-do|owe|promised)\b"
)

_FORMS = tuple(
    re.compile(rf"(?i){form}")
    for form in (rf"(?:in\s+|after\s+)?(?P<for>{DURATION}|{NEXT}|{PERIOD})", _CLAUSE, rf"(?:on\s+)?(?P<until>{DATE})")
)
_ISO = re.compile(
    r"(?i)P(?=\w)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?"
)


def expiry_in(text: str, *, now: datetime, zone: tzinfo = UTC) -> datetime | None:
    """The moment until which what is said is to be kept; None if it says none."""
    plain = text.replace("’", "'").strip()
    for sentence in _SENTENCE.split(plain):
        moment = _ordered(sentence, now, zone) or _stated(sentence, now, zone)
        if moment is not None:
            return moment
    return None


def duration(words: str, *, now: datetime, zone: tzinfo = UTC) -> datetime:
    """The moment that `expires_in` names: a duration, a day, or an ISO 8601 duration."""
    text = " ".join(words.replace("’", "'").split())
    moment = _iso(text, now)
    for form in _FORMS:
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
    if found := _LEADING.match(plain[:_REACH]):
        return kept[found.end() :]
    tail = max(0, len(kept) - _REACH)
    if found := _TRAILING.search(plain[tail:]):
        return kept[: tail + found.start()] or text
    return text


def _ordered(sentence: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The end that the sentence orders: remember for, forget after."""
    for order in (_INSTRUCTION, _FRONTED, _LABEL, _DROPPED):
        found = order.search(sentence)
        if found and (moment := _ahead(found, now, zone)):
            return moment
    return None


def _stated(sentence: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The end that belongs to the fact itself, where it is a state that holds now."""
    if _HABIT.search(sentence) or sentence.rstrip().endswith("?"):
        return None
    for found in islice(_SAID.finditer(sentence), _MOST):
        before = sentence[max(0, found.start() - _REACH) : found.start()]
        after = sentence[found.end() : found.end() + _REACH]
        about = _nearest(before) if re.search(r"\w", _lead(before)) else after
        holds = _holds_for if found["for"] else _holds_until
        if holds(about, before, after, found) and (moment := _ahead(found, now, zone)):
            long_enough = (
                moment - now >= _SHORTEST_STATE or "until" in found[0] or not found["for"] or _is_period(found["for"])
            )
            return moment if long_enough else None
    if _DUTY.search(sentence) and (deadline := _DEADLINE.search(sentence)):
        return _ahead(deadline, now, zone)
    period = _NOW.search(sentence)
    if period and _STATE.search(sentence) and not _is_past(sentence) and not _PERFECT.search(sentence):
        return _ahead(period, now, zone)
    return None


def _lead(before: str) -> str:
    return re.sub(rf"(?i)^\W*(?:{_POLITE})(?:just|only|but|and|well|right\s+now)?\W*$", "", before)


def _nearest(before: str) -> str:
    """The part of the sentence that the clause belongs to."""
    parts = [part for part in _CHUNK.split(before) if part and len(part.split()) > 1]
    return parts[-1] if parts else before


def _holds_for(about: str, before: str, after: str, found: re.Match[str]) -> bool:
    coming = re.match(r"(?i)\W*(?:just\s+|only\s+)?for\s+(?:about\s+)?the\s+(?:next|coming|following|rest)", found[0])
    long_past = _PAST.search(about) and re.search(r"(?i)year|month", found[0])
    if (
        _is_past(about)
        or long_past
        or (_PERFECT.search(about) and not _ARRANGEMENT.search(about))
        or _LASTING.search(about)
    ):
        return False
    fronted = not re.search(r"\w", _lead(before))
    if coming or (fronted and re.match(r"(?i)just|only", found[0])):
        return True
    if _LASTS.search(before) or _LEAVING.search(about) or _ELSEWHEN.search(after) or _ELSEWHEN.search(before):
        return False
    return bool(_STATE.search(about)) or (fronted and bool(_STATE.search(after)))


def _holds_until(about: str, before: str, after: str, found: re.Match[str]) -> bool:
    if _IDIOM.search(before) or _RANGE.search(before) or re.match(r"(?i)\s+(?:once|of\s+time)\b", after):
        return False
    explicit = re.search(r"\d{4}", found["until"] or "")
    return bool(explicit) or not _is_past(about)


def _is_past(about: str) -> bool:
    return any(
        not _NOT_PAST.match(match[0]) and not _ARRANGEMENT.fullmatch(match[0]) for match in _PAST.finditer(about)
    )


def _is_period(words: str) -> bool:
    return bool(re.fullmatch(PERIOD, words, re.I))


def _ahead(found: re.Match[str], now: datetime, zone: tzinfo) -> datetime | None:
    moment = _moment(found, now, zone)
    return moment if moment and now < moment <= now + _LONGEST_LIFE else None


def _moment(found: re.Match[str], now: datetime, zone: tzinfo) -> datetime | None:
    parts = found.groupdict()
    span, day = parts.get("for") or parts.get("drop_for"), parts.get("until") or parts.get("drop_on")
    today = now.astimezone(zone).date()
    try:
        if span and (moment := later(span, now=now)):
            return moment
        through = bool(re.search(r"(?i)\b(?:through|thru)\b", found[0]))
        wanted = _period_end(day or span or "", today, through=through)
        return _end_of(wanted, zone) if wanted else None
    except (OverflowError, ValueError):
        return None


def _period_end(words: str, today: date, *, through: bool) -> date | None:
    words = re.sub(r"(?i)^all\s+", "this ", re.sub(r"(?i)^today only$", "today", words))
    if through:
        # "through March" takes the whole month with it, "until March" ends where it begins.
        whole = last_day(f"end of {words}", today=today)
        return whole or last_day(words, today=today)
    return last_day(words, today=today)


def _end_of(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(23, 59, 59), zone).astimezone(UTC)


def _iso(text: str, now: datetime) -> datetime | None:
    found = _ISO.fullmatch(text)
    if not found or not any(found.groups()):
        return None
    years, months, weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    try:
        moment = later(f"{12 * years + months} months", now=now) if years or months else now
        return moment and moment + timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    except (OverflowError, ValueError):
        raise InvalidInput("expires_in", "is more than 100 years ahead") from None
