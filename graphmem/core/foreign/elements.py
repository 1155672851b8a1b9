"""The objects of a long JSON document one after the other, without holding the rest of it."""

import re
from collections.abc import Iterator

from graphmem.errors import InvalidInput

LONGEST_ELEMENT = 64_000_000  # bytes
_STRUCTURE = re.compile(rb'["\\\[\]{}]')


class Elements:
    """Cuts a document that comes in pieces into the objects of its list, or of the lists right below its top."""

    def __init__(self) -> None:
        self._depth = 0
        self._level = 0  # the depth at which an object is an element; nought until the document begins
        self._in_text = False
        self._escaped = False
        self._parts: list[bytes] | None = None  # of the element under way
        self._size = 0
        self.count = 0

    def feed(self, piece: bytes) -> Iterator[bytes]:
        begin, place = 0, 0
        if self._escaped and piece:
            self._escaped, place = False, 1
        while (match := _STRUCTURE.search(piece, place)) is not None:
            at, place = match.start(), match.end()
            sign = piece[at : at + 1]
            if self._in_text:
                self._in_text = sign != b'"'
                if sign == b"\\":
                    place += 1  # whatever is escaped has no meaning
                    self._escaped = place > len(piece)
            elif sign == b'"':
                self._in_text = True
            elif sign in b"[{":
                self._open(sign)
                if sign == b"{" and self._depth == self._level + 1 and self._parts is None:
                    self._parts, self._size, begin = [], 0, at
            elif sign in b"]}":
                self._depth -= 1
                if self._parts is not None and self._depth == self._level:
                    yield b"".join((*self._parts, piece[begin:place]))
                    self._parts = None
        if self._parts is not None:
            self._parts.append(piece[begin:])
            self._size += len(piece) - begin
            if self._size > LONGEST_ELEMENT:
                raise InvalidInput(f"item {self.count}", f"is longer than {LONGEST_ELEMENT:,} bytes")

    def end(self) -> None:
        """Raises InvalidInput when the document did not end."""
        if self._level == 0:
            raise InvalidInput("file", "holds no JSON list or object")
        if self._depth != 0 or self._in_text:
            raise InvalidInput("file", f"was cut off after item {self.count}")

    def _open(self, sign: bytes) -> None:
        self._depth += 1
        if self._level == 0:
            self._level = 1 if sign == b"[" else 2
        if sign == b"{" and self._depth == self._level + 1:
            self.count += 1
