"""A whole service for a benchmark, and all pages of what it holds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from graphmem.client import Graphmem
from graphmem.client.call import reading
from graphmem.client.options import ListOptions
from graphmem.web.api.change_shapes import ConflictsAnswer, ConflictShape
from graphmem.web.api.shapes import CountedPersonShape, MemoryShape
from tests.local.up import Up

PATIENCE = 300.0  # seconds that a request, or reading one thread, may take
_PAGE = 500


class NotRead(Exception):
    """Raised when a thread could not be read for facts, with the reason."""


@contextmanager
def running(folder: Path) -> Iterator[Up]:
    """`graphmem up` in a folder of its own, with its Neo4j and a worker, until the block ends."""
    patience = str(PATIENCE)  # on a busy machine the first steps of a cold engine take their time
    up = Up.start(folder, GRAPHMEM_REQUEST_SECONDS=patience, GRAPHMEM_WORK_SECONDS=patience)
    try:
        up.wait_until_ready()
        yield up
    finally:
        up.stop()


@contextmanager
def client_of(folder: Path) -> Iterator[Graphmem]:
    """A client of a service that is started for it."""
    with running(folder) as up, Graphmem(up.running.url, up.running.key, timeout=PATIENCE) as client:
        yield client


def wait_until_read(client: Graphmem, thread_id: str) -> None:
    """Has a thread read, and returns when no message of it is left to read."""
    client.extract(thread_id)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        thread = client.thread(thread_id)
        if thread.extraction == "failed":
            raise NotRead(f"{thread_id}: {thread.error}")
        if thread.unchecked == 0 and thread.extraction == "idle":
            return
        time.sleep(0.05)
    raise NotRead(f"{thread_id}: not read within {PATIENCE:.0f} s")


def all_memories(
    client: Graphmem, user_id: str, status: Literal["active", "deprecated", "all"] = "active"
) -> Iterator[MemoryShape]:
    """The memories of a user, newest first, expired ones too."""
    options: ListOptions = {"limit": _PAGE, "include_expired": True, "status": status}
    page = client.list(options=options, user_id=user_id)
    yield from page.memories
    while page.next_cursor:
        page = client.list(options={**options, "cursor": page.next_cursor}, user_id=user_id)
        yield from page.memories


def all_people(client: Graphmem, user_id: str) -> Iterator[CountedPersonShape]:
    page = client.people(options={"limit": _PAGE}, user_id=user_id)
    yield from page.people
    while page.next_cursor:
        page = client.people(options={"limit": _PAGE, "cursor": page.next_cursor}, user_id=user_id)
        yield from page.people


def waiting(client: Graphmem, user_id: str) -> list[ConflictShape]:
    """The pairs of a user's facts that wait in review, the last 500."""
    call = reading("/v1/memories/conflicts", ConflictsAnswer, {"user_id": user_id, "limit": _PAGE})
    return client._send(call).conflicts
