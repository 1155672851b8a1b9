"""Whether a query may run, judged by the plan that the engine has made for it.

What isn't known to be harmless is refused: an operator that this list doesn't have, a procedure that isn't named, a
subquery that the plan doesn't show, and whatever could come upon a node that holds what nobody may read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.core.cypher_words import PROCEDURES

SECRET_LABELS = frozenset(["ApiKey"])  # nodes that have no relationships, so that no path leads to one
_STEPS = """
AllShortestPaths AntiConditionalApply AntiSemiApply Apply Argument BidirectionalRepeat CacheProperties CartesianProduct
ConditionalApply Distinct Eager EagerAggregation EmptyResult EmptyRow ExhaustiveLimit Expand Filter LeftOuterHashJoin
LetAntiSemiApply LetSelectOrAntiSemiApply LetSelectOrSemiApply LetSemiApply Limit NodeHashJoin
NodeLeftOuterHashJoin NodeRightOuterHashJoin Optional OptionalExpand OrderedAggregation OrderedDistinct OrderedUnion
PartialSort PartialTop PartitionedUnwind PathPropagatingBFS ProduceResults ProjectEndpoints Projection
RelationshipCountFromCountStore Repeat RightOuterHashJoin RollUpApply SelectOrAntiSemiApply SelectOrSemiApply SemiApply
ShortestPath ShowConstraints ShowFunctions ShowIndexes ShowProcedures SingleRow Skip Sort StatefulShortestPath Top
TriadicBuild TriadicFilter TriadicSelection Union Unwind ValueHashJoin VarLengthExpand
"""
_READING = frozenset(_STEPS.split())
_TELLING = frozenset(["EagerAggregation", "Filter", "OrderedAggregation", "Projection", "Unwind"])
_RELATIONSHIPS = re.compile(
    r"(Partitioned)?(Dynamic)?(Directed|Undirected)\w*Relationship\w*(Scan|Seek|ByRange|Lookup|Search)"
)
_NAMED_NODES = re.compile(
    r"(Partitioned)?(NodeByLabelScan|(Union|Intersection|Subtraction)NodeByLabelsScan"
    r"|(Multi)?Node\w*Index(Seek|SeekByRange|Scan|ContainsScan|EndsWithScan|Search))"
)
_ANY_NODES = frozenset(["AllNodesScan", "PartitionedAllNodesScan", "NodeByIdSeek", "NodeByElementIdSeek"])
_REFUSED_WITH_WORDS = {
    "AdministrationCommand": "commands for users, rights and databases can't be given here",
    "DynamicLabelNodeLookup": "name the label in the query itself, instead of working it out",
    "LoadCSV": "LOAD CSV reads files and other servers: only this graph can be read here",
    "ShowDatabases": "SHOW is for INDEXES, CONSTRAINTS, FUNCTIONS and PROCEDURES here",
    "ShowSettings": "SHOW is for INDEXES, CONSTRAINTS, FUNCTIONS and PROCEDURES here",
    "ShowTransactions": "SHOW is for INDEXES, CONSTRAINTS, FUNCTIONS and PROCEDURES here",
    "TerminateTransactions": "only reading is possible here, and TERMINATE ends what others do",
}
WRITES = "only reading is possible here, and this query would change something"
_VARIABLE = re.compile(r"`(?:``|[^`])*`|[^\s(:]+")
_QUOTED = re.compile(r"`(?:``|[^`])*`")
_SUBQUERY = re.compile(r"\b(COLLECT|COUNT|EXISTS)\s*\{", re.IGNORECASE)
_LABEL = r"[A-Za-z_]\w*"
_COUNTED = re.compile(rf"count\( (\(:{_LABEL}\)(?:, \(:{_LABEL}\))*) \) AS .+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Step:
    """One operator of a plan: its name, what it says of itself, and where its rows come from."""

    operator: str
    details: str = ""
    sources: "tuple[Step, ...]" = ()

    @property
    def name(self) -> str:
        """The operator's name alone: `Expand` for `Expand(All)@neo4j`."""
        return re.split(r"[@(]", self.operator, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class Plan:
    kind: str  # r: only reads
    root: Step | None


def objection(plan: Plan) -> str | None:
    """Why a query is refused for what it would do, if it is."""
    if plan.root is None:
        return "the engine gives no plan for this, and nothing is run without one"
    for step, parent in _steps(plan.root):
        problem = _of(step, parent)
        if problem is not None:
            return problem
    return None if plan.kind == "r" else WRITES


def _steps(root: Step) -> Iterator[tuple[Step, Step | None]]:
    """Every step with the one that it gives its rows to."""
    waiting: list[tuple[Step, Step | None]] = [(root, None)]
    while waiting:
        step, parent = waiting.pop()
        yield step, parent
        waiting.extend((source, step) for source in step.sources)


def _of(step: Step, parent: Step | None) -> str | None:
    name = step.name
    if not step.details and (name in _TELLING or _NAMED_NODES.fullmatch(name)):
        return f"the engine doesn't say what its step {name} does, and nothing is run unseen"
    if _hides_a_subquery(step.details):
        return (
            "a subquery (COLLECT, COUNT, EXISTS, or a pattern in brackets) stands inside a larger expression, where "
            "the plan doesn't show what it does: put it into a WITH of its own first, and name it with AS"
        )
    if name == "ProcedureCall":
        called = step.details.partition("(")[0].replace("`", "").strip()
        return None if called.lower() in PROCEDURES else f"the procedure {called[:80]} can't be called here"
    if name in _ANY_NODES:
        return None if _guarded(step, parent) else _unnamed(step)
    if name == "NodeCountFromCountStore":
        # How many there are altogether tells, with the number of all others, how many keys there are.
        counted = _COUNTED.fullmatch(step.details)
        return _naming_keys(counted[1]) if counted else _unnamed(step)
    if _NAMED_NODES.fullmatch(name):
        return _naming_keys(step.details)
    if name in _READING or _RELATIONSHIPS.fullmatch(name):
        return None
    return _REFUSED_WITH_WORDS.get(name) or _unknown(name)


def _naming_keys(details: str) -> str | None:
    named = next((label for label in SECRET_LABELS if re.search(rf"\b{label}\b", details)), None)
    return f"{named} nodes hold credentials and can't be read here" if named else None


def _unknown(name: str) -> str:
    changes = re.match(
        r"(Create|Merge|Set|Delete|DetachDelete|Remove|Foreach|Drop|Transaction|DoNothing|Alter|Lock)", name
    )
    return WRITES if changes else f"{name} is not one of the steps that are known to be harmless"


def _hides_a_subquery(details: str) -> bool:
    """Whether an expression holds a subquery that has no step of its own.

    Names in backquotes may say anything. Where there is a quote as well, what is a name can't be told for sure.
    """
    plain = details if "'" in details or '"' in details else _QUOTED.sub("``", details)
    return _SUBQUERY.search(plain) is not None


def _guarded(step: Step, parent: Step | None) -> bool:
    """Whether nothing but harmless nodes gets past the step after one that finds any node at all."""
    found = _VARIABLE.match(step.details)
    if found is None or parent is None:
        return False
    variable = found.group()
    if parent.operator.startswith("Expand(All)"):
        return parent.details.startswith(f"({variable})")  # only what has relationships gets past it
    if parent.name != "Filter":
        return False
    first, _, others = parent.details.partition(" AND ")
    return _excludes(first, variable) and not _has_or(others)


def _excludes(condition: str, variable: str) -> bool:
    """Whether a condition keeps out every node with a secret label."""
    if all(condition == f"NOT {variable}:{label}" for label in SECRET_LABELS):
        return True
    named = re.fullmatch(rf"{re.escape(variable)}:({_LABEL})", condition)
    return named is not None and named.group(1) not in SECRET_LABELS


def _has_or(conditions: str) -> bool:
    """Whether one of several conditions may do, outside brackets; with quotes about, inside them too."""
    if "'" in conditions or '"' in conditions:
        return re.search(r"\bX?OR\b", conditions) is not None
    depth, outside = 0, []
    for letter in _QUOTED.sub("``", conditions):
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return True
        outside.append(letter if depth == 0 else " ")
    return re.search(r"\bX?OR\b", "".join(outside)) is not None


def _unnamed(step: Step) -> str:
    found = _VARIABLE.match(step.details) if step.name in _ANY_NODES else None
    variable = found.group() if found else "n"
    if variable.startswith("anon_"):
        variable = ""
    return (
        f"this would look at every node, those with credentials too: say which are meant, such as ({variable}:Memory), "
        f"or write ({variable}:!ApiKey) for all others"
    )


def labels_out_of_reach(labels: Sequence[str]) -> bool:
    """Whether a node with these labels may never be shown."""
    return not SECRET_LABELS.isdisjoint(labels)
