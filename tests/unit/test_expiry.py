"""When a statement stops holding is read from its words, and habits and history have no end."""

import contextlib
import json
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core.expiry import duration, expiry_in, without_expiry
from graphmem.errors import InvalidInput

CASES = Path(__file__).resolve().parent.parent / "cases"
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)  # a Sunday
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@pytest.mark.req("R4")
@pytest.mark.parametrize("name", ["expiry", "more/expiry"])
def test_the_cases_end_when_they_should(name: str) -> None:
    cases = [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    right = 0
    for case in cases:
        ends = expiry_in(case["text"], now=datetime.fromisoformat(case["now"]))
        right += (ends.date().isoformat() if ends else None) == case["expires_on"]
    assert right >= 0.95 * len(cases)


@pytest.mark.req("R4")
def test_until_a_day_lasts_to_the_end_of_that_day_where_the_user_is() -> None:
    tokyo = ZoneInfo("Asia/Tokyo")
    ends = expiry_in("remember until Friday that the guest room is taken", now=NOW, zone=tokyo)
    assert ends == datetime(2026, 11, 20, 23, 59, 59, tzinfo=tokyo)
    assert ends is not None
    assert ends.tzinfo is UTC


@pytest.mark.req("R4")
@given(MOMENTS, st.integers(1, 500))
def test_for_some_days_ends_so_many_days_later(now: datetime, days: int) -> None:
    assert expiry_in(f"remember for {days} days that I'm away", now=now) == now + timedelta(days=days)


@pytest.mark.req("R4")
@given(st.text(), MOMENTS)
def test_an_end_always_lies_ahead(text: str, now: datetime) -> None:
    for said in (text, f"remember until {text}", f"remember for {text}"):
        ends = expiry_in(said, now=now)
        assert ends is None or ends > now


@pytest.mark.req("R4")
@given(
    st.sampled_from(
        [
            "Friday",
            "next Tuesday",
            "tomorrow",
            "Easter",
            "Christmas",
            "New Year",
            "Thanksgiving",
            "the end of the month",
            "3 December",
            "March",
            "29 February",
            "the 31st",
            "the end of the year",
            "the weekend",
            "Memorial Day",
            "mid-May",
            "the end of next week",
        ]
    ),
    MOMENTS,
)
def test_a_day_without_a_year_is_the_next_one(words: str, now: datetime) -> None:
    now = now.replace(hour=12)
    ends = expiry_in(f"remember until {words} that I'm away", now=now)
    assert ends is not None
    # Two Easters lie up to 385 days apart; with the day named, one more.
    assert now.date() <= ends.date() <= now.date() + timedelta(days=386)


@pytest.mark.req("R4")
@pytest.mark.parametrize(
    ("year", "easter"), [(2026, date(2026, 4, 5)), (2027, date(2027, 3, 28)), (2038, date(2038, 4, 25))]
)
def test_easter_falls_where_the_church_has_it(year: int, easter: date) -> None:
    ends = expiry_in("until Easter I'm giving up chocolate", now=datetime(year, 1, 1, tzinfo=UTC))
    assert ends is not None
    assert ends.date() == easter


@pytest.mark.req("R4")
@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("2 weeks", date(2026, 11, 29)),
        ("10 days", date(2026, 11, 25)),
        ("until Friday", date(2026, 11, 20)),
        ("3 months", date(2027, 2, 15)),
        ("P2W", date(2026, 11, 29)),
        ("P1Y2M3D", date(2028, 1, 18)),
        ("PT36H", date(2026, 11, 17)),
        ("for the next three days", date(2026, 11, 18)),
        ("2027-01-10", date(2027, 1, 10)),
        ("tomorrow", date(2026, 11, 16)),
        ("a fortnight", date(2026, 11, 29)),
    ],
)
def test_a_duration_is_given_in_words_or_in_iso(words: str, day: date) -> None:
    assert duration(words, now=NOW).date() == day


@pytest.mark.req("R4")
@pytest.mark.parametrize(
    "words",
    [
        "",
        "soon",
        "0 days",
        "P0D",
        "-3 days",
        "2015-01-01",
        "until 2015",
        "101 years",
        "P9999Y",
        "999999 weeks",
        "P",
        "PT",
    ],
)
def test_a_duration_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        duration(words, now=NOW)
    assert refused.value.field == "expires_in"


@pytest.mark.req("R4")
@given(st.text(), MOMENTS)
def test_a_duration_is_ahead_or_refused(words: str, now: datetime) -> None:
    with contextlib.suppress(InvalidInput):
        assert duration(words, now=now) > now


@pytest.mark.req("R4")
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("remember for 2 weeks that I'm parking in bay 14", "I'm parking in bay 14"),
        ("pls remember for 48 hours that the spare key is with Nadia", "the spare key is with Nadia"),
        ("forget this after 10 days: I'm using the loaner laptop", "I'm using the loaner laptop"),
        ("just for a fortnight: my desk is on the 3rd floor", "my desk is on the 3rd floor"),
        ("Until Christmas remember that I'm on a no-sugar diet", "I'm on a no-sugar diet"),
        ("I'm parked on level 2, keep that for 2 days", "I'm parked on level 2"),
        ("until Monday I'm staying at my sister's", "until Monday I'm staying at my sister's"),
        ("I'm on antibiotics until January 5th", "I'm on antibiotics until January 5th"),
        ("remember that I like tea", "remember that I like tea"),
    ],
)
def test_a_clause_that_only_orders_is_taken_away(text: str, fact: str) -> None:
    assert without_expiry(text) == fact


@given(st.text())
def test_a_text_is_never_emptied(text: str) -> None:
    assert bool(without_expiry(text).strip()) == bool(text.strip())


@pytest.mark.parametrize(
    "unit", ["a", "1", " ", "-", "\n", "for 2 weeks ", "until ", "for a ", "remember ", "the next "]
)
def test_long_texts_take_no_long_time(unit: str) -> None:
    text = (unit * 10_000)[:10_000]
    start = time.process_time()
    expiry_in(text, now=NOW)
    without_expiry(text)
    assert time.process_time() - start < 0.5  # far above what it takes, far below what backtracking would


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("My passport expires in 2031", "2031-12-31"),
        ("My visa expires in March 2027", "2027-03-31"),
        ("My card expires in December", "2026-12-31"),
        ("I'm in Rome until March 2027", "2027-03-01"),
    ],
)
def test_what_expires_in_a_month_or_year_lasts_to_its_end(text: str, day: str) -> None:
    said = datetime(2026, 11, 16, 12, tzinfo=UTC)

    ends = expiry_in(text, now=said, zone=UTC)

    assert ends is not None
    assert ends.date().isoformat() == day
    assert without_expiry(text) == text
