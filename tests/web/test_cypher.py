"""The analysts' route and page: who may, what is answered, and how a refusal is told."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from html import unescape

import pytest
from litestar.testing import AsyncTestClient

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.rights import Grant, KeyRole
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.web.app import create_app
from tests.service import KEY
from tests.types import Http
from tests.web.test_pages import send, told

pytestmark = pytest.mark.req("Z1")
MINE = "MATCH (m:Memory) WHERE m.owner ENDS WITH $user RETURN m.content AS content ORDER BY content"


async def key_of(engine: Engine, role: KeyRole) -> dict[str, str]:
    secret = await Keys(engine).create(Tenant("analysts"), "test", now=datetime.now(UTC), grant=Grant(role=role))
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
async def analyst(browser: Http, user: str) -> Http:
    """A browser that is signed in with the server's own key."""
    assert (await send(browser, "/sign-in", key=KEY)).status_code == 303
    return browser


@pytest.mark.req("S2")
@pytest.mark.parametrize("role", [KeyRole.MEMBER, KeyRole.ADMIN])
async def test_it_takes_an_operators_key(http: Http, engine: Engine, role: KeyRole) -> None:
    lower, operator = await key_of(engine, role), await key_of(engine, KeyRole.OPERATOR)
    for answer in (
        await http.post("/v1/cypher", json={"query": "RETURN 1 AS x"}, headers=lower),
        await http.get("/v1/cypher", params={"query": "RETURN 1 AS x"}, headers=lower),
    ):
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "operator_only"
        assert "graphmem key create --role operator" in answer.json()["error"]["message"]
    assert (await http.post("/v1/cypher", json={"query": "RETURN 1 AS x"}, headers=operator)).json()["rows"] == [[1]]
    assert (await http.post("/v1/cypher", json={"query": "RETURN 1 AS x"})).json()["rows"] == [[1]]


async def test_rows_come_with_columns_nodes_and_the_time_it_took(http: Http, user: str) -> None:
    await told(http, user, "I like green tea", "I like black tea")
    answer = await http.post("/v1/cypher", json={"query": MINE, "parameters": {"user": user}})
    body = answer.json()
    assert (body["columns"], body["rows"]) == (["content"], [["I like black tea"], ["I like green tea"]])
    assert (body["truncated"], body["truncated_by"], body["nodes"], body["relationships"]) == (False, None, [], [])
    assert body["took_ms"] > 0
    node = MINE.replace("m.content AS content ORDER BY content", "m")
    [first, _] = (await http.post("/v1/cypher", json={"query": node, "parameters": {"user": user}})).json()["nodes"]
    assert first["labels"] == ["Memory"]
    assert first["properties"]["embedding"] == "[384 numbers]"


async def test_limits_are_kept_and_told(http: Http) -> None:
    many = "UNWIND range(1, 5000) AS x RETURN x"
    body = (await http.post("/v1/cypher", json={"query": many})).json()
    assert (len(body["rows"]), body["truncated"], body["truncated_by"]) == (1000, True, "rows")
    assert len((await http.post("/v1/cypher", json={"query": many, "limit": 3})).json()["rows"]) == 3
    for field, value in {"limit": 1001, "timeout": 11}.items():
        answer = await http.post("/v1/cypher", json={"query": many, field: value})
        assert answer.status_code == 400
        assert answer.json()["error"]["details"][0]["field"] == field


async def test_errors_say_what_is_wrong_and_where(http: Http) -> None:
    wrong = await http.post("/v1/cypher", json={"query": "MATCH (m:Memory)\nRETRUN m"})
    assert wrong.status_code == 400
    assert wrong.json()["error"]["code"] == "query_wrong"
    [detail] = wrong.json()["error"]["details"]
    assert (detail["field"], detail["line"], detail["column"]) == ("query", 2, 1)
    refused = await http.post("/v1/cypher", json={"query": "MATCH (m:Memory) DETACH DELETE m"})
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == "query_refused"
    assert set(refused.json()["error"]["details"][0]) == {"field", "problem"}
    slow = {"query": "UNWIND range(1, 1000000000) AS x UNWIND range(1, 1000) AS y RETURN sum(x * y)", "timeout": 0.5}
    ended = await http.post("/v1/cypher", json=slow)
    assert ended.status_code == 422
    assert ended.json()["error"]["code"] == "query_over_limit"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": 1},
        {"query": ""},
        {"query": "x" * 10_001},
        {"query": "RETURN 1", "parameters": []},
        {"query": "RETURN 1", "limit": "all"},
        {"query": "RETURN 1", "rights": "all"},
        {"query": "RETURN $x", "parameters": {"x": 2**70}},
        {"query": "RETURN '\ud800'"},
        {"query": "RETURN $x", "parameters": {"x": "\ud800"}},
        {"query": "\x00"},
        {"query": "RETURN `"},
        {"query": "/* RETURN 1"},
    ],
)
async def test_nonsense_is_answered_with_a_400(http: Http, body: dict[str, object]) -> None:
    answer = await http.post("/v1/cypher", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert answer.status_code == 400, answer.text


async def test_a_browser_that_is_signed_in_may_look_but_not_post(analyst: Http) -> None:
    assert (await analyst.get("/v1/cypher", params={"query": "RETURN 1 AS x"})).json()["rows"] == [[1]]
    assert (await analyst.post("/v1/cypher", json={"query": "RETURN 1 AS x"})).status_code == 401


async def test_the_way_to_the_desk_is_shown_to_whom_it_is_open_and_explained_to_others(
    analyst: Http, settings: Settings, engine: Engine
) -> None:
    assert 'href="/cypher"' in (await analyst.get("/")).text
    assert (await analyst.get("/cypher")).status_code == 200
    secret = (await key_of(engine, KeyRole.MEMBER))["Authorization"].removeprefix("Bearer ")
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as other:
        other.follow_redirects = False
        await send(other, "/sign-in", key=secret)
        assert 'href="/cypher"' not in (await other.get("/")).text
        closed = await other.get("/cypher", params={"query": "RETURN 'inside' AS x"})
        assert closed.status_code == 403
        assert "graphmem key create --role admin" in unescape(closed.text)
        assert "inside" not in closed.text
        for path in ("/cypher/answer.csv", "/cypher/answer.json"):
            assert (await other.get(path, params={"query": "RETURN 1"})).status_code == 403
        assert (await send(other, "/cypher/saved", name="x", query="RETURN 1")).status_code == 403


async def test_the_page_shows_rows_schema_and_examples(analyst: Http, http: Http, user: str) -> None:
    await told(http, user, "I like green tea")
    empty = unescape((await analyst.get("/cypher")).text)
    assert "Begin with a question" in empty
    assert "What replaced what, when and why?" in empty
    assert "OWNED_BY" in empty
    assert str(http.app.state.parts.settings.neo4j_uri) in empty
    assert http.app.state.parts.settings.neo4j_password.get_secret_value() not in empty
    asked = {"query": MINE, "parameters": f'{{"user": "{user}"}}'}
    shown = await analyst.get("/cypher", params=asked)
    assert '<td class="is-text">I like green tea</td>' in shown.text
    part = await analyst.get("/cypher", params=asked, headers={"HX-Request": "true"})
    assert part.text.strip().startswith("<section") or "<!doctype" not in part.text
    assert "I like green tea" in part.text


async def test_a_memory_in_the_answer_is_text_and_leads_to_its_page(analyst: Http, http: Http, user: str) -> None:
    [memory] = await told(http, user, 'I like <b>bold</b> & "=quoted" tea')
    query = f"MATCH (m:Memory {{id: '{memory}'}}) RETURN m, m.content AS content"
    page = await analyst.get("/cypher", params={"query": query})
    assert "<b>bold" not in page.text
    assert f'href="/memories/{memory}?user={user}"' in page.text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:", page.text)


@pytest.mark.parametrize(
    ("query", "title", "words"),
    [
        ("MATCH (m:Memory) DELETE m", "This query isn’t run here", "only reading is possible"),
        ("MATCH (m:Memory)\nRETRUN m", "This is not quite Cypher", "line 2, column 1"),
        ("MATCH (n) RETURN n", "This query isn’t run here", "(n:!ApiKey)"),
    ],
)
async def test_a_refusal_is_explained_and_the_query_stays(analyst: Http, query: str, title: str, words: str) -> None:
    page = await analyst.get("/cypher", params={"query": query})
    assert page.status_code == 422
    text = unescape(page.text)
    assert title in text
    assert words.casefold() in text.casefold()
    assert query in text
    assert (await analyst.get("/cypher", params={"query": query}, headers={"HX-Request": "true"})).status_code == 200


async def test_parameters_that_are_no_object_are_explained(analyst: Http) -> None:
    for given in ("[1]", "{", "x"):
        page = await analyst.get("/cypher", params={"query": "RETURN 1", "parameters": given})
        assert page.status_code == 422
        assert "JSON object" in page.text


async def test_a_moment_is_shown_to_the_second_and_a_vector_by_its_length(analyst: Http) -> None:
    query = "RETURN datetime('2026-01-02T03:04:05.678Z') AS at, [x IN range(1, 384) | x * 0.5] AS vector, [1, 2] AS few"
    page = await analyst.get("/cypher", params={"query": query})
    shown = re.findall(r"<td class=\"is-(\w+)\">([^<]+)</td>", page.text)
    assert shown == [("moment", "2026-01-02 03:04:05"), ("text", "[384 numbers]"), ("other", "[1,2]")]


async def test_rows_are_sorted_by_a_link(analyst: Http) -> None:
    query = "UNWIND [[2, 'b'], [10, 'a'], [null, 'c']] AS pair RETURN pair[0] AS number, pair[1] AS letter"
    page = await analyst.get("/cypher", params={"query": query, "sort": "0"})
    assert re.findall(r"<td class=\"is-\w+\">(\w+)</td>", page.text)[::2] == ["2", "10", "null"]
    assert 'aria-sort="ascending"' in page.text
    [down] = re.findall(r'href="([^"]*)" data-sort="0"', page.text)
    page = await analyst.get(unescape(down))
    assert re.findall(r"<td class=\"is-\w+\">(\w+)</td>", page.text)[::2] == ["10", "2", "null"]


async def test_an_answer_is_a_file_that_a_spreadsheet_reads_and_runs_nothing_of(analyst: Http) -> None:
    query = """RETURN 1.5 AS number, '=1+1' AS formula, 'a "quoted", text' AS text, null AS nothing, [1, {k: 'v'}] AS list"""
    page = unescape((await analyst.get("/cypher", params={"query": query})).text)
    links = dict(re.findall(r'href="(/cypher/answer\.(?:csv|json)\?[^"]*)" download="(answer\.\w+)"', page))
    for address, name in links.items():
        answer = await analyst.get(address)
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        if name.endswith("csv"):
            assert list(csv.reader(io.StringIO(answer.text))) == [
                ["number", "formula", "text", "nothing", "list"],
                ["1.5", "'=1+1", 'a "quoted", text', "", '[1,{"k":"v"}]'],
            ]
        else:
            assert answer.json()[0]["formula"] == "=1+1"
    assert len(links) == 2


async def test_a_query_is_saved_run_again_and_removed(analyst: Http, user: str) -> None:
    saved = await send(analyst, "/cypher/saved", name=f"Kinds {user}", query="RETURN 'again' AS x")
    assert saved.status_code == 303
    page = await analyst.get(saved.headers["location"])
    assert f"Saved “Kinds {user}”" in unescape(page.text)
    assert "again" in page.text
    remove = re.findall(rf'action="(/cypher/saved/[\w-]+/remove)"[^>]*>.{{0,500}}?Remove Kinds {user}', page.text)[0]
    assert (await send(analyst, remove)).status_code == 303
    assert f"Remove Kinds {user}" not in (await analyst.get("/cypher")).text
    bad = await send(analyst, "/cypher/saved", name=" ", query="RETURN 1")
    assert "Not saved" in unescape((await analyst.get(bad.headers["location"])).text)
