"""Every Cypher file pairs with one class, is planned without a warning, and is bounded by tenant and owners."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from graphmem.adapters.neo4j import (
    archive_queries,
    desk_queries,
    erase_queries,
    queries,
    quote_queries,
    thread_queries,
)
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.query import REGISTRY, Query, Scoped, parameters_of
from graphmem.model import Owner, OwnerType, Scope, Tenant
from graphmem.resources import folder
from graphmem.settings import Settings
from tests.graph.patterns import LABELS, problems

QUERIES = sorted(REGISTRY.values(), key=lambda query: query.file)
PARAMETERS_LEFT_OUT = "01N60"  # fine for EXPLAIN
# The worker's rounds look for work in the whole graph; what they find is then done tenant by tenant. Operators see the
# queries saved for every tenant.
OVER_ALL_TENANTS = {
    "desk/saved",
    "desk/unsave",
    "extract/waiting",
    "tend/key_names",
    "tend/large_owners",
    "tend/every_vector_complete",
    "tend/mark_every_owner",
    "tend/mark_every_thread",
    "tend/old_keys",
    "tend/old_runs",
    "tend/old_tokens",
    "tend/owners",
    "tend/owners_awaiting_vectors",
    "tend/threads_awaiting_vectors",
    "tend/unkeyed_names",
}


def files() -> set[str]:
    root = folder("cypher")
    found = {path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.cypher")}
    return {file for file in found if not file.startswith(("cookbook/", "fragments/", "schema/"))}


def test_files_and_classes_match_one_to_one() -> None:
    assert files() == set(REGISTRY)
    assert len({query.file for query in QUERIES}) == len(QUERIES)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.file)
def test_the_first_line_says_what_it_answers(query: type[Query[Any]]) -> None:
    first = (folder("cypher") / f"{query.file}.cypher").read_text().splitlines()[0]
    assert first.startswith("// ")
    assert len(first) > 20


@pytest.mark.req("S2", "S3")
@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.file)
def test_a_query_about_memories_is_bounded_by_tenant_and_owners(query: type[Query[Any]]) -> None:
    if ":Memory" in query.text or "memory_text" in query.text or "memory_meaning" in query.text.split("WHERE name")[0]:
        assert issubclass(query, Scoped)
        assert {"tenant", "owners"} <= parameters_of(query.text)


@pytest.mark.req("S2")
@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.file)
def test_every_pattern_of_a_query_stays_in_one_tenant(query: type[Query[Any]]) -> None:
    assert bool(problems(query.text)) == (query.file in OVER_ALL_TENANTS), problems(query.text)


@pytest.mark.req("S2")
@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("MATCH (a:Alias {id: $x}) RETURN a", "starts at (a:Alias) of any tenant"),
        ("MATCH (a:Alias {id: $x}) WHERE a.tenant <> $tenant RETURN a", "starts at (a:Alias) of any tenant"),
        ("MATCH (n:Memory {id: $x}) WHERE n.tenant = $tenant OR n.status = 'x' RETURN n", "starts at (n:Memory)"),
        ("MATCH (n:Memory {id: $x}) WHERE ($owners IS NULL OR n.owner IN $owners) RETURN n", "starts at (n:Memory)"),
        ("MATCH (n:Memory {id: $x}) WITH n WHERE n.tenant = $tenant RETURN n", "starts at (n:Memory)"),
        ("MATCH (o:Owner {id: $owner, tenant: $tenant}) MATCH (p:Person {id: $x}) RETURN p", "starts at (p:Person)"),
        ("MATCH (o:Owner {id: $owner, tenant: $tenant}), (p:Person {id: $x}) RETURN p", "starts at (p:Person)"),
        ("MATCH (:Person {id: $x})-[:MERGED_INTO*0..20]->(p:Person) WHERE p.tenant = $tenant RETURN p", "by its id"),
        ("CALL () { UNWIND $ids AS id MATCH (n:Person|Alias {id: id}) DETACH DELETE n }", "starts at (n:Alias|Person)"),
        ("RETURN COUNT { (:Memory) }", "starts at (:Memory)"),
        ("RETURN [(c:Change)-[:TOUCHED]->(p:Person) | p.id]", "starts at (c:Change)"),
        ("MERGE (p:Person {id: $x}) ON CREATE SET p.tenant = $tenant", "makes (p:Person) without saying whose"),
        ("CREATE (p:Person {id: $x})", "makes (p:Person) without saying whose"),
        ("MATCH (t:Thread {tenant: t.tenant, id: $x}) RETURN t", "starts at (t:Thread)"),
    ],
)
def test_a_pattern_that_may_leave_the_tenant_is_found(statement: str, problem: str) -> None:
    [found, *_] = problems(statement)
    assert problem in found


def test_every_label_that_has_a_tenant_is_looked_after() -> None:
    named = {label for label in LABELS if f":{label} {{" in EVERY_PROPERTY}
    assert named == LABELS


@pytest.mark.req("S2")
def test_a_query_about_memories_cannot_even_be_declared_without_its_bounds() -> None:
    with pytest.raises(TypeError, match="must be Scoped"):
        type("Unbounded", (Query,), {"__annotations__": {"id": str}, "id": ""}, file="memories/unbounded_for_test")


@pytest.fixture(autouse=True)
def unbounded_file(request: pytest.FixtureRequest) -> Any:
    if "cannot_even" not in request.node.name:
        yield
        return
    path: Path = folder("cypher") / "memories" / "unbounded_for_test.cypher"
    path.write_text("// A query that forgets whose memories it reads.\nMATCH (m:Memory {id: $id}) RETURN m.id AS id\n")
    yield
    path.unlink()


def test_a_class_that_disagrees_with_its_file_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match=r"memories/one\.cypher"):
        type("Wrong", (Scoped,), {"__annotations__": {"nonsense": str}}, file="memories/one")


@pytest.mark.req("S2")
def test_a_scope_takes_no_owner_of_another_tenant() -> None:
    with pytest.raises(ValueError, match="another tenant"):
        Scope(Tenant("one"), (Owner(Tenant("other"), OwnerType.USER, "u"),))


def operators(plan: dict[str, Any]) -> list[str]:
    inner = [name for child in plan.get("children", ()) for name in operators(child)]
    return [plan["operatorType"].split("@")[0], *inner]


@pytest.fixture(scope="module")
async def driver(engine: Engine, settings: Settings) -> AsyncIterator[neo4j.AsyncDriver]:
    """One that tells of warnings, before a graph that has seen every property."""
    async with neo4j.AsyncGraphDatabase.driver(
        str(settings.neo4j_uri),
        auth=(settings.neo4j_username, settings.neo4j_password.get_secret_value()),
        warn_notification_severity=neo4j.NotificationMinimumSeverity.OFF,
    ) as made:
        await made.execute_query(EVERY_PROPERTY)
        yield made


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.file)
async def test_the_engine_plans_it_without_a_warning(query: type[Query[Any]], driver: neo4j.AsyncDriver) -> None:
    async with driver.session() as session:
        summary = await (await session.run(f"EXPLAIN {query.text}")).consume()
    warnings = [
        status
        for status in summary.gql_status_objects
        if status.is_notification and status.gql_status[:2] == "01" and status.gql_status != PARAMETERS_LEFT_OUT
    ]
    assert [status.status_description for status in warnings] == []
    if query.mode == "read":
        assert summary.query_type in {"r", "s"}
    if summary.plan is not None:
        assert "AllNodesScan" not in operators(summary.plan)
        if issubclass(query, Scoped):
            assert "NodeByLabelScan" not in operators(summary.plan)


# A property the graph has never seen gets a warning that says nothing about the query.
EVERY_PROPERTY = """
MERGE (m:Memory {id: 'every-property'})
SET m += {tenant: 'none', owner: 'none', content: 'x', kind: 'note', key: 'k', key_words: 'k', tags: [''],
  confidence: 1.0, importance: 1.0, status: 'none', metadata: '{}', assistant_key: 'a', embedding_model: 'none',
  thread_id: 't', source_message_id: 'm', source_tool_run_id: 'r', fingerprint: 'f', owner_token: 'o',
  repeated_at: datetime(), recall_count: 0, recalls: [''], recalled_at: datetime(), expires_at: datetime(), valid_from: datetime(), valid_to: datetime(), created_at: datetime(), updated_at: datetime()}
MERGE (o:Owner {id: 'none/user/every-property'}) SET o += {tenant: 'none', type: 'user', ref: 'x', revision: 1, awaiting_vectors: false, things: ['']}
MERGE (k:ApiKey {id: 'every-property'}) SET k += {digest: 'none', tenant: 'none', name: 'x', admin: false, role: 'member', read_only: false, user: 'u', tools_off: [''], expires_at: datetime(), created_at: datetime(), revoked_at: datetime()}
MERGE (z:Schema {id: 'graphmem'}) SET z.worker_at = datetime('2000-01-01')
MERGE (i:IdempotencyKey {id: 'every-property'}) SET i += {tenant: 'none', owner: 'none', request: 'x', answer: 'x', at: datetime(), revision: 1}
MERGE (n:SpentToken {id: 'every-property'}) SET n += {tenant: 'none', until: datetime(), attempt: 'x'}
MERGE (d:SavedQuery {id: 'every-property'}) SET d += {tenant: 'none', name: 'x', query: 'x', created_at: datetime(), updated_at: datetime()}
MERGE (p:Person {id: 'every-property'})
SET p += {tenant: 'none', owner: 'none', name: 'x', gender: 'man', status: 'none', merged: false, lower: 'x', rule: '', reason: '', created_at: datetime(),
  last_mentioned: datetime()}
MERGE (a:Alias {id: 'every-property'})
SET a += {tenant: 'none', owner: 'none', text: 'x', lower: 'x', folded: 'x', first: 'x', last: 'x', initial: 'x', derived: true, kind: 'name', relation: 'x', former: false, of: 'x', rank: 1, at: datetime(), ended_at: datetime(), rule: '', reason: ''}
MERGE (a)-[:REFERS_TO]->(p)
MERGE (p)-[:KNOWN_TO]->(o)
MERGE (p)-[j:MERGED_INTO]->(p) SET j += {at: datetime(), by: '', reason: ''}
MERGE (p)-[y:MAY_BE]->(p) SET y += {owner: 'none', at: datetime(), reason: '', dismissed_at: datetime()}
MERGE (p)-[:RELATED_TO {kind: 'x'}]->(p)
MERGE (m)-[b:ABOUT]->(p) SET b += {subject: true, rule: '', reason: ''}
MERGE (m)-[:OWNED_BY]->(o)
MERGE (c:Change {id: 'every-property'})
SET c += {tenant: 'none', owner: 'none', kind: 'x', by: 'x', summary: '', before: '{}', after: '{}', at: datetime(), undone_at: datetime()}
MERGE (c)-[:TOUCHED]->(m)
MERGE (c)-[:TOUCHED]->(p)
MERGE (m)-[s:SUPERSEDES]->(m) SET s += {owner: 'none', at: datetime(), reason: '', by: ''}
MERGE (m)-[e:MAY_REPLACE]->(m) SET e += {owner: 'none', at: datetime(), reason: '', dismissed_at: datetime()}
MERGE (t:Thread {tenant: 'none', id: 'every-property'})
SET t += {user: 'u', assistant_key: 'a', chat: 'c', auto_extract: false, metadata: '{}', unchecked: 0, positions: 0, revision: 0,
  tries: 0, error: 'e', debounced: false, lease: 'x', lease_until: datetime(), failed_at: datetime(), failed_run: 'x', arriving: false,
  created_at: datetime(), updated_at: datetime()}
SET t.due_at = datetime({year: 3000}), t.owner_token = 'o', t.awaiting_vectors = false
MERGE (t)-[:OWNED_BY]->(o)
MERGE (g:Message {tenant: 'none', thread: 'every-property', id: 'every-property'})
SET g += {role: 'user', content: 'x', status: 'failed', position: 1, is_memory_checked: true, remembered: false, redacted: [''], refused: [''],
  said_at: datetime(), created_at: datetime(), checked_at: datetime(), checked_by: 'x'}
MERGE (q:Quotable {tenant: 'none', thread: 'every-property', id: 'every-property'})
SET q += {owner: 'none', owner_token: 'o', embedding_model: 'none', withdrawn: false}
MERGE (g)-[:IN_THREAD]->(t)
MERGE (m)-[:LEARNED_FROM]->(g)
MERGE (x:Extraction {id: 'every-property'})
SET x += {tenant: 'none', thread: 'every-property', user: 'u', status: 'done', extractor: 'none', messages: 0, found: 0, kept: 0,
  refused: '{}', error: 'e', took_ms: 0, started_at: datetime(), updated_at: datetime()}
MERGE (x)-[:OF]->(t)
"""


def test_every_query_class_is_used() -> None:
    named = {
        name
        for module in (queries, quote_queries, thread_queries, erase_queries, desk_queries, archive_queries)
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Query)
    }
    code = "\n".join(
        path.read_text()
        for path in Path(queries.__file__).parent.parent.parent.rglob("*.py")
        if not path.name.endswith("queries.py")
    )
    assert {name for name in named - {"Query", "Scoped", "Put", "PutScoped"} if name not in code} == set()
