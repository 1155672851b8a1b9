"""The calls about threads and messages, each as a request and the shape of its answer: shared by both clients."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from graphmem.client.call import Call, Fields, given, new_key, own, plain, reading, thread_path
from graphmem.client.calls import Facts, items_of
from graphmem.core.attempts import HEADER
from graphmem.web.api.conversation_shapes import ConversationAnswer
from graphmem.web.api.shapes import MemoriesAnswer, RememberAnswer
from graphmem.web.api.thread_shapes import (
    ErasedAnswer,
    MergedAnswer,
    MessageItem,
    MessagesAnswer,
    PostAnswer,
    RemovedAnswer,
    ThreadsAnswer,
    ThreadShape,
)

Messages = str | MessageItem | Mapping[str, Any] | Sequence[str | MessageItem | Mapping[str, Any]]
_OF_A_THREAD = ("user_id", "chat_id", "assistant_key")


def open_thread(thread_id: str | None, whose: Fields, more: Fields) -> Call[ThreadShape]:
    named = {name: whose[name] for name in _OF_A_THREAD if name in whose}
    body = {**given(named), **given(more), "id": thread_id if thread_id is not None else new_key()}
    return Call(method="POST", path="/v1/threads", answer=ThreadShape, body=body, again=True)


def threads(user_id: str | None, more: Fields) -> Call[ThreadsAnswer]:
    return reading("/v1/threads", ThreadsAnswer, {"user_id": user_id, **more})


def thread(thread_id: str) -> Call[ThreadShape]:
    return reading(thread_path(thread_id), ThreadShape, {})


def post(thread_id: str, messages: Messages) -> Call[PostAnswer]:
    """Each message has an id before it is sent: arriving twice, it is the same message."""
    several = [messages] if isinstance(messages, str | MessageItem | Mapping) else messages
    body = {"messages": [{"id": new_key(), **_message(one)} for one in several]}
    return Call(method="POST", path=f"{thread_path(thread_id)}/messages", answer=PostAnswer, body=body, again=True)


def messages(thread_id: str, more: Fields) -> Call[MessagesAnswer]:
    return reading(f"{thread_path(thread_id)}/messages", MessagesAnswer, more)


def conversation(thread_id: str, more: Fields) -> Call[ConversationAnswer]:
    return reading(f"{thread_path(thread_id)}/conversation", ConversationAnswer, more)


def finish_message(thread_id: str, message_id: str, content: str | None, status: str) -> Call[PostAnswer]:
    """A message that has ended so already stays as it is."""
    path = f"{thread_path(thread_id)}/messages/{own(message_id)}"
    body = given({"status": status, "content": content})
    return Call(method="PATCH", path=path, answer=PostAnswer, body=body, again=True)


def extract(thread_id: str) -> Call[ThreadShape]:
    return Call(method="POST", path=f"{thread_path(thread_id)}/extract", answer=ThreadShape, again=True)


def merge_thread(thread_id: str) -> Call[MergedAnswer]:
    return Call(method="POST", path=f"{thread_path(thread_id)}/merge", answer=MergedAnswer)


def clear_thread(thread_id: str) -> Call[ErasedAnswer]:
    return Call(method="POST", path=f"{thread_path(thread_id)}/clear", answer=ErasedAnswer)


def delete_thread(thread_id: str) -> Call[ErasedAnswer]:
    return Call(method="DELETE", path=thread_path(thread_id), answer=ErasedAnswer)


def thread_memories(thread_id: str, memory_ids: Sequence[str] | None, more: Fields) -> Call[MemoriesAnswer]:
    only = ",".join(memory_ids) if memory_ids is not None else None
    return reading(f"{thread_path(thread_id)}/memories", MemoriesAnswer, {**more, "memory_ids": only})


def remember_in_thread(thread_id: str, facts: Facts, more: Fields) -> Call[RememberAnswer]:
    body = {**given(more), "memories": items_of(facts)}
    path, headers = f"{thread_path(thread_id)}/memories", {HEADER: new_key()}
    return Call(method="POST", path=path, answer=RememberAnswer, body=body, headers=headers, again=True)


def delete_thread_memories(thread_id: str, memory_ids: Sequence[str]) -> Call[RemovedAnswer]:
    params = {"memory_ids": ",".join(memory_ids)}
    return Call(method="DELETE", path=f"{thread_path(thread_id)}/memories", answer=RemovedAnswer, params=params)


def _message(said: str | MessageItem | Fields) -> Fields:
    if isinstance(said, str):
        return {"role": "user", "content": said}
    return given(msgspec.to_builtins(said) if isinstance(said, MessageItem) else plain(said))
