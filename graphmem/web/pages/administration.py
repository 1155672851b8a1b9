"""For administrators: the settings in force, and the keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from graphmem.adapters.neo4j.keys import Key
from graphmem.core.text import checked
from graphmem.errors import InvalidInput
from graphmem.in_force import Shown, in_force
from graphmem.web.api.administration import LONGEST_NAME, revoked
from graphmem.web.auth import administrator
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
    made: str | None = None
    made_name: str = ""
    name: str = ""
    problem: str | None = None


class AdministrationController(Controller):
    path = "/"
    include_in_schema = False
    guards = (administrator,)

    @get("/settings")
    async def settings(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        content = SettingsPage(*in_force(parts.settings))
        return await page(
            request, parts, "administration/settings.html", content, title="Settings", section="settings",
            twin="/v1/settings",
        )  # fmt: skip

    @get("/keys")
    async def keys(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        return await _keys(request, parts)

    @post("/keys")
    async def create(self, request: PageRequest, parts: NamedDependency[Parts]) -> Template:
        """The page with the new key on it: it is nowhere else, so there is nothing to be led on to."""
        form = await form_of(request)
        try:
            name = checked(" ".join(form.get("name", "").split()), field="name", longest=LONGEST_NAME)
        except InvalidInput as error:
            return await _keys(
                request, parts, name=form.get("name", ""), problem=f"The name {error.problem}.", status=422
            )
        made = await parts.keys.create(request.user, name, now=now(), admin="admin" in form)
        return await _keys(request, parts, made=made, made_name=name)

    @post("/keys/{key_id:str}/revoke")
    async def revoke(self, request: PageRequest, key_id: FromPath[str], parts: NamedDependency[Parts]) -> Response[Any]:
        await revoked(request, key_id, parts)
        return onward(request, "/keys", "Revoked: it opens nothing here any more, and elsewhere within half a minute.")


async def _keys(request: PageRequest, parts: Parts, *, status: int = 200, **more: Any) -> Template:
    keys = await parts.keys.listed(request.user)
    content = KeysPage(
        keys=[key for key in keys if key.revoked_at is None],
        ended=[key for key in keys if key.revoked_at is not None][-20:],
        mine=request.auth.key_id,
        **more,
    )
    return await page(
        request, parts, "administration/keys.html", content, title="Keys", section="keys", twin="/v1/keys",
        status=status,
    )  # fmt: skip
