"""The commands about changes: what was put right, and undoing it."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.cli.memories import Whose, print_json
from graphmem.cli.server import Refused, call
from graphmem.core.curation import BY_HAND
from graphmem.settings import load
from graphmem.web.api.change_shapes import ChangesAnswer, ChangeShape, CuratedMemory

_console = Console(highlight=False)


def say(words: str, change_id: str | None) -> None:
    """What was done, and how to take it back."""
    how = f"  undo: graphmem undo {change_id}" if change_id else "  nothing to change"
    _console.print(Text.assemble(words, (how, "dim")))


def listed(*, limit: int, whose: Whose, as_json: bool) -> None:
    answer = call(load(), "GET", "/v1/changes", answer=ChangesAnswer, params={**whose.fields(), "limit": limit})
    if as_json:
        return print_json(answer)
    if not answer.changes:
        _console.print("Nothing was changed yet.")
        return None
    table = Table("When", "What", "", "By", "Id", box=None, header_style="bold")
    for change in answer.changes:
        undone = Text(" (undone)", style="dim") if change.undone_at else Text("")
        when = f"{change.at:%Y-%m-%d %H:%M}"
        table.add_row(when, change.kind, Text(change.summary) + undone, Text(change.by), change.id)
    _console.print(table)
    return None


def undo(change_id: str | None, *, whose: Whose, as_json: bool) -> None:
    if change_id is None:
        change_id = _last_by_hand(whose)
    change = call(load(), "POST", f"/v1/changes/{change_id}/undo", answer=ChangeShape)
    if as_json:
        return print_json(change)
    _console.print(Text.assemble(("undone  ", "green"), f"{change.kind}: {change.summary}"))
    return None


def restore(memory_id: str, *, as_json: bool) -> None:
    memory = call(load(), "POST", f"/v1/memories/{memory_id}/restore", answer=CuratedMemory)
    return print_json(memory) if as_json else say(f"holds again: {memory.content}", memory.change_id)


def reassign(memory_id: str, about: list[str], *, as_json: bool) -> None:
    body = {"subjects": about}
    memory = call(load(), "POST", f"/v1/memories/{memory_id}/reassign", answer=CuratedMemory, json=body)
    names = ", ".join(person.name or f"my {person.relation}" for person in memory.about) or "nobody else"
    return print_json(memory) if as_json else say(f"{memory.content} (about {names})", memory.change_id)


def _last_by_hand(whose: Whose) -> str:
    page = call(load(), "GET", "/v1/changes", answer=ChangesAnswer, params={**whose.fields(), "limit": 100})
    for change in page.changes:
        if change.by == BY_HAND and change.undone_at is None:
            return change.id
    raise Refused("nothing was changed by hand that could be undone")
