"""Whether a query reads one tenant's part of the graph alone, judged by the plan that the engine has made for it.

No relationship leads from one tenant to another. So it is enough that whatever a query begins with is bound to
`$tenant`, which is always the tenant of the key: each step that finds nodes or relationships by itself must be followed
by a condition `x.tenant = $tenant`, on what it found or what that is related to, before anything is counted, cut
off or joined.
"""

import re
from collections.abc import Iterator, Sequence

from graphmem.core.cypher_plan import Plan, Step

PARAMETER = "tenant"
_FINDS_NOTHING = frozenset(["Argument", "EmptyResult", "EmptyRow", "Projection", "SingleRow", "Unwind"])
# Steps that go on from what they are given to what is related to it. The last four also ask something beside it.
_ONWARD_STEPS = """
CacheProperties Eager Expand Filter Optional OptionalExpand PartialSort Sort VarLengthExpand
AntiSemiApply LetAntiSemiApply LetSemiApply SemiApply
"""
_ONWARD = frozenset(_ONWARD_STEPS.split())
_FOUND = re.compile(r"\b([A-Za-z_]\w*):|\(([A-Za-z_]\w*)\)")
_END = re.compile(r"\(([A-Za-z_]\w*)\)")
_UNSURE = re.compile(r"""['"`]|\bCASE\b""")


def unbound(plan: Plan) -> str | None:
    """Why a query may see other tenants, if it may."""
    if plan.root is None:
        return "the engine gives no plan for this, and nothing is run without one"
    for way in _ways(plan.root):
        step = way[-1]
        if step.name == "ProcedureCall":
            return "it calls a procedure, which knows no tenants"
        if not step.sources and step.name not in _FINDS_NOTHING and not _bound(way):
            return (
                f"it looks at {step.details.strip()[:60] or step.name} of all tenants: "
                f"give what each MATCH begins with a {{tenant: $tenant}}"
            )
    return None


def _ways(root: Step) -> Iterator[list[Step]]:
    """Every step, with those above it, the root first."""
    waiting = [[root]]
    while waiting:
        way = waiting.pop()
        yield way
        waiting.extend([*way, source] for source in way[-1].sources)


def _bound(way: Sequence[Step]) -> bool:
    """Whether what the last step finds is bound to the tenant by itself or by a filter above it."""
    *above, leaf = way
    found = {first or second for first, second in _FOUND.findall(leaf.details)}
    own = leaf.details.partition(" WHERE ")[2]
    if "tenant = $tenant" in _conditions(own):
        return True
    below = leaf
    for step in reversed(above):
        if step.name == "Filter" and any(_binds(condition, found) for condition in _conditions(step.details)):
            return True
        if step.name not in _ONWARD or step.sources[0] is not below:
            return False
        found |= set(_END.findall(step.details)) if "Expand" in step.name else set()
        below = step
    return False


def _binds(condition: str, found: set[str]) -> bool:
    match = re.fullmatch(r"(?:cache\[)?(\w+)\.tenant\]? = \$tenant", condition)
    return match is not None and match.group(1) in found


def _conditions(text: str) -> list[str]:
    """The conditions that must all hold; none when that can't be told for sure."""
    text = text.strip()
    if not text or _UNSURE.search(text):
        return []
    while text.startswith("(") and _closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    pieces, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and re.match(r" X?OR ", text[place:]):
            return []
        if depth == 0 and text.startswith(" AND ", place):
            pieces.append(text[begin:place])
            begin = place + len(" AND ")
    pieces.append(text[begin:])
    if len(pieces) == 1:
        return [text]
    return [condition for piece in pieces for condition in _conditions(piece)]


def _closing(text: str) -> int:
    """Where the bracket that a text begins with is closed."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place
    return -1
