"""`/v1/threads`: conversations, their messages and what is learned in them."""

import msgspec
import uuid_utils
from litestar import Controller, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from graphmem.core.claims import Whose, metadata_of, ref, refuse_sensitive
from graphmem.core.messages import Draft, path_ref
from graphmem.core.rights import Right
from graphmem.errors import InvalidInput
from graphmem.flows import converse, extract, thread_memories
from graphmem.flows.converse import Posted
from graphmem.model import Status, Thread
from graphmem.web.api.common import AnyRequest, Limit, Position, sure_user
from graphmem.web.api.remembering import item_result
from graphmem.web.api.thread_shapes import (
    ErasedAnswer,
    FinishRequest,
    GiveRequest,
    MergedAnswer,
    MessagesAnswer,
    OpenRequest,
    PostAnswer,
    PostRequest,
    RememberedShape,
    ThreadsAnswer,
    ThreadShape,
    entry_shape,
    message_shape,
    thread_shape,
)
from graphmem.wiring import Parts, now


class ThreadsController(Controller):
    path = "/v1/threads"
    tags = ("threads",)

    @post(summary="Open a thread", status_code=201, needs=Right.REMEMBER)
    async def open(
        self, request: AnyRequest, data: JSONBody[OpenRequest], parts: NamedDependency[Parts]
    ) -> ThreadShape:
        refuse_sensitive(content=None, key=None, tags=None, metadata=data.metadata, explicit=False)
        moment = now()
        user = sure_user(request.auth, data.user_id)
        request.auth.grant.meant(Whose(chat_id=data.chat_id))
        thread = Thread(
            id=path_ref(data.id, field="id") if data.id is not None else str(uuid_utils.uuid7()),
            tenant=request.user,
            user=user,
            assistant_key=_ref(data.assistant_key, "assistant_key"),
            chat=_ref(data.chat_id, "chat_id"),
            auto_extract=data.auto_extract,
            metadata=metadata_of(data.metadata or {}),
            created_at=moment,
            updated_at=moment,
        )
        return thread_shape(await converse.open_thread(thread, threads=parts.threads))

    @get(summary="A user's threads, those opened last first")
    async def listed(
        self,
        request: AnyRequest,
        parts: NamedDependency[Parts],
        user_id: FromQuery[str | None] = None,
        limit: Limit = 50,
        cursor: FromQuery[str | None] = None,
    ) -> ThreadsAnswer:
        user = sure_user(request.auth, user_id)
        page, following = await converse.listed(request.user, user, limit=limit, cursor=cursor, threads=parts.threads)
        return ThreadsAnswer([entry_shape(entry) for entry in page], following)

    @get("/{thread_id:str}", summary="One thread, and whether it is being read")
    async def shown(self, request: AnyRequest, thread_id: FromPath[str], parts: NamedDependency[Parts]) -> ThreadShape:
        return thread_shape(await converse.shown(request.user, thread_id, threads=parts.threads))

    @delete(
        "/{thread_id:str}",
        summary="Delete a thread with all that was said and learned in it",
        status_code=200,
        needs=Right.DELETE,
    )
    async def erased(
        self, request: AnyRequest, thread_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> ErasedAnswer:
        counts = await converse.delete(request.user, thread_id, threads=parts.threads)
        return ErasedAnswer(thread_id, Status.DELETED.value, dict(counts))

    @post(
        "/{thread_id:str}/clear",
        summary="Delete what was learned in a thread, and keep the thread",
        status_code=200,
        needs=Right.DELETE,
    )
    async def clear(self, request: AnyRequest, thread_id: FromPath[str], parts: NamedDependency[Parts]) -> ErasedAnswer:
        counts = await converse.clear(request.user, thread_id, threads=parts.threads, now=now())
        return ErasedAnswer(thread_id, "cleared", dict(counts))

    @post("/{thread_id:str}/merge", summary="Give what a thread holds to its user", status_code=200, needs=Right.UPDATE)
    async def merge(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        parts: NamedDependency[Parts],
        data: JSONBody[GiveRequest | None] = None,
    ) -> MergedAnswer:
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        if data is not None and data.user_id not in (None, thread.user):
            raise InvalidInput("user_id", "is not the thread's user")
        moved, superseded = await thread_memories.merge(thread, threads=parts.threads, graph=parts.graph, now=now())
        return MergedAnswer(thread.user, moved, superseded)

    @post("/{thread_id:str}/messages", summary="Post one message or several", status_code=200, needs=Right.REMEMBER)
    async def said(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        data: JSONBody[PostRequest],
        parts: NamedDependency[Parts],
    ) -> PostAnswer:
        posted = await converse.post(
            request.user,
            thread_id,
            _drafts(data),
            threads=parts.threads,
            keeping=parts.keeping,
            triggers=parts.triggers,
            now=now(),
        )
        return _answer(posted)

    @get("/{thread_id:str}/messages", summary="The messages of a thread in their order")
    async def messages(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        parts: NamedDependency[Parts],
        limit: Limit = 50,
        cursor: Position = 0,
    ) -> MessagesAnswer:
        page, following = await converse.messages(
            request.user, thread_id, after=cursor, limit=limit, threads=parts.threads
        )
        return MessagesAnswer(
            [message_shape(message) for message in page], str(following) if following is not None else None
        )

    @patch(
        "/{thread_id:str}/messages/{message_id:str}", summary="Complete or fail a pending message", needs=Right.REMEMBER
    )
    async def finish(
        self,
        request: AnyRequest,
        thread_id: FromPath[str],
        message_id: FromPath[str],
        data: JSONBody[FinishRequest],
        parts: NamedDependency[Parts],
    ) -> PostAnswer:
        posted = await converse.finish(
            request.user,
            thread_id,
            message_id,
            status=data.status,
            content=data.content,
            threads=parts.threads,
            keeping=parts.keeping,
            triggers=parts.triggers,
            now=now(),
        )
        return _answer(posted)

    @post("/{thread_id:str}/extract", summary="Have a thread read for facts now", status_code=202, needs=Right.REMEMBER)
    async def extract(
        self, request: AnyRequest, thread_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> ThreadShape:
        thread = await extract.ask(request.user, thread_id, extractions=parts.extractions, queue=parts.queue)
        return thread_shape(thread)


def _drafts(data: PostRequest) -> list[Draft]:
    if data.messages is not None:
        if data.role is not None or data.content is not None:
            raise InvalidInput("messages", "can't be given beside role and content: send one message or a list")
        return [Draft(**msgspec.structs.asdict(item)) for item in data.messages]
    if data.role is None:
        raise InvalidInput("role", "is missing")
    if data.content is None:
        raise InvalidInput("content", "is missing")
    return [Draft(role=data.role, content=data.content, id=data.id, status=data.status, said_at=data.said_at)]


def _answer(posted: Posted) -> PostAnswer:
    return PostAnswer(
        messages=[message_shape(message) for message in posted.messages],
        remembered=[
            RememberedShape(**msgspec.structs.asdict(item_result(outcome)), message_id=message_id)
            for message_id, outcome in posted.remembered
        ],
        thread=thread_shape(posted.thread),
    )


def _ref(value: str | None, field: str) -> str | None:
    return ref(value, field=field) if value is not None else None
