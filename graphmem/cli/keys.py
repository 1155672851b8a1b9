"""`graphmem key`: make, list and end API keys."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from graphmem.adapters.neo4j.keys import Keys
from graphmem.cli.graph import graph_settings
from graphmem.errors import SetupError
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.web.tools.table import check_names
from graphmem.wiring import engine_of, now

Result = TypeVar("Result")


def create(settings: Settings, *, name: str, admin: bool, tools_off: Sequence[str], as_json: bool) -> None:
    check_names(tools_off, told_in="--without-tool")
    tenant = Tenant(settings.tenant)
    secret = _with_keys(settings, lambda keys: keys.create(tenant, name, now=now(), admin=admin, tools_off=tools_off))
    if as_json:
        made = {"key": secret, "tenant": tenant, "name": name, "admin": admin, "tools_off": sorted(set(tools_off))}
        typer.echo(msgspec.json.encode(made).decode())
    else:
        typer.echo(secret)


def listed(settings: Settings, *, as_json: bool) -> None:
    found = _with_keys(settings, lambda keys: keys.listed())
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    table = Table("Id", "Tenant", "Name", "Admin", "Without", "Created", "Revoked", box=None, header_style="bold")
    for key in found:
        revoked = f"{key.revoked_at:%Y-%m-%d}" if key.revoked_at else ""
        admin, without = "yes" if key.admin else "", ", ".join(key.tools_off)
        table.add_row(key.id, key.tenant, key.name, admin, without, f"{key.created_at:%Y-%m-%d}", revoked)
    Console().print(table)


def revoke(settings: Settings, key_id: str) -> None:
    if not _with_keys(settings, lambda keys: keys.revoke(key_id, now=now())):
        raise SetupError(f"there is no key {key_id}", ["`graphmem key list` shows the ids"])
    typer.echo(f"revoked {key_id}")


def _with_keys(settings: Settings, work: Callable[[Keys], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        async with graph_settings(settings, Console(stderr=True)) as reached:
            engine = engine_of(reached)
            try:
                return await work(Keys(engine))
            finally:
                await engine.close()

    return asyncio.run(run())
