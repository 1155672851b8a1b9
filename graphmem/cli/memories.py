"""The commands about memories: they ask the server and print tables, or JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.cli.server import call
from graphmem.errors import InvalidInput
from graphmem.model import Include
from graphmem.settings import load
from graphmem.web.api.shapes import (
    ClearedAnswer,
    DeletedAnswer,
    MemoriesAnswer,
    MemoryShape,
    QuoteShape,
    RecallAnswer,
    RememberAnswer,
)
from graphmem.web.api.versions import HistoryAnswer, WhyAnswer

_console = Console(highlight=False)
_WIDE = 110  # columns from which a table has room for everything


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
        return print_json(answer)
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


def recall(
    query: str,
    *,
    limit: int | None,
    whose: Whose,
    as_json: bool,
    person: str | None = None,
    as_of: str | None = None,
    valid_at: str | None = None,
    include: Sequence[Include] | None = None,
    max_tokens: int | None = None,
) -> None:
    options: dict[str, Any] = {"limit": limit, "person": person}
    options |= {"as_of": moment(as_of), "valid_at": moment(valid_at)}
    options |= {"include": list(include) if include else None, "max_tokens": max_tokens}
    body = {"query": query, **whose.fields(), **_given(options)}
    answer = call(load(), "POST", "/v1/recall", answer=RecallAnswer, json=body)
    if as_json:
        return print_json(answer)
    if not answer.memories and not answer.messages:
        _console.print("Nothing is known about that.")
        return None
    if answer.memories:
        _print_table([{"Relevance": f"{item.relevance:.0%}", **_row(item)} for item in answer.memories])
    if answer.messages:
        _print_table([_quote_row(quote) for quote in answer.messages])
    return None


def listed(
    *,
    limit: int,
    kind: str | None,
    status: str,
    include_expired: bool,
    person: str | None,
    as_of: str | None,
    valid_at: str | None,
    whose: Whose,
    as_json: bool,
) -> None:
    options = {"kind": kind, "person": person, "as_of": moment(as_of), "valid_at": moment(valid_at)}
    parameters = {**whose.fields(), "limit": limit, "status": status, "include_expired": include_expired}
    parameters |= _given(options)
    answer = call(load(), "GET", "/v1/memories", answer=MemoriesAnswer, params=parameters)
    if as_json:
        return print_json(answer)
    if not answer.memories:
        _console.print("Nothing is known yet.")
        return None
    print_memories(answer.memories)
    if answer.next_cursor:
        _console.print(f"There are more: --limit {min(limit * 2, 500)} shows them.")
    return None


def print_memories(memories: Sequence[MemoryShape]) -> None:
    _print_table([_row(item) for item in memories])


def _row(item: MemoryShape) -> dict[str, str | Text]:
    return {
        "Memory": Text(item.content, style="" if item.status == "active" else "dim strike"),
        "About": _about(item),
        "Kind": item.kind,
        "Since": f"{item.created_at:%Y-%m-%d}",
        "Expires": f"{item.expires_at:%Y-%m-%d}" if item.expires_at else "",
        "Id": item.id,
    }


def _quote_row(quote: QuoteShape) -> dict[str, str | Text]:
    return {
        "Score": f"{quote.score:.2f}",
        "Said": Text(quote.text),
        "By": quote.role,
        "On": f"{quote.said_at:%Y-%m-%d}",
        "Thread": quote.thread_id,
    }


def history(memory_id: str, *, as_json: bool) -> None:
    answer = call(load(), "GET", f"/v1/memories/{memory_id}/history", answer=HistoryAnswer)
    if as_json:
        return print_json(answer)
    _print_table(
        [
            {
                "Memory": Text(version.content),
                "From": f"{version.created_at:%Y-%m-%d}",
                "Until": f"{version.replaced.at:%Y-%m-%d}" if version.replaced else "",
                "Because": Text(version.replaced.reason or "" if version.replaced else ""),
                "Id": version.id,
            }
            for version in answer.versions
        ]
    )
    return None


def why(memory_id: str, *, as_json: bool) -> None:
    answer = call(load(), "GET", f"/v1/memories/{memory_id}/why", answer=WhyAnswer)
    if as_json:
        return print_json(answer)
    _console.print(Text.assemble("It was said on ", f"{answer.said_at:%Y-%m-%d %H:%M} UTC: ", (answer.words, "bold")))
    _console.print(f"Confidence {answer.confidence:.2f}.")
    for told in answer.about:
        name = told.name or f"my {told.relation}"
        _console.print(Text(f"About {name}: {told.reason} (rule: {told.rule})."))
    for old in answer.replaces:
        _console.print(Text(f"Replaced “{old.content}” on {old.at:%Y-%m-%d}: {old.reason} (rule: {old.rule})."))
    return None


def show(memory_id: str, *, as_json: bool) -> None:
    memory = call(load(), "GET", f"/v1/memories/{memory_id}", answer=MemoryShape)
    if as_json:
        return print_json(memory)
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
        return print_json(answer)
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
        return print_json(answer)
    _console.print(
        f"deleted {answer.deleted} {'memory' if answer.deleted == 1 else 'memories'} of {name}", markup=False
    )
    return None


def _print_table(rows: Sequence[dict[str, str | Text]]) -> None:
    """A table of these rows; on a narrow terminal without what can be had from `memory show`."""
    columns = [name for name in rows[0] if any(str(row[name]) for row in rows)]
    if _console.width < _WIDE:
        columns = [name for name in columns if name not in {"Kind", "Since", "Expires"}]
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for name in columns:
        wide = name in {"Memory", "Said"}
        table.add_column(name, overflow="fold", ratio=1 if wide else None, no_wrap=name in {"Id", "Since"})
    for row in rows:
        table.add_row(*(row[name] for name in columns))
    _console.print(table)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def moment(text: str | None) -> str | None:
    """A day or a time as the server wants it: with a zone, which is UTC unless it says another."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInput("time", f"{text!r} is no day or time, such as 2026-03-01 or 2026-03-01T09:30") from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).isoformat()


def _about(item: MemoryShape) -> Text:
    return Text(", ".join(person.name or f"my {person.relation}" for person in item.about))


def _readable(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    if isinstance(value, str | int | float):
        return str(value)
    return msgspec.json.encode(value).decode()


def print_json(answer: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(answer)).decode())
