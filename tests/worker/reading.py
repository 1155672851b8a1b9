"""Reading threads in this process, on the real graph."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from graphmem.core.conversation import Conversation, Extract, Found
from graphmem.errors import ExtractorUnavailable
from graphmem.flows.extract import Reading, read
from graphmem.model import Role, Tenant
from graphmem.wiring import now


@dataclass
class Scripted:
    """An extractor that takes every message of the user word for word, once it may, unless it is told to fail."""

    name: str = "scripted"
    failures: int = 0
    confidence: float = 0.9
    may: asyncio.Event = field(default_factory=asyncio.Event)
    began: asyncio.Event = field(default_factory=asyncio.Event)
    shown: list[Conversation] = field(default_factory=list)
    change: Callable[[Found], Found] = lambda found: found
    error: Exception = field(default_factory=lambda: ExtractorUnavailable("the model is away"))

    def __post_init__(self) -> None:
        self.may.set()

    async def extract(self, conversation: Conversation) -> Extract:
        self.shown.append(conversation)
        self.began.set()
        await self.may.wait()
        if self.failures:
            self.failures -= 1
            raise self.error
        said = [message for message in conversation.unread if message.role is Role.USER]
        found = [Found(message_id=m.id, content=m.content, confidence=self.confidence, quote=m.content) for m in said]
        return Extract(tuple(self.change(one) for one in found))


async def read_thread(tenant: Tenant, thread_id: str, work: Reading) -> bool:
    """Reads this thread and no other; false when it isn't due, or somebody else is reading it."""
    taken = await work.extractions.take(tenant, thread_id, extractor=work.extractor.name, lease=work.lease)
    if taken is not None:
        await read(taken, work, now=now())
    return taken is not None
