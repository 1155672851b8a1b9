"""Clients that send slowly, never finish or never read: others are served all the same, and theirs are closed."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from graphmem.local.ports import free_port
from graphmem.settings import Settings
from tests.service import KEY, served

SECONDS = 3
HALF = b"POST /v1/recall HTTP/1.1\r\nHost: here\r\nX-Slow: "
SLOW_FORM = b"POST /sign-in HTTP/1.1\r\nHost: here\r\nContent-Length: 5000\r\n\r\nkey="
SLOW_BODY = (
    b"POST /v1/recall HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer %b\r\nContent-Length: 5000\r\n\r\n{"
    % KEY.encode()
)


@dataclass(frozen=True)
class Server:
    address: str
    port: int
    log: Path

    def closed(self, client: str) -> dict[str, int]:
        """How many connections of a client were closed, by reason, as the log has it."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if "connections_closed" in line]
        found: dict[str, int] = {}
        for line in lines:
            if line["client"] == client:
                found[line["reason"]] = found.get(line["reason"], 0) + line["count"]
        return found


@pytest.fixture(scope="module")
def server(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    port, log = free_port(), tmp_path_factory.mktemp("attack") / "web.log"
    more = {"GRAPHMEM_CLIENT_SECONDS": str(SECONDS), "GRAPHMEM_CONNECTIONS": "600"}
    with served(settings, log, port=port, **more) as address:
        yield Server(address, port, log)


Slow = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def attackers(
    server: Server, *, count: int, sending: bytes, source: Callable[[int], str]
) -> AsyncIterator[list[Slow]]:
    """Open connections that have sent so much and no more."""
    opened: list[Slow] = []
    try:
        for number in range(count):
            pair = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source(number), 0))
            pair[1].write(sending)
            opened.append(pair)
        yield opened
    finally:
        for _, writer in opened:
            writer.close()


async def ended(slow: list[Slow], within: float = 60) -> None:
    """Returns when the server has closed each, though a byte comes every now and then."""
    end = time.monotonic() + within
    waiting = list(slow)
    while waiting:
        assert time.monotonic() < end, f"{len(waiting)} are still open"
        still = []
        for reader, writer in waiting:
            writer.write(b"x")
            if not reader.at_eof() and reader.exception() is None and not writer.is_closing():
                still.append((reader, writer))
        waiting = still
        await asyncio.sleep(0.5)


async def logged(server: Server, client: str, reason: str, count: int) -> None:
    end = time.monotonic() + 30
    while server.closed(client).get(reason, 0) < count:
        assert time.monotonic() < end, server.log.read_text()[-2_000:]
        await asyncio.sleep(0.2)


def recall(server: Server) -> httpx.Response:
    """A question from 127.0.0.1, on a connection of its own."""
    headers = {"Authorization": f"Bearer {KEY}"}
    return httpx.post(
        f"{server.address}/v1/recall", json={"user_id": "calm", "query": "tea?"}, headers=headers, timeout=30
    )


@pytest.mark.parametrize(
    ("sending", "reason"),
    [(HALF, "the headers took too long"), (SLOW_BODY, "the body took too long")],
    ids=["headers", "body"],
)
async def test_what_is_sent_slowly_is_closed_after_the_deadline_and_logged(
    server: Server, sending: bytes, reason: str
) -> None:
    client = "127.0.0.7" if sending is HALF else "127.0.0.8"
    async with attackers(server, count=20, sending=sending, source=lambda _: client) as slow:
        await ended(slow)
    await logged(server, client, reason, 20)
    log = server.log.read_text()
    assert "X-Slow" not in log
    assert "Traceback" not in log
    assert "unexpected" not in log


@pytest.mark.parametrize("sending", [HALF, SLOW_FORM], ids=["headers", "body"])
async def test_500_slow_connections_from_one_address_keep_nobody_else_waiting(server: Server, sending: bytes) -> None:
    client = "127.0.0.9" if sending is HALF else "127.0.0.10"
    async with attackers(server, count=500, sending=sending, source=lambda _: client) as slow:
        assert recall(server).status_code == 200
        await logged(server, client, "too many connections", 250)
        await ended(slow)


async def test_more_connections_than_the_server_takes_do_not_shut_anybody_out(server: Server) -> None:
    async with attackers(server, count=1_050, sending=HALF, source=lambda n: f"127.0.1.{1 + n % 50}") as slow:
        assert [recall(server).status_code for _ in range(5)] == [200] * 5
        await ended(slow)


async def test_who_does_not_read_the_answers_is_closed(server: Server) -> None:
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    lazy.bind(("127.0.0.11", 0))
    with lazy:
        await asyncio.to_thread(lazy.connect, ("127.0.0.1", server.port))
        lazy.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 40)
        await logged(server, "127.0.0.11", "the answer was not read", 1)


async def test_endless_headers_are_cut_off(server: Server) -> None:
    async with attackers(server, count=1, sending=HALF + b"x" * 200_000, source=lambda _: "127.0.0.12") as slow:
        await ended(slow)
    await logged(server, "127.0.0.12", "the headers are too long", 1)


async def test_an_upload_on_a_slow_line_is_taken(server: Server) -> None:
    """A body that takes longer than the deadline for one that stands still, but keeps coming."""
    body = b'{"user_id": "slow",' + b" " * 20_000 + b'"query": "tea?"}'
    head = (
        f"POST /v1/recall HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {KEY}\r\nContent-Type: application/json\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.13", 0))
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode())
    for start in range(0, len(body), 2_000):
        writer.write(body[start : start + 2_000])
        await asyncio.sleep(0.5)  # the pace of the line, not a wait
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200"), answer[:300]
    assert server.closed("127.0.0.13") == {}
