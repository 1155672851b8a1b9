"""Whether every pattern of a Cypher statement stays in one tenant.

A pattern that finds nodes by their labels starts somewhere in the whole graph: one of its nodes has to be tied to the
tenant, by its own map or by a condition that always holds. Whatever is found by its id, made or merged has to be tied
itself. From there on all that a statement can name lies in the tenant, for ties lead from a node only to others of its
tenant: a pattern that starts at a variable needs no more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.core.cypher_words import Token, tokens

LABELS = frozenset(
    [
        "Memory",
        "Person",
        "Alias",
        "Change",
        "Message",
        "Quotable",
        "Thread",
        "Extraction",
        "Owner",
        "SavedQuery",
        "IdempotencyKey",
        "SpentToken",
    ]
)
_CLAUSES = frozenset(
    [
        "CALL",
        "CREATE",
        "DELETE",
        "DETACH",
        "FOREACH",
        "LIMIT",
        "MATCH",
        "MERGE",
        "ON",
        "OPTIONAL",
        "ORDER",
        "REMOVE",
        "RETURN",
        "SET",
        "SKIP",
        "UNION",
        "UNWIND",
        "WITH",
    ]
)
_OPEN, _CLOSE = "([{", ")]}"
_WHOSE = ("tenant", "owner")
# What an owner may be compared with: a parameter, and names that files give to what they took from one.
_KNOWN = ("$", "whose", "locked", "o")


@dataclass(frozen=True)
class Node:
    name: str
    labels: frozenset[str]
    keys: dict[str, str]  # the names in its map, each with the first word of the value

    @property
    def found(self) -> bool:
        """Whether it is found by its label, and not a variable from before."""
        return bool(self.labels)

    @property
    def bounded(self) -> bool:
        return any(self.keys.get(name) in _KNOWN for name in _WHOSE)


@dataclass(frozen=True)
class Path:
    """One pattern: its nodes, the word before it, and the conditions that always hold for it."""

    clause: str
    nodes: tuple[Node, ...]
    conditions: tuple[tuple[str, ...], ...]

    def problem(self) -> str | None:
        """Why it may leave the tenant, if it may."""
        mine = [node for node in self.nodes if node.found and node.labels & LABELS]
        starts = not any(node.name and not node.found for node in self.nodes)
        if not mine:
            return None
        if self.clause in ("MERGE", "CREATE"):
            loose = [node for node in mine if not node.bounded and (self.clause == "MERGE" or starts)]
            return f"makes {_told(loose[0])} without saying whose" if loose else None
        if starts and not any(self._is_bounded(node) for node in mine):
            return f"starts at {_told(mine[0])} of any tenant"
        by_id = [node for node in mine if starts and self._is_by_id(node) and not self._is_bounded(node)]
        return f"finds {_told(by_id[0])} by its id in any tenant" if by_id else None

    def _is_bounded(self, node: Node) -> bool:
        return node.bounded or any(
            node.name and condition[:2] == (node.name, ".") and condition[2] in _WHOSE
            and condition[3] in ("=", "IN") and condition[4] in _KNOWN
            for condition in self.conditions
            if len(condition) > 4
        )  # fmt: skip

    def _is_by_id(self, node: Node) -> bool:
        return "id" in node.keys or any(
            node.name and condition[:3] == (node.name, ".", "id") and condition[3] in ("=", "IN")
            for condition in self.conditions
            if len(condition) > 4
        )


def problems(statement: str) -> list[str]:
    """Every pattern that may leave the tenant."""
    return [problem for path in paths(statement) if (problem := path.problem())]


def paths(statement: str) -> Iterator[Path]:
    read = tokens(statement)
    place = 0
    while place < len(read):
        node = _node(read, place)
        if node is None:
            place += 1
            continue
        start, nodes = place, []
        while node is not None:
            nodes.append(node)
            end = _closing(read, place)
            place = _next_node(read, end + 1)
            node = _node(read, place) if place > end + 1 else None
        place = end + 1
        yield Path(_clause(read, start), tuple(nodes), tuple(_conditions(read, end + 1)))


def _node(read: Sequence[Token], place: int) -> Node | None:
    """The node that a bracket opens, unless it is one of an expression or a call."""
    if place >= len(read) or read[place].text != "(":
        return None
    before = read[place - 1] if place else None
    if before is not None and before.kind == "word" and before.text.upper() not in {"MATCH", "MERGE", "CREATE"}:
        return None
    inner = read[place + 1 : _closing(read, place)]
    name = inner[0].text if inner and inner[0].kind == "word" else ""
    rest = inner[1:] if name else inner
    labels: list[str] = []
    if rest and rest[0].text == ":":
        end = next((i for i, token in enumerate(rest) if token.text == "{"), len(rest))
        labels, rest = [token.text for token in rest[:end] if token.kind == "word"], rest[end:]
    if rest and (rest[0].text != "{" or _closing(rest, 0) != len(rest) - 1):
        return None
    return Node(name, frozenset(labels), _keys(rest))


def _keys(inner: Sequence[Token]) -> dict[str, str]:
    return {
        token.text: inner[place + 2].text
        for place, token in enumerate(inner)
        if token.kind == "word" and place + 2 < len(inner) and inner[place + 1].text == ":"
    }


def _next_node(read: Sequence[Token], place: int) -> int:
    """Where the node after a relationship opens; the same place when no relationship follows."""
    first = place
    while place < len(read):
        text = read[place].text
        if text == "[" or (text == "{" and place > first):
            place = _closing(read, place) + 1
        elif text in {"-", ">", "<", "*", "+"}:
            place += 1
        else:
            return place if text == "(" and place > first else first
    return first


def _clause(read: Sequence[Token], place: int) -> str:
    """The word that begins the clause which a pattern stands in; a subquery without one matches."""
    depth = 0
    for token in reversed(read[:place]):
        depth += (token.text in _CLOSE) - (token.text in _OPEN)
        if depth < 0:
            return "MATCH"
        if depth == 0 and token.kind == "word" and token.text.upper() in {"MATCH", "MERGE", "CREATE"}:
            return token.text.upper()
    return "MATCH"


def _conditions(read: Sequence[Token], place: int) -> Iterator[tuple[str, ...]]:
    """The conditions of the clause that must all hold, each as its words; none where one of several may do."""
    where, depth = None, 0
    for end in range(place, len(read) + 1):
        text = read[end].text if end < len(read) else ""
        depth += (text in _OPEN and text != "") - (text in _CLOSE and text != "")
        if end == len(read) or depth < 0 or (depth == 0 and _begins_a_clause(read, end)):
            break
        if depth == 0 and text.upper() == "WHERE":
            where = end + 1
        if depth == 0 and text.upper() == "SEARCH":  # its conditions stand in the brackets: SEARCH m IN (… WHERE …)
            yield from _conditions(read, end + 4)
    if where is None:
        return
    parts: list[list[str]] = [[]]
    depth = 0
    for token in read[where:end]:
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        if depth == 0 and token.kind == "word" and token.text.upper() in {"OR", "XOR"}:
            return
        if depth == 0 and token.kind == "word" and token.text.upper() == "AND":
            parts.append([])
        else:
            parts[-1].append(token.text)
    yield from map(tuple, parts)


def _begins_a_clause(read: Sequence[Token], place: int) -> bool:
    begins = read[place].kind == "word" and read[place].text.upper() in _CLAUSES
    return begins and read[place - 1].text.upper() not in {"STARTS", "ENDS"}


def _closing(read: Sequence[Token], place: int) -> int:
    depth = 0
    for end in range(place, len(read)):
        depth += (read[end].text in _OPEN) - (read[end].text in _CLOSE)
        if depth == 0:
            return end
    return len(read) - 1


def _told(node: Node) -> str:
    return f"({node.name}:{'|'.join(sorted(node.labels))})"
