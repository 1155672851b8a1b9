"""The whole story of a memory for an agent, told by the clients that agents are built with."""

import json
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import openai
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from openai import AsyncOpenAI

from graphmem.adapters.neo4j.engine import Engine
from graphmem.local.ports import free_port
from graphmem.settings import Settings
from tests.llm_server import KEY as LLM_KEY
from tests.llm_server import Body, LlmServer, Reply, says
from tests.service import KEY, served

Server = tuple[str, Path]


class Agent(ABC):
    """Somebody who tells and asks: each way in has its own."""

    @abstractmethod
    async def tell(self, words: str, **more: Any) -> str:
        """The status of what is told."""

    @abstractmethod
    async def ask(self, words: str) -> str:
        """What an answer is made of."""


class McpAgent(Agent):
    def __init__(self, client: Client) -> None:
        self.client = client

    async def tell(self, words: str, **more: Any) -> str:
        return str((await self._use("remember", content=words, **more))["status"])

    async def ask(self, words: str) -> str:
        answer = await self._use("recall", query=words)
        return "\n".join([answer["context"], *(f"{person['name']}" for person in answer["people"])])

    async def _use(self, tool: str, **arguments: Any) -> Mapping[str, Any]:
        found: Mapping[str, Any] = (await self.client.call_tool(tool, arguments)).structured_content or {}
        return found


class RpcAgent(Agent):
    """A plain client of JSON-RPC 2.0: a post, an id, a result or an error."""

    def __init__(self, http: httpx.AsyncClient, user: str) -> None:
        self.http, self.user, self.calls = http, user, 0

    async def tell(self, words: str, **more: Any) -> str:
        if more.pop("expires_in", None) == "2 weeks":
            more["expires_days"] = 14
        answer = await self._call("memory.add", content=words, **more)
        return "error" if "error" in answer else str(answer["result"]["status"])

    async def ask(self, words: str) -> str:
        found = (await self._call("memory.search", query=words))["result"]
        return "\n".join([found["context"], *(f"{person['name']}" for person in found["people"])])

    async def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self.calls += 1
        call = {"jsonrpc": "2.0", "id": self.calls, "method": method, "params": {**params, "user_id": self.user}}
        answer: dict[str, Any] = (await self.http.post("/rpc", json=call)).json()
        assert answer["id"] == self.calls
        return answer


class OpenAiAgent(Agent):
    """OpenAI's own client, whose base URL leads to the model through the memory."""

    def __init__(self, client: AsyncOpenAI, user: str, *, stream: bool) -> None:
        self.client, self.user, self.stream = client, user, stream

    async def tell(self, words: str, **more: Any) -> str:
        told = words if words.lower().startswith("remember") else f"Remember that {words[:1].lower()}{words[1:]}"
        before = await self.kept()
        await self.ask(told)
        return "saved" if len(await self.kept()) > len(before) else "error"

    async def ask(self, words: str) -> str:
        request: Any = {"model": "graphmem", "user": self.user, "messages": [{"role": "user", "content": words}]}
        if not self.stream:
            answer = await self.client.chat.completions.create(**request)
            return answer.choices[0].message.content or ""
        heard = [
            chunk.choices[0].delta.content or ""
            async for chunk in await self.client.chat.completions.create(**request, stream=True)
        ]
        assert len(heard) > 1
        return "".join(heard)

    async def kept(self) -> list[Any]:
        listed: Any = await self.client.get(
            "/memories", cast_to=object, options={"params": {"user_id": self.user, "status": "all"}}
        )
        memories: list[Any] = listed["memories"]
        return memories


def repeats_its_orders(body: Body) -> Reply:
    """A model that says nothing but what it was told about the user."""
    told = "\n".join(one["content"] for one in body["messages"] if one["role"] == "system") or "I don't know."
    if not body.get("stream"):
        return says(told)
    pieces = [told[place : place + 20] for place in range(0, len(told), 20)]
    choices = [
        {"index": 0, "delta": {"role": "assistant", "content": piece}, "finish_reason": None} for piece in pieces
    ]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})  # type: ignore[dict-item]
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "small"}
    events = [b"data: " + json.dumps({**head, "choices": [choice]}).encode() + b"\n\n" for choice in choices]
    return Reply(body=b"".join([*events, b"data: [DONE]\n\n"]), headers={"Content-Type": "text/event-stream"})


@pytest.fixture(scope="module")
def thinking(settings: Settings, engine: Engine) -> Iterator[str]:
    """The address of a graphmem with a language model behind it."""
    with LlmServer(repeats_its_orders) as llm:
        more = {"OPENAI_BASE_URL": llm.url, "OPENAI_API_KEY": LLM_KEY, "GRAPHMEM_CHAT_MODEL": "small"}
        with served(settings, port=free_port(), **more) as address:
            yield address


@asynccontextmanager
async def agent(way: str, server: Server, thinking: str, user: str) -> AsyncIterator[Agent]:
    address, folder = server
    headers = {"Authorization": f"Bearer {KEY}"}
    async with AsyncExitStack() as stack:
        match way:
            case "mcp stdio":
                command = ["-m", "graphmem", "mcp", "--user", user]
                environment = {"GRAPHMEM_DATA_DIR": str(folder), "PATH": "/usr/bin"}
                started = StdioServerParameters(command=sys.executable, args=command, env=environment, cwd=folder)
                yield McpAgent(await stack.enter_async_context(Client(started)))
            case "mcp http":
                link = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=120))
                url = f"{address}/mcp?user_id={user}"
                yield McpAgent(await stack.enter_async_context(Client(streamable_http_client(url, http_client=link))))
            case "json-rpc":
                http = httpx.AsyncClient(base_url=address, headers=headers, timeout=120)
                yield RpcAgent(await stack.enter_async_context(http), user)
            case _:
                client = AsyncOpenAI(base_url=f"{thinking}/v1", api_key=KEY, timeout=120, max_retries=0)
                yield OpenAiAgent(await stack.enter_async_context(client), user, stream=way == "openai streamed")


WAYS = ["mcp stdio", "mcp http", "json-rpc", "openai", "openai streamed"]


@pytest.mark.req("A2", "A4", "A6", "R3", "R7", "P1", "P2", "P3", "P4", "D2", "D3", "D4", "Q3", "Q4")
@pytest.mark.parametrize("way", WAYS)
async def test_an_agent_remembers_people_and_what_changed(
    readme_server: Server, thinking: str, user: str, way: str
) -> None:
    async with agent(way, readme_server, thinking, user) as someone:
        assert await someone.tell("I'm allergic to peanuts") == "saved"
        assert "peanuts" in await someone.ask("What should I avoid eating?")

        assert await someone.tell("My wife's name is Sarah") == "saved"
        assert "Sarah" in await someone.ask("What's my wife's name?")

        assert await someone.tell("My favorite color is red") == "saved"
        assert await someone.tell("My favorite color is blue") == "saved"
        answer = await someone.ask("What's my favorite color?")
        assert "blue" in answer
        assert "red" not in re.sub(r'; before: "[^"]*"', "", answer)

        assert await someone.tell("My wife Sarah likes Italian food") == "saved"
        answer = await someone.ask("What does my wife like?")
        assert "Italian food" in answer
        assert "Sarah" in answer

        assert await someone.tell("Sarah's favorite color is green") == "saved"
        assert "blue" in await someone.ask("What's my favorite color?")

        assert await someone.tell("My bank password is Purpl3Giraffe!") == "error"
        assert "Giraffe" not in await someone.ask("What is my bank password?")

    async with agent(way, readme_server, thinking, f"{user}-other") as stranger:
        assert "peanuts" not in await stranger.ask("What should I avoid eating?")


@pytest.mark.req("R4", "R5")
@pytest.mark.parametrize("way", ["mcp stdio", "mcp http", "json-rpc"])
async def test_what_is_told_can_end_and_be_about_somebody(
    readme_server: Server, thinking: str, user: str, way: str
) -> None:
    address, _ = readme_server
    async with agent(way, readme_server, thinking, user) as someone:
        assert await someone.tell("Needs a lift to work", subjects=["Sarah"], expires_in="2 weeks") == "saved"

    query = {"user_id": user, "person": "Sarah"}
    key = {"Authorization": f"Bearer {KEY}"}
    async with httpx.AsyncClient(base_url=address, headers=key, timeout=120) as http:
        [memory] = (await http.get("/v1/memories", params=query)).json()["memories"]
    assert (memory["about"][0]["name"], memory["expires_at"] is not None) == ("Sarah", True)


@pytest.mark.req("A6")
async def test_errors_of_the_chat_are_those_that_openais_client_knows(thinking: str, user: str) -> None:
    async with AsyncOpenAI(base_url=f"{thinking}/v1", api_key=KEY, max_retries=0, timeout=120) as client:
        with pytest.raises(openai.BadRequestError) as wrong:
            await client.chat.completions.create(model="graphmem", messages=[], user=user)
        with pytest.raises(openai.BadRequestError) as gone:
            await client.chat.completions.create(model="graphmem", messages=[{"role": "user", "content": ""}])
        with pytest.raises(openai.APIStatusError) as failed:
            await client.chat.completions.create(model="large", messages=[{"role": "user", "content": "x"}], user=user)
    async with AsyncOpenAI(base_url=f"{thinking}/v1", api_key="wrong", max_retries=0, timeout=120) as client:
        with pytest.raises(openai.AuthenticationError) as stranger:
            await client.chat.completions.create(model="graphmem", messages=[{"role": "user", "content": "x"}])

    assert (wrong.value.param, wrong.value.code, wrong.value.type) == (
        "messages",
        "invalid_input",
        "invalid_request_error",
    )
    assert gone.value.param == "messages[0].content"
    assert (failed.value.status_code, failed.value.code, failed.value.type) == (502, "chat_unavailable", "server_error")
    assert (stranger.value.code, stranger.value.type) == ("unauthorized", "authentication_error")
