"""Finds what a user said that is worth keeping, with the reader: no key, no network."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from graphmem.adapters.learned.people import said
from graphmem.adapters.learned.reader import MessageReader
from graphmem.adapters.learned.statements import leans, says_something, speaks_of_the_user, statement
from graphmem.adapters.spacy.nlp import parsed, thread
from graphmem.core.conversation import Conversation, Extract, Found, Passed
from graphmem.core.own_words import own_words
from graphmem.core.reading import Reading
from graphmem.core.sensitivity import SensitiveClass, screen
from graphmem.core.text import normalised
from graphmem.core.understanding import Clause, Span, Spoken, Understood
from graphmem.model import Kind, Message, Role

KEPT = 0.5  # how likely a clause must be a lasting fact, chosen on held-out messages
_LONGEST = 8_000  # characters of a message that are read
_LONGEST_QUESTION = 300
_LOOK_BACK = 2  # the user's messages before, in which somebody may be named who is "she" now
_LONGEST_BACK = 600  # characters of these
_LONGEST_FACT = 200  # characters of clauses that are put together
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
# Clauses that may say in passing who somebody is: "can you help my sister Ana with her CV?"
_IN_PASSING = frozenset(["question", "request", "only now", "opinion of the moment"])
_CERTAIN = 0.9  # how sure the reader must be of somebody who is only spoken of in passing


@dataclass(frozen=True, slots=True)
class _Turn:
    """A message of the user's, what was asked before it, and what was said before that."""

    message: Message
    asked: str
    before: str  # the user's own earlier words

    @property
    def text(self) -> str:
        return own_words(self.message.content[:_LONGEST])


class ReaderExtractor:
    """The extractor that needs nothing but models of our own."""

    name = "reader"

    def __init__(self, reader: MessageReader, *, min_confidence: float) -> None:
        self._reader = reader
        self._min_confidence = min_confidence

    async def extract(self, conversation: Conversation) -> Extract:
        return await asyncio.get_running_loop().run_in_executor(thread(), self._extract, conversation)

    def _extract(self, conversation: Conversation) -> Extract:
        turns = list(_turns(conversation))
        understood = self._reader.read([(turn.asked, turn.text) for turn in turns])
        docs = parsed([turn.text for turn in turns])
        found: dict[str, Found] = {}
        passed: dict[Passed, None] = {}
        known = {normalised(words) for words in conversation.known}
        for turn, one, doc in zip(turns, understood, docs, strict=True):
            for made in self._read(turn, self._with_earlier(turn, one), doc):
                if isinstance(made, Passed):
                    passed[made] = None
                elif normalised(made.content) not in known:
                    found[normalised(made.content)] = made
        return Extract(tuple(found.values()), tuple(passed))

    def _with_earlier(self, turn: _Turn, one: Understood) -> Understood:
        """Whom "she" means that nobody in the message or the question is, where the user named her before."""
        open_ = {s.person for s in one.spoken} - {s.person for s in one.spoken if s.sort != "pronoun"}
        if not open_ or not turn.before:
            return one
        [whole] = self._reader.read([("", f"{turn.before}\n{turn.text}")])
        start = len(turn.before) + 1
        met: list[Spoken] = []
        own: list[Spoken] = []
        for one_here in one.spoken:
            place = None
            if one_here.person in open_:
                place = next(
                    (s for s in whole.spoken if s.start == one_here.start + start and s.sort == "pronoun"), None
                )
            named = [s for s in whole.spoken if place and s.person == place.person and s.sort != "pronoun"]
            met += [replace(s, person=one_here.person, of=None, asked=True) for s in named if s.end < start]
            own.append(replace(one_here, tied=place.tied) if place and named else one_here)
        return replace(one, spoken=(*met, *own))

    def _read(self, turn: _Turn, one: Understood, doc: Doc) -> Iterator[Found | Passed]:
        told: set[int] = set()
        kept = _joined([clause for clause in one.clauses if clause.lasting >= KEPT], one, doc)
        for clause in one.clauses:
            if clause.lasting < KEPT:
                yield Passed(turn.message.id, clause.reason)
        for clause in kept:
            content = statement(one, doc, clause, question=turn.asked if clause.start == _first(one) else "")
            refused = _refused(content)
            if refused or not says_something(doc, clause):
                yield Passed(turn.message.id, refused or "says nothing")
                continue
            told |= {s.person for s in one.spoken if not s.asked and clause.covers(s)}
            yield Found(
                message_id=turn.message.id,
                content=content,
                kind=clause.kind,
                confidence=round(self._confidence(clause.lasting), 2),
                quote=turn.message.content[clause.start : clause.end].strip(),
                reading=Reading(said(one, doc, within=clause), clause.kind, clause.lasting),
            )
        yield from self._introduced(turn, one, doc, told)

    def _introduced(self, turn: _Turn, one: Understood, doc: Doc, told: set[int]) -> Iterator[Found]:
        """Who somebody is to the user, where only a question or a request says so."""
        for clause in one.clauses:
            if clause.lasting >= KEPT or clause.reason not in _IN_PASSING:
                continue
            for place in one.spoken:
                if place.asked or place.person in told or not clause.covers(place) or place.sort == "pronoun":
                    continue
                if place.chance < _CERTAIN:
                    continue
                mentions = said(one, doc, within=Span(place.start, place.end)).mentions
                who = next(
                    (m for m in mentions if m.name and m.sure and m.relations and m.relations[0].of is None), None
                )
                if who is None or who.relations[0].former:
                    continue
                content = f"{who.name} is my {who.relations[0].word}."
                if _refused(content):
                    continue
                told.add(place.person)
                yield Found(
                    message_id=turn.message.id,
                    content=content,
                    kind=Kind.PROFILE,
                    confidence=self._confidence(KEPT),
                    quote=_sentence(one.text, place),
                    reading=Reading(said(one, doc, within=Span(place.start, place.end)), Kind.PROFILE, 1.0),
                )

    def _confidence(self, lasting: float) -> float:
        return self._min_confidence + (1 - self._min_confidence) * (lasting - KEPT) / (1 - KEPT)


def _turns(conversation: Conversation) -> Iterator[_Turn]:
    unread = {message.id for message in conversation.unread}
    asked, before = "", list[str]()
    for message in (*conversation.earlier, *conversation.unread):
        if message.role is Role.ASSISTANT:
            asked = _question(message.content)
        elif message.role is Role.USER:
            if message.id in unread:
                yield _Turn(message, asked, "\n".join(before[-_LOOK_BACK:])[-_LONGEST_BACK:])
            before.append(own_words(message.content[:_LONGEST]))
            asked = ""


def _question(text: str) -> str:
    """What the assistant asked last, if its message ends with a question or has but one."""
    sentences = [found[0].strip() for found in _SENTENCE.finditer(text)]
    asked = [one for one in sentences if one.endswith("?")]
    return asked[-1][-_LONGEST_QUESTION:] if asked and (sentences[-1] == asked[-1] or len(asked) == 1) else ""


def _sentence(text: str, place: Span) -> str:
    """The words around a place, from where its sentence begins to where it ends."""
    return next((found[0].strip() for found in _SENTENCE.finditer(text) if found.end() > place.start), text.strip())


def _first(one: Understood) -> int:
    """Where the first clause begins that says anything: "haha, two cats" answers too."""
    return next((c.start for c in one.clauses if c.lasting >= KEPT or c.end - c.start > 12), -1)


def _joined(kept: Sequence[Clause], one: Understood, doc: Doc) -> list[Clause]:
    """Facts that stand alone: what leans on the clause before goes with it, and so does what the sentence says on.

    "I work at the port and still owe 12k"; "We got a new car. It's white". Two things that somebody says of themselves
    in one sentence stay two facts.
    """
    found: list[Clause] = []
    for clause in kept:
        last = found[-1] if found else None
        if last is not None and _goes_with(last, clause, one, doc):
            found[-1] = replace(last, end=clause.end, lasting=min(last.lasting, clause.lasting))
        else:
            found.append(clause)
    return found


def _goes_with(last: Clause, clause: Clause, one: Understood, doc: Doc) -> bool:
    between = one.text[last.end : clause.start]
    if between.strip(" ,;–—-\n\t") or clause.end - last.start > _LONGEST_FACT:
        return False
    if leans(one, doc, clause):
        return True
    ended = "\n" in between or one.text[last.start : last.end].rstrip().endswith((".", "!", "?", "…"))
    return not ended and not speaks_of_the_user(doc, clause)


def _refused(content: str) -> str:
    sensitive = screen(content)
    if sensitive is None:
        return ""
    return "a secret" if sensitive.klass is SensitiveClass.CREDENTIAL else "personal data"
