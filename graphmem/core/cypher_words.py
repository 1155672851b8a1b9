"""What can be told from the words of a query alone, before any engine sees it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

LONGEST_QUERY = 10_000
LANGUAGES = frozenset(["5", "25"])
# Namespaces of the engine's own functions that only compute; all others come from plug-ins, or reach further.
FUNCTION_NAMESPACES = frozenset(
    ["date", "datetime", "duration", "localdatetime", "localtime", "point", "time", "vector.similarity"]
)
PROCEDURES = frozenset(
    [
        "db.index.fulltext.listavailableanalyzers",
        "db.index.fulltext.querynodes",
        "db.index.fulltext.queryrelationships",
        "db.index.vector.querynodes",
        "db.index.vector.queryrelationships",
        "db.labels",
        "db.propertykeys",
        "db.relationshiptypes",
        "db.schema.reltypeproperties",
        "db.schema.visualization",
    ]
)
_TOKEN = re.compile(
    r"""
    (?P<space>\s+ | //[^\n\r]* | /\*.*?(?:\*/|\Z))
  | (?P<text>'(?:\\.|[^'\\])*(?:'|\Z) | "(?:\\.|[^"\\])*(?:"|\Z))
  | (?P<quoted>`(?:``|[^`])*(?:`|\Z))
  | (?P<word>[^\W\d]\w*)
  | (?P<number>\d[\w.]*)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_EXPECTED = re.compile(r"(?P<what>Invalid input '(?P<given>[^']*)'): expected (?P<list>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    kind: Literal["text", "quoted", "word", "number", "sign"]
    text: str

    @property
    def name(self) -> str:
        """What the token names, without quotes."""
        return self.text.strip("`").replace("``", "`") if self.kind == "quoted" else self.text

    def is_word(self, word: str) -> bool:
        return self.kind == "word" and self.text.upper() == word


def tokens(query: str) -> list[Token]:
    """The query's words and signs, without comments and white space."""
    return [
        Token(match.lastgroup, match.group())  # type: ignore[arg-type]
        for match in _TOKEN.finditer(query)
        if match.lastgroup != "space"
    ]


def objection(query: str) -> str | None:
    """Why a query is refused for its words, if it is."""
    if "\\u" in query:
        return "letters are written as themselves here, not as \\u and a number; or give them as a parameter"
    read = tokens(query)
    if not read:
        return "there is nothing to run"
    while read and read[-1].text == ";":
        read.pop()
    if any(token.text == ";" for token in read):
        return "one statement at a time: there is a semicolon in the midst of it"
    return _opening(read) or _reach(read) or _calls(read)


def plainer(message: str) -> str:
    """What the engine says of a mistake, without the long list of what else could stand there."""
    found = _EXPECTED.match(message)
    if found is None:
        return message
    near = get_close_matches(found["given"].upper(), re.findall(r"'(\w+)'", found["list"]), n=1, cutoff=0.7)
    return f"{found['what']}: is {near[0]} meant?" if near else f"{found['what']}, which can't stand here"


def _opening(read: Sequence[Token]) -> str | None:
    """Objects to what may stand before a query."""
    place = 0
    if read and read[0].is_word("CYPHER"):
        place = 1
        if len(read) < 2 or read[1].text not in LANGUAGES:
            return "of the options before a query only CYPHER 5 and CYPHER 25 are taken"
        place = 2
    if place < len(read) and (read[place].is_word("EXPLAIN") or read[place].is_word("PROFILE")):
        return f"leave {read[place].text.upper()} away: every query is planned before it is run; only rows are shown"
    if place and place + 1 < len(read) and read[place + 1].text == "=":
        return "of the options before a query only CYPHER 5 and CYPHER 25 are taken"
    return None


def _reach(read: Sequence[Token]) -> str | None:
    """Objects to what leads out of this graph."""
    for place, token in enumerate(read):
        before = read[place - 1].text if place else ""
        following = read[place + 1] if place + 1 < len(read) else None
        if before in {".", ":", "$"} or following is None:
            continue
        if token.is_word("LOAD") and following.is_word("CSV"):
            return "LOAD CSV reads files and other servers: only this graph can be read here"
        if token.is_word("USE") and following.kind in {"word", "quoted"} and before.upper() not in {"AS", ","}:
            return "USE leads to another database: only this graph can be read here"
    return None


def _calls(read: Sequence[Token]) -> str | None:
    """Objects to functions and procedures that are not known to be harmless."""
    for place, token in enumerate(read):
        if token.text != "(" or place < 3 or read[place - 2].text != ".":
            continue
        name = _dotted(read, place)
        namespace = name.rpartition(".")[0]
        if name not in PROCEDURES and namespace not in FUNCTION_NAMESPACES:
            return f"{name[:80]}() is not one of the procedures and functions that can be used here"
    return None


def _dotted(read: Sequence[Token], place: int) -> str:
    """The name with dots that ends before this place, in small letters."""
    first = place - 1
    while first >= 2 and read[first - 1].text == ".":
        first -= 2
    return "".join(token.name for token in read[first:place]).lower()
