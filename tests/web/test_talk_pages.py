"""Pages about conversations, what is read from them, where a fact was said and who recalled it, keys and data."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.keys import Keys
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.wiring import parts, reading_of
from tests.types import Http
from tests.web.test_pages import NASTY, known, send, sign_in, talked, token, told
from tests.worker.reading import read_thread

pytestmark = pytest.mark.req("U1")


async def read(settings: Settings, thread: str) -> None:
    """Reads a thread at once, in this process."""
    async with parts(settings) as built, reading_of(built) as work:
        await built.extractions.ask(Tenant("testing"), thread)
        assert await read_thread(Tenant("testing"), thread, work)


async def say(http: Http, user: str, thread: str, *said: tuple[str, str]) -> str:
    await http.post("/v1/threads", json={"user_id": user, "id": thread, "assistant_key": "kitchen-bot"})
    messages = [{"role": role, "content": content} for role, content in said]
    answer = await http.post(f"/v1/threads/{thread}/messages", json={"messages": messages})
    assert answer.status_code == 200, answer.text
    return thread


async def noted(http: Http, memory: str, times: int) -> dict[str, Any]:
    """The uses of a memory, as soon as so many are written down."""
    while True:
        uses: dict[str, Any] = (await http.get(f"/v1/memories/{memory}/why")).json()["uses"]
        if uses["count"] >= times:
            return uses
        await asyncio.sleep(0.2)  # the server writes them down now and then


async def dinner(http: Http, user: str, settings: Settings) -> str:
    thread = await say(
        http,
        user,
        f"dinner-{user}",
        ("user", "Nice evening. My sister Ana is allergic to peanuts, so be careful."),
        ("assistant", "Noted. Anything else?"),
        ("user", "What time is it in Lima?"),
    )
    await read(settings, thread)
    return thread


async def test_a_conversation_shows_what_each_message_taught_and_what_was_left_and_why(
    http: Http, browser: Http, user: str, settings: Settings
) -> None:
    thread = await dinner(http, user, settings)
    await sign_in(browser, user)

    page = unescape((await browser.get(f"/threads/{thread}")).text)
    [first, second, third] = page.split('<li class="turn')[1:]
    [memory] = re.findall(r'class="lesson [^"]*" href="/memories/([^"]+)"', first)
    assert "allergic to peanuts" in (await http.get(f"/v1/memories/{memory}")).json()["content"]
    assert "lesson" not in second
    assert "left out" in third
    answer = (await http.get(f"/v1/threads/{thread}/conversation")).json()
    assert [len(message["learned"]) for message in answer["messages"]] == [1, 0, 0]
    assert answer["messages"][0]["learned"][0]["id"] == memory
    [reason] = answer["messages"][2]["refused"]
    assert reason in third


async def test_a_memory_shows_the_message_it_was_said_in_with_the_words_marked(
    http: Http, browser: Http, user: str, settings: Settings
) -> None:
    thread = await dinner(http, user, settings)
    conversation = (await http.get(f"/v1/threads/{thread}/conversation")).json()
    memory = conversation["messages"][0]["learned"][0]["id"]
    await sign_in(browser, user)

    page = unescape((await browser.get(f"/memories/{memory}")).text)
    [marked] = re.findall(r"<mark>(.*?)</mark>", page)
    assert "Ana is allergic to peanuts" in marked
    assert "Nice evening" not in marked
    assert "Noted. Anything else?" in page
    assert f"/threads/{thread}?after=0#message-1" in page
    [source] = (await http.get(f"/v1/memories/{memory}/why")).json()["sources"]
    assert (source["thread_id"], source["quote"], len(source["messages"])) == (thread, [marked], 3)


async def test_a_memory_tells_who_recalled_it_when_and_how_but_not_what_was_asked(
    http: Http, browser: Http, user: str
) -> None:
    [memory] = await told(http, user, "My sister Ana likes green tea")
    question = {"user_id": user, "query": "Which zebra tea does Ana like?"}
    await http.post("/v1/recall", json={**question, "assistant_key": "kitchen-bot"})
    await http.post("/rpc", json={"jsonrpc": "2.0", "id": 1, "method": "memory.search", "params": question})
    await http.post("/v1/tools/search_memory", json={"query": question["query"], "user_id": user})
    await http.get("/v1/recall", params=question)  # a look is no use
    await sign_in(browser, user)

    why = await noted(http, memory, 3)
    assert [use["interface"] for use in why["recent"]] == ["tool", "rpc", "api"]
    assert (why["count"], why["recent"][-1]["assistant"], why["recent"][0]["key"]) == (3, "kitchen-bot", "own key")
    page = (await browser.get(f"/memories/{memory}")).text
    assert "<strong>3</strong> times" in page
    assert "kitchen-bot · HTTP" in page
    assert "zebra" not in page


async def test_a_recall_in_a_chat_is_noted_too(http: Http, user: str) -> None:
    [memory] = await told(http, user, "My sister Ana likes green tea")
    messages = [{"role": "user", "content": "What does Ana like?"}]
    answer = await http.post("/v1/chat/completions", json={"user_id": user, "messages": messages})
    assert answer.status_code == 200, answer.text
    uses = await noted(http, memory, 1)
    assert [use["interface"] for use in uses["recent"]] == ["chat"]


async def test_reading_can_be_asked_for_on_the_page(http: Http, browser: Http, user: str) -> None:
    thread = await say(http, user, f"ask-{user}", ("user", "I like tea"))
    await sign_in(browser, user)
    page = await browser.get(f"/threads/{thread}")
    assert "Read it now" in page.text
    asked = await send(browser, f"/threads/{thread}/read")
    assert asked.headers["location"] == f"/threads/{thread}"
    assert (await http.get(f"/v1/threads/{thread}")).json()["extraction"] == "pending"
    assert "as soon as a worker is free" in (await browser.get(f"/threads/{thread}")).text


async def test_clearing_a_conversation_forgets_what_it_taught_and_keeps_what_was_said(
    http: Http, browser: Http, user: str, settings: Settings
) -> None:
    thread = await dinner(http, user, settings)
    await sign_in(browser, user)
    done = await send(browser, f"/threads/{thread}/clear")
    page = (await browser.get(done.headers["location"])).text
    assert "1 memory" in page
    assert "Nice evening" in page
    assert 'class="lesson ' not in page
    assert (await http.get("/v1/memories", params={"user_id": user})).json()["memories"] == []


async def test_thousands_of_conversations_are_listed_page_by_page(http: Http, browser: Http, user: str) -> None:
    ids = [f"many-{user}-{number:03}" for number in range(95)]
    for id_ in ids:
        await http.post("/v1/threads", json={"user_id": user, "id": id_})
    await sign_in(browser, user)
    seen: list[str] = []
    path: str | None = "/threads"
    while path is not None:
        page = await browser.get(path)
        assert page.status_code == 200
        assert len(page.content) < 300_000
        seen += re.findall(r'class="row thread" href="/threads/([^"]+)"', page.text)
        following = re.findall(r'rel="next" href="([^"]+)"', page.text)
        path = unescape(following[0]) if following else None
    assert seen == ids[::-1]


async def test_a_long_conversation_opens_at_its_end_and_leads_back_to_its_beginning(
    http: Http, browser: Http, user: str
) -> None:
    said = [("user", f"Number {number} is here") for number in range(1, 72)]
    thread = await say(http, user, f"long-{user}", *said)
    await sign_in(browser, user)

    page = await browser.get(f"/threads/{thread}")
    assert "Number 71 is here" in page.text
    assert "Number 41 is here" not in page.text
    [earlier] = re.findall(r'rel="prev" href="([^"]+)"', page.text)
    page = await browser.get(earlier)
    [earlier] = re.findall(r'rel="prev" href="([^"]+)"', page.text)
    page = await browser.get(earlier)
    assert "Number 1 is here" in page.text
    assert not re.findall(r'rel="prev"', page.text)
    assert re.findall(r'rel="next" href="([^"]+)"', page.text)


async def test_a_conversation_of_another_user_is_not_found(http: Http, browser: Http, user: str) -> None:
    thread = await say(http, f"{user}-other", f"theirs-{user}", ("user", "I like tea"))
    await sign_in(browser, user)
    for path in (f"/threads/{thread}", f"/data/forget?thread_id={thread}", "/threads/nothing"):
        assert (await browser.get(path)).status_code == 404
    assert (await send(browser, f"/threads/{thread}/clear")).status_code == 404
    refused = await send(browser, "/data/forget", thread_id=thread, confirm="x")
    assert refused.status_code == 404
    assert (await browser.get(f"/threads/{thread}", params={"user": f"{user}-other"})).status_code == 200


async def test_activity_tells_what_waits_what_was_read_and_what_failed_with_a_retry(
    http: Http, browser: Http, user: str, settings: Settings, engine: Engine
) -> None:
    thread = await dinner(http, user, settings)
    failed = await say(http, user, f"failed-{user}", ("user", "I like tea"))
    async with parts(settings) as built:
        await built.extractions.ask(Tenant("testing"), failed)
        taken = await built.extractions.take(Tenant("testing"), failed, extractor="reader", lease=60)
        assert taken is not None
        await built.extractions.fail(taken, error="the model <b>is</b> away", again=None)
    await sign_in(browser, user)

    page = (await browser.get("/activity")).text
    assert "the model &lt;b&gt;is&lt;/b&gt; away" in page
    assert f'href="/threads/{thread}"' in page
    backlog = (await http.get("/v1/extractions/backlog", params={"user_id": user})).json()
    assert {name: backlog[name] for name in ("pending", "running", "failed", "unread")} == {
        "pending": 0, "running": 0, "failed": 1, "unread": 1,
    }  # fmt: skip
    assert isinstance(backlog["queue"], int)
    assert re.search(r"<strong>1</strong><span>failed", page)
    [retry] = re.findall(r'action="(/threads/[^"]+/read)"', page)
    done = await send(browser, retry, back="/activity")
    assert done.headers["location"] == "/activity"
    assert (await http.get(f"/v1/threads/{failed}")).json()["extraction"] == "pending"
    only = (await browser.get("/activity?status=done")).text
    assert f'href="/threads/{thread}"' in only
    half = await browser.get("/activity", headers={"HX-Request": "true"})
    assert half.text.lstrip().startswith('<div id="work"')
    assert (await browser.get("/activity?before=nonsense")).status_code == 400


async def test_a_person_is_forgotten_after_a_preview_and_a_receipt_tells_how_much(
    http: Http, browser: Http, user: str
) -> None:
    await told(http, user, "My sister Ana likes green tea", "Ana plays chess", "My boss Jonas likes mail")
    people = await known(http, user)
    await sign_in(browser, user)
    preview = await browser.get(f"/data/forget?person_id={people['Ana']}")
    assert "Forget Ana?" in preview.text
    assert re.search(r"<dt>memories</dt><dd>2</dd>", preview.text)
    [confirm] = re.findall(r'name="confirm" value="(\w+)"', preview.text)
    assert set(await known(http, user)) == {"Ana", "Jonas"}

    await told(http, user, "Ana hates noise")
    other = await send(browser, "/data/forget", person_id=people["Ana"], confirm="another")
    again = await browser.get(other.headers["location"])
    assert "Look first at what would go" in again.text
    done = await send(browser, "/data/forget", person_id=people["Ana"], confirm=confirm)
    receipt = await browser.get(done.headers["location"])
    assert receipt.status_code == 200
    assert re.search(r"<dt>memories</dt><dd>3</dd>", receipt.text)
    assert set(await known(http, user)) == {"Jonas"}
    assert (await browser.get("/data/receipt/forged.token")).status_code == 404


async def test_whom_to_forget_is_found_by_name_among_however_many(http: Http, browser: Http, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    people = await known(http, user)
    await told(
        http, user, *(f"My friend {name} likes tea" for name in ("Bo", "Carl", "Dora", "Emil", "Frida", "Gustav"))
    )
    await sign_in(browser, user)
    link = f'href="/data/forget?person_id={people["Ana"]}"'
    assert link not in (await browser.get("/data")).text  # six of seven, those heard of last
    for called in ("ana", "sister"):
        assert link in (await browser.get("/data", params={"called": called})).text
        half = await browser.get("/data", params={"called": called}, headers={"HX-Request": "true"})
        assert half.text.lstrip().startswith('<ul id="whom"')
        assert link in half.text
    assert "Nobody is called that." in (await browser.get("/data", params={"called": "<b>zoe"})).text


async def test_all_of_a_user_is_forgotten_from_the_data_page(http: Http, browser: Http, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    await talked(http, user, "Hello there")
    await sign_in(browser, user)
    page = await browser.get("/data")
    assert re.search(r"<dt>memory</dt><dd>1</dd>", page.text)
    preview = await browser.get(f"/data/forget?user_id={user}")
    [confirm] = re.findall(r'name="confirm" value="(\w+)"', preview.text)
    await send(browser, "/data/forget", user_id=user, confirm=confirm)
    assert (await http.get("/v1/overview", params={"user_id": user})).json()["counts"]["facts"] == 0
    assert (await browser.get("/threads")).text.count('class="row thread"') == 0


async def test_what_was_exported_comes_back_by_the_form(http: Http, browser: Http, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    await sign_in(browser, user)
    [link] = re.findall(r'href="(/v1/export[^"]*)"', unescape((await browser.get("/data")).text))
    archive = (await browser.get(link)).content
    confirm = (await http.get("/v1/forget", params={"user_id": user})).json()["confirm"]
    await http.post("/v1/forget", json={"user_id": user, "confirm": confirm})

    async def send_file(content: bytes, **fields: str) -> str:
        form = {"_csrf_token": await token(browser), "format": "auto", **fields}
        answer = await browser.post("/data/import", data=form, files={"file": ("ana.jsonl", content)})
        assert answer.status_code == 303, answer.text
        return unescape((await browser.get(answer.headers["location"])).text)

    assert "This would happen" in await send_file(archive, dry_run="yes")
    assert await known(http, user) == {}
    assert re.search(r"<dt>memory</dt><dd>1</dd>", await send_file(archive))
    assert set(await known(http, user)) == {"Ana"}
    assert "Here already" in await send_file(archive)
    assert "could not be imported" in await send_file(archive[:-40])
    assert "could not be imported" in await send_file(b"{}", format="nothing")
    assert (await browser.get("/data/imported/forged.token")).status_code == 404


async def test_a_key_is_made_shown_once_and_revoked(browser: Http, http: Http, user: str) -> None:
    await sign_in(browser, user)
    name = f"bot of {user} <b>"
    made = await send(browser, "/keys", name=name)
    [secret] = re.findall(r"gm_[\w-]{20,}", made.text)
    assert made.headers["cache-control"] == "no-store"
    again = await browser.get("/keys")
    assert secret not in again.text
    assert name in unescape(again.text)
    assert "<b>" not in again.text
    mine = {"Authorization": f"Bearer {secret}"}
    assert (await http.get("/v1/people", params={"user_id": user}, headers=mine)).status_code == 200

    [row] = [part for part in again.text.split('<li class="row key-row"')[1:] if user in part]
    [revoke] = re.findall(r"/keys/[^/]+/revoke", row)
    await send(browser, revoke)
    browser.cookies.delete("graphmem_news")
    page = await browser.get("/keys")
    assert revoke not in page.text
    assert (await browser.get("/v1/people", params={"user_id": user}, headers=mine)).status_code == 401
    for wrong in ("", "x" * 101):
        assert (await send(browser, "/keys", name=wrong)).status_code == 422


async def test_settings_and_keys_are_for_administrators_alone(browser: Http, engine: Engine, user: str) -> None:
    secret = await Keys(engine).create(Tenant(f"plain-{user}"), "bot", now=datetime.now(UTC))
    await send(browser, "/sign-in", key=secret)
    home = await browser.get("/")
    assert home.status_code == 200
    assert 'href="/settings"' not in home.text
    for path in ("/settings", "/keys"):
        answer = await browser.get(path)
        assert answer.status_code == 403
        assert "Your key doesn’t open this" in answer.text
    assert (await send(browser, "/keys", name="more")).status_code == 403


async def test_the_settings_page_shows_no_secret(browser: Http, user: str, settings: Settings) -> None:
    await sign_in(browser, user)
    page = (await browser.get("/settings")).text
    assert settings.neo4j_password.get_secret_value() not in page
    assert "NEO4J_PASSWORD" in page
    assert "given at the start" in page


async def test_conversations_are_shown_as_text_whatever_was_said(
    http: Http, browser: Http, user: str, settings: Settings
) -> None:
    shouting = "<'\"&>" * 500
    said = [*(("user", text) for text in NASTY), *(("assistant", shouting) for _ in range(30)), ("user", shouting)]
    thread = await say(http, user, f"nasty-{user}", *said)
    [memory] = await told(http, user, "<script>alert(1)</script> is what I like")
    evil = f"evil {{{{ 7 * 7 }}}} <script>alert(1)</script> {user}"
    await http.post("/v1/threads", json={"user_id": user, "id": evil.replace("/", "|"), "assistant_key": evil[:60]})
    await read(settings, thread)
    await sign_in(browser, user)
    odd = quote(evil.replace("/", "|"), safe="")
    learned = (await http.get(f"/v1/threads/{thread}/conversation")).json()["messages"]
    pages = ["/threads", f"/threads/{thread}", f"/threads/{thread}?after=0", f"/threads/{odd}", "/activity", "/data"]
    pages += [f"/data/forget?thread_id={odd}", f"/data/forget?thread_id={thread}", f"/memories/{memory}"]
    pages += [f"/memories/{one['id']}" for message in learned for one in message["learned"]]
    for path in pages:
        page = await browser.get(path)
        assert page.status_code == 200, path
        assert not re.search(r"<script>|<img src=x|<b>bold|href=\"javascript", page.text), path
        assert not re.search(r"(friend|evil) 49", page.text), path
        assert len(page.content) < 300_000, (path, len(page.content))
    assert "Read it now" not in (await browser.get(f"/threads/{odd}")).text


async def test_changes_are_told_in_sentences(http: Http, browser: Http, user: str) -> None:
    past = (datetime.now(UTC) - timedelta(days=2)).isoformat()
    for memory in ({"content": "I live in Graz", "said_at": past}, {"content": "I moved to Porto"}):
        await http.post("/v1/memories", json={"user_id": user, "memories": [memory]})
    await sign_in(browser, user)
    page = unescape((await browser.get("/changes")).text)
    assert "“I live in Graz” gave way to “I moved to Porto”" in page
