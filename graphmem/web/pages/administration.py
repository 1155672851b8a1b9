"""The settings in force, for operators, and the keys of a tenant, for its administrators."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from graphmem.adapters.neo4j.keys import Key
from graphmem.core.rights import KeyRole, Right, grant_of
from graphmem.errors import InvalidInput
from graphmem.in_force import Shown, in_force
from graphmem.web.keys import made, revoked
from graphmem.web.pages.frame import PageRequest, form_of, onward, page
from graphmem.wiring import Parts, now


@dataclass(frozen=True, slots=True)
class SettingsPage:
    settings: Sequence[Shown]
    unknown: Sequence[str]

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[Shown]]]:
        """What somebody set, then what is as it comes."""
        chosen = [one for one in self.settings if one.source != "default"]
        rest = [one for one in self.settings if one.source == "default"]
        return [(name, group) for name, group in (("Set here", chosen), ("As they come", rest)) if group]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysPage:
    keys: Sequence[Key]
    ended: Sequence[Key]
    mine: str | None
    tenant: str
    roles: Sequence[KeyRole]
    present: datetime
    made: str | None = None
    made_name: str = ""
    form: Mapping[str, str] = field(default_factory=dict)
    problem: str | None = None

    @property
    def old_admins(self) -> int:
        return sum(key.was_admin for key in self.keys)

    def expired(self, key: Key) -> bool:
        return key.grant.expires_at is not None and key.grant.expires_at <= self.present

    def typed(self, name: str) -> str:
        """What was typed into a field before it was found wrong."""
        return self.form.get(name, "")


class AdministrationController(Controller):
    path = "/"
    include_in_schema = False

    @get("/settings", role=KeyRole.OPERATOR)
    async def settings(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        content = SettingsPage(*in_force(parts.settings))
        return await page(
            request, parts, "administration/settings.html", content, title="Settings", section="settings",
            twin="/v1/settings",
        )  # fmt: skip

    @get("/keys", role=KeyRole.ADMIN)
    async def keys(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        return await _keys(request, parts)

    @post("/keys", needs=Right.ADMINISTER, role=KeyRole.ADMIN)
    async def create(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        """The page with the new key on it: it is nowhere else, so there is nothing to be led on to."""
        form = await form_of(request)
        try:
            wanted = grant_of(
                role=_role(form.get("role", "")),
                read_only="read_only" in form,
                user=form.get("user", "").strip() or None,
                expires=form.get("expires") or None,
                tools_off=[],
                now=now(),
            )
            secret, key = await made(request, form.get("name", ""), wanted, tenant=None, parts=parts)
        except InvalidInput as error:
            problem = f"{error.field.capitalize()}: {error.problem}."
            return await _keys(request, parts, form=form, problem=problem, status=422)
        return await _keys(request, parts, made=secret, made_name=key.name)

    @post("/keys/{key_id:str}/revoke", needs=Right.ADMINISTER, role=KeyRole.ADMIN)
    async def revoke(self, request: PageRequest, key_id: FromPath[str], parts: NamedDependency[Parts]) -> Response[Any]:
        await revoked(request, key_id, parts=parts)
        return onward(request, "/keys", "Revoked: it opens nothing here any more, and elsewhere within half a minute.")


def _role(text: str) -> KeyRole:
    try:
        return KeyRole(text or KeyRole.MEMBER)
    except ValueError:
        raise InvalidInput("role", f"is none of {', '.join(KeyRole)}") from None


async def _keys(request: PageRequest, parts: Parts, *, status: int = 200, **more: Any) -> Template:
    keys = await parts.keys.listed(request.user)
    content = KeysPage(
        keys=[key for key in keys if key.revoked_at is None],
        ended=[key for key in keys if key.revoked_at is not None][-20:],
        mine=request.auth.key_id,
        tenant=request.user,
        roles=[role for role in KeyRole if request.auth.grant.role.covers(role)],
        present=now(),
        **more,
    )
    return await page(
        request, parts, "administration/keys.html", content, title="Keys", section="keys", twin="/v1/keys",
        status=status,
    )  # fmt: skip
