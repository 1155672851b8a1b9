# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""How sure it is that something done, or going on, is worth keeping."""

import re

from spacy.tokens import Doc

from graphmem.adapters.spacy.lasting import ENDURING, MILESTONES, MOMENTARY, PASSING, TRANSIENT
from graphmem.adapters.spacy.shape import Shape, Whose
from graphmem.adapters.spacy.signs import (
    HABIT,
    LIFE_PLANS,
    Weight,
    complement,
    is_dated,
    is_passing,
    is_trait,
    named_after,
    thing_of,
)

_I = re.IGNORECASE


_MEDICAL = re.compile(
    r"^(?:my|our) (?:\w+ )?(?:doctor|gp|physio\w*|therapist|dentist|dietitian|nutritionist|specialist|\w+ologist|nurse|vet|lawyer)\b",
    _I,
)


def going_on(text: str, found: Shape, own: bool) -> Weight:
    if found.verb in ENDURING and not re.search(
        r"\bworking on (?:it|this|that|a|an|the|my)\b|\bwriting (?:an? )?(?:email|essay|letter|report|code|script|function|reply|message)\b|\b(?:seeing|running|building) (?!someone|a business|for)",
        text,
        _I,
    ):
        return Weight(0.85)
    if is_dated(text) and LIFE_PLANS.search(text):
        return Weight(0.8)
    if found.verb in ("get", "have", "plan") and is_dated(text):
        return Weight(0.75)
    if own and found.verb not in MOMENTARY:
        return Weight(0.8)
    if HABIT.search(text) and found.verb not in ("look", "try", "think", "wonder", "feel"):
        return Weight(0.75)
    return Weight(0.5, "only for now")


def has_done(doc: Doc, found: Shape, own: bool) -> Weight:
    if found.verb == "be":
        head = complement(doc, found.main)
        if head is not None and not is_trait(head) and head.pos_ in ("ADJ", "ADV") and not own:
            return Weight(0.5, "only for now")
        return Weight(0.85) if own or HABIT.search(doc.text) else Weight(0.6, "not sure")
    if own or re.search(r"\b(?:since|for (?:\w+ ){1,2}(?:years|months|decades)|never|always)\b", doc.text, _I):
        return Weight(0.85)
    if found.verb in MILESTONES and found.verb not in PASSING:
        return Weight(0.8)
    return Weight(0.75) if found.verb in MILESTONES and is_dated(doc.text) else Weight(0.6, "told in passing")


def past(doc: Doc, found: Shape, own: bool, rest: str) -> Weight:
    text = doc.text
    if re.search(r"\bused to\b", text, _I):
        return Weight(0.8)
    if own and found.verb != "be":
        return Weight(0.85)
    if found.verb in ("tell", "advise", "order", "recommend", "prescribe") and _MEDICAL.search(text):
        return Weight(0.75)
    if found.verb == "be":
        head = complement(doc, found.main)
        if (
            head is not None
            and head.lower_ not in TRANSIENT
            and (own or head.pos_ in ("NOUN", "PROPN"))
            and found.whose is not Whose.MINE
        ):
            return (
                Weight(0.8)
                if own or is_dated(text) or re.search(r"\bfor (?:\w+ ){1,2}(?:years|months)\b", text, _I)
                else Weight(0.6, "told in passing")
            )
        return Weight(0.5, "told in passing")
    if found.verb in (
        "think",
        "wonder",
        "try",
        "look",
        "want",
        "hope",
        "ask",
        "tell",
        "say",
        "mean",
        "need",
        "plan",
        "know",
        "see",
        "feel",
    ):
        return Weight(0.5, "told in passing")
    if (
        found.whose is Whose.PERSON
        and found.verb in ("teach", "introduce", "raise", "give", "show", "leave")
        and re.search(r"\b(?:me|us)\b", rest, _I)
    ):
        return Weight(0.75)
    if found.verb in MILESTONES:
        if found.verb in PASSING:
            told = (
                is_dated(text)
                or re.search(
                    r"\b(?:my first|my own|marathon|new|job|business|company|house|flat|apartment|smoking|drinking|school|wife|husband|partner|half)\b|\b(?:a|the|my|our) (?:\w+ )?(?:car|dog|cat|boat|house|bike)\b",
                    rest,
                    _I,
                )
                or bool(named_after(doc, found.main))
            )
            return Weight(0.8) if told else Weight(0.6, "told in passing")
        return Weight(0.85)
    if found.verb in ("get", "have"):
        thing = thing_of(doc, found.main)
        lasting = re.search(
            r"\b(?:married|engaged|divorced|promoted|fired|laid off|accepted|pregnant|diagnosed|baby|twins|surgery|operation|stroke|transplant|heart attack|accident|degree|job|offer|licen[cs]e|visa|citizenship|puppy|kitten|dog|cat|tattoo|scholarship)\b|\binto (?-i:[A-Z])",
            rest,
            _I,
        )
        if lasting:
            return Weight(0.85)
        return (
            Weight(0.75)
            if thing is not None and not is_passing(doc, found.main) and is_dated(text)
            else Weight(0.6, "told in passing")
        )
    return (
        Weight(0.72) if is_dated(text) and found.verb not in MOMENTARY | {"have"} else Weight(0.55, "told in passing")
    )
