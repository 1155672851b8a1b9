"""Every command and its options. What a command does is imported when it runs, so that each starts quickly."""

from typing import Annotated

import typer

from graphmem.cli.archive_commands import export, import_
from graphmem.cli.memory_commands import memory
from graphmem.cli.options import AsJson, AssistantKey, Chat, DataDirOption, Host, Limit, Port, User
from graphmem.cli.people_commands import people
from graphmem.cli.thread_commands import thread
from graphmem.model import Include

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
                  help="Long-term memory for agents, in a graph.")  # fmt: skip
key = typer.Typer(no_args_is_help=True, help="API keys: each belongs to one tenant.")
app.add_typer(memory, name="memory")
app.add_typer(people, name="people")
app.add_typer(thread, name="thread")
app.add_typer(key, name="key")
app.command()(export)
app.command("import")(import_)
config = typer.Typer(no_args_is_help=True, help="How this graphmem is set up.")
app.add_typer(config, name="config")


@app.command()
def up(
    host: Host = None,
    port: Port = None,
    data_dir: DataDirOption = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Don't open the page.")] = False,
    demo: Annotated[bool, typer.Option("--demo", help="Tell it a year of a family and a team, to look at.")] = False,
) -> None:
    """Start everything: a private Neo4j and queue (unless NEO4J_URI, REDIS_URL), a worker and the web server."""
    from graphmem.cli.up import up as run
    from graphmem.settings import load

    run(load(host=host, port=port, data_dir=data_dir), browser=not no_browser, demo=demo)


@app.command()
def serve(host: Host = None, port: Port = None) -> None:
    """Run the web server alone, on NEO4J_URI and REDIS_URL."""
    from graphmem.cli.serve import serve as run
    from graphmem.settings import load

    run(load(host=host, port=port))


@app.command()
def worker() -> None:
    """Run a worker alone, on NEO4J_URI and REDIS_URL."""
    import asyncio

    from graphmem import logs
    from graphmem.settings import load
    from graphmem.worker import run

    settings = load()
    logs.configure(settings.log_level)
    asyncio.run(run(settings))


@app.command()
def mcp(
    user: User = None,
    chat: Chat = None,
    assistant: AssistantKey = None,
    profile: Annotated[
        str, typer.Option(help="default, or extended: also the official memory server's tools.")
    ] = "default",
) -> None:
    """Speak MCP on standard input and output, for agents that start their servers themselves."""
    import asyncio

    from graphmem.cli.mcp import serve as run

    asyncio.run(run(user=user, chat=chat, assistant=assistant, profile=profile))


@app.command()
def doctor(data_dir: DataDirOption = None, as_json: AsJson = False) -> None:
    """Check everything graphmem needs, and say how to mend what is wrong."""
    from graphmem.cli.doctor import doctor as run
    from graphmem.settings import load

    run(load(data_dir=data_dir), as_json=as_json)


@app.command()
def reembed(
    data_dir: DataDirOption = None,
    embedder: Annotated[str | None, typer.Option(help="onnx, sentence-transformers or openai.")] = None,
    model: Annotated[str | None, typer.Option(help="The model's name or folder.")] = None,
) -> None:
    """Compute every vector anew with the configured model, also while graphmem is serving."""
    from graphmem.cli.reembed import reembed as run
    from graphmem.settings import load

    run(load(data_dir=data_dir, embedder=embedder, embedding_model=model))


@app.command()
def remember(
    contents: Annotated[list[str], typer.Argument(help="One fact, or several.")],
    kind: Annotated[str | None, typer.Option(help="profile, preference, fact, task, note, summary or event.")] = None,
    key: Annotated[str | None, typer.Option(help="What the fact is a value of; a new value replaces the old.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag; may be given again.")] = None,
    about: Annotated[list[str] | None, typer.Option(help="Whom it is about; may be given again.")] = None,
    expires_in: Annotated[str | None, typer.Option(help="Until when it holds: '2 weeks', 'until Friday'.")] = None,
    expires_days: Annotated[float | None, typer.Option(help="Days until it is no longer true.")] = None,
    explicit: Annotated[bool, typer.Option("--explicit", help="Keep personal data such as a phone number.")] = False,
    user: User = None,
    chat: Chat = None,
    assistant: AssistantKey = None,
    as_json: AsJson = False,
) -> None:
    """Keep one fact or several."""
    from graphmem.cli import memories

    memories.remember(
        contents, kind=kind, key=key, tags=tag, about=about,
        expires_in=expires_in, expires_days=expires_days, explicit=explicit,
        whose=memories.Whose(user, chat, assistant), as_json=as_json,
    )  # fmt: skip


@app.command()
def recall(
    query: Annotated[str, typer.Argument(help="What an agent would ask.")],
    person: Annotated[str | None, typer.Option(help="Only about this person: any name or relation.")] = None,
    as_of: Annotated[str | None, typer.Option(help="What was known then: 2026-03-01 or a full time.")] = None,
    valid_at: Annotated[str | None, typer.Option(help="What was true then.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, max=100, help="Most memories.")] = None,
    include: Annotated[
        list[Include] | None, typer.Option(help="memories, messages; may be given again. By itself, messages fill in.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Only what has room in a prompt of so many.")] = None,
    user: User = None,
    chat: Chat = None,
    assistant: AssistantKey = None,
    as_json: AsJson = False,
) -> None:
    """Find what bears on a question."""
    from graphmem.cli import memories

    memories.recall(
        query, limit=limit, whose=memories.Whose(user, chat, assistant), as_json=as_json,
        person=person, as_of=as_of, valid_at=valid_at, include=include, max_tokens=max_tokens,
    )  # fmt: skip


@app.command()
def chat(
    message: Annotated[str | None, typer.Argument(help="What you say; left out, you talk until an empty line.")] = None,
    thread_id: Annotated[str | None, typer.Option("--thread", help="The thread it is posted to.")] = None,
    lean: Annotated[bool, typer.Option("--lean", help="Answer without recalling anything.")] = False,
    user: User = None,
    chat_id: Chat = None,
    assistant: AssistantKey = None,
    as_json: AsJson = False,
) -> None:
    """Chat with memory; without a language model, the answers are out of memory alone."""
    from graphmem.cli import chat as run
    from graphmem.cli import memories

    whose = memories.Whose(user, chat_id, assistant)
    if message is None:
        run.talk(thread=thread_id, lean=lean, whose=whose)
    else:
        run.once(message, thread=thread_id, lean=lean, whose=whose, as_json=as_json)


@key.command("create")
def key_create(
    what_for: Annotated[str, typer.Argument(metavar="[NAME]", help="What the key is for.")] = "",
    tenant: Annotated[
        str | None, typer.Option(help="Whose memories the key opens; GRAPHMEM_TENANT by default.")
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            help="member: remembers and recalls (the default). admin: also the tenant's keys, data and queries. "
            "operator: every tenant, Cypher, the settings."
        ),
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="It changes nothing.")] = False,
    user: Annotated[str | None, typer.Option(help="It opens this user's memories alone.")] = None,
    expires: Annotated[str | None, typer.Option(help="When it ends: 90d, '2 weeks', 2027-01-31.")] = None,
    without_tool: Annotated[
        list[str] | None,
        typer.Option(help="A tool that the key lacks, with all that does the same; may be given again."),
    ] = None,
    name: Annotated[str, typer.Option(hidden=True)] = "",
    admin: Annotated[bool, typer.Option("--admin", hidden=True)] = False,
    data_dir: DataDirOption = None,
    as_json: AsJson = False,
) -> None:
    """Make a key for a tenant and print it, once."""
    from graphmem.cli import keys
    from graphmem.settings import load

    if admin:
        typer.echo(
            "--admin now means --role admin: this tenant's keys, data and queries. --role operator opens every tenant, "
            "Cypher and the settings.",
            err=True,
        )
    grant = keys.granted(
        role=role or ("admin" if admin else "member"),
        read_only=read_only,
        user=user,
        expires=expires,
        without_tools=without_tool or [],
    )
    keys.create(load(data_dir=data_dir, tenant=tenant), name=what_for or name, grant=grant, as_json=as_json)


@key.command("list")
def key_list(data_dir: DataDirOption = None, as_json: AsJson = False) -> None:
    """List keys: their ids, tenants and names."""
    from graphmem.cli import keys
    from graphmem.settings import load

    keys.listed(load(data_dir=data_dir), as_json=as_json)


@key.command("revoke")
def key_revoke(key_id: Annotated[str, typer.Argument(help="A key's id.")], data_dir: DataDirOption = None) -> None:
    """End a key; servers notice within half a minute."""
    from graphmem.cli import keys
    from graphmem.settings import load

    keys.revoke(load(data_dir=data_dir), key_id)


@config.command("show")
def config_show(as_json: AsJson = False) -> None:
    """Show each setting, its value and where it came from; secrets are masked."""
    from graphmem.cli.config import show

    show(as_json=as_json)


@app.command()
def changes(limit: Limit = 20, user: User = None, chat: Chat = None, as_json: AsJson = False) -> None:
    """List what was changed, newest first: by hand and by graphmem itself."""
    from graphmem.cli import changes as run
    from graphmem.cli import memories

    run.listed(limit=limit, whose=memories.Whose(user, chat, None), as_json=as_json)


@app.command()
def undo(
    change_id: Annotated[str | None, typer.Argument(help="A change's id; the last change by hand if left out.")] = None,
    user: User = None,
    chat: Chat = None,
    as_json: AsJson = False,
) -> None:
    """Bring back exactly what was before a change."""
    from graphmem.cli import changes as run
    from graphmem.cli import memories

    run.undo(change_id, whose=memories.Whose(user, chat, None), as_json=as_json)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        from graphmem import __version__

        typer.echo(__version__)
        raise typer.Exit
