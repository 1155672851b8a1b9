"""Asks a language model what a newer statement does to an older one: when in doubt, both stand."""

from typing import Annotated

import msgspec
import structlog

from graphmem.adapters.llm.chat import Chat
from graphmem.adapters.llm.instructions import ARBITRATE
from graphmem.adapters.openai import NoAnswer, decoded
from graphmem.core.verdict import BESIDE, Effect, Verdict

_SURE = 0.8
_LONGEST_REASON = 200
_EFFECTS = {"supersedes": Effect.SUPERSEDES, "duplicate": Effect.DUPLICATE, "coexists": Effect.COEXIST}
_log = structlog.get_logger()


class Opinion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the model answers."""

    reason: str
    verdict: Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(_EFFECTS)})]
    confidence: float


class LlmArbiter:
    """A model on a server that gives second opinions."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    async def judge(self, *, older: str, newer: str) -> Verdict:
        document = msgspec.json.encode({"older": older, "newer": newer}).decode()
        try:
            opinion = await self._chat.ask(ARBITRATE, document, shape=Opinion, read=_opinion)
        except NoAnswer as error:
            _log.warning("arbiter_silent", model=self._chat.model, error=str(error))
            return BESIDE
        if not _SURE <= opinion.confidence <= 1:
            return BESIDE
        reason = " ".join(opinion.reason.split())[:_LONGEST_REASON]
        return Verdict(_EFFECTS[opinion.verdict], reason, f"model/{self._chat.model}")


def _opinion(answer: bytes) -> Opinion:
    opinion = decoded(answer, Opinion)
    if opinion.verdict not in _EFFECTS:
        raise msgspec.ValidationError(f"verdict must be one of {', '.join(_EFFECTS)}")
    return opinion
