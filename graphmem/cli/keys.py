"""`graphmem key`: make, list and end API keys."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from graphmem.adapters.neo4j.keys import Key, Keys
from graphmem.cli.graph import graph_settings
from graphmem.core.rights import Grant, KeyRole, grant_of
from graphmem.errors import InvalidInput, SetupError
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.web.tools.table import check_names
from graphmem.wiring import engine_of, now

Result = TypeVar("Result")


def create(settings: Settings, *, name: str, grant: Grant, as_json: bool) -> None:
    check_names(sorted(grant.tools_off), told_in="--without-tool")
    tenant = Tenant(settings.tenant)
    secret = _with_keys(settings, lambda keys: keys.create(tenant, name, now=now(), grant=grant))
    if as_json:
        typer.echo(msgspec.json.encode({"key": secret, "tenant": tenant, "name": name, **_told(grant)}).decode())
    else:
        typer.echo(secret)


def granted(
    *, role: str, read_only: bool, user: str | None, expires: str | None, without_tools: Sequence[str]
) -> Grant:
    """What the options say that a key may do."""
    if role not in set(KeyRole):
        raise SetupError(f"--role: {role[:40]!r} is none of {', '.join(KeyRole)}")
    try:
        return grant_of(
            role=KeyRole(role), read_only=read_only, user=user, expires=expires, tools_off=without_tools, now=now()
        )
    except InvalidInput as error:
        raise SetupError(f"--{error}".replace("--user_id:", "--user:")) from error


def listed(settings: Settings, *, as_json: bool) -> None:
    found = _with_keys(settings, lambda keys: keys.listed())
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode([_line(key) for key in found])).decode())
        return
    columns = ("Id", "Tenant", "Name", "Role", "Only", "Without", "Expires", "Created", "Revoked")
    table = Table(*columns, box=None, header_style="bold")
    for key in found:
        grant = key.grant
        only = ", ".join([*(["reading"] if grant.read_only else []), *([f"user {grant.user}"] if grant.user else [])])
        role = f"{grant.role} (was --admin)" if key.was_admin else grant.role.value
        days = [_day(grant.expires_at), _day(key.created_at), _day(key.revoked_at)]
        table.add_row(key.id, key.tenant, key.name, role, only, ", ".join(sorted(grant.tools_off)), *days)
    Console().print(table)
    if any(key.was_admin and key.revoked_at is None for key in found):
        typer.echo(
            "Keys made with --admin are operators' keys: they open every tenant. For one tenant alone, make a new one "
            "with --role admin and revoke the old one.",
            err=True,
        )


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


def _told(grant: Grant) -> dict[str, Any]:
    return {
        "role": grant.role,
        "read_only": grant.read_only,
        "user": grant.user,
        "tools_off": sorted(grant.tools_off),
        "expires_at": grant.expires_at,
    }


def _line(key: Key) -> dict[str, Any]:
    told = {"id": key.id, "tenant": key.tenant, "name": key.name, **_told(key.grant), "was_admin": key.was_admin}
    return {**told, "created_at": key.created_at, "revoked_at": key.revoked_at}


def _day(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else ""
