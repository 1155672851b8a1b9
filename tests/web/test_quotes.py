"""What was said in a user's threads comes with a recall, on every way in, and goes when it is forgotten."""

import json

import pytest

from graphmem.core.prompt import NOTICE
from graphmem.settings import Settings
from tests.types import Http, Json
from tests.web.test_forget import forgotten, learned
from tests.web.test_pages import sign_in
from tests.web.test_recall import recall
from tests.web.test_threads import opened, said

WEDDING = "The wedding of Zora is on the twelfth of June in Évora"
QUESTION = "When is the wedding?"
BOTH = ["memories", "messages"]


async def quoted(http: Http, user: str, **more: object) -> list[str]:
    answer = await recall(http, {"user_id": user, "query": QUESTION, "include": BOTH, **more})
    return [quote["text"] for quote in answer["messages"]]


@pytest.mark.req("A1", "A2", "Q4")
async def test_every_way_in_gives_what_was_said_with_date_speaker_and_thread(
    http: Http, browser: Http, user: str
) -> None:
    thread = await opened(http, user)
    [message] = (await said(http, thread, WEDDING))["messages"]
    ask: Json = {"user_id": user, "query": QUESTION}

    answer = await recall(http, {**ask, "include": BOTH})
    [quote] = answer["messages"]
    assert quote == {
        "score": quote["score"],
        "thread_id": thread, "message_id": message["id"], "role": "user", "said_at": message["said_at"], "text": WEDDING,
    }  # fmt: skip
    title, notice, line = answer["context"].splitlines()
    assert (title, notice) == ("## Said in Conversation", NOTICE)
    assert line.startswith(f'- "{WEDDING}" (user, ')

    assert (await recall(http, ask))["messages"] == answer["messages"]  # it clearly answers, and no memory does
    assert (await recall(http, {**ask, "include": ["memories"]}))["messages"] == []
    tight = await recall(http, {**ask, "include": BOTH, "max_tokens": 20})
    assert (tight["messages"], tight["context"]) == ([], "")
    look = await http.get("/v1/recall", params={**ask, "include": BOTH})
    assert look.json()["messages"] == answer["messages"]
    call = {"jsonrpc": "2.0", "id": 1, "method": "memory.search", "params": {**ask, "include": BOTH}}
    assert (await http.post("/rpc", json=call)).json()["result"]["messages"] == answer["messages"]
    tool = await http.post("/v1/tools/recall", json={"user_id": user, "arguments": {"query": QUESTION}})
    assert tool.json()["messages"] == answer["messages"]

    await sign_in(browser, user)
    page = await browser.get("/recall", params={"user": user, "query": QUESTION, "messages": "always"})
    assert "Said in conversation" in page.text
    assert f"/threads/{thread}" in page.text
    never = await browser.get("/recall", params={"user": user, "query": QUESTION, "messages": "never"})
    assert "Said in conversation" not in never.text


@pytest.mark.parametrize(
    ("body", "field"),
    [({"include": ["people"]}, "include"), ({"include": "messages"}, "include"), ({"max_tokens": 0}, "max_tokens")],
)
async def test_what_cannot_be_included_is_named(http: Http, user: str, body: Json, field: str) -> None:
    answer = await http.post("/v1/recall", json={"user_id": user, "query": QUESTION, **body})

    assert answer.status_code == 400
    assert answer.json()["error"]["details"][0]["field"].startswith(field)


async def test_what_was_forgotten_is_not_quoted(http: Http, settings: Settings, user: str) -> None:
    thread = await learned(http, settings, user, "My sister is Zora")
    await said(http, thread, WEDDING)
    assert await quoted(http, user) == [WEDDING]
    [zora] = (await http.get("/v1/people", params={"user_id": user})).json()["people"]

    await forgotten(http, person_id=zora["id"])
    assert await quoted(http, user) == []

    await said(http, thread, "The wedding is in June")
    assert await quoted(http, user) == ["The wedding is in June"]
    assert (await http.delete(f"/v1/threads/{thread}")).status_code == 200
    assert await quoted(http, user) == []


async def test_a_message_whose_memory_was_deleted_is_not_quoted_after_an_import_either(
    http: Http, settings: Settings, user: str
) -> None:
    thread = await learned(http, settings, user, "The wedding is in June")
    await said(http, thread, "The wedding starts at noon")
    [memory] = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert (await http.delete(f"/v1/memories/{memory['id']}")).status_code == 200
    assert await quoted(http, user) == ["The wedding starts at noon"]

    archive = (await http.get("/v1/export", params={"user_id": user})).content
    lines = [json.loads(line) for line in archive.splitlines()]
    assert [line.get("withdrawn", False) for line in lines if line["type"] == "message"] == [True, False]
    await forgotten(http, user_id=user)
    assert await quoted(http, user) == []
    assert (await http.post("/v1/import", content=archive)).status_code == 200
    assert await quoted(http, user) == ["The wedding starts at noon"]
