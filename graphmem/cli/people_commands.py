"""The commands `graphmem people …` and their options."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson, Chat, Limit, User, Who

people = typer.Typer(no_args_is_help=True, help="The people somebody spoke of.")
AsOf = Annotated[str | None, typer.Option(help="Who was known then: 2026-03-01 or a full time.")]


@people.command("list")
def people_list(
    limit: Limit = 50, as_of: AsOf = None, user: User = None, chat: Chat = None, as_json: AsJson = False
) -> None:
    """List the people somebody spoke of."""
    from graphmem.cli import memories
    from graphmem.cli import people as run

    run.listed(limit=limit, as_of=as_of, whose=memories.Whose(user, chat, None), as_json=as_json)


@people.command("show")
def people_show(who: Who, user: User = None, chat: Chat = None, as_json: AsJson = False) -> None:
    """Show a person and what is known about them."""
    from graphmem.cli import memories
    from graphmem.cli import people as run

    run.show(who, whose=memories.Whose(user, chat, None), as_json=as_json)


@people.command("rename")
def people_rename(
    who: Who,
    name: Annotated[str, typer.Argument(help="What they are called; the old name stays one of their names.")],
    user: User = None,
    chat: Chat = None,
    as_json: AsJson = False,
) -> None:
    """Rename a person."""
    from graphmem.cli import memories
    from graphmem.cli import people as run

    run.call_them(who, {"name": name}, whose=memories.Whose(user, chat, None), as_json=as_json)


@people.command("alias")
def people_alias(
    who: Who,
    add: Annotated[
        list[str] | None, typer.Option(help="A name or relation that is theirs; may be given again.")
    ] = None,
    remove: Annotated[list[str] | None, typer.Option(help="One that isn't; may be given again.")] = None,
    user: User = None,
    chat: Chat = None,
    as_json: AsJson = False,
) -> None:
    """Add or remove what somebody is called."""
    from graphmem.cli import memories
    from graphmem.cli import people as run

    body = {"add_aliases": add or [], "remove_aliases": remove or []}
    run.call_them(who, body, whose=memories.Whose(user, chat, None), as_json=as_json)


@people.command("merge")
def people_merge(
    who: Who,
    into: Annotated[str, typer.Argument(help="The one they are one with, whose name stays.")],
    user: User = None,
    chat: Chat = None,
    as_json: AsJson = False,
) -> None:
    """Make two people one."""
    from graphmem.cli import memories
    from graphmem.cli import people as run

    run.merge(who, into, whose=memories.Whose(user, chat, None), as_json=as_json)


@people.command("split")
def people_split(
    who: Who,
    memory_ids: Annotated[list[str] | None, typer.Argument(help="The ids of the memories that go.")] = None,
    name: Annotated[str | None, typer.Option(help="What the other one is called; the same by default.")] = None,
    alias: Annotated[list[str] | None, typer.Option(help="A name or relation that goes; may be given again.")] = None,
    user: User = None,
    chat: Chat = None,
    as_json: AsJson = False,
) -> None:
    """Make somebody new of some of a person's facts."""
    from graphmem.cli import memories
    from graphmem.cli import people as run

    body = {"memory_ids": memory_ids or [], "name": name, "aliases": alias or []}
    run.split(who, body, whose=memories.Whose(user, chat, None), as_json=as_json)
