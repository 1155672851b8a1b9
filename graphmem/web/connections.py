"""Connections that end in time: a client that sends slowly, sends nothing or reads nothing holds up no other."""

import asyncio
import ipaddress
import math
import time
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Any

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

STREAM = "graphmem_stream"  # in the state of a request whose answer has no end of its own
_MOST_HEADERS = 65_536  # bytes
_SLOWEST = 1_000  # bytes a second that a body has to arrive with, after the first seconds
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long a client may take, and how many connections there may be."""

    seconds: float
    per_client: int
    in_all: int


class Awaited(Enum):
    """What the server waits for."""

    HEADERS = "headers"
    BODY = "body"
    NOTHING = "nothing"


class Connections:
    """All connections of one server: closes those that are overdue, and logs whose they were."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: dict[Connection, str] = {}
        self._ended: Counter[tuple[str, str]] = Counter()

    def protocol(self, **given: Any) -> "Connection":
        """What uvicorn makes for each connection."""
        return Connection(self, **given)

    def opened(self, connection: "Connection") -> None:
        """Takes a connection in; where there are too many, the one that keeps us waiting longest gives way."""
        client = _address(connection)
        own = [one for one, whose in self._open.items() if whose == client]
        if len(own) >= self.limits.per_client:
            self._make_room(own, connection)
        elif len(self._open) >= self.limits.in_all:
            self._make_room(list(self._open), connection)
        self._open[connection] = client

    def closed(self, connection: "Connection") -> None:
        self._open.pop(connection, None)

    def end(self, connection: "Connection", reason: str) -> None:
        self._ended[_address(connection), reason] += 1
        self.closed(connection)
        connection.transport.abort()

    async def sweep(self) -> None:
        """Closes what is overdue, and logs what was closed since the last sweep."""
        now = time.monotonic()
        for connection in list(self._open):
            reason = connection.overdue(now)
            if reason is not None:
                self.end(connection, reason)
        for (client, reason), count in self._ended.items():
            _log.warning("connections_closed", client=client, reason=reason, count=count)
        self._ended.clear()

    def _make_room(self, crowd: "list[Connection]", new: "Connection") -> None:
        slowest = min(crowd, key=lambda one: (one.awaited is Awaited.BODY, one.deadline))
        self.end(slowest if slowest.deadline < math.inf else new, "too many connections")


class Connection(HttpToolsProtocol):
    """One connection, which knows what it waits for and since when."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._connections = connections
        self.awaited = Awaited.HEADERS
        self._since = time.monotonic()
        self._received = 0
        self._unread = (0, self._since)  # bytes of the answer that the client hasn't taken, and since when

    @property
    def deadline(self) -> float:
        """When what is awaited has to be here."""
        seconds = self._connections.limits.seconds
        match self.awaited:
            case Awaited.BODY:
                return self._since + seconds + self._received / _SLOWEST
            case Awaited.HEADERS if not self._answering:
                return self._since + seconds
        return math.inf

    def overdue(self, now: float) -> str | None:
        """Why this connection has to end, if it has to."""
        unread = self.transport.get_write_buffer_size()
        if unread != self._unread[0]:
            self._unread = (unread, now)
        if unread and now > self._unread[1] + self._connections.limits.seconds:
            return "the answer was not read"
        if self.flow.read_paused:
            self._await(self.awaited)  # it is we who don't read
        return f"the {self.awaited.value} took too long" if now > self.deadline else None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connections.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.closed(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._received += len(data)
        if self.awaited is Awaited.HEADERS and self._received > _MOST_HEADERS:
            self._connections.end(self, "the headers are too long")

    def on_message_begin(self) -> None:
        self._await(Awaited.HEADERS)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._await(Awaited.BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._await(Awaited.NOTHING if self._answering else Awaited.HEADERS)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.awaited is Awaited.NOTHING:
            self._await(Awaited.HEADERS)
        super().on_response_complete()

    def shutdown(self) -> None:
        """Ends a stream that has no end of its own; what else is under way may finish."""
        if self._answering and self.cycle.scope["state"].get(STREAM):
            self.transport.close()
        else:
            super().shutdown()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await(self, awaited: Awaited) -> None:
        self.awaited, self._since, self._received = awaited, time.monotonic(), 0


def _address(connection: Connection) -> str:
    """What a client's connections are counted by; of IPv6 the network, all of which one client has."""
    host = connection.client[0] if connection.client else ""
    if ":" not in host:
        return host
    address = ipaddress.IPv6Address(host)
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.IPv6Network((address, 64), strict=False))
