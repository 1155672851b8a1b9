"""The embedders: one contract, whatever is behind it."""

import http.server
import json
import socket
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphmem.adapters.embedding.cached import CachedEmbedder
from graphmem.adapters.embedding.onnx import OnnxEmbedder
from graphmem.adapters.embedding.openai import OpenAIEmbedder
from graphmem.adapters.embedding.sentence_transformers import SentenceTransformersEmbedder
from graphmem.adapters.openai import Server
from graphmem.deadlines import allowance
from graphmem.errors import EmbedderUnavailable, SetupError
from graphmem.model import Vector
from graphmem.ports.language import Embedder


class Behaviour:
    """How the embeddings server below behaves, and what it was asked."""

    def __init__(self) -> None:
        self.fail_with: list[int] = []
        self.answer: bytes | None = None
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []


@pytest.fixture
def server() -> Iterator[tuple[str, Behaviour]]:
    """A server that speaks the embeddings protocol, and misbehaves when told to."""
    behaviour = Behaviour()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            behaviour.asked.append(body)
            behaviour.keys.append(self.headers.get("Authorization"))
            status = behaviour.fail_with.pop(0) if behaviour.fail_with else 200
            vectors = [{"index": i, "embedding": [float(len(t)), 3.0, 4.0]} for i, t in enumerate(body["input"])]
            content = behaviour.answer or json.dumps({"data": vectors[::-1]}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments: object) -> None:
            return None

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/v1", behaviour
    running.shutdown()
    running.server_close()


async def obeys_the_contract(embedder: Embedder) -> None:
    texts = ["I like tea", "", "word " * 600, "我对花生过敏", "I like tea"]
    vectors = await embedder.embed(texts)
    assert [len(vectors[place]) for place in (0, 2, 4)] == [embedder.dimensions] * 3
    assert {len(vector) for vector in vectors} <= {0, embedder.dimensions}  # none for what it can't read
    assert np.allclose(np.linalg.norm([vector for vector in vectors if vector], axis=1), 1, atol=1e-4)
    assert vectors[0] == pytest.approx(vectors[-1], abs=1e-3)
    [alone] = await embedder.embed(texts[:1])
    assert float(np.dot(alone, vectors[0])) > 0.98
    assert await embedder.embed([]) == []
    assert embedder.model


async def test_the_default_model_obeys_the_contract(embedder: Embedder) -> None:
    await obeys_the_contract(embedder)
    tea, cuppa, ferry = await embedder.embed(["I like tea", "I enjoy a cuppa", "The ferry was late"])
    assert np.dot(tea, cuppa) > np.dot(tea, ferry)


@pytest.mark.parametrize("text", ["ฉันแพ้ถั่วลิสง", "我喜欢猫", "🐱🐶", "ድመት እወዳለሁ"])
async def test_what_the_default_model_can_not_read_has_no_vector(embedder: Embedder, text: str) -> None:
    assert await embedder.embed([text, f"{text} is what my sister wrote on the door"]) != [[], []]
    assert await embedder.embed([text]) == [[]]


async def test_a_server_obeys_the_contract(server: tuple[str, Behaviour]) -> None:
    embedder = await OpenAIEmbedder.connect(server[0], key="sk-x", name="small")
    assert (embedder.dimensions, embedder.model) == (3, "openai:small")
    await obeys_the_contract(embedder)
    assert server[1].keys[0] == "Bearer sk-x"
    assert max(len(body["input"]) for body in server[1].asked) <= 128
    await embedder.close()


@pytest.mark.req("M5")
async def test_a_server_that_stumbles_is_asked_again_and_one_that_is_down_is_said_to_be(
    server: tuple[str, Behaviour],
) -> None:
    embedder = await OpenAIEmbedder.connect(server[0], key=None, name="small")
    server[1].fail_with = [500, 429]
    assert len(await embedder.embed(["x"])) == 1
    for failures in ([500] * 3, [401]):
        server[1].fail_with = failures
        with pytest.raises(EmbedderUnavailable):
            await embedder.embed(["x"])
        server[1].fail_with = []
    for nonsense in (b"<html>", b'{"data": []}', b'{"data": [{"index": 0, "embedding": [1.0]}]}'):
        server[1].answer = nonsense
        with pytest.raises(EmbedderUnavailable):
            await embedder.embed(["x"])
    await embedder.close()


async def test_a_server_that_never_answers_stops_the_start_with_a_cure() -> None:
    with pytest.raises(SetupError) as caught:
        await OpenAIEmbedder.connect("http://127.0.0.1:1/v1", key=None, name="small")
    assert "OPENAI_BASE_URL" in caught.value.cures[0]


async def test_a_silent_server_leaves_time_to_go_on_without_vectors() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        embedder = OpenAIEmbedder(Server(f"http://127.0.0.1:{port}/v1", key=None), name="small", dimensions=3)
        with allowance(0.4), pytest.raises(EmbedderUnavailable, match=r"did not answer within 0\.2 s"):
            await embedder.embed(["x"])
        await embedder.close()


class Counting:
    model, dimensions = "counting", 1

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return [[1.0] for _ in texts]


async def test_the_vectors_of_recent_questions_are_kept() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, size=2)
    for question in ("a", "b", "a", "c", "a", "b"):
        await cached.embed([question])
    assert inner.asked == ["a", "b", "c", "b"]


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"model\.onnx"):
        OnnxEmbedder(tmp_path)


def test_a_missing_extra_is_told() -> None:
    with pytest.raises(SetupError, match=r"not installed"):
        SentenceTransformersEmbedder("any")
