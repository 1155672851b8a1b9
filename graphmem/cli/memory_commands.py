"""`graphmem memory …`: every command and its options."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson, AssistantKey, Chat, DataDirOption, Id, Limit, User, Yes
from graphmem.model import Include

memory = typer.Typer(no_args_is_help=True, help="Look at memories and put them right.")


@memory.command("list")
def memory_list(
    limit: Limit = 50,
    kind: Annotated[str | None, typer.Option(help="Only this kind.")] = None,
    status: Annotated[str, typer.Option(help="active, deprecated or all.")] = "active",
    include_expired: Annotated[bool, typer.Option("--include-expired", help="Expired ones too.")] = False,
    person: Annotated[str | None, typer.Option(help="Only about this person: any name or relation.")] = None,
    as_of: Annotated[str | None, typer.Option(help="What was known then: 2026-03-01 or a full time.")] = None,
    valid_at: Annotated[str | None, typer.Option(help="What was true then.")] = None,
    user: User = None,
    chat: Chat = None,
    assistant: AssistantKey = None,
    as_json: AsJson = False,
) -> None:
    """List memories, newest first."""
    from graphmem.cli import memories

    memories.listed(
        limit=limit, kind=kind, status=status, include_expired=include_expired,
        person=person, as_of=as_of, valid_at=valid_at,
        whose=memories.Whose(user, chat, assistant), as_json=as_json,
    )  # fmt: skip


@memory.command("search")
def memory_search(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="Most rows.")] = 10,
    user: User = None,
    chat: Chat = None,
    assistant: AssistantKey = None,
    as_json: AsJson = False,
) -> None:
    """Search memories by meaning and words, with how likely each is to answer."""
    from graphmem.cli import memories

    whose = memories.Whose(user, chat, assistant)
    memories.recall(query, limit=limit, whose=whose, as_json=as_json, include=[Include.MEMORIES])


@memory.command("show")
def memory_show(memory_id: Id, as_json: AsJson = False) -> None:
    """Show all of one memory."""
    from graphmem.cli import memories

    memories.show(memory_id, as_json=as_json)


@memory.command("history")
def memory_history(memory_id: Id, as_json: AsJson = False) -> None:
    """Show every version of a fact, oldest first, and why each was replaced."""
    from graphmem.cli import memories

    memories.history(memory_id, as_json=as_json)


@memory.command("why")
def memory_why(memory_id: Id, as_json: AsJson = False) -> None:
    """Show why a memory is believed."""
    from graphmem.cli import memories

    memories.why(memory_id, as_json=as_json)


@memory.command("restore")
def memory_restore(memory_id: Id, as_json: AsJson = False) -> None:
    """Let a superseded fact hold again."""
    from graphmem.cli import changes as run

    run.restore(memory_id, as_json=as_json)


@memory.command("reassign")
def memory_reassign(
    memory_id: Id,
    about: Annotated[list[str] | None, typer.Argument(help="Names, relations or ids; nobody if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say whom a fact is about."""
    from graphmem.cli import changes as run

    run.reassign(memory_id, about or [], as_json=as_json)


@memory.command("delete")
def memory_delete(memory_id: Id, as_json: AsJson = False) -> None:
    """Delete one memory for good."""
    from graphmem.cli import memories

    memories.delete(memory_id, as_json=as_json)


@memory.command("clear")
def memory_clear(
    yes: Yes = False,
    user: User = None,
    chat: Annotated[str | None, typer.Option("--chat", help="Clear this chat's memories instead of a user's.")] = None,
    as_json: AsJson = False,
) -> None:
    """Delete every memory of a user or chat for good; asks first."""
    from graphmem.cli import memories

    memories.clear(yes=yes, user=user, chat=chat, as_json=as_json)


@memory.command("gc")
def memory_gc(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count.")] = False,
    data_dir: DataDirOption = None,
    as_json: AsJson = False,
) -> None:
    """Remove what expired or was replaced longer ago than the retention, and people nobody speaks of any more."""
    from graphmem.cli.gc import gc
    from graphmem.settings import load

    gc(load(data_dir=data_dir), dry_run=dry_run, as_json=as_json)
