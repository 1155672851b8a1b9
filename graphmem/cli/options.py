"""Options and arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
User = Annotated[str | None, typer.Option("--user", "-u", help="Whose memories (GRAPHMEM_USER).")]
Chat = Annotated[str | None, typer.Option("--chat", help="The chat whose memories count too, or own it.")]
AssistantKey = Annotated[str | None, typer.Option("--assistant", help="Seen by, or as, this assistant only.")]
DataDirOption = Annotated[Path | None, typer.Option("--data-dir", help="Folder with everything (GRAPHMEM_DATA_DIR).")]
Host = Annotated[str | None, typer.Option(help="Address to serve on (GRAPHMEM_HOST).")]
Port = Annotated[int | None, typer.Option(help="Port to serve on (GRAPHMEM_PORT).")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=500, help="Most rows.")]
Id = Annotated[str, typer.Argument(help="A memory's id.")]
Who = Annotated[str, typer.Argument(help="An id, or any name or relation: 'Sarah', 'my wife'.")]
ThreadId = Annotated[str, typer.Argument(help="A thread's id.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]
