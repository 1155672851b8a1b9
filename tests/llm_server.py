"""A real server that speaks the chat completions protocol, and misbehaves as a test tells it to."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

KEY = "sk-testing-4711"
MODEL = "small"
Body = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer of the server, as it goes over the wire."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0  # seconds
    cut: int | None = None  # the connection ends after so many bytes of the body; -1: before the status
    dribble: float = 0  # seconds between two bytes


Behaviour = Reply | Callable[[Body], Reply]


def says(answer: object, *, finish_reason: str = "stop", **message: object) -> Reply:
    """A completion with these words; what is no text is written as JSON."""
    content = answer if isinstance(answer, str) or answer is None else json.dumps(answer)
    choice = {"index": 0, "finish_reason": finish_reason}
    return completion({**choice, "message": {"role": "assistant", "content": content, **message}})


def completion(*choices: object) -> Reply:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": MODEL}
    document = {**head, "choices": choices, "usage": usage}
    return Reply(body=json.dumps(document).encode(), headers={"Content-Type": "application/json"})


def fails(status: int, *, code: str | None = None, parameter: str | None = None, **headers: str) -> Reply:
    """An error in the protocol's own shape, with words that no caller should repeat."""
    error = {"message": f"You sent {KEY} and a secret", "type": "invalid", "code": code, "param": parameter}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, body=json.dumps({"error": error}).encode(), headers=named)


def slow(reply: Reply, seconds: float) -> Reply:
    return replace(reply, after=seconds)


DROPPED = Reply(cut=-1)
HTML = Reply(body=b"<html><body>Welcome to the wifi</body></html>", headers={"Content-Type": "text/html"})
BAD_GATEWAY = replace(HTML, status=502)


def without_formats(*refused: str, then: Reply, **failure: Any) -> Behaviour:
    """A server that does not know some kinds of `response_format`."""

    def behave(body: Body) -> Reply:
        return fails(400, **failure) if body.get("response_format", {}).get("type") in refused else then

    return behave


class LlmServer:
    """Runs until the block ends; behaves as scripted, request by request, the last behaviour again and again."""

    def __init__(self, *script: Behaviour) -> None:
        self.asked: list[Body] = []
        self.script: list[Behaviour] = list(script)
        self._closing = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer._send(self, outer._reply(self, body))

            def log_message(self, *arguments: object) -> None:
                return None

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> "LlmServer":
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()

    def behave(self, *script: Behaviour) -> None:
        """From now on like this, and nothing asked yet."""
        self.script = list(script)
        self.asked = []

    def _reply(self, request: BaseHTTPRequestHandler, body: Body) -> Reply:
        self.asked.append(body)
        if request.path != "/v1/chat/completions" or body.get("model") != MODEL:
            return fails(404, code="model_not_found")
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return fails(401, code="invalid_api_key")
        behaviour = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return behaviour if isinstance(behaviour, Reply) else behaviour(body)

    def _send(self, request: BaseHTTPRequestHandler, reply: Reply) -> None:
        self._closing.wait(reply.after)
        if reply.cut == -1:
            request.close_connection = True
            return
        try:
            request.send_response(reply.status)
            for name, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
                request.send_header(name, value)
            request.end_headers()
            body = reply.body[: reply.cut]
            step = 1 if reply.dribble else len(body) or 1
            for start in range(0, len(body), step):
                request.wfile.write(body[start : start + step])
                self._closing.wait(reply.dribble)
        except OSError:  # the caller did not wait
            request.close_connection = True
        if reply.cut is not None:
            request.close_connection = True
