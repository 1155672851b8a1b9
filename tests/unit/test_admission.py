"""Places: who gets the next one, and that none is lost."""

import asyncio
import contextlib
import time

import pytest

from graphmem.deadlines import Allowance, allowance, waiting
from graphmem.errors import Busy, TooManyRequests
from graphmem.web.admission import Places, Size


def places(*, each: int = 1, waiting: int = 10, overall: int = 10, seconds: float = 60.0) -> Places:
    return Places(Size(each=each, waiting=waiting, overall=overall), seconds=seconds)


async def begun(*asking: asyncio.Task[None]) -> None:
    for _ in range(5):
        await asyncio.sleep(0)
    assert not any(one.done() for one in asking)


async def test_who_waits_is_served_in_turns_a_caller_at_a_time() -> None:
    one = places(overall=1)
    await one.take("first")
    served: list[str] = []

    async def ask(caller: str) -> None:
        await one.take(caller)
        served.append(caller)
        one.leave(caller)

    waiting = [asyncio.create_task(ask(caller)) for caller in ("many", "many", "many", "few", "other")]
    await begun(*waiting)
    one.leave("first")
    await asyncio.gather(*waiting)
    assert served == ["many", "few", "other", "many", "many"]


async def test_beyond_those_that_may_wait_one_is_refused_at_once() -> None:
    two = places(waiting=1)
    await two.take("a")
    waiting = asyncio.create_task(two.take("a"))
    await begun(waiting)
    with pytest.raises(TooManyRequests, match="1 of yours are under way and 1 wait"):
        await two.take("a")
    await two.take("b")
    two.leave("a")
    await waiting


async def test_who_has_nothing_under_way_waits_for_others_even_where_nobody_may_wait() -> None:
    alone = places(waiting=0, overall=1)
    await alone.take("a")
    with pytest.raises(TooManyRequests, match="1 at a time"):
        await alone.take("a")
    other = asyncio.create_task(alone.take("b"))
    await begun(other)
    alone.leave("a")
    await other


async def test_a_place_that_does_not_come_free_in_time_is_not_taken_later() -> None:
    brief = places(seconds=0.01)
    await brief.take("a")
    with pytest.raises(Busy, match=r"within 0\.01 s"):
        await brief.take("a")
    brief.leave("a")
    await brief.take("a")


@pytest.mark.parametrize("given", [False, True])
async def test_who_goes_while_waiting_leaves_the_place_to_the_next(*, given: bool) -> None:
    one = places()
    await one.take("a")
    going, staying = (asyncio.create_task(one.take("a")) for _ in range(2))
    await begun(going, staying)
    if given:
        one.leave("a")  # the place is theirs already, and they don't know
    going.cancel()
    if not given:
        one.leave("a")
    await staying
    with pytest.raises(asyncio.CancelledError):
        await going


def test_waits_at_the_same_time_count_once_and_what_is_computed_not_at_all() -> None:
    given, began = Allowance(60), time.monotonic()
    for step in (given.begin, given.begin, given.begin, lambda: time.sleep(0.05), given.end, given.end, given.end):
        step()
    waited = time.monotonic() - began
    left = given.left
    assert 60 - waited <= left <= 60 - 0.05
    time.sleep(0.01)
    assert given.left == left


async def test_what_is_waited_one_after_the_other_has_one_limit() -> None:
    with allowance(0.05):
        with contextlib.suppress(TimeoutError):
            async with waiting(most=60):
                await asyncio.sleep(60)
        with pytest.raises(TimeoutError):
            async with waiting(most=60):
                await asyncio.sleep(60)
