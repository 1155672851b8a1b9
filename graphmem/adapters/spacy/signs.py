# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""What the words of a statement tell about time and things: a habit, a date, a trait, a thing that passes."""

import re
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.lasting import HABIT_WORDS, PASSING_THINGS, TRAIT_ENDINGS, TRAITS
from graphmem.core.wording import moments

_I = re.IGNORECASE
HABIT = re.compile(HABIT_WORDS, _I)
_DATED = re.compile(
    r"\b(?:(?:19|20)\d\d|next (?:week|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|"
    r"last (?:year|month|spring|summer|autumn|fall|winter|week)|(?:years?|months?|decades?) ago|"
    r"in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)|"
    r"on (?:the )?\d{1,2}(?:st|nd|rd|th)?\b|(?:january|february|march|april|june|july|august|september|october|november|december) \d|"
    r"\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|when i was|as a (?:kid|child|teen\w*)|"
    r"this (?:year|month|spring|summer|autumn|fall|winter)|a (?:year|month) ago|in \d+ (?:weeks|months|years)|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    _I,
)
LIFE_PLANS = re.compile(
    r"\b(?:mov(?:e|ing)|relocat\w+|marr(?:y|ying|ied)|retir\w+|graduat\w+|have (?:a|our) (?:baby|kid|child)|due|wedding|turn(?:ing)? \d+|start(?:ing)?|join(?:ing)?|"
    r"fly(?:ing)?|travel\w*|visit\w*|run(?:ning)?|attend\w*|surgery|operation|exam|marathon|holiday|vacation|honeymoon|trip|quit\w*|study\w*|compet\w+|perform\w*)\b",
    _I,
)
OWN_KEYS = frozenset(
    ["residence", "employer", "occupation", "birthday", "age", "relationship_status", "spouse", "handedness", "allergy",
     "avoids", "origin", "speaks", "fear", "pregnancy", "commute", "diet", "preferred_name"]
)  # fmt: skip
NEVER = 0.0


@dataclass(frozen=True, slots=True)
class Weight:
    """How sure it is that a statement is worth keeping, and why not where it is not sure at all."""

    confidence: float
    reason: str = ""


def is_trait(head: Token) -> bool:
    """Whether an adjective says what somebody is for long: diabetic, left-handed, French."""
    words = {head.lower_, *(t.lower_ for t in head.subtree)}
    return bool(words & TRAITS) or head.lower_.endswith(TRAIT_ENDINGS) or head.text[:1].isupper()


def complement(doc: Doc, at: int) -> Token | None:
    """What somebody is said to be: the head of the words after "is"."""
    for kinds in (("attr", "acomp", "oprd", "dobj"), ("prep", "ccomp", "npadvmod")):
        for child in doc[at].children:
            if child.i > at and child.dep_ in kinds:
                return child
    return next(
        (
            t
            for t in doc[at + 1 :]
            if t.pos_ in ("NOUN", "PROPN", "ADJ", "NUM", "VERB") and t.dep_ not in ("compound", "amod", "nummod")
        ),
        None,
    )


def thing_of(doc: Doc, at: int) -> Token | None:
    """What is had or got."""
    for child in doc[at].children:
        if child.dep_ in ("dobj", "attr") and child.i > at:
            return child
    return next(
        (t for t in doc[at + 1 :] if t.pos_ in ("NOUN", "PROPN") and t.dep_ not in ("compound", "nmod", "amod")), None
    )


def is_passing(doc: Doc, at: int) -> bool:
    thing = thing_of(doc, at)
    return thing is not None and (thing.lower_ in PASSING_THINGS or thing.pos_ == "PRON")


def named_after(doc: Doc, at: int) -> list[Token]:
    return [t for t in doc[at + 1 :] if t.pos_ == "PROPN"]


def is_dated(text: str) -> bool:
    return bool(_DATED.search(text)) or any(not one.startswith("T") for one in moments(text))
