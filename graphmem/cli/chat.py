"""A chat with memory on the command line: one message, or one after the other."""

from typing import Any

import typer
import uuid_utils
from rich.console import Console
from rich.text import Text

from graphmem.cli.memories import Whose, print_json
from graphmem.cli.server import call
from graphmem.settings import load
from graphmem.web.api.chat_shapes import ChatAnswer

_console = Console(highlight=False)


def once(message: str, *, thread: str | None, lean: bool, whose: Whose, as_json: bool) -> None:
    answered = _ask([{"role": "user", "content": message}], thread=thread, lean=lean, whose=whose)
    if as_json:
        return print_json(answered)
    _console.print(Text(answered.choices[0].message.content))
    return None


def talk(*, thread: str | None, lean: bool, whose: Whose) -> None:
    """Asks and answers until the end of input."""
    thread = thread or f"chat-{uuid_utils.uuid7()}"
    _console.print(Text("Say something; an empty line ends the chat.", style="dim"))
    said: list[dict[str, str]] = []
    while message := typer.prompt("you", default="", show_default=False, prompt_suffix="> ").strip():
        said.append({"role": "user", "content": message})
        words = _ask(said, thread=thread, lean=lean, whose=whose).choices[0].message.content
        said.append({"role": "assistant", "content": words})
        _console.print(Text(words))


def _ask(messages: list[dict[str, str]], *, thread: str | None, lean: bool, whose: Whose) -> ChatAnswer:
    body: dict[str, Any] = {"messages": messages, "lean": lean, **whose.fields()}
    if thread is not None:
        body["thread_id"] = thread
    return call(load(), "POST", "/v1/chat/completions", answer=ChatAnswer, json=body)
