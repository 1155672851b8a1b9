"""What may be asked in Cypher: the rules over the words of a query and over its plan."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.core import cypher_plan, cypher_words
from graphmem.core.cypher_plan import Plan, Step
from graphmem.core.desk import Limits, Table, ordered, within
from graphmem.errors import InvalidInput

pytestmark = pytest.mark.req("Z1")
HARMLESS = [
    "MATCH (n:Memory) RETURN n",
    "RETURN 'LOAD CSV; USE system' AS x",
    "RETURN 1 // ; DELETE everything",
    "/* USE x; */ RETURN 1;",
    "MATCH (n) WHERE n.use = 1 RETURN n.load AS load, n.csv",
    "RETURN $use AS use",
    "RETURN date.truncate('week', date()) AS week, duration.between(date(), date()) AS d",
    "RETURN vector.similarity.cosine([1.0], [1.0])",
    "CALL db.labels() YIELD label RETURN label",
    "CYPHER 25 RETURN 1",
    "CYPHER 5 MATCH (n:Person) RETURN n.`name` AS `a;b`",
    "MATCH (n:Memory) WHERE n.x IN [1] AND (n.y = 2) RETURN count(n)",
]
REFUSED = {
    "": "nothing",
    "  // only a comment": "nothing",
    "RETURN 1; RETURN 2": "one statement",
    "RETURN 1;; RETURN 2": "one statement",
    "EXPLAIN RETURN 1": "EXPLAIN",
    "profile RETURN 1": "PROFILE",
    "/* x */ eXplain RETURN 1": "EXPLAIN",
    "CYPHER 25 PROFILE RETURN 1": "PROFILE",
    "CYPHER runtime=slotted RETURN 1": "options",
    "CYPHER 5 replan=force RETURN 1": "options",
    "USE system SHOW USERS": "another database",
    "CALL { USE other MATCH (n) RETURN n } RETURN n": "another database",
    "use `other` RETURN 1": "another database",
    "LOAD CSV FROM 'file:///x' AS l RETURN l": "LOAD CSV",
    "load/**/csv WITH HEADERS FROM $u AS l RETURN l": "LOAD CSV",
    "RETURN apoc.version()": "apoc.version",
    "RETURN `apoc`.`version`()": "apoc.version",
    "RETURN apoc . version ()": "apoc.version",
    "CALL apoc.cypher.doIt('CREATE (n)', {})": "apoc.cypher.doit",
    "CALL dbms.listConfig()": "dbms.listconfig",
    "CALL db.createLabel('x')": "db.createlabel",
    "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()": "db.index.fulltext",
    "RETURN graph.byName('x')": "graph.byname",
    "MATCH (n:\\u0041piKey) RETURN n": "\\u",
    "CYPHER 5 RETURN '\\u0027 AS x'": "\\u",
}


@pytest.mark.parametrize("query", HARMLESS)
def test_harmless_words_pass(query: str) -> None:
    assert cypher_words.objection(query) is None


@pytest.mark.parametrize("query", REFUSED)
def test_words_that_lead_elsewhere_are_refused_with_the_reason(query: str) -> None:
    assert REFUSED[query] in str(cypher_words.objection(query))


@given(st.text(max_size=300))
def test_every_letter_of_a_text_is_in_one_token_or_between_two(text: str) -> None:
    rest = text
    for token in cypher_words.tokens(text):
        assert token.text in rest
        rest = rest[rest.index(token.text) + len(token.text) :]


@given(st.text(max_size=60), st.sampled_from(["'", '"', "`"]))
def test_what_stands_in_quotes_is_no_word(text: str, quote: str) -> None:
    inside = text.replace("\\", "").replace(quote, "")
    assert cypher_words.objection(f"RETURN {quote}x; {inside} LOAD CSV{quote} AS x") is None


@given(st.text(max_size=60).map(lambda text: text.replace("*/", "").replace("\\", "")))
def test_a_comment_between_the_words_hides_nothing(text: str) -> None:
    assert cypher_words.objection(f"RETURN 1 /*{text}*/ ; MATCH (n) DETACH DELETE n") is not None
    assert cypher_words.objection(f"CALL dbms/*{text}*/.listConfig()") is not None


def test_a_mistake_is_told_without_the_list_of_all_that_could_stand_there() -> None:
    many = "expected a graph pattern, ',', 'ORDER BY', 'RETURN', 'WITH' or <EOF>"
    assert cypher_words.plainer(f"Invalid input 'RETRUN': {many}") == "Invalid input 'RETRUN': is RETURN meant?"
    assert cypher_words.plainer(f"Invalid input '%': {many}") == "Invalid input '%', which can't stand here"
    assert cypher_words.plainer("Variable `m` not defined") == "Variable `m` not defined"


def rows(*steps: Step) -> Plan:
    return Plan("r", Step("ProduceResults@neo4j", "n", steps))


SCAN = Step("AllNodesScan@neo4j", "n")


def filtered(conditions: str, step: Step = SCAN) -> Plan:
    return rows(Step("Filter@neo4j", conditions, (step,)))


@pytest.mark.parametrize(
    "plan",
    [
        rows(Step("NodeByLabelScan@neo4j", "n:Memory")),
        rows(Step("NodeIndexSeekByRange@neo4j", "RANGE INDEX n:Memory(owner) WHERE owner > $x")),
        rows(Step("DirectedAllRelationshipsScan@neo4j", "(a)-[r]->(b)")),
        rows(Step("Expand(All)@neo4j", "(n)-[r]->(m)", (SCAN,))),
        filtered("NOT n:ApiKey"),
        filtered("NOT n:ApiKey AND (n.x = $a OR n.y = $b)"),
        filtered("n:Memory", Step("NodeByElementIdSeek@neo4j", "n WHERE elementId(n) = $x")),
        rows(Step("ProcedureCall@neo4j", "db.labels() :: (label :: STRING)")),
        rows(Step("Projection@neo4j", "n.x AS `COUNT { x }`", (Step("NodeByLabelScan@neo4j", "n:Memory"),))),
        rows(Step("ShowIndexes@neo4j", "allIndexes, defaultColumns")),
        rows(Step("NodeCountFromCountStore@neo4j", "count( (:Memory) ) AS `count(n)`")),
        rows(Step("NodeCountFromCountStore@neo4j", "count( (:Memory), (:Person) ) AS `count( () )`")),
    ],
)
def test_a_plan_that_reads_what_may_be_read_passes(plan: Plan) -> None:
    assert cypher_plan.objection(plan) is None


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (rows(SCAN), "n:!ApiKey"),
        (filtered("n.digest STARTS WITH $x"), "n:!ApiKey"),
        (filtered("NOT n:ApiKey OR n.x = $x"), "n:!ApiKey"),
        (filtered("NOT n:ApiKey AND n.x = $x OR n.y = $y"), "n:!ApiKey"),
        (filtered("n.digest = $x AND NOT n:ApiKey"), "n:!ApiKey"),
        (filtered("NOT m:ApiKey"), "n:!ApiKey"),
        (filtered("NOT n:Memory"), "n:!ApiKey"),
        (filtered("n:ApiKey"), "n:!ApiKey"),
        (rows(Step("Expand(All)@neo4j", "(m)-[r]->(x)", (SCAN,))), "n:!ApiKey"),
        (rows(Step("VarLengthExpand(All)@neo4j", "(n)-[*0..1]-()", (SCAN,))), "n:!ApiKey"),
        (rows(Step("NodeByLabelScan@neo4j", "n:ApiKey")), "credentials"),
        (rows(Step("UnionNodeByLabelsScan@neo4j", "n:Memory|ApiKey")), "credentials"),
        (rows(Step("NodeUniqueIndexSeek@neo4j", "UNIQUE n:ApiKey(digest) WHERE digest = $x")), "credentials"),
        (rows(Step("NodeCountFromCountStore@neo4j", "count( (:ApiKey) ) AS n")), "credentials"),
        (rows(Step("NodeCountFromCountStore@neo4j", "count( (:Memory), (:ApiKey) ) AS n")), "credentials"),
        (rows(Step("NodeCountFromCountStore@neo4j", "count( () ) AS n")), "n:!ApiKey"),
        (rows(Step("NodeCountFromCountStore@neo4j", "count( (:Memory), () ) AS n")), "n:!ApiKey"),
        (rows(Step("NodeCountFromCountStore@neo4j", "count( (:`Memory`) ) AS n")), "n:!ApiKey"),
        (rows(Step("NodeCountFromCountStore@neo4j", "")), "n:!ApiKey"),
        (rows(Step("DynamicLabelNodeLookup@neo4j", "n:$all($l)")), "name the label"),
        (rows(Step("Projection@neo4j", "CASE WHEN true THEN COLLECT {\n MATCH (k)\n} END AS x")), "subquery"),
        (rows(Step("Projection@neo4j", "`'` + COLLECT {\n MATCH (k) RETURN k.d AS `k.d` } AS x")), "subquery"),
        (rows(Step("Filter@neo4j", "any(x IN $l WHERE exists { MATCH (k) })", (SCAN,))), "subquery"),
        (rows(Step("ProcedureCall@neo4j", "dbms.listConfig() :: (name :: STRING)")), "dbms.listConfig"),
        (rows(Step("LoadCSV@neo4j", "l")), "LOAD CSV"),
        (rows(Step("SetProperty@neo4j", "n.x = $a", (SCAN,))), "would change"),
        (rows(Step("SomethingNew@neo4j", "")), "SomethingNew"),
        (rows(Step("NodeByLabelScan@neo4j", "")), "unseen"),
        (rows(Step("Projection@neo4j", "", (Step("NodeByLabelScan@neo4j", "n:Memory"),))), "unseen"),
        (Plan("r", None), "no plan"),
        (Plan("rw", Step("ProduceResults@neo4j")), "would change"),
        (Plan("s", Step("AdministrationCommand@system")), "users"),
    ],
)
def test_a_plan_that_does_more_is_refused_with_the_reason(plan: Plan, reason: str) -> None:
    assert reason in str(cypher_plan.objection(plan))


@given(st.from_regex(r"[A-Z][A-Za-z]{3,20}", fullmatch=True))
def test_an_operator_that_nobody_has_judged_is_refused_wherever_it_stands(name: str) -> None:
    known = cypher_plan._READING | cypher_plan._ANY_NODES | {"ProcedureCall"}
    if name in known or re.search("Relationship|^Node|NodeBy|NodeIndex", name):
        return
    plan = rows(Step("Apply@neo4j", "", (Step("Argument@neo4j"), Step(f"{name}@neo4j", ""))))
    assert cypher_plan.objection(plan) is not None


def test_limits_can_be_narrowed_and_not_widened() -> None:
    most = Limits(rows=100, seconds=5, size=1000)
    assert within(most, rows=10, seconds=1).rows == 10
    assert within(most, rows=None, seconds=None) == most
    for rows_, seconds in ((101, None), (0, None), (None, 5.1), (None, 0.0)):
        with pytest.raises(InvalidInput):
            within(most, rows=rows_, seconds=seconds)


@given(st.lists(st.one_of(st.none(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5)), max_size=20))
def test_sorting_keeps_every_row_and_puts_nothing_last(cells: list[object]) -> None:
    table = Table(columns=["x"], rows=[[cell] for cell in cells])  # type: ignore[list-item]
    for down in (False, True):
        sorted_ = [row[0] for row in ordered(table, 0, down=down).rows]
        assert sorted(map(repr, sorted_)) == sorted(map(repr, cells))
        absent = sum(cell is None for cell in cells)
        assert all(cell is None for cell in sorted_[len(cells) - absent :])
