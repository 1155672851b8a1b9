"""Free Cypher on the real engine: it can't write, can't reach out, can't read a key, and ends in time."""

from datetime import UTC, datetime

import pytest

from graphmem.adapters.neo4j.desk import Neo4jDesk
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.core.desk import Limits, Question, Table
from graphmem.errors import InvalidInput, QueryOverLimit, QueryRefused, QueryWrong, ValueUntellable
from graphmem.flows.desk import ask
from graphmem.model import Tenant

pytestmark = pytest.mark.req("Z1")
LIMITS = Limits(rows=1_000, seconds=60, size=1_000_000)
HIDDEN = "MATCH (k) RETURN k.digest AS d"
WRITES = [
    "CREATE (:Intruder)",
    "INSERT (:Intruder)",
    "MERGE (n:Intruder {id: 1}) RETURN n",
    "MATCH (m:Memory) SET m.intruder = 1",
    "MATCH (m:Memory) SET m:Intruder RETURN m",
    "MATCH (m:Memory) SET m += {intruder: 1} RETURN count(*)",
    "MATCH (m:Memory) REMOVE m.content RETURN m",
    "MATCH (m:Memory) DETACH DELETE m",
    "MATCH ()-[r:ABOUT]->() DELETE r",
    "FOREACH (x IN [1] | CREATE (:Intruder))",
    "MATCH (m:Memory) CALL (m) { SET m.intruder = 1 RETURN 1 AS x } RETURN x",
    "CALL { CREATE (n:Intruder) RETURN n } RETURN n",
    "CALL { CALL { MERGE (n:Intruder) RETURN n } RETURN n } RETURN n",
    "MATCH (m:Memory) CALL (m) { DELETE m } IN TRANSACTIONS OF 10 ROWS",
    "UNWIND [1] AS x CALL (x) { CREATE (:Intruder) } IN 2 CONCURRENT TRANSACTIONS",
    "MATCH (m:Memory) RETURN m UNION CREATE (m:Intruder) RETURN m",
    "RETURN 1 AS x NEXT CREATE (:Intruder {x: x})",
    "WHEN true THEN CREATE (n:Intruder) RETURN n",
    "OPTIONAL MATCH (n:Nobody) CREATE (:Intruder)",
    "/* MATCH */ CREATE /* (n) */ (:Intruder) // RETURN",
    "CYPHER 5 CREATE (:Intruder)",
    "CREATE INDEX intruder FOR (n:Memory) ON (n.intruder)",
    "CREATE CONSTRAINT intruder FOR (n:Memory) REQUIRE n.intruder IS UNIQUE",
    "CREATE FULLTEXT INDEX intruder FOR (n:ApiKey) ON EACH [n.digest]",
    "DROP INDEX memory_text",
    "DROP INDEX memory_text IF EXISTS",
    "DROP CONSTRAINT memory_id",
    "CREATE DATABASE intruder",
    "CREATE USER intruder SET PASSWORD 'intruder-intruder'",
    "ALTER USER neo4j SET PASSWORD 'intruder-intruder'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "DROP USER neo4j",
    "STOP DATABASE neo4j",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "CALL db.createLabel('Intruder')",
    "CALL db.createProperty('intruder')",
    "CALL db.clearQueryCaches()",
    "CALL tx.setMetaData({x: 1})",
]
REACHES_OUT = [
    "LOAD CSV FROM 'http://127.0.0.1/x' AS l RETURN l",
    "LOAD CSV WITH HEADERS FROM 'file:///etc/passwd' AS l RETURN l",
    "RETURN COLLECT { LOAD CSV FROM 'http://127.0.0.1/x' AS l RETURN l } AS x",
    "RETURN CASE WHEN rand() < 2 THEN COLLECT { LOAD CSV FROM 'http://127.0.0.1/x' AS l RETURN l[0] } END AS x",
    "USE system SHOW USERS",
    "USE neo4j MATCH (m:Memory) RETURN m",
    "CALL () { USE neo4j MATCH (m:Memory) RETURN m } RETURN m",
    "SHOW USERS",
    "SHOW CURRENT USER",
    "SHOW DATABASES",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "SHOW TRANSACTIONS YIELD currentQuery RETURN currentQuery",
    "CALL dbms.listConfig() YIELD name, value RETURN name, value",
    "CALL dbms.components()",
    "CALL db.info()",
    "RETURN COLLECT { CALL dbms.listConfig() YIELD name RETURN name } AS x",
    "RETURN [x IN [1] | COLLECT { CALL dbms.listConfig() YIELD name RETURN name }] AS x",
    "CALL apoc.load.json('http://127.0.0.1/')",
    "CALL apoc.cypher.doIt('CREATE (:Intruder)', {}) YIELD value RETURN value",
    "RETURN apoc.cypher.runFirstColumnSingle('RETURN 1', {})",
    "CALL gds.graph.list()",
    "EXPLAIN MATCH (m:Memory) RETURN m",
    "PROFILE MATCH (m:Memory) RETURN m",
    "CYPHER 25 PROFILE MATCH (m:Memory) RETURN m",
    "MATCH (m:Memory) RETURN m; MATCH (m:Memory) RETURN m",
    "MATCH (m:Memory) RETURN m; MATCH (m:Memory) DETACH DELETE m",
]
AFTER_KEYS = [
    "MATCH (k:ApiKey) RETURN k",
    "MATCH (k:`ApiKey`) RETURN k.digest",
    "MATCH (k:ApiKey) RETURN count(k.digest)",
    "MATCH (k:ApiKey) RETURN count(k)",
    "MATCH (k:`ApiKey`) RETURN count(*)",
    "MATCH (k) RETURN count(k)",
    "MATCH (k) RETURN count(*) AS n",
    "MATCH (k) RETURN labels(k), count(*)",
    "MATCH (k), (m:Memory) RETURN count(*)",
    "MATCH (m:Memory), (k:ApiKey) RETURN count(*)",
    "MATCH (k:ApiKey|Memory) RETURN count(k)",
    "MATCH (k:Memory&ApiKey) RETURN count(k)",
    "MATCH (k:%) RETURN count(k)",
    "MATCH (k) WITH k LIMIT 5 RETURN count(k)",
    "RETURN COUNT { (:ApiKey) } AS n",
    "RETURN COUNT { MATCH (k) RETURN k } AS n",
    "RETURN EXISTS { (:ApiKey) } AS there",
    "RETURN EXISTS { (:ApiKey {revoked_at: null}) } AS there",
    "MATCH (m:Memory) WHERE COUNT { (:ApiKey) } > 3 RETURN m",
    "MATCH w = shortestPath((m:Memory)-[*..3]-(k)) RETURN count(w)",
    "CALL db.schema.nodeTypeProperties() YIELD nodeLabels, mandatory RETURN *",
    "CALL db.stats.retrieve('GRAPH COUNTS') YIELD data RETURN data",
    "CALL apoc.meta.stats() YIELD labels RETURN labels",
    "MATCH (k:Memory|ApiKey) RETURN k",
    "MATCH (k:ApiKey {digest: $mark}) RETURN k.id",
    "MATCH (k:\\u0041piKey) RETURN k",
    "MATCH (k:$('Api' + 'Key')) RETURN k",
    "MATCH (k:$any([$label])) RETURN k",
    "MATCH (k) RETURN k",
    "MATCH (k) RETURN properties(k)",
    "MATCH (k) RETURN k {.*}",
    "MATCH (k) RETURN k['dig' + 'est']",
    "MATCH (k) WHERE k.digest IS NOT NULL RETURN k.digest",
    "MATCH (k) WHERE 'ApiKey' IN labels(k) RETURN k.digest",
    "MATCH (k:!Memory) RETURN k",
    "MATCH (k:%) RETURN k",
    "MATCH (k) WHERE k.digest STARTS WITH 'a' RETURN count(*)",
    "MATCH (k) WHERE NOT k:ApiKey OR k.digest STARTS WITH 'a' RETURN k",
    "MATCH (k), (m:!ApiKey) RETURN k LIMIT 1",
    "MATCH (k)-[*0..1]-(m) RETURN k.digest",
    "MATCH (k) ((a)-[:ABOUT]->(b)){0,2} (c) RETURN k",
    "MATCH p = (k)-[*0..0]-() RETURN nodes(p)[0].digest",
    "MATCH (k) WHERE elementId(k) = $mark RETURN k",
    "MATCH (k) WHERE id(k) IN range(0, 1000) RETURN k",
    "OPTIONAL MATCH (k) RETURN k",
    "MATCH (m:Memory) OPTIONAL MATCH (k) WHERE k.id = m.id RETURN k",
    "MATCH (k) OPTIONAL MATCH (k)--(m) RETURN k",
    f"RETURN COLLECT {{ {HIDDEN} }} AS x",
    f"RETURN CASE WHEN rand() < 2 THEN COLLECT {{ {HIDDEN} }} END AS x",
    f"RETURN [x IN [1] | COLLECT {{ {HIDDEN} }}] AS x",
    f"RETURN reduce(a = [], x IN [1] | a + COLLECT {{ {HIDDEN} }}) AS x",
    f"RETURN {{inside: [COLLECT {{ {HIDDEN} }}]}} AS `it's`",
    f"UNWIND [1] AS `'` RETURN [x IN [`'`] | COLLECT {{ {HIDDEN} }}] AS x",
    "RETURN [x IN [1] | [(k)-[*0..0]-() | k.digest]] AS x",
    "MATCH (m:Memory) WHERE any(x IN [1] WHERE EXISTS { MATCH (k {digest: $mark}) }) RETURN count(m)",
    "MATCH (m:Memory) RETURN reduce(a = 0, x IN [1] | a + COUNT { MATCH (k) WHERE k.digest STARTS WITH 'a' }) AS c",
    "MATCH (m:Memory) WITH m LIMIT 1 CALL (m) { MATCH (k) RETURN k } RETURN k",
    "MATCH (m:Memory) RETURN m AS k UNION MATCH (k) RETURN k",
    "MATCH (m:Memory) WITH m LIMIT 1 MATCH (k) WHERE k.id > m.id RETURN k",
    "CALL db.index.fulltext.queryNodes('key_digest', 'a') YIELD node RETURN node",
]


@pytest.fixture
def desk(engine: Engine) -> Neo4jDesk:
    return Neo4jDesk(engine)


async def asked(desk: Neo4jDesk, query: str, limits: Limits = LIMITS, **parameters: object) -> Table:
    return await ask(Question(query, parameters), limits, desk=desk)


@pytest.mark.parametrize("query", WRITES + REACHES_OUT)
async def test_a_query_that_does_more_than_read_this_graph_is_refused(desk: Neo4jDesk, query: str) -> None:
    with pytest.raises(InvalidInput):
        await asked(desk, query)


@pytest.mark.req("S2")
@pytest.mark.parametrize("query", AFTER_KEYS)
async def test_no_query_comes_near_a_key(desk: Neo4jDesk, engine: Engine, query: str) -> None:
    mark = digest(await Keys(engine).create(Tenant("desk"), "test", now=datetime.now(UTC)))
    with pytest.raises(InvalidInput):
        await asked(desk, query, mark=mark, label="ApiKey")


@pytest.mark.parametrize("query", [query for query in WRITES if "Intruder" in query or "Memory" in query])
async def test_the_engine_itself_refuses_to_write_when_nobody_has_looked_at_the_plan(
    desk: Neo4jDesk, query: str
) -> None:
    with pytest.raises(InvalidInput):
        await desk.table(Question(query), LIMITS)
    left = await asked(desk, "MATCH (n:Intruder) RETURN count(n) AS n")
    assert left.rows == [[0]]


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (n:!ApiKey) RETURN labels(n) AS labels, count(*) AS n",
        "MATCH (n:Memory) RETURN count(n) AS n",
        "MATCH (n:Memory), (m:Person) RETURN count(*) AS n",
        "RETURN COUNT { (:Memory) } AS n",
        "MATCH p = (a)-[r]->(b) RETURN p LIMIT 5",
        "MATCH (a)-[:ABOUT]->(b) RETURN a, b LIMIT 5",
        "MATCH (p:Person) WHERE NOT EXISTS { (p)<-[:ABOUT]-(:Memory) } RETURN p.name, COUNT { (p)--() } AS ties",
        "MATCH (p:Person) RETURN [(p)<-[:ABOUT]-(m:Memory) | m.content] AS facts LIMIT 5",
        "MATCH (p:Person)-[:MERGED_INTO*0..]->(q) RETURN p, q LIMIT 5",
        "MATCH (p:Person), (q:Person) MATCH w = shortestPath((p)-[*..4]-(q)) WHERE p <> q RETURN w LIMIT 1",
        "CALL db.labels()",
        "CALL db.schema.visualization()",
        "CALL db.index.fulltext.queryNodes('memory_text', 'tea') YIELD node, score RETURN node.content, score",
        "SHOW INDEXES YIELD name, type WHERE type = 'VECTOR' RETURN name",
        "SHOW CONSTRAINTS",
        "SHOW FUNCTIONS YIELD name RETURN name LIMIT 3",
        "UNWIND range(1, 3) AS x RETURN x UNION RETURN 4 AS x",
        "CYPHER 5 MATCH (m:Memory) RETURN m.kind, count(*)",
        "MATCH (m:Memory) WITH m.kind AS kind, count(*) AS n ORDER BY n DESC RETURN collect({kind: kind, n: n}) AS all",
        "CALL { MATCH (m:Memory) RETURN count(m) AS n } RETURN n",
        "MATCH (m:Memory) WHERE elementId(m) = 'x' RETURN m",
    ],
)
async def test_what_an_analyst_would_ask_is_answered(desk: Neo4jDesk, query: str) -> None:
    assert (await asked(desk, query)).columns


async def test_a_runaway_query_is_ended_in_time_and_the_engine_lives_on(desk: Neo4jDesk) -> None:
    brief = Limits(rows=10, seconds=0.5, size=1_000_000)
    with pytest.raises(QueryOverLimit, match=r"ended after 0\.5 seconds"):
        await asked(desk, "UNWIND range(1, 1000000000) AS x UNWIND range(1, 1000) AS y RETURN sum(x * y)", brief)
    assert (await asked(desk, "RETURN 1 AS one")).rows == [[1]]


async def test_an_answer_ends_at_its_most_rows_and_at_its_most_bytes(desk: Neo4jDesk) -> None:
    few = await asked(desk, "UNWIND range(1, 1000000000) AS x RETURN x", Limits(rows=7, seconds=60, size=1_000_000))
    assert (len(few.rows), few.truncated) == (7, "rows")
    exact = await asked(desk, "UNWIND range(1, 7) AS x RETURN x", Limits(rows=7, seconds=60, size=1_000_000))
    assert (len(exact.rows), exact.truncated) == (7, None)
    long, small = "UNWIND range(1, 100) AS x RETURN $text + x AS text", Limits(rows=1_000, seconds=60, size=10_000)
    cut = await asked(desk, long, small, text="a" * 1_000)
    assert (len(cut.rows), cut.truncated) == (9, "bytes")
    wide = await asked(desk, "UNWIND range(1, 300000) AS x RETURN collect(toString(x)) AS texts")
    assert (len(wide.rows), wide.truncated) == (0, "bytes")


async def test_a_mistake_is_told_with_its_line_and_column(desk: Neo4jDesk) -> None:
    with pytest.raises(QueryWrong) as caught:
        await asked(desk, "MATCH (n:Memory)\n  RETRUN n")
    assert (caught.value.line, caught.value.column) == (2, 3)
    assert "RETRUN" in str(caught.value)
    with pytest.raises(QueryWrong, match="by zero"):
        await asked(desk, "UNWIND [0] AS x RETURN 1 / x")
    with pytest.raises(QueryWrong, match="Expected parameter"):
        await asked(desk, "RETURN $missing AS x")


async def test_a_plan_too_deep_to_be_looked_through_is_refused(desk: Neo4jDesk) -> None:
    with pytest.raises(QueryRefused, match="too deep"):
        await asked(desk, " UNION ".join(f"RETURN {n} AS x" for n in range(400)))


async def test_values_of_every_type_come_as_plain_ones(desk: Neo4jDesk) -> None:
    table = await asked(
        desk,
        "RETURN null AS a, true AS b, 7 AS c, 1.5 AS d, 'text' AS e, [1, 'x', [2]] AS f, {k: date('2026-01-02')} AS g, "
        "datetime('2026-01-02T03:04:05Z') AS h, duration('P1DT2H') AS i, point({x: 1, y: 2}) AS j, 0.0 / 0.0 AS k, "
        "[x IN range(1, 384) | x * 0.5] AS l, $given AS m",
        given={"deep": [1, {"er": None}]},
    )
    [row] = table.rows
    assert row[:7] == [None, True, 7, 1.5, "text", [1, "x", [2]], {"k": "2026-01-02"}]
    assert str(row[7]).startswith("2026-01-02T03:04:05")
    assert row[8:] == ["P1DT2H", {"srid": 7203, "coordinates": [1.0, 2.0]}, "nan", "[384 numbers]",
                       {"deep": [1, {"er": None}]}]  # fmt: skip


@pytest.mark.parametrize(
    "value",
    ["date('+999999999-01-01')", "datetime({year: 12000})", "[date({year: 0})]", "{on: localdatetime({year: -5})}"],
)
async def test_a_value_that_has_no_plain_form_is_told_with_its_column(desk: Neo4jDesk, value: str) -> None:
    with pytest.raises(ValueUntellable, match="the column 'then' holds a value that can't be told"):
        await asked(desk, f"RETURN 1 AS one, {value} AS then")


async def test_nodes_relationships_and_paths_are_gathered_once_for_the_picture(desk: Neo4jDesk, engine: Engine) -> None:
    async with engine._session(write=True) as session:
        await (
            await session.run(
                "MERGE (a:DeskNode {id: 'a'}) MERGE (b:DeskNode {id: 'b'}) MERGE (a)-[:DESK_TIE {weight: 2}]->(b)"
            )
        ).consume()
    table = await asked(desk, "MATCH p = (a:DeskNode {id: 'a'})-[r:DESK_TIE]->(b) RETURN p, a, [r] AS r, {b: b} AS b")
    assert sorted(str(node.properties["id"]) for node in table.nodes) == ["a", "b"]
    [tie] = table.relationships
    assert (tie.type, tie.properties) == ("DESK_TIE", {"weight": 2})
    alone = await asked(desk, "MATCH (:DeskNode)-[r:DESK_TIE]->() RETURN r")
    assert alone.relationships == []  # nothing to draw it between


async def test_a_key_that_slips_through_shows_nothing(desk: Neo4jDesk, engine: Engine) -> None:
    await Keys(engine).create(Tenant("desk"), "slipped", now=datetime.now(UTC))
    table = await desk.table(Question("MATCH (k:ApiKey {name: 'slipped'}) RETURN k"), LIMITS)
    assert {str(node.properties) for node in table.nodes} == {"{}"}


async def test_the_sketch_has_labels_types_and_properties_without_keys(desk: Neo4jDesk, engine: Engine) -> None:
    await Keys(engine).create(Tenant("desk"), "test", now=datetime.now(UTC))
    async with engine._session(write=True) as session:
        await (await session.run("MERGE (a:DeskNode {id: 'a'})-[:DESK_LOOP {w: 1}]->(a)")).consume()
    sketch = await desk.sketch()
    labels = {label.label: label.properties for label in sketch.labels}
    assert "id" in labels["DeskNode"]
    assert "ApiKey" not in labels
    [loop] = [found for found in sketch.types if found.type == "DESK_LOOP"]
    assert (loop.starts, loop.ends, loop.properties) == (["DeskNode"], ["DeskNode"], ["w"])


async def test_a_query_is_saved_under_its_name_for_one_tenant(desk: Neo4jDesk, user: str, now: datetime) -> None:
    ours, theirs = Tenant(f"desk-{user}"), Tenant(f"other-{user}")
    first = await desk.save(ours, "Kinds", "RETURN 1", now=now)
    again = await desk.save(ours, "Kinds", "RETURN 2", now=now)
    assert again.id == first.id
    assert [(found.name, found.query) for found in await desk.saved(ours)] == [("Kinds", "RETURN 2")]
    assert await desk.saved(theirs) == []
    assert await desk.unsave(theirs, first.id) is None
    assert await desk.unsave(ours, first.id) == again
    assert await desk.saved(ours) == []


def test_a_refusal_is_an_error_about_the_query() -> None:
    assert QueryRefused("x").field == "query"
