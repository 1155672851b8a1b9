"""A chat with memory: passed on to a language model, or answered out of memory alone."""

import json
from collections.abc import AsyncIterator, Iterator

import pytest
from litestar.testing import AsyncTestClient
from pydantic import SecretStr

from graphmem.adapters.neo4j.engine import Engine
from graphmem.settings import Settings
from graphmem.web.app import create_app
from tests.llm_server import KEY as LLM_KEY
from tests.llm_server import LlmServer, Reply, fails, says
from tests.service import KEY
from tests.types import Http

CHAT = "/v1/chat/completions"


async def ask(http: Http, user: str, *said: str, **more: object) -> str:
    """The answer to the last of what is said by turns, the user first."""
    turns = [{"role": ("user", "assistant")[place % 2], "content": words} for place, words in enumerate(said)]
    answer = await http.post(CHAT, json={"model": "graphmem", "messages": turns, "user": user, **more})
    assert answer.status_code == 200, answer.text
    words: str = answer.json()["choices"][0]["message"]["content"]
    return words


@pytest.mark.req("A6", "R3")
async def test_the_dialogues_work_without_a_language_model(http: Http, user: str) -> None:
    assert "I'll remember" in await ask(http, user, "Remember my favorite color is blue")
    assert "blue" in await ask(http, user, "What's my favorite color?")
    await ask(http, user, "Remember my wife Sarah likes Italian food")
    told = await ask(http, user, "What does my wife like?")
    assert "Sarah likes Italian food" in told
    assert "No language model" in told
    assert "in the place of" in await ask(http, user, "Remember my favorite color is green")
    assert "blue" not in await ask(http, user, "What's my favorite color?")
    assert "can't keep" in await ask(http, user, "/remember my password is hunter2-Xy9!")
    assert "don't know" in await ask(http, f"{user}-stranger", "What's my favorite color?")


async def test_an_exchange_is_posted_once_to_its_thread(http: Http, user: str) -> None:
    await http.post("/v1/threads", json={"id": f"t-{user}", "user_id": user})
    for _ in range(2):
        await ask(http, user, "hello", "hi", "I live in Graz", thread_id=f"t-{user}")

    listed = (await http.get(f"/v1/threads/t-{user}/messages")).json()["messages"]

    assert [(m["role"], m["content"][:15]) for m in listed] == [
        ("user", "I live in Graz"),
        ("assistant", "Noted. What is "),
    ]


async def test_a_streamed_answer_out_of_memory_is_in_the_protocol(http: Http, user: str) -> None:
    body = {"messages": [{"role": "user", "content": "Remember I like tea"}], "user": user, "stream": True}
    answer = await http.post(CHAT, json=body)

    events = [line.removeprefix("data: ") for line in answer.text.splitlines() if line]
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert events[-1] == "[DONE]"
    chunks = [json.loads(event)["choices"][0] for event in events[:-1]]
    assert "I like tea" in chunks[0]["delta"]["content"]
    assert chunks[-1]["finish_reason"] == "stop"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "messages"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "assistant", "content": "x"}]}, "messages"),
        ({"messages": [{"role": "user", "content": ""}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content"),
        ({"messages": "hi"}, "messages"),
        ({"messages": [{"role": "user", "content": "x"}], "thread_id": "a/b"}, "thread_id"),
    ],
)
async def test_a_wrong_request_is_told_what_is_wrong(http: Http, body: dict[str, object], field: str) -> None:
    answer = await http.post(CHAT, json=body)

    assert answer.status_code == 400, answer.text
    assert field in answer.text


@pytest.fixture
def llm() -> Iterator[LlmServer]:
    with LlmServer(says("Blue, of course.")) as running:
        yield running


@pytest.fixture
async def passing(settings: Settings, engine: Engine, llm: LlmServer) -> AsyncIterator[Http]:
    """The application with a language model behind it."""
    changed = {"openai_base_url": llm.url, "openai_api_key": SecretStr(LLM_KEY), "chat_model": "small"}
    async with AsyncTestClient(
        create_app(settings.model_copy(update=changed)), raise_server_exceptions=False
    ) as client:
        client.headers["Authorization"] = f"Bearer {KEY}"
        yield client


async def test_what_is_remembered_goes_to_the_model_and_its_answer_to_the_thread(
    passing: Http, llm: LlmServer, user: str
) -> None:
    await passing.post("/v1/memories", json={"user_id": user, "memories": [{"content": "My favourite colour is blue"}]})
    system = {"role": "system", "content": "Be brief."}
    body = {
        "model": "graphmem",
        "messages": [system, {"role": "user", "content": "What's my favourite colour?"}],
        "user_id": user,
        "thread_id": f"t-{user}",
        "top_p": 0.5,
    }

    answer = (await passing.post(CHAT, json=body)).json()

    assert answer["choices"][0]["message"]["content"] == "Blue, of course."
    [sent] = llm.asked
    assert (sent["model"], sent["top_p"]) == ("small", 0.5)
    assert not {"user_id", "thread_id"} & sent.keys()
    assert [m["role"] for m in sent["messages"]] == ["system", "system", "user"]
    assert sent["messages"][0] == system
    assert "- My favourite colour is blue" in sent["messages"][1]["content"]
    listed = (await passing.get(f"/v1/threads/t-{user}/messages")).json()["messages"]
    assert [m["content"] for m in listed] == ["What's my favourite colour?", "Blue, of course."]
    await passing.post(CHAT, json={**body, "lean": True})
    assert [m["role"] for m in llm.asked[-1]["messages"]] == ["system", "user"]


async def test_a_streamed_answer_passes_through_and_is_posted_when_whole(
    passing: Http, llm: LlmServer, user: str
) -> None:
    parts = [{"choices": [{"index": 0, "delta": {"content": words}}]} for words in ("Blue", ", ", "sir.")]
    events = b"".join(b"data: " + json.dumps(part).encode() + b"\n\n" for part in parts) + b"data: [DONE]\n\n"
    llm.behave(Reply(body=events, headers={"Content-Type": "text/event-stream"}))
    body = {"messages": [{"role": "user", "content": "Which?"}], "user": user, "thread_id": f"t-{user}", "stream": True}

    answer = await passing.post(CHAT, json=body)

    assert answer.content == events
    listed = (await passing.get(f"/v1/threads/t-{user}/messages")).json()["messages"]
    assert [m["content"] for m in listed] == ["Which?", "Blue, sir."]


@pytest.mark.parametrize("stream", [False, True])
async def test_a_model_that_fails_is_told_without_its_words(
    passing: Http, llm: LlmServer, user: str, stream: bool
) -> None:
    llm.behave(fails(401))
    body = {"messages": [{"role": "user", "content": "Which?"}], "user": user, "stream": stream}

    answer = await passing.post(CHAT, json=body)

    assert (answer.status_code, answer.json()["error"]["code"]) == (502, "chat_unavailable")
    assert LLM_KEY not in answer.text


async def test_a_model_that_stops_in_the_midst_ends_the_stream_with_an_error_of_the_protocol(
    passing: Http, llm: LlmServer, user: str
) -> None:
    part = json.dumps({"choices": [{"index": 0, "delta": {"content": "Blue"}}]}).encode()
    events = b"data: " + part + b"\n\ndata: " + part + b"\n\n"
    llm.behave(Reply(body=events, cut=len(events) - 20, headers={"Content-Type": "text/event-stream"}))
    body = {"messages": [{"role": "user", "content": "Which?"}], "user": user, "thread_id": f"t-{user}", "stream": True}

    answer = await passing.post(CHAT, json=body)

    last = json.loads(answer.text.strip().splitlines()[-1].removeprefix("data: "))
    assert (last["error"]["code"], last["error"]["type"]) == ("chat_unavailable", "server_error")
    listed = (await passing.get(f"/v1/threads/t-{user}/messages")).json()["messages"]
    assert [m["content"] for m in listed] == ["Which?"]


@pytest.mark.parametrize("body", [b"{", b"", b"[]", b"7", b"\xff", b'{"messages": NaN}', b"[" * 3000])
async def test_what_is_no_chat_gets_openais_error(http: Http, body: bytes) -> None:
    answer = await http.post(CHAT, content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 400, answer.text
    assert answer.json()["error"].keys() == {"message", "type", "param", "code", "details"}
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert "Traceback" not in answer.text
