"""graphmem from Python: `Graphmem`, and `AsyncGraphmem` for asyncio. Needs httpx and msgspec, nothing of the server."""

from graphmem.client.asynchronous import AsyncGraphmem
from graphmem.client.errors import (
    ApiError,
    Conflict,
    InvalidInput,
    NotAuthenticated,
    NotFound,
    ToolRefused,
    TooManyRequests,
    Unavailable,
    Unreachable,
)
from graphmem.client.synchronous import Graphmem
from graphmem.web.api.change_shapes import ChangeShape as Change
from graphmem.web.api.shapes import ItemResult, RecallAnswer
from graphmem.web.api.shapes import MemoryItem as Fact
from graphmem.web.api.shapes import MemoryShape as Memory
from graphmem.web.api.shapes import RecalledShape as Recalled
from graphmem.web.api.thread_shapes import MessageItem as Said
from graphmem.web.api.thread_shapes import MessageShape as Message
from graphmem.web.api.thread_shapes import ThreadShape as Thread

__all__ = [
    "ApiError",
    "AsyncGraphmem",
    "Change",
    "Conflict",
    "Fact",
    "Graphmem",
    "InvalidInput",
    "ItemResult",
    "Memory",
    "Message",
    "NotAuthenticated",
    "NotFound",
    "RecallAnswer",
    "Recalled",
    "Said",
    "Thread",
    "TooManyRequests",
    "ToolRefused",
    "Unavailable",
    "Unreachable",
]
