"""Export and import as requests: shared by both clients. Nothing holds more of a file than a piece of it."""

import asyncio
import os
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from graphmem.client.call import Call, Fields, given
from graphmem.web.api.archive_shapes import ImportAnswer

Source = bytes | bytearray | str | os.PathLike[str] | IO[bytes] | IO[str] | Iterable[bytes] | Iterable[str]
AsyncSource = Source | AsyncIterable[bytes] | AsyncIterable[str]
_PIECE = 64_000


def export(users: Sequence[str] | None, *, with_embeddings: bool) -> Call[bytes]:
    if users is not None and not users:
        raise ValueError("users is empty: leave it out to export everybody's")
    params = given({"user_id": list(users) if users is not None else None, "with_embeddings": with_embeddings})
    return Call(method="GET", path="/v1/export", answer=bytes, params=params, again=True, lasting=True)


def import_archive(source: AsyncSource, begin: Callable[[Any], Any], params: Fields) -> Call[ImportAnswer]:
    """What was imported before is known, so that a file may be sent twice, if it can be read twice."""
    return Call(
        method="POST",
        path="/v1/import",
        answer=ImportAnswer,
        params=given(params),
        headers={"Content-Type": "application/octet-stream"},
        again=True,
        pieces=lambda: begin(source),
        once=not isinstance(source, os.PathLike | Sequence),
        lasting=True,
    )


def pieces_of(source: Source) -> Iterator[bytes]:
    """What a source holds, in pieces of a size that is good to send."""
    if isinstance(source, bytes | bytearray):
        yield from (bytes(source[start : start + _PIECE]) for start in range(0, len(source), _PIECE))
    elif isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            yield from _read(file)
    elif hasattr(source, "read"):
        yield from _read(source)
    else:
        gathered = Gathered()
        for line in source:
            yield from gathered.with_(line)
        yield gathered.rest()


async def async_pieces_of(source: AsyncSource) -> AsyncIterator[bytes]:
    """The same, read beside the loop."""
    if isinstance(source, AsyncIterable):
        gathered = Gathered()
        async for line in source:
            for piece in gathered.with_(line):
                yield piece
        yield gathered.rest()
        return
    pieces = pieces_of(source)
    while (read := await asyncio.to_thread(lambda: next(pieces, None))) is not None:
        yield read


class Gathered:
    """Lines, until they are enough for a piece."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._size = 0

    def with_(self, line: bytes | str) -> Iterator[bytes]:
        kept = line.encode() if isinstance(line, str) else line
        kept = kept if kept.endswith(b"\n") else kept + b"\n"
        self._lines.append(kept)
        self._size += len(kept)
        if self._size >= _PIECE:
            yield self.rest()

    def rest(self) -> bytes:
        whole = b"".join(self._lines)
        self._lines, self._size = [], 0
        return whole


class Lines:
    """Lines, each with its end, out of pieces that end anywhere; a JSON text has no other line break than this one."""

    def __init__(self) -> None:
        self._begun = b""
        self._last = b""

    def of(self, piece: bytes) -> Iterator[bytes]:
        *whole, self._begun = (self._begun + piece).split(b"\n")
        for line in whole:
            self._last = line + b"\n"
            yield self._last

    @property
    def complete(self) -> bool:
        """Whether the last line was the one that an export ends with."""
        return not self._begun and self._last.startswith(b'{"type":"footer"')


def _read(file: Any) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece.encode() if isinstance(piece, str) else piece
