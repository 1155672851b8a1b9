"""Conversations over the API, waiting and for asyncio."""

from collections.abc import Sequence
from typing import Literal

from graphmem.client import talk_calls
from graphmem.client.calls import Facts
from graphmem.client.connection import AsyncConnection, Connection
from graphmem.client.options import Page, ThreadMemoriesOptions, ThreadOptions, ThreadRememberOptions
from graphmem.client.talk_calls import Messages
from graphmem.web.api.conversation_shapes import ConversationAnswer
from graphmem.web.api.shapes import ItemResult, MemoriesAnswer
from graphmem.web.api.thread_shapes import MergedAnswer, MessagesAnswer, PostAnswer, ThreadsAnswer, ThreadShape


class Conversations(Connection):
    """The calls about threads and what is said in them."""

    def open_thread(
        self, thread_id: str | None = None, *, user_id: str | None = None, options: ThreadOptions | None = None
    ) -> ThreadShape:
        """A new thread of a user; the same id again is the same thread."""
        whose = self._of({"user_id": user_id} if user_id is not None else {})
        return self._send(talk_calls.open_thread(thread_id, whose, options or {}))

    def thread(self, thread_id: str) -> ThreadShape:
        return self._send(talk_calls.thread(thread_id))

    def threads(self, *, user_id: str | None = None, options: Page | None = None) -> ThreadsAnswer:
        """A page of a user's threads, those opened last first."""
        return self._send(talk_calls.threads(user_id or self._whose.get("user_id"), options or {}))

    def post(self, thread_id: str, messages: Messages) -> PostAnswer:
        """Adds one message or several; a text alone is what the user said. Sent again, none is doubled."""
        return self._send(talk_calls.post(thread_id, messages))

    def messages(self, thread_id: str, *, options: Page | None = None) -> MessagesAnswer:
        """A page of the messages of a thread, in their order."""
        return self._send(talk_calls.messages(thread_id, options or {}))

    def conversation(self, thread_id: str, *, options: Page | None = None) -> ConversationAnswer:
        """A page of the messages of a thread, each with what was learned from it."""
        return self._send(talk_calls.conversation(thread_id, options or {}))

    def finish_message(
        self,
        thread_id: str,
        message_id: str,
        content: str | None = None,
        *,
        status: Literal["completed", "failed"] = "completed",
    ) -> PostAnswer:
        """Ends a message that was posted as pending, with all of its words or with those it has."""
        return self._send(talk_calls.finish_message(thread_id, message_id, content, status))

    def extract(self, thread_id: str) -> ThreadShape:
        """Has a thread read for facts now; doesn't wait until it is."""
        return self._send(talk_calls.extract(thread_id))

    def merge_thread(self, thread_id: str) -> MergedAnswer:
        """Gives what a thread holds to its user."""
        return self._send(talk_calls.merge_thread(thread_id))

    def clear_thread(self, thread_id: str) -> dict[str, int]:
        """Deletes what was learned in a thread, and keeps the thread; how many of what there were."""
        return (self._send(talk_calls.clear_thread(thread_id))).deleted

    def delete_thread(self, thread_id: str) -> dict[str, int]:
        """Deletes a thread with all that was said and learned in it; how many of what there were."""
        return (self._send(talk_calls.delete_thread(thread_id))).deleted

    def thread_memories(
        self,
        thread_id: str,
        memory_ids: Sequence[str] | None = None,
        *,
        options: ThreadMemoriesOptions | None = None,
    ) -> MemoriesAnswer:
        """A page of what a thread may see, or of these memories."""
        return self._send(talk_calls.thread_memories(thread_id, memory_ids, options or {}))

    def remember_in_thread(
        self, thread_id: str, facts: Facts, *, options: ThreadRememberOptions | None = None
    ) -> Sequence[ItemResult]:
        """Keeps facts for a thread's user, or by `owner_type` for its assistant, its chat or itself."""
        return (self._send(talk_calls.remember_in_thread(thread_id, facts, options or {}))).results

    def delete_thread_memories(self, thread_id: str, memory_ids: Sequence[str]) -> None:
        """Deletes memories that a thread may see."""
        self._send(talk_calls.delete_thread_memories(thread_id, memory_ids))


class AsyncConversations(AsyncConnection):
    """The calls about threads and what is said in them."""

    async def open_thread(
        self, thread_id: str | None = None, *, user_id: str | None = None, options: ThreadOptions | None = None
    ) -> ThreadShape:
        """A new thread of a user; the same id again is the same thread."""
        whose = self._of({"user_id": user_id} if user_id is not None else {})
        return await self._send(talk_calls.open_thread(thread_id, whose, options or {}))

    async def thread(self, thread_id: str) -> ThreadShape:
        return await self._send(talk_calls.thread(thread_id))

    async def threads(self, *, user_id: str | None = None, options: Page | None = None) -> ThreadsAnswer:
        """A page of a user's threads, those opened last first."""
        return await self._send(talk_calls.threads(user_id or self._whose.get("user_id"), options or {}))

    async def post(self, thread_id: str, messages: Messages) -> PostAnswer:
        """Adds one message or several; a text alone is what the user said. Sent again, none is doubled."""
        return await self._send(talk_calls.post(thread_id, messages))

    async def messages(self, thread_id: str, *, options: Page | None = None) -> MessagesAnswer:
        """A page of the messages of a thread, in their order."""
        return await self._send(talk_calls.messages(thread_id, options or {}))

    async def conversation(self, thread_id: str, *, options: Page | None = None) -> ConversationAnswer:
        """A page of the messages of a thread, each with what was learned from it."""
        return await self._send(talk_calls.conversation(thread_id, options or {}))

    async def finish_message(
        self,
        thread_id: str,
        message_id: str,
        content: str | None = None,
        *,
        status: Literal["completed", "failed"] = "completed",
    ) -> PostAnswer:
        """Ends a message that was posted as pending, with all of its words or with those it has."""
        return await self._send(talk_calls.finish_message(thread_id, message_id, content, status))

    async def extract(self, thread_id: str) -> ThreadShape:
        """Has a thread read for facts now; doesn't wait until it is."""
        return await self._send(talk_calls.extract(thread_id))

    async def merge_thread(self, thread_id: str) -> MergedAnswer:
        """Gives what a thread holds to its user."""
        return await self._send(talk_calls.merge_thread(thread_id))

    async def clear_thread(self, thread_id: str) -> dict[str, int]:
        """Deletes what was learned in a thread, and keeps the thread; how many of what there were."""
        return (await self._send(talk_calls.clear_thread(thread_id))).deleted

    async def delete_thread(self, thread_id: str) -> dict[str, int]:
        """Deletes a thread with all that was said and learned in it; how many of what there were."""
        return (await self._send(talk_calls.delete_thread(thread_id))).deleted

    async def thread_memories(
        self,
        thread_id: str,
        memory_ids: Sequence[str] | None = None,
        *,
        options: ThreadMemoriesOptions | None = None,
    ) -> MemoriesAnswer:
        """A page of what a thread may see, or of these memories."""
        return await self._send(talk_calls.thread_memories(thread_id, memory_ids, options or {}))

    async def remember_in_thread(
        self, thread_id: str, facts: Facts, *, options: ThreadRememberOptions | None = None
    ) -> Sequence[ItemResult]:
        """Keeps facts for a thread's user, or by `owner_type` for its assistant, its chat or itself."""
        return (await self._send(talk_calls.remember_in_thread(thread_id, facts, options or {}))).results

    async def delete_thread_memories(self, thread_id: str, memory_ids: Sequence[str]) -> None:
        """Deletes memories that a thread may see."""
        await self._send(talk_calls.delete_thread_memories(thread_id, memory_ids))
