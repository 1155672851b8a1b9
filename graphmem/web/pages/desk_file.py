"""An answer as a file that spreadsheets read."""

import csv
import io

import msgspec

from graphmem.core.desk import Table, Value

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(table: Table) -> str:
    """Rows below their names; a text that a spreadsheet would take for a formula gets an apostrophe before it."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([_text(name) for name in table.columns])
    writer.writerows([_cell(value) for value in row] for row in table.rows)
    return file.getvalue()


def _cell(value: Value) -> str | int | float:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case int() | float():
            return value
        case str():
            return _text(value)
        case _:
            return _text(msgspec.json.encode(value).decode())


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
