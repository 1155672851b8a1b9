"""The shape of where a memory was said."""

from typing import Annotated

from msgspec import Meta, Struct

from graphmem.core.spans import passages
from graphmem.core.threads import Source
from graphmem.model import Memory
from graphmem.web.api.thread_shapes import MessageShape, message_shape


class SourceShape(Struct, frozen=True):
    """Where a memory was said."""

    thread_id: str
    message_id: str
    quote: Annotated[list[str], Meta(description="The words of the message that say it")]
    messages: Annotated[list[MessageShape], Meta(description="The message among those said around it")]


def source_shape(source: Source, memory: Memory) -> SourceShape:
    quote = [piece.text for piece in passages(source.message.content, memory.content) if piece.taken]
    return SourceShape(source.thread_id, source.message_id, quote, [message_shape(one) for one in source.messages])
