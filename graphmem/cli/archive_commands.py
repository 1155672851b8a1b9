"""The commands `graphmem export` and `graphmem import`, and their options."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson


def export(
    file: Annotated[str, typer.Argument(help="Where to write it; - is standard output.")] = "-",
    user: Annotated[list[str] | None, typer.Option("--user", "-u", help="Only this user; may be given again.")] = None,
    with_embeddings: Annotated[
        bool, typer.Option("--with-embeddings", help="Vectors too; else they are computed anew after an import.")
    ] = False,
) -> None:
    """Write all that is known to a file: lines of JSON that `graphmem import` reads."""
    from graphmem.cli import archive

    archive.export(file, users=user, with_embeddings=with_embeddings)


def import_(
    file: Annotated[str, typer.Argument(help="The file, or a zip of ChatGPT's or Claude's; - is standard input.")],
    format_: Annotated[
        str, typer.Option("--format", help="auto, graphmem, mcp-memory, mem0, chatgpt or claude.")
    ] = "auto",
    user: Annotated[
        str | None, typer.Option("--user", "-u", help="Whose it becomes, where the file is not graphmem's own.")
    ] = None,
    explicit: Annotated[
        bool, typer.Option("--explicit", help="Keep personal data such as a phone number from files of others too.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would happen.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put a file beside what is known: an export, or what other memories and chats keep."""
    from graphmem.cli import archive

    archive.bring_in(file, format_=format_, user=user, explicit=explicit, dry_run=dry_run, as_json=as_json)
