"""The commands about threads."""

from typing import Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.cli.memories import print_json
from graphmem.cli.server import call
from graphmem.settings import load
from graphmem.web.api.thread_shapes import (
    ErasedAnswer,
    MergedAnswer,
    MessagesAnswer,
    PostAnswer,
    ThreadsAnswer,
    ThreadShape,
)

_console = Console(highlight=False)


def open_thread(
    *, user: str | None, id_: str | None, chat: str | None, assistant: str | None, auto: bool, as_json: bool
) -> None:
    given = {"id": id_, "chat_id": chat, "assistant_key": assistant}
    body: dict[str, Any] = {"user_id": user or load().user, "auto_extract": auto}
    body |= {name: value for name, value in given.items() if value is not None}
    thread = call(load(), "POST", "/v1/threads", answer=ThreadShape, json=body)
    if as_json:
        return print_json(thread)
    _console.print(f"opened  {thread.id}", markup=False)
    return None


def listed(*, user: str | None, limit: int, as_json: bool) -> None:
    parameters: dict[str, Any] = {"user_id": user or load().user, "limit": limit}
    answer = call(load(), "GET", "/v1/threads", answer=ThreadsAnswer, params=parameters)
    if as_json:
        return print_json(answer)
    if not answer.threads:
        _console.print("There are no threads yet.")
        return None
    table = Table("Thread", "Opened", "Messages", "Unread", "Extraction", box=None, header_style="bold")
    for thread in answer.threads:
        state = Text(thread.extraction, style="red" if thread.extraction == "failed" else "")
        opened = f"{thread.created_at:%Y-%m-%d %H:%M}"
        table.add_row(Text(thread.id), opened, str(thread.messages), str(thread.unchecked), state)
    _console.print(table)
    return None


def show(thread_id: str, *, limit: int, as_json: bool) -> None:
    """A thread and its messages."""
    thread = call(load(), "GET", f"/v1/threads/{thread_id}", answer=ThreadShape)
    path = f"/v1/threads/{thread_id}/messages"
    messages = call(load(), "GET", path, answer=MessagesAnswer, params={"limit": limit}).messages
    if as_json:
        return print_json({"thread": thread, "messages": messages})
    _console.print(
        Text(f"{thread.user_id}: {thread.messages} messages, {thread.unchecked} unread, {thread.extraction}")
    )
    if thread.error:
        _console.print(Text(f"The last extraction failed: {thread.error}", style="red"))
    for message in messages:
        mark = " " if message.is_memory_checked else "•"
        _console.print(Text.assemble((f"{mark} {message.role:<9} ", "dim"), message.content))
    return None


def post(thread_id: str, content: str, *, role: str, as_json: bool) -> None:
    body = {"role": role, "content": content}
    answer = call(load(), "POST", f"/v1/threads/{thread_id}/messages", answer=PostAnswer, json=body)
    if as_json:
        return print_json(answer)
    for message in answer.messages:
        taken_out = f" ({', '.join(message.redacted)} taken out)" if message.redacted else ""
        _console.print(f"posted{taken_out}  {message.id}", markup=False)
    for result in answer.remembered:
        if result.error is not None:
            _console.print(Text.assemble(("not kept  ", "red"), result.error.message))
        else:
            _console.print(Text.assemble(("remembered  ", "green"), result.memory_id or ""))
    return None


def extract(thread_id: str, *, as_json: bool) -> None:
    thread = call(load(), "POST", f"/v1/threads/{thread_id}/extract", answer=ThreadShape)
    if as_json:
        return print_json(thread)
    said = "nothing is unread" if not thread.unchecked else f"{thread.unchecked} messages will be read"
    _console.print(said)
    return None


def merge(thread_id: str, *, as_json: bool) -> None:
    answer = call(load(), "POST", f"/v1/threads/{thread_id}/merge", answer=MergedAnswer)
    if as_json:
        return print_json(answer)
    _console.print(f"{answer.moved} memories now belong to {answer.user_id} alone", markup=False)
    return None


def erase(thread_id: str, *, clear: bool, yes: bool, as_json: bool) -> None:
    """Deletes a thread, or only what was learned in it; asks first."""
    what = "what was learned in" if clear else "all that was said and learned in"
    if not yes and not typer.confirm(f"Delete {what} thread {thread_id} for good?", err=as_json):
        _console.print("Nothing was deleted.")
        raise typer.Exit(1)
    method, path = ("POST", f"/v1/threads/{thread_id}/clear") if clear else ("DELETE", f"/v1/threads/{thread_id}")
    answer = call(load(), method, path, answer=ErasedAnswer)
    if as_json:
        return print_json(answer)
    told = ", ".join(f"{count} {name}" for name, count in answer.deleted.items() if count)
    _console.print(f"deleted {told or 'nothing'}", markup=False)
    return None
