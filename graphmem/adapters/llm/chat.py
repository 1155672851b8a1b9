"""A question to a language model whose answer has a shape, whatever the server can promise about shapes."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from graphmem.adapters.openai import NoAnswer, Refused, Server, Shape, decoded

Message = dict[str, str]

_NOT_TAKEN = (400, 422)
_LONGEST_ECHO = 4_000  # characters of a wrong answer that the model is shown again
_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)


class _Said(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]


class Chat:
    """One model on a server; what the server refuses to promise is learned once."""

    def __init__(self, server: Server, *, model: str, temperature: float = 0) -> None:
        self._server = server
        self.model = model
        self._temperature: float | None = temperature
        self._promise = 0

    async def ask(self, instructions: str, document: str, *, shape: type, read: Callable[[bytes], Shape]) -> Shape:
        """The answer as `read` takes it, asked for as JSON of the `shape`. Raises NoAnswer when there is none.

        An answer that `read` refuses with a DecodeError is asked for once more, with the reason.
        """
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": document}]
        answer = await self._complete(messages, shape)
        try:
            return read(_json_in(answer))
        except msgspec.DecodeError as error:
            messages += [
                {"role": "assistant", "content": answer[:_LONGEST_ECHO]},
                {"role": "user", "content": f"That is not the JSON asked for: {error}. Answer again, with it alone."},
            ]
        answer = await self._complete(messages, shape)
        try:
            return read(_json_in(answer))
        except msgspec.DecodeError:
            raise NoAnswer("twice an answer that is not the JSON asked for") from None  # its reason may quote words

    async def _complete(self, messages: list[Message], shape: type) -> str:
        body: dict[str, Any] = {"model": self.model, "messages": messages}
        promises = _promises(shape)
        at = self._promise
        while True:
            sampling = {} if self._temperature is None else {"temperature": self._temperature}
            try:
                answer = await self._server.post("/chat/completions", body | sampling | promises[at])
            except Refused as error:
                if error.status not in _NOT_TAKEN:
                    raise
                if error.parameter == "temperature" and sampling:
                    self._temperature = None  # some models choose it themselves
                elif at + 1 < len(promises):
                    at += 1
                else:
                    raise
            else:
                self._promise = at
                return _words(answer)


def _promises(shape: type) -> tuple[dict[str, Any], ...]:
    """What a server may promise about an answer, the most first."""
    schema = {"name": shape.__name__.strip("_").lower(), "strict": True, "schema": schema_of(shape)}
    return (
        {"response_format": {"type": "json_schema", "json_schema": schema}},
        {"response_format": {"type": "json_object"}},
        {},
    )


def schema_of(shape: type) -> dict[str, Any]:
    """The JSON schema in the form that strict servers want: an object at the root, every property required."""
    _, parts = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    for part in parts.values():
        part["required"] = list(part["properties"])
        for property_ in part["properties"].values():
            property_.pop("default", None)
    return {**parts.pop(shape.__name__), "$defs": parts}


def _words(answer: bytes) -> str:
    try:
        choices = decoded(answer, _Completion).choices
    except msgspec.DecodeError:
        raise NoAnswer("an answer that is no chat completion") from None
    if not choices:
        raise NoAnswer("an answer without a choice")
    [choice, *_] = choices
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise NoAnswer("the model refused to answer")
    if choice.finish_reason == "length":
        raise NoAnswer("an answer that was cut off")
    if not choice.message.content:
        raise NoAnswer("an answer without words")
    return choice.message.content


def _json_in(words: str) -> bytes:
    """The object in an answer, without thoughts before it or a fence around it."""
    words = _THOUGHT.sub("", words)
    return words[max(words.find("{"), 0) : words.rfind("}") + 1].encode(errors="replace")
