"""The shapes of a conversation with what each turn taught."""

from msgspec import Struct

from graphmem.core.threads import Turn
from graphmem.web.api.thread_shapes import MessageShape, ThreadShape, message_fields


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


def turn_shape(turn: Turn) -> TurnShape:
    learned = [LessonShape(one.id, one.content, one.kind.value, one.status.value) for one in turn.learned]
    return TurnShape(**message_fields(turn.message), learned=learned)
