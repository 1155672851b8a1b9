"""A clause as a statement that stands on its own: whoever its pronouns mean by name, with the question it answers."""

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Token

from graphmem.core.names import spoken as written
from graphmem.core.understanding import Span, Spoken, Understood

_SUBJECTS = frozenset(["nsubj", "nsubjpass", "csubj", "expl"])
_NO_SUBJECT = frozenset(["that", "which", "who", "what"])
_FIRST_PERSON = frozenset(["i", "we"])
_CONTENT = frozenset(["NOUN", "PROPN", "VERB", "ADJ", "NUM", "X"])
_LEADS = frozenset(["CCONJ", "INTJ", "PUNCT", "SYM", "SPACE"])
_LEADING = frozenset(
    ["because", "cause", "cuz", "coz", "since", "also", "then", "so", "plus", "though", "although", "btw"]
)
_I = re.compile(r"\bi\b(?!\.e)")
_CERTAIN = 0.8  # how likely a pronoun must mean somebody to be replaced by the name
_EDGES = " ,;:–—-\n\t"


def has_subject(doc: Doc, span: Span) -> bool:
    """Whether a clause says of whom or what it speaks."""
    return any(_subjects(doc, span))


def speaks_of_the_user(doc: Doc, span: Span) -> bool:
    """Whether a clause begins with what the user is or does: "and I live in Porto"."""
    subject = next(_subjects(doc, span), None)
    return subject is not None and subject.lower_ in _FIRST_PERSON


def leans(understood: Understood, doc: Doc, span: Span) -> bool:
    """Whether a clause is about something that only the words before it name: "white, a hybrid", "it's from 2014"."""
    subject = next(_subjects(doc, span), None)
    if subject is None:
        return True
    open_ = subject.pos_ == "PRON" and subject.lower_ not in (*_FIRST_PERSON, "you")
    return open_ and subject.idx not in _names_for(understood, span)


def says_something(doc: Doc, span: Span) -> bool:
    """Whether a clause has a word of content: "but" and "here at" have none."""
    return any(token.pos_ in _CONTENT for token in _tokens(doc, span))


def statement(understood: Understood, doc: Doc, clause: Span, *, question: str = "") -> str:
    """The words of a clause, whoever its pronouns mean by name; behind the question, if they only answer it."""
    answers = bool(question) and not has_subject(doc, clause)
    tokens = _tokens(doc, clause)
    if not answers:
        while len(tokens) > 1 and (tokens[0].pos_ in _LEADS or tokens[0].lower_ in _LEADING):
            tokens = tokens[1:]
    if not tokens:
        return ""
    named = _names_for(understood, clause)
    shown = []
    skip = False
    for place, token in enumerate(tokens):
        if skip:
            skip = False
            continue
        words = named.get(token.idx)
        if words is None:
            shown.append(token.text_with_ws)
            continue
        if _possesses(token):
            shown.append(f"{words}'s{token.whitespace_ or ' '}")
            continue
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        skip = after is not None and not token.whitespace_ and after.lower_ in _SHORT
        shown.append(
            f"{words} {_full(after)}{after.whitespace_}" if skip and after is not None else words + token.whitespace_
        )
    text = " ".join("".join(shown).split()).strip(_EDGES)
    text = _I.sub("I", text[:1].upper() + text[1:])
    return f"{question} {text}" if answers and text else text


def _subjects(doc: Doc, span: Span) -> Iterator[Token]:
    return (token for token in _tokens(doc, span) if token.dep_ in _SUBJECTS and token.lower_ not in _NO_SUBJECT)


def _tokens(doc: Doc, span: Span) -> list[Token]:
    return [token for token in doc if token.idx < span.end and token.idx + len(token) > span.start]


def _names_for(understood: Understood, clause: Span) -> dict[int, str]:
    """What to say for a pronoun, by where it stands: for the first that means somebody not named before it."""
    named: dict[int, str] = {}
    told: set[int] = set()
    inside = [one for one in understood.spoken if not one.asked and clause.covers(one)]
    for one in sorted(inside, key=lambda one: one.start):
        if one.person in told:
            continue
        told.add(one.person)
        words = _called(understood, one) if one.sort == "pronoun" and one.tied >= _CERTAIN else None
        if words is not None:
            named[one.start] = words
    return named


def _called(understood: Understood, pronoun: Spoken) -> str | None:
    """The name of whoever a pronoun means, or what they are to the user, if that is told."""
    others = [one for one in understood.of_person(pronoun.person) if one.sort != "pronoun"]
    name = next((one for one in others if one.sort in ("name", "title")), None)
    if name is not None:
        return written(name.words)
    related = next(iter(others), None)
    if related is None:
        return None
    owner = None if related.of is None else next(understood.of_person(related.of), None)
    if owner is not None:
        return f"{written(owner.words)}'s {related.words}" if owner.sort != "pronoun" else None
    words = related.words
    return words[:1].lower() + words[1:] if words.lower().startswith(("my ", "our ")) else words


_SHORT = {"'s": "is", "\u2019s": "is", "s": "is", "'re": "are", "'ll": "will", "'d": "would", "'ve": "have"}


def _full(token: Token) -> str:
    """The verb that a pronoun is run together with, written out."""
    after = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else None
    return "has" if token.lower_.endswith("s") and after is not None and after.tag_ == "VBN" else _SHORT[token.lower_]


def _possesses(token: Token) -> bool:
    return token.lower_ in ("his", "their", "hers") or (token.lower_ == "her" and token.dep_ == "poss")
