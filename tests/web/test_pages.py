"""The pages: the door, the forms, the policy, and memories that are shown as text whatever they hold."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import quote

import httpx
import pytest
from litestar.routes import HTTPRoute

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.web.app import create_app
from graphmem.web.pages.frame import local
from graphmem.web.pages.words import ago, initials, shortened
from graphmem.web.session import LINK_LASTS, SESSION_COOKIE, Purpose, Seal, seal_of, sign_in_path
from tests.service import KEY
from tests.types import Http

NASTY = [
    "<script>alert(1)</script> is my password manager",
    "My friend {{ 7 * 7 }} {% raw %} likes <b>bold</b> words",
    "# I like headings\n- and [links](javascript:alert(1)) & ampersands",
    '"><img src=x onerror=alert(1)> is what I like',
    "I like long texts " + "x" * 9_900,
]
GET = {
    "home": "/",
    "search": "/search?q=tea",
    "people": "/people",
    "person": "/people/{person}",
    "past": "/people/{person}?past=true",
    "merge": "/people/{person}/merge",
    "preview": "/people/{person}/merge?into={other}",
    "split": "/people/{person}/split",
    "memory": "/memories/{memory}",
    "edit": "/memories/{memory}/edit",
    "about": "/memories/{memory}/about",
    "recall": "/recall",
    "recalled": "/recall?query=tea",
    "graph": "/graph",
    "changes": "/changes",
    "desk": "/cypher",
    "answer": "/cypher?query=RETURN%201%20AS%20x",
    "threads": "/threads",
    "thread": "/threads/{thread}",
    "earlier": "/threads/{thread}?after=1",
    "activity": "/activity",
    "everyone": "/activity?everyone=true&status=done",
    "data": "/data",
    "forget person": "/data/forget?person_id={person}",
    "forget thread": "/data/forget?thread_id={thread}",
    "keys": "/keys",
    "settings": "/settings",
}
POST = [
    "/sign-out",
    "/people/{person}/name",
    "/people/{person}/called",
    "/people/{person}/merge",
    "/people/{person}/apart",
    "/people/{person}/split",
    "/memories/{memory}/edit",
    "/memories/{memory}/about",
    "/memories/{memory}/remove",
    "/memories/{memory}/restore",
    "/memories/{memory}/delete",
    "/memories/{memory}/conflict",
    "/changes/{memory}/undo",
    "/cypher/saved",
    "/cypher/saved/{memory}/remove",
    "/threads/{thread}/read",
    "/threads/{thread}/clear",
    "/data/forget",
    "/data/import",
    "/keys",
    "/keys/{memory}/revoke",
]


async def token(browser: Http) -> str:
    page = await browser.get("/sign-in")
    return str(re.findall(r'name="_csrf_token" value="(\w+)"', page.text)[0])


async def send(browser: Http, path: str, **fields: str | list[str]) -> httpx.Response:
    return await browser.post(path, data={"_csrf_token": await token(browser), **fields})


async def sign_in(browser: Http, user: str) -> None:
    assert (await send(browser, "/sign-in", key=KEY)).status_code == 303
    assert (await browser.get("/", params={"user": user})).status_code == 200


async def told(http: Http, user: str, *contents: str) -> list[str]:
    memories = [{"content": content, "explicit": True} for content in contents]
    answer = await http.post("/v1/memories", json={"user_id": user, "memories": memories})
    return [result["memory_id"] for result in answer.json()["results"]]


async def known(http: Http, user: str) -> dict[str, str]:
    people = (await http.get("/v1/people", params={"user_id": user})).json()["people"]
    return {person["name"]: person["id"] for person in people}


async def talked(http: Http, user: str, *words: str) -> str:
    """A thread in which the user says this; its id has letters that mean something in addresses."""
    thread: str = (await http.post("/v1/threads", json={"user_id": user, "id": f"{user} & co?#%"})).json()["id"]
    messages = [{"role": "user", "content": text} for text in words]
    posted = await http.post(f"/v1/threads/{quote(thread, safe='')}/messages", json={"messages": messages})
    assert posted.status_code == 200, posted.text
    return quote(thread, safe="")


@pytest.fixture
async def places(http: Http, browser: Http, user: str) -> dict[str, str]:
    """The addresses of every page of a user who knows two people."""
    [memory, _] = await told(http, user, "My sister Ana likes green tea", "My boss Jonas likes short meetings")
    people = await known(http, user)
    await sign_in(browser, user)
    thread = await talked(http, user, "Hello there", "My aunt Berta likes chess")
    ids = {"memory": memory, "person": people["Ana"], "other": people["Jonas"], "thread": thread}
    return {name: path.format(**ids) for name, path in GET.items()}


async def test_whoever_is_not_signed_in_is_led_to_the_door_and_back(browser: Http) -> None:
    for path in [path.format(person="p", memory="m", other="o", thread="t") for path in GET.values()]:
        answer = await browser.get(path)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in")
    away = (await browser.get("/people?order=name")).headers["location"]
    assert 'name="next" value="/people?order=name"' in unescape((await browser.get(away)).text)


@pytest.mark.req("S2")
async def test_a_wrong_key_opens_nothing(browser: Http) -> None:
    answer = await send(browser, "/sign-in", key="gm_wrong")

    assert answer.status_code == 401
    assert "not valid" in answer.text
    assert SESSION_COOKIE not in browser.cookies
    assert (await browser.get("/")).status_code == 303


async def test_a_session_is_signed_and_hidden_from_scripts_and_other_sites(browser: Http, settings: Settings) -> None:
    answer = await send(browser, "/sign-in", key=KEY)
    [cookie] = [line for line in answer.headers.get_list("set-cookie") if line.startswith(SESSION_COOKIE)]
    assert "httponly" in cookie.lower()
    assert "samesite=lax" in cookie.lower()
    assert KEY not in cookie
    assert (await browser.get("/")).status_code == 200

    value = browser.cookies[SESSION_COOKIE]
    broken = value[:-2] + ("AA" if not value.endswith("AA") else "BB")
    browser.cookies.clear()
    browser.cookies.set(SESSION_COOKIE, broken)
    assert (await browser.get("/")).status_code == 303


async def test_a_session_ends_when_its_key_is_revoked(browser: Http, engine: Engine) -> None:
    keys = Keys(engine)
    secret = await keys.create(Tenant("guests"), "test", now=datetime.now(UTC))
    await send(browser, "/sign-in", key=secret)
    assert (await browser.get("/")).status_code == 200
    [key] = [key for key in await keys.listed() if key.tenant == "guests" and key.revoked_at is None]
    await keys.revoke(key.id, now=datetime.now(UTC))
    browser.app.state.key_ring._recent.clear()  # as after the seconds for which a key is remembered

    assert (await browser.get("/")).status_code == 303


async def test_signing_out_ends_the_visit(browser: Http, user: str) -> None:
    await sign_in(browser, user)
    assert (await send(browser, "/sign-out")).headers["location"] == "/sign-in"
    assert (await browser.get("/")).status_code == 303


async def test_the_link_of_up_signs_in_once(browser: Http, settings: Settings) -> None:
    link = sign_in_path(seal_of(settings), digest(KEY), now=datetime.now(UTC))

    assert (await browser.get(link)).headers["location"] == "/"
    assert (await browser.get("/")).status_code == 200
    again = await browser.get(link)
    assert again.status_code == 401
    assert "used before" in again.text


async def test_an_old_or_forged_link_opens_nothing(browser: Http, settings: Settings) -> None:
    old = sign_in_path(seal_of(settings), digest(KEY), now=datetime.now(UTC) - LINK_LASTS)
    forged = sign_in_path(Seal("another secret"), digest(KEY), now=datetime.now(UTC))
    session = seal_of(settings).closed(Purpose.SESSION, digest(KEY), lasts=timedelta(days=1), now=datetime.now(UTC))
    for link in (old, forged, f"/sign-in/{session}", "/sign-in/nonsense"):
        assert (await browser.get(link)).status_code == 401
    assert (await browser.get("/")).status_code == 303


async def test_every_form_needs_its_token(browser: Http, places: dict[str, str]) -> None:
    ids = {name: places[name].split("/")[2] for name in ("person", "memory", "thread")}
    for path in ["/sign-in", *(path.format(**ids) for path in POST)]:
        answer = await browser.post(path, data={"key": KEY, "name": "Mallory"})
        assert answer.status_code == 403, path
    assert "Mallory" not in (await browser.get(places["person"])).text


async def test_every_page_has_the_policy_and_a_json_twin_and_no_inline_script_or_style(
    browser: Http, places: dict[str, str]
) -> None:
    for name, path in places.items():
        page = await browser.get(path)
        assert page.status_code == 200, (name, page.text[:300])
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:", page.text), name
        assert page.headers["cache-control"] == "no-store"
        [twin] = re.findall(r'<link rel="alternate" type="application/json" href="([^"]+)">', page.text)
        answer = await browser.get(unescape(twin))
        assert answer.status_code == 200, (name, twin)
        assert answer.headers["content-type"].startswith("application/json")
        assert len(page.content) < 300_000


def test_every_page_that_can_be_visited_is_among_those_tried(settings: Settings) -> None:
    routes = [route for route in create_app(settings).routes if isinstance(route, HTTPRoute)]
    visited = {
        re.sub(r"{(\w+)_id:str}", r"{\1}", route.path)
        for route in routes
        for handler in route.route_handlers
        if "GET" in handler.http_methods and handler.fn.__module__.startswith("graphmem.web.pages.")
    }
    tried = {path.partition("?")[0] for path in GET.values()}
    assert visited - tried == {
        "/sign-in",
        "/sign-in/{token:str}",
        "/data/receipt/{token:str}",
        "/data/imported/{token:str}",
        "/cypher/answer.json",
        "/cypher/answer.csv",
    }


async def test_a_signed_in_browser_reads_the_api_and_writes_nothing_there(
    browser: Http, places: dict[str, str], user: str
) -> None:
    body = {"user_id": user, "memories": [{"content": "I was here"}]}
    assert (await browser.get("/v1/people", params={"user_id": user})).status_code == 200
    assert (await browser.post("/v1/memories", json=body)).status_code == 401
    assert (await browser.delete("/v1/memories", params={"user_id": user})).status_code == 401


@pytest.mark.req("S1")
async def test_memories_are_shown_as_text_whatever_they_hold(http: Http, browser: Http, user: str) -> None:
    ids = await told(http, user, *NASTY, "My aunt <i>Zoë</i> likes tea")
    await sign_in(browser, user)
    pages = ["/", "/people", "/search?q=like", "/recall?query=what+do+I+like", "/changes"]
    pages += [f"/memories/{id_}{tail}" for id_ in ids if id_ for tail in ("", "/edit", "/about")]
    pages += [f"/people/{id_}{tail}" for id_ in (await known(http, user)).values() for tail in ("", "/merge", "/split")]
    for path in pages:
        page = await browser.get(path)
        assert page.status_code == 200, path
        assert not re.search(r"<script>|<img src=x|<b>bold|<i>Zo|href=\"javascript", page.text), path
        assert len(page.content) < 300_000
    shown = [unescape((await browser.get(f"/memories/{id_}")).text) for id_ in ids]
    for content, text in zip(NASTY, shown, strict=False):
        assert content in text


async def test_search_as_you_type_finds_people_and_facts_of_this_user_alone(
    http: Http, browser: Http, user: str
) -> None:
    await told(http, user, "My sister Anabel likes green tea", "I sold the old canoe")
    await told(http, f"{user}-other", "Anastasia likes canoes")
    await sign_in(browser, user)

    half = await browser.get("/search", params={"q": "ana"}, headers={"HX-Request": "true"})
    assert "Anabel" in half.text
    assert "Anastasia" not in half.text
    assert "<html" not in half.text
    assert half.headers["vary"] == "HX-Request"
    assert "old canoe" in (await browser.get("/search", params={"q": "the old can"})).text
    for odd in ("*", '+-&|!(){}[]^"~*?:\\/', "a" * 500, "AND OR NOT", "'"):
        assert (await browser.get("/search", params={"q": odd})).status_code == 200


async def test_people_are_filtered_sorted_and_paged(http: Http, browser: Http, user: str) -> None:
    names = ["Ada", "Berta", "Carla", "Dora", "Edda", "Flora", "Greta", "Hilda"]
    await told(http, user, *[f"{name} likes tea" for name in names], "Carla likes chess", "My boss Ada likes mail")
    await sign_in(browser, user)

    def shown(page: httpx.Response) -> list[str]:
        return re.findall(r'class="card-name">([^<]+)<', page.text)

    assert shown(await browser.get("/people?order=name"))[:3] == ["Ada", "Berta", "Carla"]
    assert set(shown(await browser.get("/people?order=facts"))[:2]) == {"Ada", "Carla"}
    assert shown(await browser.get("/people?called=boss")) == ["Ada"]
    assert shown(await browser.get("/people?called=nobody")) == []
    assert shown(await browser.get("/people?page=2")) == []
    assert (await browser.get("/people?order=nonsense")).status_code == 400


@pytest.mark.req("U1")
async def test_a_fact_is_edited_and_the_edit_undone(http: Http, browser: Http, user: str) -> None:
    [memory] = await told(http, user, "My sister Ana likes green tea")
    await sign_in(browser, user)

    saved = await send(
        browser, f"/memories/{memory}/edit", content="My sister Ana likes oolong", kind="preference", confidence="80"
    )
    assert saved.status_code == 303
    page = await browser.get(saved.headers["location"])
    assert "oolong" in page.text
    assert "80 %" in page.text
    [undo] = re.findall(r'action="(/changes/[^/]+/undo)" method="post">[^§]{0,400}data-undo', page.text)
    await send(browser, undo)
    kept = (await http.get(f"/v1/memories/{memory}")).json()
    assert (kept["content"], kept["confidence"]) == ("My sister Ana likes green tea", 1.0)


async def test_an_edit_that_can_not_be_kept_comes_back_with_its_words(http: Http, browser: Http, user: str) -> None:
    [memory] = await told(http, user, "I like tea")
    await sign_in(browser, user)
    secret = "My password is hunter2-Xy7!qq"
    for content, kind, sure in [(secret, "fact", "100"), ("", "fact", "100"), ("x", "fact", "900"), ("x", "y", "1")]:
        answer = await send(browser, f"/memories/{memory}/edit", content=content, kind=kind, confidence=sure)
        assert answer.status_code == 422, content
        assert 'role="alert"' in answer.text
        assert content in unescape(answer.text)
    assert (await http.get(f"/v1/memories/{memory}")).json()["content"] == "I like tea"


@pytest.mark.req("U1")
async def test_a_removed_fact_is_recalled_by_nobody_until_it_is_brought_back(
    http: Http, browser: Http, user: str
) -> None:
    [memory] = await told(http, user, "My sister Ana likes green tea")
    await sign_in(browser, user)
    question = {"user_id": user, "query": "What does Ana like?"}

    done = await send(browser, f"/memories/{memory}/remove")
    assert (await http.post("/v1/recall", json=question)).json()["memories"] == []
    page = await browser.get(done.headers["location"])
    await send(browser, re.findall(r"/changes/[^/]+/undo", page.text)[0])

    assert [found["id"] for found in (await http.post("/v1/recall", json=question)).json()["memories"]] == [memory]


async def test_a_fact_deleted_for_good_is_gone(http: Http, browser: Http, user: str) -> None:
    [memory] = await told(http, user, "I like tea")
    await sign_in(browser, user)
    await send(browser, f"/memories/{memory}/delete")
    assert (await http.get(f"/v1/memories/{memory}")).status_code == 404
    assert (await browser.get(f"/memories/{memory}")).status_code == 404


async def test_a_page_of_somebody_else_is_not_found(http: Http, browser: Http, user: str) -> None:
    [memory] = await told(http, f"{user}-other", "My sister Ana likes tea")
    person = (await known(http, f"{user}-other"))["Ana"]
    await sign_in(browser, user)
    for path in (f"/memories/{memory}", f"/people/{person}", f"/people/{person}/split"):
        answer = await browser.get(path)
        assert answer.status_code == 404
        assert "<h1>There is nothing here</h1>" in answer.text
        assert f"Whose memories: {user}<" in answer.text
    assert (await browser.get(f"/memories/{memory}", params={"user": f"{user}-other"})).status_code == 200


async def test_what_a_merge_would_give_is_what_it_gives(http: Http, browser: Http, user: str) -> None:
    await told(http, user, "Katharina likes tea", "Robin likes chess", "My boss Robin plays golf")
    people = await known(http, user)
    await sign_in(browser, user)
    preview = await browser.get(f"/people/{people['Katharina']}/merge", params={"into": people["Robin"]})
    assert re.search(r"<dd>3: 1 of Katharina, 2 of Robin", preview.text)

    done = await send(browser, f"/people/{people['Katharina']}/merge", into=people["Robin"])
    merged = (await http.get(f"/v1/people/{people['Robin']}")).json()
    assert (merged["name"], merged["memory_count"]) == ("Robin", 3)
    assert "Katharina" in merged["aliases"]
    page = await browser.get(done.headers["location"])
    await send(browser, re.findall(r"/changes/[^/]+/undo", page.text)[0])
    assert set(await known(http, user)) == {"Katharina", "Robin"}


@pytest.mark.req("U1")
async def test_what_somebody_is_called_is_put_right(http: Http, browser: Http, user: str) -> None:
    await told(http, user, "My boss Jonas likes mail")
    path = f"/people/{(await known(http, user))['Jonas']}"
    await sign_in(browser, user)

    await send(browser, f"{path}/name", name="Jonas Berg")
    await send(browser, f"{path}/called", add="my neighbour")
    await send(browser, f"{path}/called", remove="boss")
    person = (await http.get(f"/v1{path}")).json()
    assert (person["name"], person["relations"], person["aliases"]) == ("Jonas Berg", ["neighbour"], ["Jonas"])
    for wrong in ({"remove": "nobody"}, {"remove": "Jonas Berg"}, {"add": "x" * 5_000}, {}):
        refused = await send(browser, f"{path}/called", **wrong)
        assert "That didn’t work" in (await browser.get(refused.headers["location"])).text
    assert (await http.get(f"/v1{path}")).json() == person


async def test_two_who_look_alike_wait_until_somebody_says_that_they_are_two(
    http: Http, browser: Http, user: str
) -> None:
    await told(http, user, "Katherine plays the oboe", "Catherine lives in Bern")
    people = await known(http, user)
    await sign_in(browser, user)
    assert "may be one person" in (await browser.get("/")).text

    await send(browser, f"/people/{people['Katherine']}/apart", other=people["Catherine"])

    assert "may be one person" not in (await browser.get("/")).text


async def test_facts_that_may_not_both_hold_wait_until_somebody_says_which_does(
    http: Http, browser: Http, user: str
) -> None:
    older, newer = await told(http, user, "I live in Porto", "I live in Germany")
    await sign_in(browser, user)
    for path in ("/", f"/memories/{older}", f"/memories/{newer}"):
        page = (await browser.get(path)).text
        assert "These may not both hold: the newer statement may replace the older" in page
        assert f'action="/memories/{newer}/conflict"' in page

    answer = await send(browser, f"/memories/{newer}/conflict", other=older, holds="this", back="/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    home = (await browser.get("/")).text
    assert "confident, and the newer one holds." in home
    assert "may not both hold" not in home
    again = await send(browser, f"/memories/{newer}/conflict", other=older, holds="both")
    assert again.status_code == 303
    assert "That didn’t work: one of the two no longer holds." in (await browser.get("/")).text
    changes = (await browser.get("/changes")).text
    assert "“I live in Porto” gave way to “I live in Germany”" in changes
    change_id = re.findall(r'action="/changes/([\w-]+)/undo"', changes)[0]

    await send(browser, f"/changes/{change_id}/undo")
    assert "These may not both hold" in (await browser.get("/")).text
    await send(browser, f"/memories/{newer}/conflict", other=older, holds="both")
    assert "may not both hold" not in (await browser.get("/")).text
    assert "“I live in Germany” and “I live in Porto” both hold." in (await browser.get("/changes")).text
    assert (await send(browser, f"/memories/{newer}/conflict", other=older, holds="nonsense")).status_code == 400


async def test_an_empty_graph_teaches(browser: Http, user: str) -> None:
    await sign_in(browser, user)
    for path, words in [("/", "graphmem remember"), ("/people", "No people yet"), ("/changes", "Nothing was changed")]:
        assert words in (await browser.get(path)).text


async def test_the_lab_shows_what_was_left_out_and_why(http: Http, browser: Http, user: str) -> None:
    await told(http, user, "I like green tea", "I like black tea", "The bridge was painted in 1932")
    await sign_in(browser, user)
    page = await browser.get("/recall", params={"query": "Which tea do I like?", "limit": "1"})
    assert "others answer it better" in page.text
    assert "Lost with your settings" in page.text
    strict = await browser.get("/recall", params={"query": "Which tea do I like?", "min_relevance": "0.9"})
    assert "it is unlikely to answer this" in strict.text
    assert (await browser.get("/recall", params={"query": "tea", "as_of": "nonsense"})).status_code == 200


def test_no_form_leads_elsewhere() -> None:
    assert local("/people?order=name") == "/people?order=name"
    for elsewhere in ("https://example.com", "//example.com", "/\\example.com", "javascript:alert(1)", "", None):
        assert local(elsewhere) == "/"
    assert "\n" not in local("/people\r\nSet-Cookie: a=b")


def test_moments_and_names_are_put_in_words() -> None:
    present = datetime(2026, 3, 1, tzinfo=UTC)
    gaps = {timedelta(seconds=5): "just now", timedelta(minutes=1): "1 minute ago", timedelta(days=3): "3 days ago"}
    for gap, words in gaps.items():
        assert ago(present - gap, since=present) == words
    assert ago(present + timedelta(days=40), since=present) == "in 6 weeks"
    assert (initials("Ana Maria da Silva"), initials("my boss"), initials("")) == ("AS", "B", "")
    assert shortened("a  b\nc") == "a b c"
    assert len(shortened("x" * 500)) == 280
