"""Finds what is worth keeping by asking a language model, which is believed only as far as the user's words go."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

import msgspec

from graphmem.adapters.llm.chat import Chat
from graphmem.adapters.llm.document import document, holds_credential, in_parts
from graphmem.adapters.llm.instructions import to_extract
from graphmem.adapters.llm.items import Ground, Item, Items, Spoken, admitted
from graphmem.adapters.openai import NoAnswer, decoded
from graphmem.core.conversation import Conversation, Extract, Found, Passed
from graphmem.errors import ExtractorUnavailable, InvalidInput
from graphmem.model import Message, Role

Gate = Callable[[str], str | None]  # why a text can be passed by; none: it has to be read


class LlmExtractor:
    """A model on a server, behind a gate that keeps trivial messages from it."""

    def __init__(self, chat: Chat, *, gate: Gate, max_per_turn: int, confidence_min: float) -> None:
        self._chat = chat
        self._gate = gate
        self._most = max_per_turn
        self._confidence_min = confidence_min

    @property
    def name(self) -> str:
        return self._chat.model

    async def extract(self, conversation: Conversation) -> Extract:
        parts = [await self._extract(part) for part in in_parts(conversation)]
        return Extract(
            found=tuple(found for part in parts for found in part.found),
            passed=tuple(passed for part in parts for passed in part.passed),
        )

    async def _extract(self, conversation: Conversation) -> Extract:
        said = [message for message in conversation.unread if message.role is Role.USER]
        reasons = await asyncio.to_thread(lambda: [self._trivial(message) for message in said])
        passed = [Passed(message.id, reason) for message, reason in zip(said, reasons, strict=True) if reason]
        if len(passed) == len(said):
            return Extract(passed=tuple(passed))

        try:
            items, misshapen = await self._chat.ask(
                to_extract(self._most), document(conversation), shape=Items, read=_items
            )
        except NoAnswer as error:
            raise ExtractorUnavailable(f"{self.name}: {error}") from error

        found, left = self._believed(conversation, items, frozenset(one.message_id for one in passed))
        if misshapen:
            left.append(Passed(said[-1].id, "an item of another shape than asked for"))
        kept = _surest(found, self._most)
        left += [Passed(one.message_id, f"more than {self._most} facts") for one in found if one not in kept]
        heard = {one.message_id for one in found} | {one.message_id for one in (*passed, *left)}
        left += [Passed(message.id, "nothing lasting") for message in said if message.id not in heard]
        return Extract(found=tuple(kept), passed=tuple(dict.fromkeys((*passed, *left))))

    def _trivial(self, message: Message) -> str | None:
        return "holds a credential" if holds_credential(message.content) else self._gate(message.content)

    def _believed(
        self, conversation: Conversation, items: Iterable[Item], trivial: frozenset[str]
    ) -> tuple[list[Found], list[Passed]]:
        """The items that stand on the user's words, and why the others were left."""
        numbered = dict(enumerate(conversation.unread, start=1))
        texts = [message.content for message in (*conversation.earlier, *conversation.unread)]
        ground = Ground(
            sources=numbered,
            trivial=trivial,
            spoken=Spoken([*texts, *conversation.known]),
            confidence_min=self._confidence_min,
        )
        found: dict[tuple[str, str], Found] = {}
        left: list[Passed] = []
        for item in items:
            try:
                fact, invented = admitted(item, ground)
            except InvalidInput as error:
                left.append(Passed(numbered.get(item.source, conversation.unread[-1]).id, str(error)))
                continue
            found.setdefault((fact.message_id, fact.content), fact)
            if invented:
                left.append(Passed(fact.message_id, "subjects: somebody nobody spoke of"))
        return list(found.values()), left


def _surest(found: Sequence[Found], most: int) -> dict[Found, None]:
    """The surest when there are too many, in the order they were told."""
    surest = set(sorted(found, key=lambda one: -one.confidence)[:most])
    return {one: None for one in found if one in surest}


def _items(answer: bytes) -> tuple[list[Item], int]:
    """The items of the right shape, and how many had another; an answer with none of the right shape is refused."""
    raw = decoded(answer, _RawItems).items
    items: list[Item] = []
    wrong: list[msgspec.DecodeError] = []
    for one in raw:
        try:
            items.append(decoded(bytes(one), Item))
        except msgspec.DecodeError as error:
            wrong.append(error)
    if wrong and not items:
        raise wrong[0]
    return items, len(wrong)


class _RawItems(msgspec.Struct, forbid_unknown_fields=True):
    items: list[msgspec.Raw]
