"""`/v1/threads/{id}/conversation`: what was said, and what each turn taught."""

from typing import Annotated

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from graphmem.flows import converse
from graphmem.web.api.common import AnyRequest, Position
from graphmem.web.api.conversation_shapes import ConversationAnswer, turn_shape
from graphmem.web.api.thread_shapes import thread_shape
from graphmem.wiring import Parts

_MOST_LEARNED = 100


class ConversationController(Controller):
    path = "/v1/threads/{thread_id:str}/conversation"
    tags = ("threads",)

    @get(summary="The messages of a thread, each with what was learned from it")
    async def shown(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        parts: NamedDependency[Parts],
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
        cursor: Position = 0,
    ) -> ConversationAnswer:
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        turns = await parts.threads.conversation(thread, after=cursor, limit=limit + 1, most=_MOST_LEARNED)
        following = str(turns[limit - 1].message.position) if len(turns) > limit else None
        return ConversationAnswer(thread_shape(thread), [turn_shape(turn) for turn in turns[:limit]], following)
