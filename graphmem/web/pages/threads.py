"""Conversations: which there are, what was said in one, and what each message taught."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template

from graphmem.core.rights import Right
from graphmem.core.threads import ThreadEntry, Turn
from graphmem.errors import UnknownThread
from graphmem.flows import converse, extract
from graphmem.model import Extraction, ExtractionState, Thread
from graphmem.web.pages.frame import PageRequest, Viewer, by_htmx, form_of, fragment, local, onward, page, viewer_of
from graphmem.wiring import Parts, now

_PAGE = 40
_MESSAGES, _LEARNED, _RUNS = 30, 4, 5  # on a page: messages, what each taught, runs
LONGEST_SHOWN = 1_000  # letters of one message


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadsPage:
    user: str
    threads: Sequence[ThreadEntry]
    following: str | None
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadPage:
    thread: Thread
    turns: Sequence[Turn]
    runs: Sequence[Extraction]
    after: int
    whole: str
    longest: int = LONGEST_SHOWN

    @property
    def path(self) -> str:
        return path_of(self.thread.id)

    @property
    def learned(self) -> int:
        return sum(len(turn.learned) + turn.more for turn in self.turns)

    @property
    def earlier(self) -> int | None:
        return max(0, self.after - _MESSAGES) if self.after > 0 else None

    @property
    def later(self) -> int | None:
        last = self.turns[-1].message.position if self.turns else self.thread.messages
        return last if last < self.thread.messages else None


def path_of(thread_id: str) -> str:
    return f"/threads/{quote(thread_id, safe='')}"


class ThreadsController(Controller):
    path = "/threads"
    include_in_schema = False

    @get()
    async def listed(
        self, request: PageRequest, parts: NamedDependency[Parts], cursor: FromQuery[str | None] = None
    ) -> Template:
        viewer = viewer_of(request, parts)
        threads, following = await converse.listed(
            viewer.tenant, viewer.user, limit=_PAGE, cursor=cursor, threads=parts.threads
        )
        content = ThreadsPage(user=viewer.user, threads=threads, following=following, first=cursor is None)
        twin = viewer.twin("/v1/threads", limit=str(_PAGE), cursor=cursor)
        return await page(
            request, parts, "threads/listed.html", content, title="Conversations", section="threads", twin=twin
        )

    @get("/{thread_id:str}")
    async def shown(
        self,
        request: PageRequest,
        thread_id: FromPath[str],
        parts: NamedDependency[Parts],
        after: Annotated[int | None, QueryParameter(ge=0, le=10_000_000)] = None,
    ) -> Template:
        viewer = viewer_of(request, parts)
        thread = await _thread(viewer, thread_id, parts)
        begins = after if after is not None else max(0, thread.messages - _MESSAGES)
        whole = f"/v1{path_of(thread.id)}/messages"
        content = ThreadPage(
            thread=thread,
            turns=await parts.threads.conversation(thread, after=begins, limit=_MESSAGES, most=_LEARNED),
            runs=await parts.extractions.listed(
                viewer.tenant, thread_id=thread.id, user=None, status=None, limit=_RUNS, before=None
            ),
            after=begins,
            whole=whole,
        )
        if by_htmx(request):
            answer = fragment("threads/_state.html", content)
            if thread.extraction not in (ExtractionState.PENDING, ExtractionState.RUNNING):
                answer.headers["HX-Refresh"] = "true"  # it was read: what it taught stands elsewhere on the page
            return answer
        twin = viewer.twin(f"/v1{path_of(thread.id)}/conversation", cursor=str(begins), limit=str(_MESSAGES))
        return await page(
            request, parts, "threads/thread.html", content, title="A conversation", section="threads", twin=twin
        )

    @post("/{thread_id:str}/read", needs=Right.REMEMBER)
    async def read(
        self, request: PageRequest, thread_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        form = await form_of(request)
        thread = await converse.shown(request.user, thread_id, threads=parts.threads)
        await extract.ask(request.user, thread.id, extractions=parts.extractions, queue=parts.queue)
        back = local(form.get("back"), otherwise=path_of(thread.id))
        if not thread.unchecked:
            return onward(request, back, "There is nothing in it that was not read already.")
        return onward(request, back, "It will be read as soon as a worker is free.")

    @post("/{thread_id:str}/clear", needs=Right.DELETE)
    async def clear(
        self, request: PageRequest, thread_id: FromPath[str], parts: NamedDependency[Parts]
    ) -> Response[Any]:
        thread = await _thread(viewer_of(request, parts), thread_id, parts)
        counts = await converse.clear(request.user, thread.id, threads=parts.threads, now=now())
        gone = counts.get("memories", 0)
        said = f"Forgotten: {gone:,} {'memory' if gone == 1 else 'memories'} learned here. What was said stays."
        return onward(request, path_of(thread.id), said)


async def _thread(viewer: Viewer, thread_id: str, parts: Parts) -> Thread:
    thread = await converse.shown(viewer.tenant, thread_id, threads=parts.threads)
    if thread.user != viewer.user:
        raise UnknownThread(thread_id)
    return thread
