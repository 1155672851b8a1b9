"""How the pages put moments, names and long texts."""

import zlib
from datetime import UTC, datetime, timedelta

from jinja2 import Environment, StrictUndefined

from graphmem.wiring import now

_HUES = 8
_STEPS = (
    (timedelta(minutes=1), timedelta(seconds=1), "second"),
    (timedelta(hours=1), timedelta(minutes=1), "minute"),
    (timedelta(days=1), timedelta(hours=1), "hour"),
    (timedelta(days=14), timedelta(days=1), "day"),
    (timedelta(days=60), timedelta(weeks=1), "week"),
    (timedelta(days=730), timedelta(days=30.44), "month"),
    (timedelta.max, timedelta(days=365.25), "year"),
)


def ago(moment: datetime, *, since: datetime | None = None) -> str:
    """How far a moment lies back or ahead, in the largest unit that still tells something."""
    gap = (since or now()) - moment
    distance = abs(gap)
    if distance < timedelta(seconds=45):
        return "just now"
    unit, name = next((unit, name) for most, unit, name in _STEPS if distance < most)
    number = max(1, round(distance / unit))
    words = f"{number} {name}{'s' if number > 1 else ''}"
    return f"{words} ago" if gap > timedelta(0) else f"in {words}"


def exact(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%-d %B %Y, %H:%M UTC")


def is_past(moment: datetime) -> bool:
    return moment <= now()


def hue(text: str) -> str:
    """One of a few colours, always the same for the same text."""
    return f"h{zlib.crc32(text.encode()) % _HUES}"


def initials(name: str) -> str:
    words = [word for word in name.replace("my ", "", 1).split() if word[0].isalnum()]
    letters = [word[0] for word in words]
    return "".join(letters[:1] + letters[1:][-1:]).upper() or name[:1].upper()


def shortened(text: str, most: int = 280) -> str:
    """The beginning of a long text, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def took(milliseconds: int) -> str:
    """How long something took: 366 ms, 19.4 s."""
    return f"{milliseconds:,} ms" if milliseconds < 1_000 else f"{milliseconds / 1_000:,.1f} s"


def speak(environment: Environment) -> None:
    """Teaches the templates these words; a name that a template gets wrong is an error."""
    environment.undefined = StrictUndefined
    environment.filters |= {word.__name__: word for word in (ago, exact, is_past, hue, initials, shortened, took)}
