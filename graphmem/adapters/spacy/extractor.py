"""Finds by rules what a user said that is worth keeping: no key, no network, the same answer every time."""

import asyncio
import re
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from graphmem.adapters.spacy.drafts import Draft, Drafting, cut
from graphmem.adapters.spacy.facts import facets
from graphmem.adapters.spacy.gate import is_laughed, is_told, worth_keeping
from graphmem.adapters.spacy.nlp import load, parsed, thread
from graphmem.adapters.spacy.people import mentions
from graphmem.adapters.spacy.readings import note
from graphmem.adapters.spacy.sentences import sentences
from graphmem.adapters.spacy.shape import Whose, shape
from graphmem.adapters.spacy.signs import Weight
from graphmem.adapters.spacy.standing import is_standing
from graphmem.adapters.spacy.weighing import importance, weigh
from graphmem.core.conversation import Conversation, Extract, Found, Passed
from graphmem.core.corrections import corrected
from graphmem.core.facets import Facet, kind_of
from graphmem.core.mentions import Said
from graphmem.core.reading import Reading
from graphmem.core.sensitivity import SensitiveClass, screen
from graphmem.core.text import normalised
from graphmem.model import Kind, Role

_LOOK_BACK = 12  # messages read before that may tell who "she" is, or what a correction corrects
_LONGEST = 8_000  # characters of a message that are read
_ASKED_FOR = 0.95
_ANSWERED = 0.85
_STANDING = 0.9
_LAUGHED = 0.1
_VOLUNTEERED = 0.1
_TOLD_IN_PASSING = 0.6
_TELLING = re.compile(r"\d|(?<=\s)(?!I\b|I')[A-Z]")
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|me|my|mine|we|our|us)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is found, with what its words say."""

    found: Found
    facets: tuple[Facet, ...]


class RuleExtractor:
    """The extractor that needs nothing but the parser."""

    def __init__(self, *, min_confidence: float = 0.7) -> None:
        load()
        self._min_confidence = min_confidence

    @property
    def name(self) -> str:
        return "rules"

    async def extract(self, conversation: Conversation) -> Extract:
        return await asyncio.get_running_loop().run_in_executor(thread(), self._extract, conversation)

    def _extract(self, conversation: Conversation) -> Extract:
        messages = (*conversation.earlier[-_LOOK_BACK:], *conversation.unread)
        unread = {message.id for message in conversation.unread}
        read = {m.id: cut(m, sentences(m.content[:_LONGEST])) for m in messages if m.role is Role.USER}
        docs = parsed(
            [part.spelt.text for one in read.values() for _, parts in one.parts for part in parts if part.speaks]
        )
        turn = iter(docs)
        drafting = Drafting()
        for message in messages:
            if message.role is Role.USER:
                drafting.read(read[message.id], turn)
            elif message.role is Role.ASSISTANT:
                drafting.hear(message)

        kept: list[_Kept] = []
        passed = list(drafting.passed)
        judged = [(draft, _refused(draft)) for draft in drafting.drafts]
        others = iter(parsed([draft.text for draft, reason in judged if not reason and draft.doc is None]))
        for draft, reason in judged:
            if reason:
                passed.append(Passed(draft.message_id, reason))
            else:
                self._settle(draft, draft.doc or next(others), kept, passed, drafting.people)

        known = {normalised(words) for words in conversation.known}
        found = {normalised(one.found.content): one.found for one in kept if one.found.message_id in unread}
        return Extract(
            tuple(one for words, one in found.items() if words not in known),
            tuple(dict.fromkeys(one for one in passed if one.message_id in unread)),
        )

    def _settle(self, draft: Draft, doc: Doc, kept: list[_Kept], passed: list[Passed], people: frozenset[str]) -> None:
        """Adds what a draft says to what is kept, or its reason to what is passed."""
        if draft.only_corrects:
            if not _mended(draft, kept):
                passed.append(Passed(draft.message_id, "a correction of nothing known"))
            return
        said, read = mentions(doc), facets(doc)
        weight = self._weight(draft, doc, said, read, people)
        if weight.confidence < self._min_confidence:
            passed.append(Passed(draft.message_id, weight.reason or "not sure"))
            return
        found = Found(
            message_id=draft.message_id,
            content=draft.text,
            kind=Kind.PREFERENCE if draft.standing else kind_of(read, draft.text),
            confidence=round(weight.confidence, 2),
            importance=importance(draft.text, read),
            subjects=_subjects(draft, said),
            quote=draft.quote,
            explicit=draft.explicit,
        )
        if doc.text.rstrip() == draft.text:
            note(draft.text, Reading(said, read))
        if draft.corrects:
            _retract(found, read, kept)
        kept.append(_Kept(found, read))

    def _weight(self, draft: Draft, doc: Doc, said: Said, read: tuple[Facet, ...], people: frozenset[str]) -> Weight:
        if draft.wanted and (draft.explicit or _is_of_somebody(draft.text, said)):
            return Weight(_ASKED_FOR)
        if draft.standing or (is_told(draft.text) and is_standing(draft.text)):
            return Weight(_STANDING)
        if draft.answer:
            return Weight(_ANSWERED)
        found = shape(doc, said, people | {draft.about})
        weight = weigh(doc, found, read, hedged=draft.hedged)
        if found is not None and found.whose is Whose.PERSON and _is_general(draft, said, read, people):
            return Weight(0.0, "about nobody of the user's")
        if draft.volunteered and weight.confidence >= _TOLD_IN_PASSING and _TELLING.search(draft.text):
            weight = Weight(min(_ASKED_FOR, weight.confidence + _VOLUNTEERED), weight.reason)
        laughed = _LAUGHED if is_laughed(draft.raw) else 0.0
        return Weight(max(0.0, weight.confidence - laughed), weight.reason)


def _refused(draft: Draft) -> str:
    """Why the words alone tell that a draft is not to be kept."""
    sensitive = screen(draft.text)
    if sensitive is not None and not (draft.explicit and sensitive.klass is SensitiveClass.PII):
        return "a secret" if sensitive.klass is SensitiveClass.CREDENTIAL else "personal data"
    if draft.unclear:
        return "unclear who"
    return "" if draft.wanted or draft.only_corrects else worth_keeping(draft.text, raw=draft.raw) or ""


def _is_of_somebody(text: str, said: Said) -> bool:
    """Whether words that are to be kept speak of the user or of their people, or tell how to answer."""
    return bool(_FIRST_PERSON.search(text)) or bool(said.mentions) or is_standing(text)


def _is_general(draft: Draft, said: Said, read: tuple[Facet, ...], people: frozenset[str]) -> bool:
    """Whether a name beside a question, in a message in which the user is not, is rather one from the news."""
    related = any(mention.relations or mention.name in people for mention in said.mentions)
    told = any(facet.rule != "parsed" for facet in read)
    return draft.asked_beside and not (related or told or draft.first_person or draft.about)


def _subjects(draft: Draft, said: Said) -> tuple[str, ...]:
    """Whom a pronoun stood for, where the words alone would not tell that it is somebody."""
    if not draft.about or draft.about.lower().startswith(("my ", "our ")):
        return ()
    told = any(mention.subject and mention.sure for mention in said.mentions)
    return () if told else (draft.about,)


def _mended(draft: Draft, kept: list[_Kept]) -> bool:
    """Puts the right word into the last statement that has a place for it."""
    for place in range(len(kept) - 1, max(-1, len(kept) - 4), -1):
        content = corrected(kept[place].found.content, draft.text)
        if content is not None:
            old = kept.pop(place)
            kept.append(
                _Kept(replace(old.found, content=content, message_id=draft.message_id, quote=draft.quote), old.facets)
            )
            return True
    return False


def _retract(found: Found, read: tuple[Facet, ...], kept: list[_Kept]) -> None:
    """Takes back what a full statement corrects: the last one of the same single-valued key or the same beginning."""
    keys = {(facet.subject, facet.key) for facet in read if facet.single}
    opening = found.content.casefold().split()[:3]
    for place in range(len(kept) - 1, -1, -1):
        old = kept[place]
        same = keys & {(facet.subject, facet.key) for facet in old.facets if facet.single}
        if same or old.found.content.casefold().split()[:3] == opening:
            del kept[place]
            return
