"""From a conversation to statements that might be kept, each with where it comes from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from spacy.tokens import Doc

from graphmem.adapters.spacy.clauses import Clause, clauses, subject_at
from graphmem.adapters.spacy.gate import begins_role_play, ends_role_play, is_fiction, is_supposed, worth_keeping
from graphmem.adapters.spacy.nlp import parsed
from graphmem.adapters.spacy.parts import Part, parts
from graphmem.adapters.spacy.referents import Referents
from graphmem.adapters.spacy.sentences import Sentence
from graphmem.adapters.spacy.standing import is_standing
from graphmem.adapters.spacy.statements import Statement, statement
from graphmem.core.answers import answered
from graphmem.core.conversation import Passed
from graphmem.core.corrections import corrected_at_once
from graphmem.core.sensitivity import SensitiveClass, screen
from graphmem.model import Message

_QUESTION = re.compile(r"[^.?!\n]*\?")
_MOST_QUESTIONS = 2
_VOLUNTEERED = re.compile(r"\b(?:btw|by the way|fyi|just so you know|fun fact|update)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"[,;]\s+(?:and |but )?(?=(?:he|she|they|it|his|her|i|we|my)\b)", re.IGNORECASE)
_DEPENDENT = re.compile(r"^(?:the|we|that|this|these|those|it)\b", re.IGNORECASE)
_TELLING = re.compile(r"\d|(?<=\s)[A-Z]|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b")


_FIRST_PERSON = re.compile(r"\b(?:i|i'm|im|i've|me|my|mine|we|our|us)\b", re.IGNORECASE)
_SINGULAR = re.compile(r"\b(?:i|i'm|im|i've|ive|me|my|mine)\b", re.IGNORECASE)
_DOCUMENT = 70  # words from which a text in which the user hardly speaks of themselves is taken for pasted
_HARDLY = 0.015
_FINITE = frozenset(["VBZ", "VBD"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A statement that might be kept."""

    text: str
    message_id: str
    quote: str
    raw: str  # the sentence it was said in
    about: str = ""
    unclear: bool = False
    hedged: bool = False
    wanted: bool = False
    explicit: bool = False
    standing: bool = False
    answer: bool = False
    corrects: bool = False
    volunteered: bool = False  # "by the way, …"
    first_person: bool = False  # the user speaks of themselves in the message
    asked_beside: bool = False  # the message asks something too
    only_corrects: bool = False  # it names no more than the right word
    doc: Doc | None = None  # its parse, where it says no more and no less than the words that were parsed


@dataclass(frozen=True, slots=True)
class Read:
    """A message of the user's, cut to parts."""

    message: Message
    parts: tuple[tuple[Sentence, tuple[Part, ...]], ...]


def cut(message: Message, sentences: Iterator[Sentence]) -> Read:
    return Read(message, tuple((sentence, tuple(parts(sentence)) if sentence.text else ()) for sentence in sentences))


@dataclass
class Drafting:
    """Reads one message after the other and remembers who and what was spoken of."""

    drafts: list[Draft] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    _referents: Referents = field(default_factory=Referents)
    _question: str = ""
    _playing: bool = False

    @property
    def people(self) -> frozenset[str]:
        """The names of those who are something to the user."""
        return frozenset(name for person in self._referents.people if person.bonds for name in person.names)

    def hear(self, message: Message) -> None:
        """What the assistant says: only its last question matters, for the answer that may follow."""
        asked = [match[0].strip() for match in _QUESTION.finditer(message.content)]
        ends = message.content.rstrip().endswith("?")
        self._question = asked[-1] if asked and (ends or len(asked) == 1) and len(asked) <= _MOST_QUESTIONS else ""

    def read(self, read: Read, docs: Iterator[Doc]) -> None:
        """What the user says, part by part; `docs` gives the parse of each in turn."""
        message = read.message
        question, self._question = self._question, ""
        found = [(s, [(part, next(docs) if part.speaks else None) for part in cut_up]) for s, cut_up in read.parts]
        reason = self._barred(message, [sentence for sentence, _ in found])
        if reason:
            self.passed.append(Passed(message.id, reason))
            return
        fiction = supposed = False
        for sentence, said in found:
            secret = screen(sentence.raw)
            if secret is not None and secret.klass is SensitiveClass.CREDENTIAL:
                self.passed.append(Passed(message.id, "a secret"))
                continue
            supposed = supposed or is_supposed(sentence.text)
            if supposed:
                self.passed.append(Passed(message.id, "hypothetical"))
                continue
            mended = corrected_at_once(sentence.text)
            if mended:
                self._say(mended, sentence, message)
                continue
            if sentence.first and question and self._answer(question, sentence, message):
                continue
            for part, doc in said:
                fiction = fiction or is_fiction(part.text)
                if fiction and not re.match(r"^(?:i|i'm|im|my|we)\b", part.text, re.IGNORECASE):
                    self.passed.append(Passed(message.id, "fiction"))
                    continue
                self._part(part, doc, message)

    def _barred(self, message: Message, found: list[Sentence]) -> str:
        """Why nothing of the whole message counts."""
        if self._playing and not ends_role_play(message.content):
            return "role play"
        self._playing = begins_role_play(message.content)
        if self._playing:
            return "role play"
        if not found or _is_document(message.content):
            return "nothing of the user's own"
        whole = screen(message.content)
        if whole is None or whole.klass is not SensitiveClass.CREDENTIAL:
            return ""
        apart = any((one := screen(s.raw)) is not None and one.klass is SensitiveClass.CREDENTIAL for s in found)
        return "" if apart else "a secret"

    def _answer(self, question: str, sentence: Sentence, message: Message) -> bool:
        """Takes a sentence for the answer it may be; what it goes on to say is read as any other."""
        goes_on = _GOES_ON.search(sentence.text)
        reply = sentence.text[: goes_on.start()] if goes_on else sentence.text
        made = answered(question, reply, agrees=sentence.reply)
        if made is None or _is_whole(parsed([reply])[0]):
            return False
        self._say(made, replace(sentence, text=reply), message, answer=True)
        if goes_on:
            rest = replace(sentence, text=sentence.text[goes_on.end() :], start=sentence.start + goes_on.end())
            for part in parts(rest):
                self._part(part, parsed([part.spelt.text])[0], message)
        return True

    def _say(self, made: str, sentence: Sentence, message: Message, *, answer: bool = False) -> None:
        """A statement put together from several places."""
        doc = parsed([made])[0]
        said = statement(doc, Clause(0, len(doc)), self._referents.read(doc))
        same = doc if said.text.casefold() == doc.text.casefold() else None
        quote = message.content[sentence.start : sentence.start + len(sentence.text)] or sentence.raw.strip()
        self.drafts.append(
            Draft(text=said.text, message_id=message.id, quote=quote, raw=sentence.raw, about=said.about,
                  unclear=said.unclear, answer=answer, corrects=not answer, doc=same)
        )  # fmt: skip

    def _part(self, part: Part, doc: Doc | None, message: Message) -> None:
        if doc is None or not len(doc):
            self.passed.append(Passed(message.id, "question" if part.asks else "instruction"))
            return
        meant = self._referents.read(doc)
        found = clauses(doc)
        if part.orders and is_standing(part.text):
            self._add(part, statement(doc, Clause(0, len(doc)), {}), message, doc=doc, standing=True)
            return
        if part.asks or part.orders:
            self.passed.append(Passed(message.id, "question" if part.asks else "instruction"))
            found = [clause for clause in found if clause.joined == "who"]
        elif (part.sentence.corrects and subject_at(doc, 0) is None) or (
            part.sentence.corrects and doc[0].lower_ in ("it", "its", "that")
        ):
            self._add(part, statement(doc, Clause(0, len(doc)), {}), message, doc=doc, only_corrects=True)
            return
        if part.wanted and any(_DEPENDENT.match(doc[clause.start].text) for clause in found[1:]):
            found = [Clause(0, len(doc))]
        for clause in found:
            said = statement(doc, clause, meant, before=part.before if clause is found[0] else "")
            if not self._merged(part, said, message):
                self._add(part, said, message, doc=doc)

    def _merged(self, part: Part, said: Statement, message: Message) -> bool:
        """A clause that can't stand alone goes with the one before: "I'm saving for a flat, the goal is 40k"."""
        last = self.drafts[-1] if self.drafts else None
        if last is None or said.joined != "," or last.raw != part.sentence.raw or last.message_id != message.id:
            return False
        if not _DEPENDENT.match(said.text) or not _TELLING.search(said.text) or worth_keeping(said.text):
            return False
        text = f"{last.text}, {said.text[0].lower() + said.text[1:]}"
        begin = message.content.find(last.quote)
        end = part.start + part.spelt.place(said.end - 1) + 1
        quote = message.content[begin:end] if begin >= 0 else last.quote
        self.drafts[-1] = replace(last, text=text, quote=quote, doc=None)
        return True

    def _add(
        self,
        part: Part,
        said: Statement,
        message: Message,
        *,
        doc: Doc,
        standing: bool = False,
        only_corrects: bool = False,
    ) -> None:
        if not said.text.strip():
            return
        self.drafts.append(
            Draft(
                text=said.text,
                message_id=message.id,
                quote=_quoted(part, said, message),
                raw=part.sentence.raw,
                about=said.about,
                unclear=said.unclear,
                hedged=said.hedged,
                wanted=part.wanted,
                explicit=part.explicit,
                standing=standing,
                corrects=part.sentence.corrects,
                only_corrects=only_corrects,
                volunteered=bool(_VOLUNTEERED.search(part.sentence.raw)),
                first_person=bool(_FIRST_PERSON.search(message.content)),
                asked_beside="?" in message.content,
                doc=_same(said, doc),
            )
        )


def _quoted(part: Part, said: Statement, message: Message) -> str:
    """The words of the message as they were typed."""
    typed = part.spelt
    return message.content[part.start + typed.place(said.start) : part.start + typed.place(said.end - 1) + 1]


def _same(said: Statement, doc: Doc) -> Doc | None:
    """The parse of a statement that was said in the very words that were parsed."""
    if said.text.casefold() == doc.text.casefold():
        return doc
    span = doc.char_span(said.start, said.end)
    return span.as_doc() if span is not None and span.text.casefold() == said.text.casefold() else None


def _is_document(text: str) -> bool:
    words = len(text.split())
    if words >= _DOCUMENT // 2 and not _SINGULAR.search(text):
        return True
    return words >= _DOCUMENT and len(_FIRST_PERSON.findall(text)) < words * _HARDLY


def _is_whole(doc: Doc) -> bool:
    """Whether a name begins a sentence that needs no question: "Ana plays chess"."""
    return len(doc) > 2 and doc[0].is_title and doc[0].dep_ == "nsubj" and doc[1].tag_ in _FINITE
