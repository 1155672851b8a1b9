"""The command `graphmem`."""

import sys

from rich.console import Console

from graphmem.cli.commands import app
from graphmem.errors import GraphmemError, SetupError


def main() -> None:
    """Runs a command; an error of ours is told in words, not as a traceback."""
    try:
        app()
    except GraphmemError as error:
        console = Console(stderr=True, highlight=False)
        console.print(f"[red]graphmem:[/red] {_plain(str(error))}")
        for cure in error.cures if isinstance(error, SetupError) else ():
            console.print(f"  - {_plain(cure)}")
        sys.exit(1)


def _plain(text: str) -> str:
    return text.replace("[", r"\[")
