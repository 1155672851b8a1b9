"""`graphmem config show`: each setting, its value, and where it came from."""

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.in_force import in_force
from graphmem.settings import load


def show(*, as_json: bool) -> None:
    rows, unknown = in_force(load())
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
