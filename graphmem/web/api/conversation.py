"""`/v1/threads/{id}/conversation`: what was said, and what each turn taught."""

from typing import Annotated

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from graphmem.core.threads import Turn
from graphmem.flows import converse
from graphmem.web.api.common import AnyRequest
from graphmem.web.api.thread_shapes import MessageShape, ThreadShape, message_fields, thread_shape
from graphmem.wiring import Parts

_MOST_LEARNED = 100


class LessonShape(Struct, frozen=True):
    """A memory that a message taught."""

    id: str
    content: str
    kind: str
    status: str


class TurnShape(MessageShape, frozen=True, kw_only=True):
    learned: list[LessonShape]


class ConversationAnswer(Struct, frozen=True):
    """A thread, and what each of its messages taught."""

    thread: ThreadShape
    messages: list[TurnShape]
    next_cursor: str | None


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
        cursor: Annotated[int, QueryParameter(ge=0, description="From the last answer's next_cursor")] = 0,
    ) -> ConversationAnswer:
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        turns = await parts.threads.conversation(thread, after=cursor, limit=limit + 1, most=_MOST_LEARNED)
        following = str(turns[limit - 1].message.position) if len(turns) > limit else None
        return ConversationAnswer(thread_shape(thread), [_turn(turn) for turn in turns[:limit]], following)


def _turn(turn: Turn) -> TurnShape:
    learned = [LessonShape(one.id, one.content, one.kind.value, one.status.value) for one in turn.learned]
    return TurnShape(**message_fields(turn.message), learned=learned)
