"""`/v1/export` and `/v1/import`: all that a tenant has, as a file, and back; and what others keep."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream

from graphmem.core.foreign.items import FORMATS
from graphmem.core.rights import Right
from graphmem.flows import archive
from graphmem.web.admission import Lane
from graphmem.web.api.archive_shapes import ImportAnswer, answer
from graphmem.web.api.common import AnyRequest, user_of
from graphmem.web.importing import Import, imported, joined
from graphmem.wiring import Parts

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

    @get(
        "/export",
        summary="All that the tenant has, or these users of it, as lines of JSON",
        media_type=NDJSON,
        lane=Lane.LONG,
    )
    async def exported(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        user_id: Users = None,
        with_embeddings: Vectors = False,
    ) -> Stream:
        named = user_id if user_id is not None else [request.auth.grant.user]
        users = sorted({user for one in named if (user := user_of(request.auth, one)) is not None}) or None
        pieces = archive.export(request.user, users, archive=parts.archive, with_embeddings=with_embeddings)
        first = await anext(pieces)  # an engine that can't be reached is told as an error, not as an empty file
        return Stream(joined(first, pieces), media_type=NDJSON)

    @post(
        "/import",
        summary="Put a file beside what the tenant has",
        status_code=200,
        request_max_body_size=None,
        needs=Right.REMEMBER,
        lane=Lane.LONG,
    )
    async def take_in(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        format_: Format = "auto",
        user_id: Whose = None,
        explicit: Explicit = False,
        dry_run: Rehearsed = False,
    ) -> ImportAnswer:
        request.auth.grant.check_whole_tenant()
        asked = Import(format=format_, user=user_id, explicit=explicit, dry_run=dry_run)
        return answer(await imported(request.user, request.stream(), asked, parts=parts))
