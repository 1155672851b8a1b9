"""What a model found in a conversation, and whether it is to be believed: only what the user's own words say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec

from graphmem.adapters.llm.document import holds_credential
from graphmem.core.claims import kind_of, labels, share
from graphmem.core.conversation import Found
from graphmem.core.names import fold, without_title
from graphmem.core.relations import is_before, is_head, relation
from graphmem.core.text import checked, normalised, slug
from graphmem.errors import InvalidInput
from graphmem.model import Kind, Message, Role

_LONGEST_FACT = 1_000
_WORD = re.compile(r"[^\W_]+")
_WHOSE = re.compile(r"^(?:(?:the )?user['’]s|my|our)\s+", re.IGNORECASE)
_THE_USER = frozenset(["user", "the user", "i", "me", "myself", "my", "we", "us"])


class Item(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact, in the words of the model."""

    source: int
    quote: str
    memory_type: Annotated[str, msgspec.Meta(extra_json_schema={"enum": [kind.value for kind in Kind]})]
    key: str | None = None
    content: str
    confidence: float
    importance: float | None = None
    subjects: list[str] = []


class Items(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a model found."""

    items: list[Item]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What an item has to stand on: the messages it may come from, by number, and all that was spoken or known."""

    sources: Mapping[int, Message]
    trivial: frozenset[str]  # the ids of messages that a first look passed by
    spoken: "Spoken"
    confidence_min: float


class Spoken:
    """The names and relations in some texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        joined = " ".join(texts)
        self._plain = f" {_plain(joined)} "
        self._normal = normalised(joined)
        heads = {one.group().lower() for one in _WORD.finditer(joined)}
        self._relations = {found.kind for head in heads if is_head(head) and (found := relation(head))}

    def names(self, subject: str) -> bool:
        """Whether somebody spoke of them: by this name, or by a word for the same relation."""
        if subject.lower() == subject.upper():  # a script without capitals, and maybe without spaces
            return normalised(subject) in self._normal
        plain = _plain(without_title(_WHOSE.sub("", subject)))
        if plain and (f" {plain} " in self._plain or f" {plain}s " in self._plain):
            return True
        bond = relation(_WHOSE.sub("", subject).lower())
        return bond is not None and bond.kind in self._relations


def admitted(item: Item, ground: Ground) -> tuple[Found, tuple[str, ...]]:
    """The fact and the subjects that were left out. Raises InvalidInput for one that does not stand."""
    message = ground.sources.get(item.source)
    if message is None:
        raise InvalidInput("source", "is no message of this conversation")
    if message.role is not Role.USER:
        raise InvalidInput("source", "the user did not say it")
    if message.id in ground.trivial:
        raise InvalidInput("source", "is a message without a lasting statement")
    if share(item.confidence, field="confidence") < ground.confidence_min:
        raise InvalidInput("confidence", f"is under {ground.confidence_min:g}")
    if not normalised(item.quote) or normalised(item.quote) not in normalised(message.content):
        raise InvalidInput("quote", "is not in the message")
    content = " ".join(checked(item.content, field="content", longest=_LONGEST_FACT).split())
    if holds_credential(content):
        raise InvalidInput("content", "holds a credential")
    subjects, invented = _subjects(item.subjects, ground.spoken)
    if any(f" {_plain(name)} " in f" {_plain(content)} " for name in invented):
        raise InvalidInput("content", "names somebody nobody spoke of")
    found = Found(
        message_id=message.id,
        content=content,
        kind=kind_of(item.memory_type),
        key=slug(item.key) if item.key else None,
        confidence=item.confidence,
        # Models count it from 1 to 10 as well: a number nobody can place says nothing, the fact still does.
        importance=item.importance if item.importance is not None and 0 <= item.importance <= 1 else None,
        subjects=subjects,
        quote=item.quote,
    )
    return found, invented


def _subjects(given: Sequence[str], spoken: Spoken) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who were spoken of, and those who were not; the user is the subject of what has none."""
    people = [one for one in map(_subject, labels(tuple(given), field="subjects")) if one.lower() not in _THE_USER]
    known = tuple(dict.fromkeys(one for one in people if spoken.names(one)))
    return known, tuple(one for one in people if one not in known)


def _subject(given: str) -> str:
    """A name alone, or a relation with "my": "the user's wife Sarah" is Sarah, "wife" is my wife."""
    words = _WHOSE.sub("", given).split()
    if relation(" ".join(words).lower()) is not None:
        return f"my {' '.join(words)}"
    while len(words) > 1 and words[0].islower() and (is_head(words[0]) or is_before(words[0])):
        words = words[1:]
    return " ".join(words) or given


def _plain(text: str) -> str:
    return " ".join(plain for word in _WORD.findall(text) if (plain := fold(word)))
