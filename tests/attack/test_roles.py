"""Keys that may do less than everything, used for more."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import httpx2
import pytest
from litestar import Litestar, post
from litestar.routes import HTTPRoute
from litestar.testing import AsyncTestClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from graphmem.adapters.neo4j.desk import Neo4jDesk
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.cli.keys import granted
from graphmem.core.rights import TOOL_RIGHTS, Grant, KeyRole, Right
from graphmem.errors import SetupError
from graphmem.settings import Settings
from graphmem.web.app import create_app
from graphmem.web.auth import check_declared, permitted
from graphmem.web.tools.table import TOOLS
from tests.attack.roles import House
from tests.attack.test_hostile_values import filled
from tests.service import environment
from tests.types import Http
from tests.web.test_pages import send

ANY = "01890000-0000-7000-8000-000000000000"
ADMIN, OPERATOR = Grant(role=KeyRole.ADMIN), Grant(role=KeyRole.OPERATOR)
READER = Grant(role=KeyRole.OPERATOR, read_only=True)
BODIES = {  # what a route takes, where it is looked at before the key's rights would be
    "/v1/keys": {"name": "more"},
    "/v1/recall": {"user_id": "u", "query": "tea"},
    "/v1/cypher": {"query": "RETURN 1"},
}


@pytest.fixture
def house(http: Http, engine: Engine) -> House:
    return House.new(http, engine)


def handlers(app: Litestar) -> Iterator[tuple[str, str, Right]]:
    """Each method and address behind a key that could write, with the right it names."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                if method not in ("GET", "HEAD", "OPTIONS") and permitted in handler.resolve_guards():
                    yield method, route.path_format, handler.opt["needs"]


def test_a_writing_route_that_names_no_right_keeps_the_application_from_starting() -> None:
    @post("/quietly", guards=[permitted])
    async def quietly() -> None: ...

    with pytest.raises(TypeError, match="POST /quietly: says nowhere which right it needs"):
        check_declared(Litestar([quietly]))


def test_every_tool_that_is_not_known_to_write_only_reads() -> None:
    reading = {"list_memories", "search_memory", "recall", "search", "list", "people", "history", "why"}
    assert TOOLS.keys() - TOOL_RIGHTS.keys() == reading | {"read_graph", "search_nodes", "open_nodes"}
    assert TOOL_RIGHTS.keys() <= TOOLS.keys()


async def test_a_key_that_only_reads_is_refused_by_every_route_that_writes(http: Http, house: House) -> None:
    key = await house.key(READER)
    for method, path, right in handlers(http.app):
        if right in (Right.READ, Right.EACH) or not path.startswith("/v1"):
            continue
        answer = await http.request(method, re.sub(r"{\w+}", ANY, path), headers=key, json=BODIES.get(path, {}))
        assert (answer.status_code, answer.json()["error"].get("code")) == (403, "read_only"), (method, path)


async def test_a_browser_whose_key_only_reads_is_refused_by_every_form(http: Http, browser: Http, house: House) -> None:
    await send(browser, "/sign-in", key=await house.secret(READER))
    forms = [(path, right) for _, path, right in handlers(http.app) if not path.startswith(("/v1", "/rpc"))]
    assert len(forms) > 15
    for path, right in forms:
        assert right not in (Right.READ, Right.EACH)
        answer = await send(browser, re.sub(r"{\w+}", ANY, path))
        assert answer.status_code == 403, path
        assert "may only read" in answer.text


async def test_a_key_that_only_reads_recalls_and_lists(http: Http, house: House) -> None:
    await house.told(await house.key(), "u", "I like green tea")
    key = await house.key(Grant(read_only=True))
    found = await http.post("/v1/recall", json={"user_id": "u", "query": "Which tea do I like?"}, headers=key)
    assert [memory["content"] for memory in found.json()["memories"]] == ["I like green tea"]
    assert len(await house.kept(key, "u")) == 1


@pytest.mark.parametrize("grant", [Grant(read_only=True), Grant(tools_off=frozenset(["delete_memory", "remember"]))])
async def test_no_tool_or_method_writes_with_a_key_that_may_not(http: Http, house: House, grant: Grant) -> None:
    [memory] = await house.told(await house.key(), "u", "I like green tea")
    key = await house.key(grant)
    for name, right in TOOL_RIGHTS.items():
        if right in (Right.REMEMBER, Right.DELETE):
            answer = await http.post(f"/v1/tools/{name}", json={"user_id": "u", "arguments": {}}, headers=key)
            assert answer.status_code == 403, name
    for action in ({"action": "save", "content": "I like rum"}, {"action": "delete", "memory_id": memory}):
        answer = await http.post("/v1/tools/memory", json={"user_id": "u", "arguments": action}, headers=key)
        assert answer.status_code == 403, action
    for method, params in (("memory.add", {"content": "I like rum"}), ("memory.delete", {"memory_id": memory})):
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "user_id": "u"}}
        assert (await http.post("/rpc", json=call, headers=key)).json()["error"]["code"] in (-32003, -32601)
    assert [memory["content"] for memory in await house.kept(key, "u")] == ["I like green tea"]


@pytest.mark.parametrize("grant", [Grant(read_only=True), Grant(tools_off=frozenset(["delete_memory", "save_memory"]))])
async def test_no_tool_writes_over_mcp_with_a_key_that_may_not(
    readme_server: tuple[str, object], house: House, grant: Grant
) -> None:
    [memory] = await house.told(await house.key(), "u", "I like green tea")
    async with httpx2.AsyncClient(headers=await house.key(grant), timeout=60) as link:
        url = f"{readme_server[0]}/mcp?user_id=u&profile=extended"
        async with Client(streamable_http_client(url, http_client=link)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            for tool, given in (("forget", {"memory_id": memory}), ("remember", {"content": "I like rum"})):
                with pytest.raises(MCPError, match=r"only read|turned off"):
                    await client.call_tool(tool, given)

    assert "recall" in names
    assert {name for name in names if TOOL_RIGHTS.get(name) in (Right.DELETE, Right.REMEMBER)} == set()
    assert len(await house.kept(await house.key(), "u")) == 1


async def test_a_key_without_delete_memory_deletes_over_no_route(http: Http, house: House) -> None:
    await house.told(await house.key(), "u", "I like green tea")
    key = await house.key(Grant(role=KeyRole.ADMIN, tools_off=frozenset(["delete_memory"])))
    deleting = [(method, path) for method, path, right in handlers(http.app) if right is Right.DELETE]
    assert ("DELETE", "/v1/memories") in deleting
    for method, path in deleting:
        if path.startswith("/v1"):
            where = re.sub(r"{\w+}", ANY, path)
            answer = await http.request(method, where, headers=key, params={"user_id": "u"}, json={"user_id": "u"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "tool_off"), (method, path)
    assert len(await house.kept(key, "u")) == 1
    assert (await http.patch(f"/v1/memories/{ANY}", json={"content": "x"}, headers=key)).status_code == 404


async def test_a_page_deletes_nothing_with_a_key_without_delete_memory(browser: Http, house: House) -> None:
    [memory] = await house.told(await house.key(), "u", "I like green tea")
    await send(browser, "/sign-in", key=await house.secret(Grant(tools_off=frozenset(["forget"]))))
    await browser.get("/?user=u")
    for path in (f"/memories/{memory}/delete", f"/memories/{memory}/remove"):
        assert (await send(browser, path)).status_code == 403
    assert len(await house.kept(await house.key(), "u")) == 1


# One tenant's administrator


async def test_an_administrator_has_no_cypher_no_settings_and_no_other_tenant(
    http: Http, engine: Engine, house: House
) -> None:
    other = House.new(http, engine)
    [theirs] = await other.told(await other.key(), "u", "I like rum")
    boss = await house.key(ADMIN)
    for method, path in (("POST", "/v1/cypher"), ("GET", "/v1/cypher?query=RETURN%201"), ("GET", "/v1/settings")):
        answer = await http.request(method, path, headers=boss, json=BODIES.get(path))
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "operator_only")
    assert (await http.get(f"/v1/memories/{theirs}", headers=boss)).status_code == 404
    assert "rum" not in (await http.get("/v1/export", headers=boss)).text
    listed = await http.get("/v1/keys", params={"tenant": other.tenant}, headers=boss)
    assert (listed.status_code, listed.json()["error"]["code"]) == (403, "operator_only")
    made = await http.post("/v1/keys", json={"name": "x", "tenant": other.tenant}, headers=boss)
    assert made.status_code == 403
    assert len(await Keys(engine).listed(other.tenant)) == 1


@pytest.mark.parametrize("path", ["/v1/keys", "/v1/queries"])
async def test_a_member_runs_no_tenant(house: House, path: str) -> None:
    assert (await house.http.get(path, headers=await house.key(ADMIN))).status_code == 200
    answer = await house.http.get(path, headers=await house.key(Grant()))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "admin_only")


@pytest.mark.parametrize(
    ("maker", "role", "status"),
    [(ADMIN, "operator", 403), (ADMIN, "admin", 201), (ADMIN, "member", 201), (OPERATOR, "operator", 201)],
)
async def test_nobody_makes_a_key_of_a_higher_role(
    http: Http, house: House, maker: Grant, role: str, status: int
) -> None:
    answer = await http.post("/v1/keys", json={"name": "new", "role": role}, headers=await house.key(maker))
    assert answer.status_code == status, answer.text


async def test_a_new_key_lacks_what_its_maker_lacks_and_ends_no_later(http: Http, house: House) -> None:
    ends = datetime.now(UTC) + timedelta(days=3)
    maker = Grant(role=KeyRole.ADMIN, tools_off=frozenset(["delete_memory"]), expires_at=ends)
    made = (await http.post("/v1/keys", json={"name": "n", "expires": "90d"}, headers=await house.key(maker))).json()
    assert made["without_tools"] == ["delete_memory"]
    assert datetime.fromisoformat(made["expires_at"]) <= ends


async def test_an_administrator_cannot_end_an_operators_key(http: Http, engine: Engine, house: House) -> None:
    await house.secret(OPERATOR)
    [operators] = await Keys(engine).listed(house.tenant)
    answer = await http.delete(f"/v1/keys/{operators.id}", headers=await house.key(ADMIN))
    assert answer.status_code == 403
    assert (await Keys(engine).listed(house.tenant))[0].revoked_at is None


async def test_a_key_that_was_made_with_the_old_admin_stays_an_operators_and_is_told_so(
    http: Http, browser: Http, engine: Engine, house: House, settings: Settings
) -> None:
    secret = await house.secret()
    old = "MATCH (k:ApiKey {digest: $digest}) SET k.admin = true REMOVE k.role, k.read_only, k.user"
    async with engine._session(write=True) as session:
        await (await session.run(old, digest=digest(secret))).consume()

    key = {"Authorization": f"Bearer {secret}"}
    assert (await http.post("/v1/cypher", json={"query": "RETURN 1"}, headers=key)).status_code == 200
    [listed] = (await http.get("/v1/keys", headers=key)).json()["keys"]
    assert (listed["role"], listed["was_admin"]) == ("operator", True)
    await send(browser, "/sign-in", key=secret)
    assert "so it opens every tenant" in unescape((await browser.get("/keys")).text)
    said = graphmem(settings, "key", "list")
    assert "operator (was --admin)" in re.sub(r"\s+", " ", said.stdout)
    assert "they open every tenant" in said.stderr


# Given queries


async def test_an_administrator_runs_the_cookbook_for_one_tenant_alone(
    http: Http, engine: Engine, house: House
) -> None:
    other = House.new(http, engine)
    for where, fact in ((house, "My sister Ana likes green tea"), (other, "My brother Otto likes rum")):
        await where.told(await where.key(), f"u-{where.tenant}", fact)
    boss = await house.key(ADMIN)
    queries = (await http.get("/v1/queries", headers=boss)).json()["queries"]
    assert len(queries) == 20
    texts = [await http.get(f"/v1/queries/{query['name']}", headers=boss) for query in queries]
    assert {answer.status_code for answer in texts} == {200}
    found = "".join(answer.text for answer in texts)
    assert "green tea" in found
    assert house.tenant in found
    for secret in ("rum", "Otto", other.tenant):
        assert secret not in found
    assert (await http.get("/v1/queries", headers=await house.key())).status_code == 403


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("MATCH (m:Memory {tenant: $tenant}) RETURN m.content AS fact", 200),
        ("MATCH (m:Memory {tenant: $tenant})-[:OWNED_BY]->(o:Owner) RETURN o.ref AS owner, m.content AS fact", 200),
        ("MATCH (m:Memory) WHERE m.tenant = $tenant AND m.status = 'active' RETURN m.content AS fact", 200),
        ("MATCH (m:Memory) RETURN m.content AS fact, $tenant AS tenant", 400),
        ("MATCH (m:Memory) WHERE m.tenant = $tenant OR true RETURN m.content AS fact", 400),
        ("MATCH (m:Memory) WHERE m.tenant = $tenant OR m.status = 'active' RETURN m.content AS fact", 400),
        ("MATCH (m:Memory) WHERE NOT (m.tenant = $tenant AND m.status = 'x') RETURN m.content AS fact", 400),
        ("MATCH (m:Memory) WHERE CASE WHEN m.tenant = $tenant THEN true ELSE true END RETURN m.content AS fact", 400),
        ("MATCH (x:Memory {tenant: $tenant}) WITH count(x) AS c MATCH (m:Memory) RETURN m.content AS fact", 400),
        ("MATCH (m:Memory) WITH count(m) AS c MATCH (m:Memory {tenant: $tenant}) RETURN c, m.content AS fact", 400),
        ("MATCH (m:Memory), (o:Owner {tenant: $tenant}) RETURN m.content AS fact, o.ref", 400),
        (
            "MATCH (m:Memory), (o:Owner {tenant: $tenant}) WITH o MATCH (m:Memory {tenant: $tenant}) RETURN count(*)",
            400,
        ),
        ("MATCH (o:Owner {tenant: $tenant}) RETURN o.ref, COUNT { MATCH (m:Memory) } AS c", 400),
        ("MATCH (o:Owner {tenant: $tenant}) WHERE EXISTS { MATCH (m:Memory {content: 'I like rum'}) } RETURN o", 400),
        ("MATCH (o:Owner {tenant: $tenant}) CALL { MATCH (m:Memory) RETURN m.content AS fact } RETURN fact, o", 400),
        (
            "MATCH (m:Memory {tenant: $tenant}) RETURN m.content AS fact UNION MATCH (m:Memory) RETURN m.content AS fact",
            400,
        ),
        ("MATCH (m:Memory) RETURN count(m) AS c", 400),
        ("MATCH (m:Memory) WITH m ORDER BY m.content LIMIT 1 WHERE m.tenant = $tenant RETURN m.content AS fact", 400),
        ("CALL db.labels() YIELD label WITH label, $tenant AS t RETURN label", 400),
        ("MATCH (m:Memory {tenant: 'other'}) WHERE $tenant <> '' RETURN m.content AS fact", 400),
    ],
)
async def test_a_saved_query_runs_for_an_administrator_only_if_it_is_bound_to_the_tenant(
    http: Http, engine: Engine, house: House, query: str, status: int
) -> None:
    other = House.new(http, engine)
    for where, fact in ((house, "I like green tea"), (other, "I like rum")):
        await where.told(await where.key(), "u", fact)
    saved = await Neo4jDesk(engine).save(house.tenant, "mine", query, now=datetime.now(UTC))
    answer = await http.get(f"/v1/queries/{saved.id}", headers=await house.key(ADMIN))
    assert answer.status_code == status, answer.text
    assert "rum" not in answer.text
    assert ("green tea" in answer.text) == (status == 200)
    if status == 400:
        assert answer.json()["error"]["code"] == "query_refused"


async def test_a_query_saved_for_another_tenant_is_unknown(http: Http, engine: Engine, house: House) -> None:
    other = House.new(http, engine)
    query = "MATCH (m:Memory {tenant: $tenant}) RETURN m"
    saved = await Neo4jDesk(engine).save(other.tenant, "theirs", query, now=datetime.now(UTC))
    assert (await http.get(f"/v1/queries/{saved.id}", headers=await house.key(ADMIN))).status_code == 404


async def test_the_page_of_an_administrator_runs_given_queries_and_no_others(browser: Http, house: House) -> None:
    await house.told(await house.key(), "u", "I like green tea")
    await send(browser, "/sign-in", key=await house.secret(ADMIN))
    assert "Which facts are recalled most?" in unescape((await browser.get("/cypher")).text)
    assert "green tea" in (await browser.get("/cypher", params={"run": "facts_about_nobody"})).text
    assert (await browser.get("/cypher/answer.csv", params={"run": "kinds"})).status_code == 200
    for path in ("/cypher", "/cypher/answer.csv", "/cypher/answer.json"):
        assert (await browser.get(path, params={"query": "RETURN 'inside' AS x"})).status_code == 403
    assert (await send(browser, "/cypher/saved", name="x", query="RETURN 1")).status_code == 403
    assert (await browser.get("/settings")).status_code == 403


# A key for one user


@pytest.fixture
async def neighbours(house: House) -> tuple[dict[str, str], dict[str, str]]:
    """Ids of what belongs to another user of the tenant, and a key for `ada` alone."""
    key, http = await house.key(ADMIN), house.http
    [memory] = await house.told(key, "bob", "My sister Zora hides a treasure")
    await house.told(key, "ada", "My aunt Ida likes green tea")
    [person] = (await http.get("/v1/people", params={"user_id": "bob"}, headers=key)).json()["people"]
    await http.post("/v1/threads", json={"user_id": "bob", "id": "bobs", "chat_id": "den"}, headers=key)
    said = {"role": "user", "content": "Remember that my treasure is in the shed", "id": "first"}
    await http.post("/v1/threads/bobs/messages", json=said, headers=key)
    shared = {"memories": [{"content": "The treasure of the den is silver"}]}
    for owner in ({"chat_id": "den"}, {"org_id": "guild"}, {"assistant_id": "bot"}, {"thread_id": "bobs"}):
        assert (await http.post("/v1/memories", json={**shared, **owner}, headers=key)).status_code == 200
    changed = await http.patch(f"/v1/memories/{memory}", json={"kind": "fact", "tags": ["treasure"]}, headers=key)
    ids = {"memory_id": memory, "person_id": person["id"], "change_id": changed.json()["change_id"]}
    return {**ids, "thread_id": "bobs", "message_id": "first"}, await house.key(Grant(user="ada"))


async def test_a_key_for_one_user_sees_nothing_of_others_on_any_route(
    http: Http, house: House, neighbours: tuple[dict[str, str], dict[str, str]]
) -> None:
    ids, key = neighbours
    before = (await http.get("/v1/export", headers=await house.key(ADMIN))).text
    own: tuple[dict[str, str], ...] = ({}, {"user_id": "ada"})
    others = (
        {"user_id": "bob"},
        {"chat_id": "den"},
        {"org_id": "guild"},
        {"assistant_id": "bot"},
        {"thread_id": "bobs"},
    )
    schema = (await http.get("/schema")).json()
    for path, methods in schema["paths"].items():
        where = re.sub(r"{(\w+)}", lambda match: ids.get(match[1], "remember"), path)
        for method in methods:
            if not path.startswith("/v1") or path.endswith("/stream") or method != "get":
                continue
            for named in (*own, *others):
                asked = {**named, "query": "treasure", "q": "treasure"}
                answer = await http.request(method, where, headers=key, params=asked)
                assert answer.status_code < 500, (path, answer.text)
                assert not re.search("Zora|treasure\\b(?!')|bobs", answer.text.replace(where, "")), (
                    path,
                    named,
                    answer.text,
                )
    assert (await http.get("/v1/export", headers=await house.key(ADMIN))).text == before


REACHING_OUT: list[tuple[str, str, dict[str, object] | None]] = [
    ("POST", "/v1/memories", {"user_id": "bob", "memories": [{"content": "I like rum"}]}),
    ("POST", "/v1/memories", {"memories": [{"content": "I like rum"}], "owner_type": "user", "owner_id": "bob"}),
    ("POST", "/v1/memories", {"memories": [{"content": "I like rum"}], "owner_type": "thread", "owner_id": "bobs"}),
    ("POST", "/v1/memories", {"memories": [{"content": "I like rum"}], "owner_type": "org", "owner_id": "guild"}),
    ("POST", "/v1/memories", {"memories": [{"content": "I like rum"}], "chat_id": "den"}),
    ("POST", "/v1/memories", {"memories": [{"content": "I like rum"}], "thread_id": "bobs"}),
    ("POST", "/v1/recall", {"user_id": "bob", "query": "treasure"}),
    ("POST", "/v1/recall", {"chat_id": "den", "query": "treasure"}),
    ("POST", "/v1/recall", {"thread_id": "bobs", "query": "treasure"}),
    ("POST", "/v1/threads", {"user_id": "bob"}),
    ("POST", "/v1/threads", {"user_id": "ada", "chat_id": "den"}),
    ("POST", "/v1/threads/bobs/messages", {"role": "user", "content": "Remember that I like rum"}),
    ("PATCH", "/v1/threads/bobs/messages/first", {"status": "failed"}),
    ("POST", "/v1/threads/bobs/memories", {"memories": [{"content": "I like rum"}]}),
    ("POST", "/v1/threads/bobs/clear", None),
    ("POST", "/v1/threads/bobs/merge", None),
    ("POST", "/v1/threads/bobs/extract", None),
    ("DELETE", "/v1/threads/bobs", None),
    ("DELETE", "/v1/threads/bobs/memories?memory_ids={memory_id}", None),
    ("DELETE", "/v1/memories?user_id=bob", None),
    ("DELETE", "/v1/memories?thread_id=bobs", None),
    ("DELETE", "/v1/memories/{memory_id}", None),
    ("PATCH", "/v1/memories/{memory_id}", {"content": "I like rum"}),
    ("POST", "/v1/memories/{memory_id}/reassign", {"subjects": []}),
    ("POST", "/v1/memories/{memory_id}/restore", None),
    ("POST", "/v1/memories/{memory_id}/conflict", {"other": ANY, "holds": "this"}),
    ("PATCH", "/v1/people/{person_id}", {"name": "Rum"}),
    ("POST", "/v1/people/{person_id}/merge", {"into": ANY}),
    ("POST", "/v1/people/{person_id}/split", {"memory_ids": ["{memory_id}"]}),
    ("POST", "/v1/people/{person_id}/apart", {"other": ANY}),
    ("POST", "/v1/changes/{change_id}/undo", None),
    ("POST", "/v1/forget", {"user_id": "bob"}),
    ("POST", "/v1/forget", {"thread_id": "bobs"}),
    ("POST", "/v1/forget", {"person_id": "{person_id}"}),
    ("POST", "/v1/forget", {"memory_id": "{memory_id}"}),
    ("POST", "/v1/import", {"user_id": "bob"}),
    ("POST", "/v1/keys", {"name": "more"}),
    ("POST", "/v1/chat/completions", {"user": "bob", "messages": [{"role": "user", "content": "treasure?"}]}),
    ("POST", "/v1/chat/completions", {"chat_id": "den", "messages": [{"role": "user", "content": "treasure?"}]}),
    ("POST", "/v1/chat/completions", {"thread_id": "bobs", "messages": [{"role": "user", "content": "treasure?"}]}),
    ("POST", "/v1/tools/list_memories", {"user_id": "bob", "arguments": {}}),
    ("POST", "/v1/tools/list_memories?user_id=bob", {"arguments": {}}),
    ("POST", "/v1/tools/search_memory", {"chat_id": "den", "arguments": {"query": "treasure"}}),
    ("POST", "/v1/tools/save_memory", {"thread_id": "bobs", "arguments": {"content": "I like rum"}}),
]


async def test_a_key_for_one_user_changes_nothing_of_others(
    http: Http, house: House, neighbours: tuple[dict[str, str], dict[str, str]]
) -> None:
    ids, key = neighbours
    boss = await house.key(ADMIN)
    before = (await http.get("/v1/export", headers=boss)).text
    for method, path, body in REACHING_OUT:
        filled = json.loads(re.sub(r"{(\w+_id)}", lambda match: ids[match[1]], json.dumps(body)))
        answer = await http.request(method, path.format(**ids), json=filled, headers=key)
        assert answer.status_code in (403, 404, 409), (method, path, body, answer.text)
        assert not re.search("Zora|silver|shed", answer.text), (method, path, body)
        assert (await http.get("/v1/export", headers=boss)).text == before, (method, path, body)


@pytest.mark.parametrize("method", ["memory.search", "memory.list", "memory.add", "memory.delete"])
async def test_a_key_for_one_user_reaches_nobody_else_by_rpc(
    http: Http, neighbours: tuple[dict[str, str], dict[str, str]], method: str
) -> None:
    ids, key = neighbours
    params = {"memory.search": {"query": "treasure"}, "memory.add": {"content": "I like rum"}, "memory.list": {},
              "memory.delete": {"memory_id": ids["memory_id"]}}[method]  # fmt: skip
    for whose in ({"user_id": "bob"}, {"chat_id": "den"}):
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, **whose}}
        assert (await http.post("/rpc", json=call, headers=key)).json()["error"]["code"] == -32003
    own = {"jsonrpc": "2.0", "id": 1, "method": "memory.delete", "params": {"memory_id": ids["memory_id"]}}
    assert (await http.post("/rpc", json=own, headers=key)).json()["error"]["code"] == -32004


async def test_a_key_for_one_user_reads_what_its_threads_share_from_nobody(
    http: Http, neighbours: tuple[dict[str, str], dict[str, str]]
) -> None:
    _, key = neighbours
    opened = await http.post("/v1/threads", json={"id": "adas", "assistant_key": "bot"}, headers=key)
    assert (opened.status_code, opened.json()["user_id"]) == (201, "ada")
    listed = await http.get("/v1/threads/adas/memories", headers=key)
    assert "tea" in listed.text
    assert "treasure" not in listed.text
    said = {"assistant_key": "bot", "messages": [{"role": "user", "content": "Where is the treasure of silver?"}]}
    assert "silver" not in (await http.post("/v1/chat/completions", json=said, headers=key)).text.split("choices")[1]


async def test_a_key_for_one_user_need_not_name_them(
    http: Http, house: House, neighbours: tuple[dict[str, str], dict[str, str]]
) -> None:
    _, key = neighbours
    kept = await http.post("/v1/memories", json={"memories": [{"content": "I like chess"}]}, headers=key)
    assert kept.status_code == 200
    assert {m["owner"]["id"] for m in (await http.get("/v1/memories", headers=key)).json()["memories"]} == {"ada"}
    found = await http.post("/v1/recall", json={"query": "What do I play, chess?"}, headers=key)
    assert "I like chess" in found.text
    assert (await http.get("/v1/threads", headers=key)).status_code == 200
    exported = (await http.get("/v1/export", headers=key)).text
    assert "chess" in exported
    assert "treasure" not in exported
    assert (await http.get("/v1/forget", params={"user_id": "ada"}, headers=key)).json()["counts"]["memories"] == 2


async def test_the_pages_show_the_one_user_of_the_key_alone(
    browser: Http, house: House, neighbours: tuple[dict[str, str], dict[str, str]]
) -> None:
    ids, _ = neighbours
    await send(browser, "/sign-in", key=await house.secret(Grant(user="ada")))
    home = await browser.get("/")
    assert "green tea" in home.text
    assert "user=bob" not in home.text
    assert (await browser.get("/", params={"user": "bob"})).status_code == 403
    assert (await browser.get("/activity", params={"everyone": "true"})).status_code == 200
    paths = [f"/memories/{ids['memory_id']}", f"/people/{ids['person_id']}", "/threads/bobs"]
    paths += ["/data/forget?thread_id=bobs", f"/data/forget?person_id={ids['person_id']}"]
    for path in paths:
        assert (await browser.get(path)).status_code == 404, path
    assert (await browser.get("/data/forget?user_id=bob")).status_code == 403
    for path in ("/threads/bobs/read", "/threads/bobs/clear", f"/memories/{ids['memory_id']}/delete"):
        assert (await send(browser, path)).status_code == 404, path
    assert (await send(browser, "/data/forget", user_id="bob", confirm="x")).status_code == 403


async def test_an_mcp_client_with_a_key_for_one_user_reaches_nobody_else(
    readme_server: tuple[str, object], neighbours: tuple[dict[str, str], dict[str, str]]
) -> None:
    ids, key = neighbours
    async with httpx2.AsyncClient(headers=key, timeout=60) as link:
        for whose in ("user_id=bob", "chat_id=den", "thread_id=bobs"):
            url = f"{readme_server[0]}/mcp?{whose}"
            async with Client(streamable_http_client(url, http_client=link)) as client:
                with pytest.raises(MCPError):
                    await client.call_tool("list", {})
        async with Client(streamable_http_client(f"{readme_server[0]}/mcp", http_client=link)) as client:
            own = str(await client.call_tool("list", {}))
            with pytest.raises(MCPError):
                await client.read_resource(f"graphmem://memories/{ids['memory_id']}")
    assert "green tea" in own
    assert "treasure" not in own


# Keys that end, and how they are made


async def test_a_key_that_has_expired_says_so(http: Http, browser: Http, house: House) -> None:
    secret = await house.secret(Grant(expires_at=datetime.now(UTC) - timedelta(minutes=1)))
    answer = await http.get("/v1/people", params={"user_id": "u"}, headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "key_expired")
    assert "has expired" in answer.json()["error"]["message"]
    door = await send(browser, "/sign-in", key=secret)
    assert door.status_code == 401
    assert "has expired" in door.text


async def test_a_session_ends_with_its_key(settings: Settings, house: House, engine: Engine) -> None:
    secret = await house.secret(Grant(expires_at=datetime.now(UTC) + timedelta(days=1)))
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as visitor:
        visitor.follow_redirects = False
        await send(visitor, "/sign-in", key=secret)
        assert (await visitor.get("/")).status_code == 200
        over = "MATCH (k:ApiKey {digest: $digest}) SET k.expires_at = datetime() - duration('PT1M')"
        async with engine._session(write=True) as session:
            await (await session.run(over, digest=digest(secret))).consume()
        visitor.app.state.key_ring.forget()
        assert (await visitor.get("/")).status_code == 303


def graphmem(settings: Settings, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "graphmem", *arguments],
        env=environment(settings, COLUMNS="250", **more),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tenant_of_the_settings_counts_unless_another_is_named(settings: Settings) -> None:
    made = graphmem(settings, "key", "create", "--json", GRAPHMEM_TENANT="beta")
    named = graphmem(settings, "key", "create", "--tenant", "gamma", "--json", GRAPHMEM_TENANT="beta")
    assert [json.loads(done.stdout)["tenant"] for done in (made, named)] == ["beta", "gamma"]


def test_a_key_is_made_with_all_its_bounds_on_the_command_line(settings: Settings, user: str) -> None:
    made = json.loads(
        graphmem(
            settings, "key", "create", f"for {user}", "--read-only", "--user", "ada", "--expires", "90d", "--json"
        ).stdout
    )
    [key] = [key for key in json.loads(graphmem(settings, "key", "list", "--json").stdout) if user in key["name"]]
    assert made["key"].startswith("gm_")
    assert (key["role"], key["read_only"], key["user"], key["tenant"]) == ("member", True, "ada", settings.tenant)
    ends = datetime.fromisoformat(key["expires_at"]) - datetime.now(UTC)
    assert timedelta(days=89) < ends < timedelta(days=91)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"role": "king"}, "--role: 'king' is none of member, admin, operator"),
        ({"role": "admin", "user": "ada"}, "--user: a key of the role admin can't be for one user"),
        ({"expires": "someday"}, "--expires: is no duration or day ahead"),
        ({"expires": "2020-01-01"}, "--expires: is no duration or day ahead"),
    ],
)
def test_a_key_that_cannot_be_made_is_explained(options: dict[str, str], words: str) -> None:
    given: dict[str, Any] = {
        "role": "member",
        "read_only": False,
        "user": None,
        "expires": None,
        "without_tools": [],
        **options,
    }
    with pytest.raises(SetupError, match=re.escape(words)):
        granted(**given)


def test_the_old_option_makes_an_administrator_of_the_tenant_and_says_so(settings: Settings) -> None:
    done = graphmem(settings, "key", "create", "--admin", "--json")
    assert json.loads(done.stdout)["role"] == "admin"
    assert "--role operator opens every tenant" in done.stderr


async def test_the_keys_page_makes_and_shows_keys_of_every_kind(
    browser: Http, http: Http, engine: Engine, house: House
) -> None:
    await send(browser, "/sign-in", key=await house.secret(ADMIN))
    assert 'value="operator"' not in (await browser.get("/keys")).text
    made = await send(browser, "/keys", name="Kitchen", role="member", user="ada", expires="30d", read_only="on")
    [secret] = re.findall(r"gm_[\w-]{40,}", made.text)
    page = unescape((await browser.get("/keys")).text)
    for words in ("Kitchen", "only reads", "for ada", "until "):
        assert words in page
    key = {"Authorization": f"Bearer {secret}"}
    assert (await http.get("/v1/memories", headers=key)).status_code == 200
    assert (await http.get("/v1/memories", params={"user_id": "bob"}, headers=key)).status_code == 403
    for wrong in ({"role": "operator"}, {"role": "admin", "user": "ada"}, {"role": "king"}, {"expires": "never"}):
        assert (await send(browser, "/keys", name="x", **wrong)).status_code in (403, 422)
    assert len(await Keys(engine).listed(house.tenant)) == 2


async def test_an_operator_makes_and_lists_keys_of_any_tenant(http: Http, engine: Engine, house: House) -> None:
    other = House.new(http, engine)
    boss = await house.key(OPERATOR)
    made = await http.post("/v1/keys", json={"name": "x", "tenant": other.tenant, "role": "admin"}, headers=boss)
    assert (made.status_code, made.json()["tenant"]) == (201, other.tenant)
    [listed] = (await http.get("/v1/keys", params={"tenant": other.tenant}, headers=boss)).json()["keys"]
    assert (await http.delete(f"/v1/keys/{listed['id']}", headers=boss)).status_code == 200


async def test_options_are_told_to_anybody_on_every_route(http: Http) -> None:
    paths = {route.path for route in http.app.routes if isinstance(route, HTTPRoute)}
    answers = {path: (await http.options(filled(path, {}))).status_code for path in paths}
    assert {path: status for path, status in answers.items() if status >= 400} == {}
