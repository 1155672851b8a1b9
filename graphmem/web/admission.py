"""Who is served now, who waits, and who is asked to come again: no tenant takes the places of all others."""

import asyncio
from collections import OrderedDict, deque
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.deadlines import allowance, waiting
from graphmem.errors import Busy, TooManyRequests, TooSlow
from graphmem.settings import Settings

_PLACE = "graphmem_place"
_BODY_SECONDS = 30.0  # that a body, or the next piece of a long one, may take to come
_PIECE_SECONDS = 60.0  # that a caller may take to fetch the next piece of a long answer


class Lane(StrEnum):
    """Kinds of requests that don't take each other's places: `lane=` on a route."""

    ORDINARY = "ordinary"
    LONG = "long"  # import, export, forgetting: as long as there is something to do
    STREAM = "stream"  # events, until the caller goes
    CYPHER = "cypher"  # an analyst's query, one at a time for each key

    @property
    def until_answered(self) -> bool:
        """Whether a place is free again when the answer begins, and waiting for the graph has one limit in all."""
        return self is Lane.ORDINARY


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How many requests of a lane are under way, of one caller and overall, and how many more of one caller wait."""

    each: int
    waiting: int
    overall: int


class Places:
    """The places of one lane; those who wait are served in turns, a caller at a time."""

    def __init__(self, size: Size, *, seconds: float) -> None:
        self._size = size
        self._seconds = seconds
        self._under_way: dict[str, int] = {}
        self._overall = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, caller: str) -> None:
        """Returns when there is a place. Raises TooManyRequests when too many wait, Busy when none comes free."""
        if caller not in self._waiting and self._has_room(caller):
            return self._enter(caller)
        queue = self._waiting.get(caller, ())
        alone = caller not in self._under_way  # then it waits for others only
        if len(queue) >= max(self._size.waiting, alone):
            raise TooManyRequests(self._size.each, self._size.waiting)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        try:
            async with waiting(most=self._seconds) as seconds:
                await turn
        except TimeoutError:
            self._give_up(caller, turn)
            raise Busy(seconds) from None
        except asyncio.CancelledError:
            self._give_up(caller, turn)
            raise

    def leave(self, caller: str) -> None:
        """Gives the place to whoever's turn it is."""
        self._overall -= 1
        self._under_way[caller] -= 1
        if not self._under_way[caller]:
            del self._under_way[caller]
        following = next((other for other in self._waiting if self._has_room(other)), None)
        if following is not None:
            self._waiting.move_to_end(following)
            turn = self._dequeue(following, self._waiting[following][0])
            self._enter(following)
            if turn.cancelled():  # and its caller does not know yet
                self.leave(following)
            else:
                turn.set_result(None)

    def _give_up(self, caller: str, turn: "asyncio.Future[None]") -> None:
        if turn in self._waiting.get(caller, ()):
            self._dequeue(caller, turn)
        elif not turn.cancelled():
            self.leave(caller)

    def _dequeue(self, caller: str, turn: "asyncio.Future[None]") -> "asyncio.Future[None]":
        self._waiting[caller].remove(turn)
        if not self._waiting[caller]:
            del self._waiting[caller]
        return turn

    def _has_room(self, caller: str) -> bool:
        return self._overall < self._size.overall and self._under_way.get(caller, 0) < self._size.each

    def _enter(self, caller: str) -> None:
        self._overall += 1
        self._under_way[caller] = self._under_way.get(caller, 0) + 1


class Admission:
    """The places of every lane."""

    def __init__(self, settings: Settings) -> None:
        sizes = {
            Lane.ORDINARY: Size(
                each=settings.tenant_requests, waiting=settings.tenant_waiting, overall=settings.requests
            ),
            Lane.LONG: Size(each=2, waiting=8, overall=8),
            Lane.STREAM: Size(each=50, waiting=0, overall=500),
            Lane.CYPHER: Size(each=1, waiting=0, overall=2),
        }
        self._lanes = {lane: Places(size, seconds=settings.request_seconds) for lane, size in sizes.items()}

    def places(self, lane: Lane) -> Places:
        return self._lanes[lane]


class WaitsInTime:
    """A middleware for all routes: what a request waits for the graph has a limit, but for long work."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seconds = scope["litestar_app"].state.request_seconds
        with allowance(seconds) if lane_of(scope).until_answered else nullcontext():
            await self._app(scope, receive, send)


class Admitted:
    """A middleware behind the one that knows who asks: a request waits for its turn, and runs in a place of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        lane, holder = lane_of(scope), scope.get("auth")
        if holder is None:  # OPTIONS asks nothing of anybody
            await self._app(scope, receive, send)
            return
        caller = f"{holder.tenant}/{holder.key_id}" if lane is Lane.CYPHER else holder.tenant
        async with _Place(scope["litestar_app"].state.admission.places(lane), caller) as place:
            body = _Body(receive, whole=lane.until_answered)
            scope["state"][_PLACE] = place

            async def answer(message: Message) -> None:
                if lane.until_answered:
                    place.leave()
                    await send(message)
                else:
                    async with asyncio.timeout(_PIECE_SECONDS):
                        await send(message)

            await self._app(scope, body, answer)


class _Place:
    """One place, given back once."""

    def __init__(self, places: Places, caller: str) -> None:
        self._places, self._caller = places, caller
        self._held = False

    async def __aenter__(self) -> "_Place":
        await self._places.take(self._caller)
        self._held = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        if self._held:
            self._held = False
            self._places.leave(self._caller)


class _Body:
    """What a caller sends, as long as it keeps coming."""

    def __init__(self, receive: Receive, *, whole: bool) -> None:
        self._receive = receive
        self._whole = whole
        self._until: float | None = None
        self._complete = False

    async def __call__(self) -> Any:
        if self._complete:
            return await self._receive()
        if self._until is None or not self._whole:
            self._until = asyncio.get_running_loop().time() + _BODY_SECONDS
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow(_BODY_SECONDS) from None
        self._complete = not message.get("more_body", False)
        return message


def leave_place(scope: Scope) -> None:
    """Lets the next one in before a request waits for what isn't ours."""
    scope["state"][_PLACE].leave()


def lane_of(scope: Scope) -> Lane:
    handler = scope.get("route_handler")
    return Lane(handler.opt.get("lane", Lane.ORDINARY)) if handler is not None else Lane.ORDINARY
