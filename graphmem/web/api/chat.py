"""`/v1/chat/completions`: any OpenAI client gets a memory by changing its base URL."""

import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import uuid_utils
from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Response, Stream

from graphmem.adapters.openai import NoAnswer
from graphmem.core.answering import answer
from graphmem.core.claims import Whose, ref
from graphmem.core.messages import path_ref
from graphmem.core.rights import Holder, Right
from graphmem.core.text import LONGEST_CONTENT, checked
from graphmem.errors import ChatUnavailable, InvalidInput
from graphmem.flows.chat import Talk, Turn, briefing, hear, reply, turn_id
from graphmem.flows.recall import Wanted
from graphmem.model import Thread
from graphmem.web.admission import leave_place
from graphmem.web.api.chat_errors import CHAT_HANDLERS, broken_off
from graphmem.web.api.chat_shapes import OURS, ChatAnswer, ChatRequest, chunk, completion, delta_of, text_of
from graphmem.web.api.common import AnyRequest
from graphmem.web.asking import use_by
from graphmem.web.errors import problem_in
from graphmem.wiring import Parts, now


class ChatController(Controller):
    path = "/v1/chat/completions"
    tags = ("chat",)
    exception_handlers = CHAT_HANDLERS

    @post(summary="A chat completion with memory, in OpenAI's protocol", status_code=200, needs=Right.REMEMBER)
    async def complete(
        self, request: AnyRequest, data: JSONBody[dict[str, Any]], parts: NamedDependency[Parts]
    ) -> Response[ChatAnswer] | Response[bytes] | Stream:
        asked = _request(data)
        talk = Talk(
            threads=parts.threads,
            keeping=parts.keeping,
            sizes=parts.sizes,
            triggers=parts.triggers,
            alone=request.auth.grant.user is not None,
        )
        turn = await _turn(request.auth, asked, talk, parts)
        use = use_by(request.auth, "chat", asked.assistant_key)
        parts.uses.note(request.user, [item.memory.id for item in turn.found.memories], use)
        if parts.chat is None:
            words = answer(turn.said, turn.wishes, turn.found.memories, turn.found.quotes)
            await reply(turn, words, talk, now=now())
            return _streamed(_once(words)) if asked.stream else Response(completion(words, "graphmem"))
        leave_place(request.scope)
        forwarded = _with_memory(data, turn, parts.settings.chat_model)
        try:
            if not asked.stream:
                raw = await parts.chat.post("/chat/completions", forwarded)
                said = msgspec.json.decode(raw)
                await reply(turn, _words(said), talk, now=now())
                return Response(raw, media_type="application/json")
            upstream = await parts.chat.stream("/chat/completions", forwarded)
        except NoAnswer as error:
            raise ChatUnavailable(f"the language model gave no answer: {error}") from error
        except msgspec.DecodeError as error:
            raise ChatUnavailable("the language model answered with what is no JSON") from error
        return _streamed(_overheard(upstream, turn, talk))


def _request(data: dict[str, Any]) -> ChatRequest:
    try:
        return msgspec.convert(data, ChatRequest)
    except msgspec.ValidationError as error:
        problem = problem_in(str(error))
        raise InvalidInput(problem.field, problem.problem) from None


async def _turn(holder: Holder, asked: ChatRequest, talk: Talk, parts: Parts) -> Turn:
    place = max((i for i, turn in enumerate(asked.messages) if turn.role == "user"), default=None)
    if place is None:
        raise InvalidInput("messages", "holds no message of the user")
    named = holder.grant.meant(Whose(user_id=asked.user_id or asked.user, chat_id=asked.chat_id)).user_id
    user = ref(named or parts.settings.user, field="user_id")
    moment, settings = now(), parts.settings
    thread = Thread(
        id=path_ref(asked.thread_id, field="thread_id") if asked.thread_id is not None else turn_id("chat", user),
        tenant=holder.tenant,
        user=user,
        assistant_key=ref(asked.assistant_key, field="assistant_key") if asked.assistant_key is not None else None,
        chat=ref(asked.chat_id, field="chat_id") if asked.chat_id is not None else None,
        auto_extract=False,
        metadata={},
        created_at=moment,
        updated_at=moment,
    )
    said = checked(text_of(asked.messages[place]), field=f"messages[{place}].content", longest=LONGEST_CONTENT)
    before = [f"{turn.role}:{text_of(turn)}" for turn in asked.messages[:place]]
    # A conversation that is only its last message may be said again on purpose.
    once = [] if before else [str(uuid_utils.uuid7())]
    wanted = Wanted(
        query=said,
        limit=settings.recall_top_k,
        min_relevance=settings.recall_min_relevance,
        min_similarity=settings.recall_min_similarity,
        min_confidence=settings.confidence_min,
        lean=asked.lean or not settings.recall_enabled,
    )
    return await hear(thread, turn_id(thread.id, *before, said, *once), wanted, talk, now=moment)


def _with_memory(data: dict[str, Any], turn: Turn, model: str | None) -> dict[str, Any]:
    """The request as the language model gets it: what is remembered stands after the system's own words."""
    body = {name: value for name, value in data.items() if name not in OURS}
    if model is not None and body.get("model") in (None, "", "graphmem"):
        body["model"] = model
    words = briefing(turn.found)
    if words:
        said = list(body["messages"])
        first = next((i for i, one in enumerate(said) if one.get("role") not in ("system", "developer")), len(said))
        body["messages"] = [*said[:first], {"role": "system", "content": words}, *said[first:]]
    return body


def _words(answered: Any) -> str:
    try:
        return str(answered["choices"][0]["message"]["content"] or "")
    except (KeyError, IndexError, TypeError):
        raise NoAnswer("an answer that is no chat completion") from None


def _streamed(events: AsyncIterator[bytes]) -> Stream:
    return Stream(events, media_type="text/event-stream", headers={"Cache-Control": "no-cache"})


async def _once(words: str) -> AsyncIterator[bytes]:
    began = int(time.time())
    yield chunk(words, None, "graphmem", began)
    yield chunk(None, "stop", "graphmem", began)
    yield b"data: [DONE]\n\n"


async def _overheard(events: AsyncIterator[bytes], turn: Turn, talk: Talk) -> AsyncIterator[bytes]:
    """The answer as it comes, posted when it is whole."""
    heard: list[str] = []
    rest = b""
    try:
        async for part in events:
            yield part
            *lines, rest = (rest + part).split(b"\n")
            heard += [words for one in lines if (words := delta_of(one))]
    except NoAnswer as error:
        # The status is gone already: the protocol's clients look for an error among the events.
        yield broken_off(ChatUnavailable(f"the language model stopped in the midst of its answer: {error}"))
        return
    await reply(turn, "".join(heard), talk, now=now())
