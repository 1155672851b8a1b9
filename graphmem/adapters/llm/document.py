"""A conversation as a model is shown it: in parts of bearable length, as data, and without secrets."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from graphmem.core.conversation import Conversation
from graphmem.core.sensitivity import SensitiveClass, screen
from graphmem.model import Message

_LONGEST_MESSAGE = 8_000
_LONGEST_EARLIER = 1_000
_MOST_EARLIER = 12
_MOST_KNOWN = 50
_LONGEST_KNOWN = 500
_ROOM = 32_000  # characters of unread messages that are shown at once
_WITHHELD = "(withheld: it holds a credential)"


def in_parts(conversation: Conversation) -> Iterator[Conversation]:
    """The conversation, cut where its unread messages are too long to be read at once."""
    start = room = 0
    unread = conversation.unread
    for place, message in enumerate(unread):
        room += min(len(message.content), _LONGEST_MESSAGE)
        if room > _ROOM:
            yield _part(conversation, start, place)
            start, room = place, min(len(message.content), _LONGEST_MESSAGE)
    yield _part(conversation, start, len(unread))


def document(conversation: Conversation) -> str:
    """One JSON document: text in it can't end the string that it stands in."""
    shown = {
        "known": [words[:_LONGEST_KNOWN] for words in conversation.known[:_MOST_KNOWN]],
        "earlier": [_shown(message, _LONGEST_EARLIER) for message in conversation.earlier[-_MOST_EARLIER:]],
        "messages": [
            {"number": number} | _shown(message, _LONGEST_MESSAGE)
            for number, message in enumerate(conversation.unread, start=1)
        ],
    }
    return msgspec.json.encode(shown).decode()


def holds_credential(text: str) -> bool:
    """Whether a text is not to be shown: what must not be kept here must not be sent elsewhere."""
    secret = screen(text)
    return secret is not None and secret.klass is SensitiveClass.CREDENTIAL


def _part(conversation: Conversation, start: int, end: int) -> Conversation:
    unread = conversation.unread
    return replace(conversation, earlier=(*conversation.earlier, *unread[:start]), unread=unread[start:end])


def _shown(message: Message, longest: int) -> dict[str, str]:
    content = _WITHHELD if holds_credential(message.content) else message.content[:longest]
    return {"role": message.role.value, "date": f"{message.said_at:%A %Y-%m-%d}", "content": content}
