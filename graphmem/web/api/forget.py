"""`/v1/forget`: erase a memory, a thread, a person or a user for good."""

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from graphmem.core.claims import ref
from graphmem.core.rights import Right
from graphmem.errors import InvalidInput
from graphmem.flows import forget
from graphmem.flows.forget import Kind, Target
from graphmem.web.admission import Lane
from graphmem.web.api.common import AnyRequest, id_of
from graphmem.web.api.forget_shapes import ForgetAnswer, ForgetRequest
from graphmem.web.own import check_target
from graphmem.wiring import Parts, now


class ForgetController(Controller):
    path = "/v1/forget"
    tags = ("memories",)
    opt = {"lane": Lane.LONG}  # noqa: RUF012 (litestar's own attribute)

    @get(summary="How much would be erased: the preview alone")
    async def preview(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        memory_id: FromQuery[str | None] = None,
        thread_id: FromQuery[str | None] = None,
        person_id: FromQuery[str | None] = None,
        user_id: FromQuery[str | None] = None,
    ) -> ForgetAnswer:
        target = target_of(ForgetRequest(memory_id, thread_id, person_id, user_id))
        await check_target(request.auth, target, parts=parts)
        shown = await forget.preview(request.user, target, erasure=parts.erasure)
        return ForgetAnswer(target.kind.value, target.id, False, dict(shown.counts), shown.confirm, None)

    @post(
        summary="Erase a memory, thread, person or user for good: a preview first, then the deed",
        status_code=200,
        needs=Right.DELETE,
    )
    async def forget(
        self, request: AnyRequest, data: JSONBody[ForgetRequest], parts: NamedDependency[Parts]
    ) -> ForgetAnswer:
        target = target_of(data)
        await check_target(request.auth, target, parts=parts)
        if data.confirm is None:
            shown = await forget.preview(request.user, target, erasure=parts.erasure)
            return ForgetAnswer(target.kind.value, target.id, False, dict(shown.counts), shown.confirm, None)
        receipt = await forget.forget(request.user, target, data.confirm, erasure=parts.erasure, now=now())
        return ForgetAnswer(target.kind.value, target.id, True, dict(receipt.counts), None, receipt.at)


def target_of(data: ForgetRequest) -> Target:
    """What is meant by the one id that is given."""
    given = [
        Target(kind, id_)
        for kind, id_ in (
            (Kind.MEMORY, data.memory_id),
            (Kind.THREAD, data.thread_id),
            (Kind.PERSON, data.person_id),
            (Kind.USER, data.user_id),
        )
        if id_ is not None
    ]
    if len(given) != 1:
        raise InvalidInput("memory_id", "give one of memory_id, thread_id, person_id or user_id")
    [target] = given
    if target.kind in (Kind.MEMORY, Kind.PERSON):
        return Target(target.kind, id_of(target.id, field=f"{target.kind}_id"))
    return Target(target.kind, ref(target.id, field=f"{target.kind}_id"))
