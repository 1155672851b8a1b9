"""From bytes to numbered lines, and from a line to what it says; every error names its line."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from graphmem.core.archive.records import FORMAT, TYPES, VERSION, Footer, Header, Line
from graphmem.errors import BadLine

LONGEST_LINE = 8_000_000  # bytes
_LINE: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_OPENING = msgspec.json.Decoder(dict[str, msgspec.Raw])


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line and where it stands, from 1."""

    number: int
    text: bytes


class Splitter:
    """Cuts what comes in pieces into lines, holding no more than one that is not whole yet."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._held = 0
        self._number = 0

    def feed(self, piece: bytes) -> Iterator[Numbered]:
        *whole, rest = piece.split(b"\n")
        for text in whole:
            line = b"".join((*self._parts, text))
            self._parts, self._held = [], 0
            yield from self._numbered(line)
        self._parts.append(rest)
        self._held += len(rest)
        if self._held > LONGEST_LINE:
            raise BadLine(self._number + 1, f"is longer than {LONGEST_LINE:,} bytes")

    def end(self) -> Iterator[Numbered]:
        """The last line, when no line break follows it."""
        yield from self._numbered(b"".join(self._parts))

    def _numbered(self, line: bytes) -> Iterator[Numbered]:
        self._number += 1
        if len(line) > LONGEST_LINE:
            raise BadLine(self._number, f"is longer than {LONGEST_LINE:,} bytes")
        if line.strip():
            yield Numbered(self._number, line)


def written(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def read(line: Numbered) -> Line:
    """What a line says. Raises BadLine where it says nothing that an archive of this version may say."""
    try:
        line.text.decode()
        return _LINE.decode(line.text)
    except UnicodeDecodeError as error:
        raise BadLine(line.number, f"is not UTF-8 (byte {error.start})") from error
    except RecursionError as error:
        raise BadLine(line.number, "is nested too deeply") from error
    except msgspec.ValidationError as error:
        raise BadLine(line.number, _problem(line, str(error))) from error
    except msgspec.DecodeError as error:
        raise BadLine(line.number, f"is not JSON: {str(error).removeprefix('JSON is malformed: ')}") from error


def opening(line: Numbered) -> Header:
    """The first line. Raises BadLine for a file that is no archive, or one of another version."""
    wanted = f"this is no archive of graphmem: its first line must have format {FORMAT!r} and a version"
    try:
        fields = _OPENING.decode(line.text)
        format_ = msgspec.json.decode(fields["format"], type=str)
        version = msgspec.json.decode(fields["version"], type=int)
    except (KeyError, msgspec.DecodeError) as error:
        raise BadLine(line.number, wanted) from error
    if format_ != FORMAT:
        raise BadLine(line.number, wanted)
    if version != VERSION:
        raise BadLine(line.number, f"has version {version}; this graphmem reads version {VERSION}")
    header = read(line)
    if not isinstance(header, Header):
        raise BadLine(line.number, wanted)
    return header


def check_footer(footer: Footer, counted: dict[str, int], number: int) -> None:
    """Raises BadLine when lines are missing."""
    for name in {**footer.counts, **counted}:
        if footer.counts.get(name, 0) != counted.get(name, 0):
            problem = f"counts {footer.counts.get(name, 0)} lines of type {name}, but {counted.get(name, 0)} were read"
            raise BadLine(number, f"{problem}: lines are missing, or were added")


def _problem(line: Numbered, message: str) -> str:
    try:
        kind = msgspec.json.decode(_OPENING.decode(line.text)["type"], type=str)
    except (KeyError, msgspec.DecodeError):
        return f"has no type: it must be an object whose type is one of {', '.join(TYPES)}"
    if kind not in (*TYPES, "header", "footer"):
        return f"has the type {kind[:40]!r}, which is none of {', '.join(TYPES)}"
    return f"{kind}: {message}"
