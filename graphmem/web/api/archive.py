"""`/v1/export` and `/v1/import`: all that a tenant has, as a file, and back; and what others keep."""

from collections.abc import AsyncIterator
from typing import Annotated

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream

from graphmem.core.claims import ref
from graphmem.core.foreign.items import FORMATS
from graphmem.core.foreign.reading import ENOUGH, format_of
from graphmem.errors import InvalidInput
from graphmem.flows import adopt, archive
from graphmem.web.api.archive_shapes import ImportAnswer, answer
from graphmem.web.api.common import AnyRequest
from graphmem.wiring import Parts, now

NDJSON = "application/x-ndjson"
Users = Annotated[list[str] | None, QueryParameter(description="Only these users; may be given again")]
Vectors = Annotated[bool, QueryParameter(description="Vectors too; else they are computed anew after an import")]
Format = Annotated[str, QueryParameter(name="format", description=f"auto, {', '.join(FORMATS)}")]
Whose = Annotated[str | None, QueryParameter(description="Whose what others kept becomes; else whose the file says")]
Explicit = Annotated[bool, QueryParameter(description="Keep personal data in what others kept, too")]
Rehearsed = Annotated[bool, QueryParameter(description="Only say what would happen")]


class ArchiveController(Controller):
    path = "/v1"
    tags = ("archive",)

    @get("/export", summary="All that the tenant has, or these users of it, as lines of JSON", media_type=NDJSON)
    async def exported(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        user_id: Users = None,
        with_embeddings: Vectors = False,
    ) -> Stream:
        users = None if user_id is None else sorted({ref(user, field="user_id") for user in user_id})
        pieces = archive.export(request.user, users, archive=parts.archive, with_embeddings=with_embeddings)
        first = await anext(pieces)  # an engine that can't be reached is told as an error, not as an empty file
        return Stream(_all(first, pieces), media_type=NDJSON)

    @post("/import", summary="Put a file beside what the tenant has", status_code=200, request_max_body_size=None)
    async def imported(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        format_: Format = "auto",
        user_id: Whose = None,
        explicit: Explicit = False,
        dry_run: Rehearsed = False,
    ) -> ImportAnswer:
        if format_ not in ("auto", *FORMATS):
            raise InvalidInput("format", f"{format_[:40]!r} is none of auto, {', '.join(FORMATS)}")
        user = None if user_id is None else ref(user_id, field="user_id")
        beginning, pieces = await _begun(request.stream(), enough=ENOUGH if format_ == "auto" else 0)
        chosen = format_of(beginning) if format_ == "auto" and beginning.strip() else format_
        whole = _all(beginning, pieces)
        if chosen in ("graphmem", "auto"):
            return answer(
                await archive.restore(request.user, whole, archive=parts.archive, queue=parts.queue, dry_run=dry_run)
            )
        work = adopt.Adopting(
            tenant=request.user,
            user=user,
            default_user=parts.settings.user,
            explicit=explicit,
            dry_run=dry_run,
            archive=parts.archive,
            keeping=parts.keeping,
            threads=parts.threads,
            extractions=parts.extractions,
            triggers=parts.triggers,
        )
        return answer(await adopt.adopt(whole, chosen, work, clock=now))


async def _begun(pieces: AsyncIterator[bytes], *, enough: int) -> tuple[bytes, AsyncIterator[bytes]]:
    """The beginning of a file, and the rest of it."""
    parts: list[bytes] = []
    size = 0
    while size < enough:
        piece = await anext(pieces, None)
        if piece is None:
            break
        parts.append(piece)
        size += len(piece)
    return b"".join(parts), pieces


async def _all(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece
