"""`graphmem config show`: each setting, its value, and where it came from."""

import re
from typing import Any

import msgspec
import typer
from pydantic import SecretStr
from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.settings import Settings, load, origins

_MASK = "********"
_PASSWORD = re.compile(r"(?<=://)([^/@:\s]*):[^/@\s]*@")


class Shown(msgspec.Struct, frozen=True):
    """One setting as it is in force."""

    name: str
    value: str | int | float | bool | list[str] | None
    source: str
    origin: str | None


def show(*, as_json: bool) -> None:
    settings, (found, unknown) = load(), origins()
    rows = [
        Shown(names[0], _shown(getattr(settings, name)), found[name].kind, found[name].name or None)
        for name, names in Settings.names().items()
    ]
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode({"settings": rows, "unknown": unknown})).decode())
        return
    table = Table("Setting", "Value", "From", box=None, header_style="bold")
    for row in rows:
        value = "" if row.value in (None, []) else str(row.value)
        style = "dim" if row.source == "default" else ""
        table.add_row(Text(row.name, style), Text(value, style), Text(row.origin or row.source, style))
    Console(highlight=False).print(table)
    for name in unknown:
        Console(stderr=True, highlight=False).print(Text(f"{name} in the file is no setting of graphmem's", "yellow"))


def _shown(value: Any) -> str | int | float | bool | list[str] | None:
    if isinstance(value, SecretStr):
        return _MASK if value.get_secret_value() else None
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return _PASSWORD.sub(rf"\1:{_MASK}@", str(value))
