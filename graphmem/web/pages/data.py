"""All that is kept of a user: how much it is, taking it along, and forgetting it for good."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from graphmem.core.browsing import Acquaintance, Order
from graphmem.core.foreign.items import FORMATS
from graphmem.core.rights import Right
from graphmem.core.threads import ThreadEntry
from graphmem.errors import Conflict, InvalidInput, UnknownChange, UnknownPerson, UnknownThread
from graphmem.flows import converse, forget
from graphmem.flows import people as known
from graphmem.flows.forget import Kind, Target
from graphmem.web.admission import Lane
from graphmem.web.api.forget import target_of
from graphmem.web.api.forget_shapes import ForgetRequest
from graphmem.web.importing import Import, imported
from graphmem.web.own import check_target
from graphmem.web.pages.frame import PageRequest, by_htmx, form_of, fragment, onward, page, searched, viewer_of
from graphmem.web.pages.threads import path_of
from graphmem.web.session import Purpose, Seal
from graphmem.wiring import Parts, now

_PEOPLE, _THREADS = 6, 6
_LARGEST_FILE = 100_000_000  # by a form; the command takes any
_REASONS = 10
_RECEIPT_LASTS = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Who can be chosen to be forgotten."""

    called: str
    people: Sequence[Acquaintance]


@dataclass(frozen=True, slots=True, kw_only=True)
class DataPage(Choices):
    user: str
    counts: Mapping[str, int]
    threads: Sequence[ThreadEntry]
    export: str
    formats: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewPage:
    target: Target
    shown: str
    back: str
    counts: Mapping[str, int]
    confirm: str


class ReceiptPage(msgspec.Struct, frozen=True):
    """What was erased, and when."""

    kind: str
    shown: str
    counts: dict[str, int]
    at: datetime


class ImportedPage(msgspec.Struct, frozen=True):
    """What became of a file that was imported."""

    format: str
    dry_run: bool
    read: int
    created: dict[str, int]
    already_there: dict[str, int]
    refused: dict[str, int]
    skipped: dict[str, int]


class DataController(Controller):
    path = "/data"
    include_in_schema = False

    @get()
    async def data(self, request: PageRequest, parts: NamedDependency[Parts], called: FromQuery[str] = "") -> Template:
        viewer, text = viewer_of(request, parts), searched(called)
        target = Target(Kind.USER, viewer.user)
        asked = parts.views.people(viewer.scope, called=text or None, order=Order.HEARD, skip=0, limit=_PEOPLE)
        if by_htmx(request):
            return fragment("data/_people.html", Choices(called=text, people=(await asked).people))
        preview, crowd, (threads, _) = await asyncio.gather(
            forget.preview(viewer.tenant, target, erasure=parts.erasure),
            asked,
            converse.listed(viewer.tenant, viewer.user, limit=_THREADS, cursor=None, threads=parts.threads),
        )
        content = DataPage(
            user=viewer.user,
            counts=preview.counts,
            called=text,
            people=crowd.people,
            threads=threads,
            export=viewer.twin("/v1/export"),
            formats=FORMATS,
        )
        twin = viewer.twin("/v1/forget")
        return await page(request, parts, "data/data.html", content, title="Data", section="data", twin=twin)

    @get("/forget")
    async def preview(
        self,
        request: PageRequest,
        parts: NamedDependency[Parts],
        person_id: FromQuery[str | None] = None,
        thread_id: FromQuery[str | None] = None,
        user_id: FromQuery[str | None] = None,
    ) -> Template:
        target = target_of(ForgetRequest(thread_id=thread_id, person_id=person_id, user_id=user_id))
        return await _preview(request, target, parts)

    @post("/forget", needs=Right.DELETE, lane=Lane.LONG)
    async def forget(self, request: PageRequest, parts: NamedDependency[Parts]) -> Response[Any]:
        form = await form_of(request)
        asked = {
            f"{kind}_id": form[f"{kind}_id"] for kind in (Kind.PERSON, Kind.THREAD, Kind.USER) if f"{kind}_id" in form
        }
        target = target_of(ForgetRequest(**asked))
        shown, _ = await _named(request, target, parts)
        try:
            receipt = await forget.forget(
                request.user, target, form.get("confirm", ""), erasure=parts.erasure, now=now()
            )
        except Conflict:
            path = f"/data/forget?{target.kind}_id={_quoted(target.id)}"
            return onward(request, path, "Look first at what would go.", bad=True)
        seal: Seal = request.app.state.seal
        told = ReceiptPage(target.kind.value, shown, dict(receipt.counts), receipt.at)
        text = msgspec.json.encode(told).decode()
        sealed = seal.closed(Purpose.RECEIPT, text, lasts=_RECEIPT_LASTS, now=now())
        return Redirect(f"/data/receipt/{sealed}", status_code=303)

    @get("/receipt/{token:str}")
    async def receipt(self, request: PageRequest, token: FromPath[str], parts: NamedDependency[Parts]) -> Template:
        seal: Seal = request.app.state.seal
        text = seal.opened(Purpose.RECEIPT, token, now=now())
        if text is None:
            raise UnknownChange(token[:40])
        content = msgspec.json.decode(text, type=ReceiptPage)
        twin = viewer_of(request, parts).twin("/v1/forget")
        return await page(request, parts, "data/receipt.html", content, title="Forgotten", section="data", twin=twin)

    @post("/import", request_max_body_size=_LARGEST_FILE, needs=Right.REMEMBER, lane=Lane.LONG)
    async def take_in(self, request: PageRequest, parts: NamedDependency[Parts]) -> Response[Any]:
        request.auth.grant.check_whole_tenant()
        form = await request.form()
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            return onward(request, "/data", "Choose a file first.", bad=True)
        asked = Import(
            format=str(form.get("format", "auto")), user=viewer_of(request, parts).user, dry_run="dry_run" in form
        )
        try:
            report = await imported(request.user, _pieces(file), asked, parts=parts)
        except InvalidInput as error:
            return onward(request, "/data", f"The file could not be imported: {error}", bad=True)
        told = ImportedPage(
            report.format,
            report.dry_run,
            report.read,
            dict(+report.created),
            dict(+report.already_there),
            dict(report.refused.most_common(_REASONS)),
            dict(report.skipped.most_common(_REASONS)),
        )
        seal: Seal = request.app.state.seal
        sealed = seal.closed(Purpose.IMPORT, msgspec.json.encode(told).decode(), lasts=_RECEIPT_LASTS, now=now())
        return Redirect(f"/data/imported/{sealed}", status_code=303)

    @get("/imported/{token:str}")
    async def report(self, request: PageRequest, token: FromPath[str], parts: NamedDependency[Parts]) -> Template:
        seal: Seal = request.app.state.seal
        text = seal.opened(Purpose.IMPORT, token, now=now())
        if text is None:
            raise UnknownChange(token[:40])
        content = msgspec.json.decode(text, type=ImportedPage)
        twin = viewer_of(request, parts).twin("/v1/export")
        return await page(request, parts, "data/imported.html", content, title="Imported", section="data", twin=twin)


async def _pieces(file: UploadFile) -> AsyncIterator[bytes]:
    while piece := await file.read(64_000):
        yield piece


async def _preview(request: PageRequest, target: Target, parts: Parts) -> Template:
    viewer = viewer_of(request, parts)
    shown, back = await _named(request, target, parts)
    preview = await forget.preview(viewer.tenant, target, erasure=parts.erasure)
    content = PreviewPage(target=target, shown=shown, back=back, counts=preview.counts, confirm=preview.confirm)
    twin = f"/v1/forget?{target.kind}_id={_quoted(target.id)}"
    return await page(request, parts, "data/preview.html", content, title="Forget", section="data", twin=twin)


async def _named(request: PageRequest, target: Target, parts: Parts) -> tuple[str, str]:
    """What to call what is to be forgotten, and where it stands; only what the viewer looks at can be."""
    await check_target(request.auth, target, parts=parts)
    viewer = viewer_of(request, parts)
    match target.kind:
        case Kind.PERSON:
            person = await known.shown(viewer.scope, target.id, graph=parts.graph)
            if person.id != target.id:
                raise UnknownPerson(target.id)
            return person.shown, f"/people/{person.id}"
        case Kind.THREAD:
            thread = await converse.shown(viewer.tenant, target.id, threads=parts.threads)
            if thread.user != viewer.user:
                raise UnknownThread(target.id)
            return f"the conversation {thread.id}", path_of(thread.id)
        case _:
            return f"all of {target.id}", "/data"


def _quoted(text: str) -> str:
    return quote(text, safe="")
