"""The parts of OpenAI's chat protocol that are looked at; all the rest passes through as it is."""

import time
from typing import Annotated, Any

import msgspec
import uuid_utils
from msgspec import Meta, Struct

OURS = frozenset(["user_id", "thread_id", "chat_id", "assistant_key", "lean"])


class ChatTurn(Struct, frozen=True):
    role: str
    content: str | list[dict[str, Any]] | None = None


class ChatRequest(Struct, frozen=True):
    """A chat completion request, with whose memory is meant."""

    messages: list[ChatTurn]
    model: str | None = None
    stream: bool = False
    user: Annotated[str | None, Meta(description="Whose memory, when `user_id` isn't given")] = None
    user_id: str | None = None
    thread_id: Annotated[str | None, Meta(description="Where the exchange is posted; one of the user's by default")] = (
        None
    )
    chat_id: str | None = None
    assistant_key: str | None = None
    lean: Annotated[bool, Meta(description="Skip recall")] = False


class ChatMessage(Struct, frozen=True):
    role: str
    content: str


class ChatChoice(Struct, frozen=True):
    index: int
    message: ChatMessage
    finish_reason: str


class Usage(Struct, frozen=True):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0


class ChatAnswer(Struct, frozen=True):
    id: str
    object: str
    created: int
    model: str
    choices: list[ChatChoice]
    usage: Usage


class _Delta(Struct):
    content: str | None = None


class _DeltaChoice(Struct):
    delta: _Delta


class _Chunk(Struct):
    choices: list[_DeltaChoice] = []


def text_of(turn: ChatTurn) -> str:
    """The words of a turn, also of one in parts."""
    if isinstance(turn.content, str):
        return turn.content
    parts = [part.get("text") for part in turn.content or () if part.get("type") == "text"]
    return "\n".join(part for part in parts if isinstance(part, str))


def completion(words: str, model: str) -> ChatAnswer:
    return ChatAnswer(
        id=f"chatcmpl-{uuid_utils.uuid7()}",
        object="chat.completion",
        created=int(time.time()),
        model=model,
        choices=[ChatChoice(0, ChatMessage("assistant", words), "stop")],
        usage=Usage(),
    )


def chunk(words: str | None, finish_reason: str | None, model: str, created: int) -> bytes:
    """One event of a streamed completion."""
    delta: dict[str, str] = {"role": "assistant", "content": words} if words is not None else {}
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    head = {"id": "chatcmpl-memory", "object": "chat.completion.chunk", "created": created, "model": model}
    return b"data: " + msgspec.json.encode({**head, "choices": [choice]}) + b"\n\n"


def delta_of(event: bytes) -> str:
    """The words that an event of a streamed completion adds."""
    data = event.strip().removeprefix(b"data:").strip()
    if not event.startswith(b"data:") or data == b"[DONE]":
        return ""
    try:
        choices = msgspec.json.decode(data, type=_Chunk).choices
    except msgspec.DecodeError:
        return ""
    return (choices[0].delta.content or "") if choices else ""
