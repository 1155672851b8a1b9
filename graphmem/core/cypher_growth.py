"""What can't be ended once it has begun: lists gone through inside an expression, and values that grow without end.

The engine counts the memory of rows and ends a query between two of them. It does neither within one expression: there,
what a query may do has to be told from its words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from graphmem.core.cypher_words import Token

LONGEST_RANGE = 10_000
MOST_GROWTH = 1_000  # times that one value may stand for others
_UNKNOWN_LENGTH = 100  # taken for the length of a list that nothing is known of
_SPLIT = 16  # times the room that a text takes in pieces
_LONGEST_PUT_IN = 52
_MOST_REPEATS = 3
_GOING_THROUGH = frozenset(["ALL", "ALLREDUCE", "ANY", "NONE", "REDUCE", "SINGLE"])
_SHORT_LISTS = frozenset(["KEYS", "LABELS", "NODES", "RANGE", "RELATIONSHIPS"])
_MAKING = frozenset(["LET", "RETURN", "WITH"])
_AFTER = "CALL FILTER LIMIT MATCH NEXT OPTIONAL ORDER SKIP UNION UNWIND WHERE"
_ENDING = frozenset(_AFTER.split()) | _MAKING
_SIGNS = """
ALL AND AS ASC BY CASE CONTAINS DESC DISTINCT ELSE END ENDS FALSE IN IS NOT NULL OR STARTS THEN TRUE WHEN WITH XOR
"""
_NO_NAMES = frozenset(_SIGNS.split())
_OPEN, _CLOSED = "([{", ")]}"


def objection(read: Sequence[Token]) -> str | None:
    """Why a query is refused for what one of its expressions could take, if it is."""
    return _ranges(read) or _loops(read) or _replacing(read) or _patterns(read) or _growth(read)


def _ranges(read: Sequence[Token]) -> str | None:
    for place, token in enumerate(read):
        if not _calls(read, place, "RANGE"):
            continue
        end = _end(read, place + 1)
        if place and read[place - 1].is_word("UNWIND") and end < len(read) and read[end].is_word("AS"):
            continue  # goes row by row, and can be ended
        span = _span(read[place + 2 : end - 1])
        if span is None:
            return (
                "inside an expression, range() takes numbers, size() or length(): "
                "UNWIND range(…) AS x goes as far as you like"
            )
        if span > LONGEST_RANGE:
            return (
                f"{token.text}() inside an expression has at most {LONGEST_RANGE:,} numbers: "
                "UNWIND range(…) AS x goes as far as you like"
            )
    return None


def _span(between: Sequence[Token]) -> int | None:
    """How many numbers a range has at most, if that can be told."""
    ends = list(_split(between))
    if len(ends) not in (2, 3):
        return None
    words = ["".join(token.text for token in end) for end in ends]
    if all(re.fullmatch(r"-?\d{1,18}", word) for word in words):
        step = int(words[2]) if len(words) == 3 else 1
        return abs(int(words[1]) - int(words[0])) // abs(step) + 1 if step else 0
    bounded = re.compile(r"-?\d{1,18}|(?:size|length)\((?:\w+\([\w.]+\)|[\w.]+)\)(?:[-+]\d{1,4})?", re.IGNORECASE)
    return 0 if all(bounded.fullmatch(word) for word in words) else None


@dataclass(frozen=True, slots=True)
class _Loop:
    """A list that is gone through inside an expression."""

    kind: str  # the function's name, or [
    first: int  # the place after its bracket
    end: int


def _found_loops(read: Sequence[Token]) -> Iterator[_Loop]:
    for place, token in enumerate(read):
        if token.text == "[" and place + 2 < len(read) and _named(read[place + 1]) and read[place + 2].is_word("IN"):
            yield _Loop("[", place + 1, _end(read, place))
        elif token.text.upper() in _GOING_THROUGH and _calls(read, place, token.text.upper()):
            yield _Loop(token.text.upper(), place + 2, _end(read, place + 1))


def _loops(read: Sequence[Token]) -> str | None:
    found = list(_found_loops(read))
    for loop in found:
        if any(other.first > loop.first and other.end <= loop.end for other in found):
            return (
                "a list is gone through inside another, where nothing can end it: "
                "UNWIND one of them, or put it into a WITH of its own first"
            )
        if loop.kind in ("ALLREDUCE", "REDUCE"):
            problem = _reduce(read, loop)
            if problem is not None:
                return problem
    return None


def _reduce(read: Sequence[Token], loop: _Loop) -> str | None:
    inside = read[loop.first : loop.end - 1]
    of = next((place for place, token in enumerate(inside) if token.is_word("IN")), None)
    bar = next((place for place, token in enumerate(inside) if token.text == "|"), None)
    if of is None or bar is None or not of < bar:
        return None  # the engine will say what is wrong with it
    step = next(_split(inside[bar + 1 :]))
    if sum(token.name == inside[0].name for token in step) > 1:
        return "reduce() may name what it has so far once only: naming it twice doubles it with every step"
    if not _short(read, inside[of + 1 : bar]):
        return (
            "reduce() goes through nodes(), relationships(), a range or a property only, for nothing can end it: "
            "UNWIND longer lists, and use sum() or collect()"
        )
    return None


def _short(read: Sequence[Token], of: Sequence[Token]) -> bool:
    """Whether a list is known to be short: of a path, of a node's own, or written down."""
    if of[0].text in ("[", "$") or (of[0].text.upper() in _SHORT_LISTS and len(of) > 1 and of[1].text == "("):
        return True
    made = {after.name for token, after in pairwise(read) if token.is_word("AS")}
    return len(of) == 3 and of[1].text == "." and of[0].name not in made


def _replacing(read: Sequence[Token]) -> str | None:
    for place in range(len(read)):
        if _calls(read, place, "REPLACE"):
            given = list(_split(read[place + 2 : _end(read, place + 1) - 1]))
            if len(given) < 3 or len(given[2]) != 1 or given[2][0].kind != "text":
                return "what replace() puts in is a text in quotes here: others could make it grow without end"
            if len(given[2][0].text) > _LONGEST_PUT_IN:
                return f"what replace() puts in has at most {_LONGEST_PUT_IN - 2} letters"
    return None


def _patterns(read: Sequence[Token]) -> str | None:
    """Objects to regular expressions that may take for ever: a group repeated, or many things of any length."""
    for place in range(len(read) - 1):
        if read[place].text == "=" and read[place + 1].text == "~":
            pattern = read[place + 2].text if place + 2 < len(read) and read[place + 2].kind == "text" else None
            if pattern is None:
                return "a regular expression is a text in quotes here: what a longer one takes can't be told"
            if re.search(r"\)[*+{?]|\\\\[1-9k]", pattern) or len(re.findall(r"[*+]|,\}", pattern)) > _MOST_REPEATS:
                return (
                    "this regular expression could take for ever: repeat no group, use * and + three times at most, "
                    "or use CONTAINS, STARTS WITH and ENDS WITH"
                )
    return None


def _growth(read: Sequence[Token]) -> str | None:
    """Each WITH and RETURN can make a value out of those before it as often as it names them."""
    growth = 1
    for place, token in enumerate(read):
        if token.kind == "word" and token.text.upper() in _MAKING and not _starts_with(read, place):
            growth *= max((_times(item) for item in _split(_made_by(read, place))), default=1)
    if growth <= MOST_GROWTH:
        return None
    return (
        f"a value could be made of {growth:,} others; the most is {MOST_GROWTH:,}: "
        "name fewer of them in one expression, or ask in several queries"
    )


def _starts_with(read: Sequence[Token], place: int) -> bool:
    return place > 0 and (read[place - 1].is_word("STARTS") or read[place - 1].is_word("ENDS"))


def _made_by(read: Sequence[Token], place: int) -> Sequence[Token]:
    """The expressions of a clause, without what only chooses or orders rows."""
    depth = 0
    for end in range(place + 1, len(read)):
        token = read[end]
        depth += (token.text in _OPEN) - (token.text in _CLOSED)
        named = token.kind == "word" and token.text.upper() in _ENDING
        if depth < 0 or (not depth and named and not _starts_with(read, end)):
            return read[place + 1 : end]
    return read[place + 1 :]


def _times(item: Sequence[Token]) -> int:
    """How many values an expression is made of."""
    count = max(1, sum(_is_value(item, place) for place in range(len(item))))
    for loop in _found_loops(item):
        count *= _repeats(item[loop.first : loop.end - 1]) if loop.kind == "[" else 1
    return count * (_SPLIT if any(_calls(item, place, "SPLIT") for place in range(len(item))) else 1)


def _repeats(inside: Sequence[Token]) -> int:
    """How often a list comprehension makes something of what is not of its list."""
    bar = next((place for place, token in enumerate(inside) if token.text == "|"), len(inside))
    of, body = inside[:bar], inside[bar + 1 :]
    if not any(_is_value(body, place) and body[place].name != inside[0].name for place in range(len(body))):
        return 1
    ranges = (_span(of[place + 2 : _end(of, place + 1) - 1]) for place in range(bar) if _calls(of, place, "RANGE"))
    return max((span or _UNKNOWN_LENGTH for span in ranges), default=_UNKNOWN_LENGTH)


def _is_value(item: Sequence[Token], place: int) -> bool:
    """Whether a variable or parameter stands here."""
    token = item[place]
    before = item[place - 1] if place else None
    after = item[place + 1].text if place + 1 < len(item) else ""
    if not _named(token) or (token.kind == "word" and token.text.upper() in _NO_NAMES):
        return False
    return after not in ("(", ":") and (before is None or (before.text != "." and not before.is_word("AS")))


def _named(token: Token) -> bool:
    return token.kind in ("word", "quoted")


def _calls(read: Sequence[Token], place: int, name: str) -> bool:
    """Whether the function of this name is called here."""
    after = read[place + 1].text if place + 1 < len(read) else ""
    return after == "(" and _named(read[place]) and read[place].name.upper() == name


def _end(read: Sequence[Token], place: int) -> int:
    """The place after the bracket that closes the one at this place."""
    depth = 0
    for end in range(place, len(read)):
        depth += (read[end].text in _OPEN) - (read[end].text in _CLOSED)
        if not depth:
            return end + 1
    return len(read)


def _split(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The parts between the commas that stand in no bracket."""
    depth, first = 0, 0
    for place, token in enumerate(tokens):
        depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if token.text == "," and not depth:
            yield tokens[first:place]
            first = place + 1
    yield tokens[first:]
