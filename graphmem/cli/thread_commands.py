"""The commands `graphmem thread …` and their options."""

from typing import Annotated

import typer

from graphmem.cli.options import AsJson, Limit, ThreadId, User, Yes

thread = typer.Typer(no_args_is_help=True, help="Conversations, and what is learned in them.")


@thread.command("open")
def thread_open(
    id_: Annotated[str | None, typer.Option("--id", help="Your own id for it.")] = None,
    auto: Annotated[bool, typer.Option("--auto-extract", help="Read every message of the user at once.")] = False,
    user: User = None,
    chat: Annotated[str | None, typer.Option("--chat", help="The chat it takes place in.")] = None,
    assistant: Annotated[str | None, typer.Option("--assistant", help="The assistant the user talks to.")] = None,
    as_json: AsJson = False,
) -> None:
    """Open a thread."""
    from graphmem.cli import threads

    threads.open_thread(user=user, id_=id_, chat=chat, assistant=assistant, auto=auto, as_json=as_json)


@thread.command("list")
def thread_list(limit: Limit = 50, user: User = None, as_json: AsJson = False) -> None:
    """List a user's threads, those opened last first."""
    from graphmem.cli import threads

    threads.listed(user=user, limit=limit, as_json=as_json)


@thread.command("show")
def thread_show(thread_id: ThreadId, limit: Limit = 50, as_json: AsJson = False) -> None:
    """Show a thread and its messages; a dot marks those not yet read for facts."""
    from graphmem.cli import threads

    threads.show(thread_id, limit=limit, as_json=as_json)


@thread.command("post")
def thread_post(
    thread_id: ThreadId,
    content: Annotated[str, typer.Argument(help="What is said.")],
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "user",
    as_json: AsJson = False,
) -> None:
    """Post a message."""
    from graphmem.cli import threads

    threads.post(thread_id, content, role=role, as_json=as_json)


@thread.command("extract")
def thread_extract(thread_id: ThreadId, as_json: AsJson = False) -> None:
    """Have a thread read for facts now, also one that failed."""
    from graphmem.cli import threads

    threads.extract(thread_id, as_json=as_json)


@thread.command("merge")
def thread_merge(thread_id: ThreadId, as_json: AsJson = False) -> None:
    """Give what a thread holds to its user."""
    from graphmem.cli import threads

    threads.merge(thread_id, as_json=as_json)


@thread.command("clear")
def thread_clear(thread_id: ThreadId, yes: Yes = False, as_json: AsJson = False) -> None:
    """Delete what was learned in a thread, and keep the thread; asks first."""
    from graphmem.cli import threads

    threads.erase(thread_id, clear=True, yes=yes, as_json=as_json)


@thread.command("delete")
def thread_delete(thread_id: ThreadId, yes: Yes = False, as_json: AsJson = False) -> None:
    """Delete a thread with all that was said and learned in it; asks first."""
    from graphmem.cli import threads

    threads.erase(thread_id, clear=False, yes=yes, as_json=as_json)
