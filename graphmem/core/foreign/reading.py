"""Which format a file has, and what it holds."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from graphmem.core.archive.lines import Splitter
from graphmem.core.foreign import facts, talks
from graphmem.core.foreign.elements import Elements
from graphmem.core.foreign.items import FORMATS, Item
from graphmem.errors import BadLine, InvalidInput

ENOUGH = 1_000_000  # bytes from which a format is told
_READERS: Mapping[str, Callable[[Mapping[str, Any], str], Iterator[Item]]] = {
    "mcp-memory": facts.of_mcp_memory,
    "mem0": facts.of_mem0,
    "chatgpt": talks.of_chatgpt,
    "claude": talks.of_claude,
}
_SIGNS = (
    ("graphmem", re.compile(rb'\A\s*\{[^\n]{0,400}"format"\s*:\s*"graphmem"')),
    ("mcp-memory", re.compile(rb'\A\s*\{[^\n]*?"type"\s*:\s*"(?:entity|relation)"')),
)
_FIELD = re.compile(rb'(?<!\\)"(mapping|chat_messages|memory)"\s*:')
_FIELDS = {b"mapping": "chatgpt", b"chat_messages": "claude", b"memory": "mem0"}


def format_of(beginning: bytes) -> str:
    """The format of a file that begins so. Raises InvalidInput when it is none we know."""
    for name, sign in _SIGNS:
        if sign.search(beginning):
            return name
    field = _FIELD.search(beginning)
    if field is not None:
        return _FIELDS[field[1]]
    if beginning.lstrip().startswith(b"PK\x03\x04"):
        raise InvalidInput("file", "is a zip: send the conversations.json in it, or let `graphmem import` unpack it")
    raise InvalidInput("format", f"can't be told from the file: say which of {', '.join(FORMATS)} it is")


class ForeignReader:
    """Reads a file of others that comes in pieces."""

    def __init__(self, format_: str) -> None:
        self._read = _READERS[format_]
        self._lines = Splitter() if format_ == "mcp-memory" else None
        self._elements = Elements()

    def feed(self, piece: bytes) -> Iterator[Item]:
        if self._lines is not None:
            for line in self._lines.feed(piece):
                yield from self._items(line.text, f"line {line.number}", line.number)
            return
        for element in self._elements.feed(piece):
            yield from self._items(element, f"item {self._elements.count}")

    def end(self) -> Iterator[Item]:
        if self._lines is None:
            self._elements.end()
            return
        for line in self._lines.end():
            yield from self._items(line.text, f"line {line.number}", line.number)

    def _items(self, text: bytes, where: str, line: int | None = None) -> Iterator[Item]:
        try:
            said = msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = f"is no JSON object: {str(error).removeprefix('JSON is malformed: ')}"
            raise BadLine(line, problem) if line else InvalidInput(where, problem) from error
        yield from self._read(said, where)
