"""The commands about memories: they ask the server and print tables, or JSON."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.cli.server import call
from graphmem.settings import load
from graphmem.web.api.shapes import (
    ClearedAnswer,
    DeletedAnswer,
    MemoriesAnswer,
    MemoryShape,
    RecallAnswer,
    RememberAnswer,
)

_console = Console(highlight=False)


@dataclass(frozen=True, slots=True)
class Whose:
    """The options that say whose memories are meant."""

    user: str | None
    chat: str | None
    assistant: str | None

    def fields(self) -> dict[str, str]:
        given = {"user_id": self.user or load().user, "chat_id": self.chat, "assistant_key": self.assistant}
        return {name: value for name, value in given.items() if value is not None}


def remember(
    contents: list[str],
    *,
    kind: str | None,
    key: str | None,
    tags: list[str] | None,
    about: list[str] | None,
    expires_in: str | None,
    expires_days: float | None,
    explicit: bool,
    whose: Whose,
    as_json: bool,
) -> None:
    marks: dict[str, Any] = {"kind": kind, "key": key, "tags": tags, "subjects": about}
    marks |= {"expires_in": expires_in, "expires_days": expires_days, "explicit": explicit or None}
    given = {name: value for name, value in marks.items() if value is not None}
    body: dict[str, Any] = {
        "memories": [{"content": content, **given} for content in contents],
        **whose.fields(),
    }
    if whose.chat is not None and whose.user is None:
        body["owner_type"] = "chat"
    answer = call(load(), "POST", "/v1/memories", answer=RememberAnswer, json=body)
    if as_json:
        return _print_json(answer)
    for content, result in zip(contents, answer.results, strict=True):
        if result.error is not None:
            _console.print(Text.assemble(("not kept  ", "red"), f"{content}: {result.error.message}"))
            continue
        said = "known already" if result.deduplicated else "remembered"
        replaced = f" (replaces {len(result.superseded)})" if result.superseded else ""
        _console.print(Text.assemble((f"{said}{replaced}  ", "green"), content, (f"  {result.memory_id}", "dim")))
    if any(result.error for result in answer.results):
        raise typer.Exit(1)
    return None


def recall(query: str, *, limit: int | None, whose: Whose, as_json: bool) -> None:
    body = {"query": query, **whose.fields()} | ({"limit": limit} if limit is not None else {})
    answer = call(load(), "POST", "/v1/recall", answer=RecallAnswer, json=body)
    if as_json:
        return _print_json(answer)
    if not answer.memories:
        _console.print("Nothing is known about that.")
        return None
    table = _table("Score", "Memory", "About", "Kind", "Since", "Id")
    for item in answer.memories:
        table.add_row(
            f"{item.score:.2f}",
            Text(item.content),
            _about(item),
            item.kind,
            f"{item.created_at:%Y-%m-%d}",
            item.id,
        )
    _console.print(table)
    return None


def listed(*, limit: int, kind: str | None, status: str, include_expired: bool, whose: Whose, as_json: bool) -> None:
    parameters = {**whose.fields(), "limit": limit, "status": status, "include_expired": include_expired}
    if kind is not None:
        parameters["kind"] = kind
    answer = call(load(), "GET", "/v1/memories", answer=MemoriesAnswer, params=parameters)
    if as_json:
        return _print_json(answer)
    if not answer.memories:
        _console.print("Nothing is known yet.")
        return None
    table = _table("Memory", "About", "Kind", "Since", "Expires", "Id")
    for item in answer.memories:
        expires = f"{item.expires_at:%Y-%m-%d}" if item.expires_at else ""
        words = Text(item.content, style="" if item.status == "active" else "dim strike")
        table.add_row(words, _about(item), item.kind, f"{item.created_at:%Y-%m-%d}", expires, item.id)
    _console.print(table)
    if answer.next_cursor:
        _console.print(f"There are more: --limit {min(limit * 2, 500)} shows them.")
    return None


def show(memory_id: str, *, as_json: bool) -> None:
    memory = call(load(), "GET", f"/v1/memories/{memory_id}", answer=MemoryShape)
    if as_json:
        return _print_json(memory)
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    for name in memory.__struct_fields__:
        value = getattr(memory, name)
        if value in (None, [], {}):
            continue
        table.add_row(name.replace("_", " "), Text(_readable(value)))
    _console.print(table)
    return None


def delete(memory_id: str, *, as_json: bool) -> None:
    answer = call(load(), "DELETE", f"/v1/memories/{memory_id}", answer=DeletedAnswer)
    if as_json:
        return _print_json(answer)
    _console.print(f"deleted  {answer.id}")
    return None


def clear(*, yes: bool, user: str | None, chat: str | None, as_json: bool) -> None:
    whose = {"chat_id": chat} if chat is not None else {"user_id": user or load().user}
    name = f"chat {chat}" if chat is not None else f"user {whose['user_id']}"
    if not yes and not typer.confirm(f"Delete every memory of {name} for good?", err=as_json):
        _console.print("Nothing was deleted.")
        raise typer.Exit(1)
    answer = call(load(), "DELETE", "/v1/memories", answer=ClearedAnswer, params=whose)
    if as_json:
        return _print_json(answer)
    _console.print(
        f"deleted {answer.deleted} {'memory' if answer.deleted == 1 else 'memories'} of {name}", markup=False
    )
    return None


def _table(*columns: str) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        wide = column == "Memory"
        table.add_column(column, overflow="fold", ratio=1 if wide else None, no_wrap=column in {"Id", "Since"})
    return table


def _about(item: MemoryShape) -> Text:
    return Text(", ".join(person.name or f"my {person.relation}" for person in item.about))


def _readable(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    if isinstance(value, str | int | float):
        return str(value)
    return msgspec.json.encode(value).decode()


def _print_json(answer: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(answer)).decode())
