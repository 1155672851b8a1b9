"""No key, no memories; and the key says whose tenant it is."""

import uuid
from datetime import UTC, datetime

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant, KeyRole
from graphmem.model import Tenant
from graphmem.settings import Settings
from tests.service import KEY
from tests.types import Http

ROUTES = [
    ("GET", "/v1/memories"),
    ("POST", "/v1/memories"),
    ("DELETE", "/v1/memories"),
    ("GET", "/v1/memories/any"),
    ("GET", "/v1/memories/01890000-0000-7000-8000-000000000000"),
    ("PATCH", "/v1/memories/01890000-0000-7000-8000-000000000000"),
    ("DELETE", "/v1/memories/01890000-0000-7000-8000-000000000000"),
    ("GET", "/v1/memories/01890000-0000-7000-8000-000000000000/history"),
    ("GET", "/v1/memories/01890000-0000-7000-8000-000000000000/why"),
    ("POST", "/v1/memories/01890000-0000-7000-8000-000000000000/reassign"),
    ("POST", "/v1/memories/01890000-0000-7000-8000-000000000000/restore"),
    ("POST", "/v1/memories/01890000-0000-7000-8000-000000000000/conflict"),
    ("GET", "/v1/memories/conflicts"),
    ("POST", "/v1/recall"),
    ("GET", "/v1/people"),
    ("GET", "/v1/people/01890000-0000-7000-8000-000000000000"),
    ("GET", "/v1/people/01890000-0000-7000-8000-000000000000/memories"),
    ("PATCH", "/v1/people/01890000-0000-7000-8000-000000000000"),
    ("POST", "/v1/people/01890000-0000-7000-8000-000000000000/merge"),
    ("POST", "/v1/people/01890000-0000-7000-8000-000000000000/split"),
    ("POST", "/v1/people/01890000-0000-7000-8000-000000000000/apart"),
    ("GET", "/v1/people/suggestions"),
    ("GET", "/v1/recall"),
    ("GET", "/v1/overview"),
    ("GET", "/v1/search"),
    ("GET", "/v1/graph"),
    ("GET", "/v1/changes"),
    ("GET", "/v1/changes/01890000-0000-7000-8000-000000000000"),
    ("POST", "/v1/changes/01890000-0000-7000-8000-000000000000/undo"),
    ("GET", "/v1/threads"),
    ("POST", "/v1/threads"),
    ("GET", "/v1/threads/01890000-0000-7000-8000-000000000000"),
    ("DELETE", "/v1/threads/01890000-0000-7000-8000-000000000000"),
    ("POST", "/v1/threads/01890000-0000-7000-8000-000000000000/clear"),
    ("POST", "/v1/threads/01890000-0000-7000-8000-000000000000/extract"),
    ("POST", "/v1/threads/01890000-0000-7000-8000-000000000000/merge"),
    ("GET", "/v1/threads/01890000-0000-7000-8000-000000000000/messages"),
    ("POST", "/v1/threads/01890000-0000-7000-8000-000000000000/messages"),
    ("PATCH", "/v1/threads/01890000-0000-7000-8000-000000000000/messages/{message_id}"),
    ("GET", "/v1/threads/01890000-0000-7000-8000-000000000000/conversation"),
    ("GET", "/v1/threads/01890000-0000-7000-8000-000000000000/memories"),
    ("POST", "/v1/threads/01890000-0000-7000-8000-000000000000/memories"),
    ("DELETE", "/v1/threads/01890000-0000-7000-8000-000000000000/memories"),
    ("GET", "/v1/extractions"),
    ("GET", "/v1/extractions/stream"),
    ("GET", "/v1/extractions/backlog"),
    ("GET", "/v1/forget"),
    ("GET", "/v1/settings"),
    ("GET", "/v1/keys"),
    ("POST", "/v1/keys"),
    ("DELETE", "/v1/keys/01890000-0000-7000-8000-000000000000"),
    ("POST", "/v1/forget"),
    ("GET", "/v1/export"),
    ("POST", "/v1/import"),
    ("POST", "/v1/chat/completions"),
    ("GET", "/v1/tools"),
    ("POST", "/v1/tools/remember"),
    ("GET", "/v1/cypher"),
    ("GET", "/v1/queries"),
    ("GET", "/v1/queries/kinds"),
    ("POST", "/v1/cypher"),
]
OPERATOR, ADMIN = Grant(role=KeyRole.OPERATOR), Grant(role=KeyRole.ADMIN)
ANY = "01890000-0000-7000-8000-000000000000"
BESIDE = [("POST", "/rpc")]


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer wrong", "Basic gm_test_key", "gm_test_key"])
@pytest.mark.parametrize(("method", "path"), ROUTES + BESIDE)
async def test_a_request_without_a_valid_key_is_refused(http: Http, method: str, path: str, header: str | None) -> None:
    answer = await http.request(method, path, headers={"Authorization": header or ""})

    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "unauthorized"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


async def test_every_route_below_v1_is_in_the_list_above(http: Http) -> None:
    schema = (await http.get("/schema")).json()
    names = {
        "memories": "{memory_id}",
        "people": "{person_id}",
        "changes": "{change_id}",
        "threads": "{thread_id}",
        "keys": "{key_id}",
    }
    listed = {
        (
            method,
            path.replace(ANY, names.get(path.split("/")[2], ""))
            .replace("tools/remember", "tools/{name}")
            .replace("/kinds", "/{name}"),
        )
        for method, path in ROUTES
    }
    described = {
        (method.upper(), path)
        for path, methods in schema["paths"].items()
        if path.startswith("/v1")
        for method in methods
    }
    assert described == listed
    assert schema["components"]["securitySchemes"]["key"] == {"type": "http", "scheme": "bearer"}


@pytest.mark.req("S2")
async def test_nothing_crosses_from_one_tenant_to_another(http: Http, engine: Engine, user: str) -> None:
    keys = Keys(engine)
    other = {"Authorization": f"Bearer {await keys.create(Tenant('other'), 'test', now=datetime.now(UTC))}"}
    kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": "I like tea"}]})
    memory = f"/v1/memories/{kept.json()['results'][0]['memory_id']}"

    assert (await http.get("/v1/memories", params={"user_id": user}, headers=other)).json()["memories"] == []
    recalled = await http.post("/v1/recall", json={"user_id": user, "query": "tea"}, headers=other)
    assert recalled.json()["memories"] == []
    assert (await http.get(memory, headers=other)).status_code == 404
    assert (await http.patch(memory, json={"content": "x"}, headers=other)).status_code == 404
    assert (await http.delete(memory, headers=other)).status_code == 404
    assert (await http.delete("/v1/memories", params={"user_id": user}, headers=other)).json() == {"deleted": 0}
    assert (await http.get(memory)).json()["content"] == "I like tea"


@pytest.mark.req("S2")
async def test_a_revoked_key_opens_nothing(http: Http, engine: Engine, user: str) -> None:
    keys = Keys(engine)
    secret = await keys.create(Tenant("ended"), "test", now=datetime.now(UTC))
    [key] = [key for key in await keys.listed() if key.tenant == "ended"]
    assert await keys.revoke(key.id, now=datetime.now(UTC))

    answer = await http.get("/v1/memories", params={"user_id": user}, headers={"Authorization": f"Bearer {secret}"})

    assert answer.status_code == 401


async def test_only_the_digest_of_a_key_is_kept(engine: Engine) -> None:
    secret = await Keys(engine).create(Tenant("digest"), "test", now=datetime.now(UTC))
    async with engine._session(write=False) as session:
        result = await session.run("MATCH (k:ApiKey) RETURN collect(properties(k)) AS keys")
        record = await result.single()
    assert record is not None
    assert secret not in str(record["keys"])


async def test_the_door_and_the_health_need_no_key(http: Http) -> None:
    for path in ("/sign-in", "/health/live", "/health/ready", "/schema", "/static/graphmem.css"):
        answer = await http.get(path, headers={"Authorization": ""})
        assert answer.status_code == 200, path
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


async def test_only_an_administrators_key_sees_keys_and_only_an_operators_the_settings(
    http: Http, engine: Engine
) -> None:
    tenant = Tenant(f"admins-{uuid.uuid4().hex[:8]}")
    keys = Keys(engine)
    plain, boss, operator = [
        {"Authorization": f"Bearer {await keys.create(tenant, name, now=datetime.now(UTC), grant=grant)}"}
        for name, grant in (("bot", Grant()), ("boss", ADMIN), ("operator", OPERATOR))
    ]
    for method, path in [("GET", "/v1/keys"), ("POST", "/v1/keys"), ("DELETE", f"/v1/keys/{ANY}")]:
        answer = await http.request(method, path, headers=plain, json={"name": "x"} if method == "POST" else None)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "admin_only"), path
    for header in (plain, boss):
        answer = await http.get("/v1/settings", headers=header)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "operator_only")
    assert (await http.get("/v1/settings", headers=operator)).status_code == 200
    listed = (await http.get("/v1/keys", headers=boss)).json()["keys"]
    assert {(key["name"], key["role"]) for key in listed} == {
        ("bot", "member"), ("boss", "admin"), ("operator", "operator")
    }  # fmt: skip


@pytest.mark.req("S2")
async def test_an_administrator_makes_and_ends_keys_of_their_own_tenant_alone(http: Http, engine: Engine) -> None:
    tenant = Tenant(f"admins-{uuid.uuid4().hex[:8]}")
    keys = Keys(engine)
    boss = {"Authorization": f"Bearer {await keys.create(tenant, 'boss', now=datetime.now(UTC), grant=ADMIN)}"}
    await keys.create(Tenant(f"{tenant}-other"), "theirs", now=datetime.now(UTC))
    [theirs] = await keys.listed(Tenant(f"{tenant}-other"))

    made = (await http.post("/v1/keys", headers=boss, json={"name": "bot"})).json()
    new = {"Authorization": f"Bearer {made['key']}"}
    assert (await http.get("/v1/people?user_id=x", headers=new)).status_code == 200
    [bot] = [key for key in (await http.get("/v1/keys", headers=boss)).json()["keys"] if key["name"] == "bot"]
    assert (bot["role"], made["role"], made["tenant"]) == ("member", "member", tenant)
    assert (await http.delete(f"/v1/keys/{theirs.id}", headers=boss)).status_code == 404
    assert (await http.delete(f"/v1/keys/{bot['id']}", headers=boss)).json()["status"] == "revoked"
    assert (await http.get("/v1/people?user_id=x", headers=new)).status_code == 401
    [still] = await keys.listed(Tenant(f"{tenant}-other"))
    assert still.revoked_at is None


async def test_the_settings_tell_their_origin_and_no_secret(http: Http, settings: Settings) -> None:
    answer = await http.get("/v1/settings")
    shown = {one["name"]: one for one in answer.json()["settings"]}
    assert set(shown) == {names[0] for names in Settings.names().values()}
    assert shown["NEO4J_PASSWORD"]["value"] == shown["GRAPHMEM_KEY"]["value"] == "********"
    assert settings.neo4j_password.get_secret_value() not in answer.text
    assert KEY not in answer.text
    assert (shown["GRAPHMEM_TENANT"]["value"], shown["GRAPHMEM_TENANT"]["source"]) == ("testing", "start")
    assert shown["GRAPHMEM_RECALL_TOP_K"]["source"] == "default"
