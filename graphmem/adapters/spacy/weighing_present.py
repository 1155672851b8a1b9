# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""How sure it is that something said in the present holds for long."""

import re

from spacy.tokens import Doc

from graphmem.adapters.spacy.lasting import ENDURING, MILESTONES, MOMENTARY, PASSING_THINGS, TRANSIENT
from graphmem.adapters.spacy.shape import Shape, Whose
from graphmem.adapters.spacy.signs import (
    HABIT,
    NEVER,
    Weight,
    complement,
    is_dated,
    is_passing,
    is_trait,
    thing_of,
)

_I = re.IGNORECASE
_POINTED = re.compile(
    r"^(?:it|that|this|these|those|them|one|both|(?:the|your|that|this|these|those) (?:first|second|third|last|other|one|ones|idea|option|suggestion|sound|look|way|answer|part|approach|plan|"
    r"recipe|version|list|advice|tips|info\w*|book|recommendation\w*|new one|vibe|point)|how|what|where|your|all (?:of )?(?:it|this|that|these|those))\b",
    _I,
)
_TASTE = frozenset(["like", "love", "hate", "enjoy", "prefer", "dislike", "adore", "detest", "loathe", "despise"])
_TO_LEARN = re.compile(
    r"\binterested in (?:\w+ )?(?:learn|know|find|hear|buy|see|get|try|explor|understand|more\b|how|what|your|this|that|these)\w*",
    _I,
)
_SOMEWHERE = re.compile(
    r"\b(?:from|in my (?:\w+ )?(?:\d0s|teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|\w+ year)|into|in (?-i:[A-Z])\w+|at (?-i:[A-Z])\w+|with (?-i:[A-Z])\w+|on (?:a )?(?:\w+ )?(?:diet|medication|insulin|keto|blood thinners|antidepressants|parole|disability|benefits|maternity|the (?:board|spectrum|pill)))\b"
)
_KEPT_FOR_LONG = re.compile(
    r"\b(?:kids|children|pets?|siblings|brothers|sisters|allergies|tattoos|family|friends|religion)\b", _I
)


def present(doc: Doc, found: Shape, told: bool, own: bool, rest: str) -> Weight:
    text = doc.text
    if found.whose is Whose.MINE:
        return _of_mine(doc, found, told)
    if found.verb in _TASTE:
        if (
            _POINTED.match(rest.strip())
            or not rest.strip()
            or re.search(r"\b(?:these|those)\b", rest)
            or (found.verb == "like" and re.match(r"\s*the (?!(?:[A-Z]\w+\s?)+$)", rest))
        ):
            return Weight(0.5, "about this talk")
        return Weight(0.9)
    if found.verb == "be" and not found.passive:
        return _is(doc, found, told, own, rest)
    if found.verb == "have":
        if is_passing(doc, found.main) and not is_dated(text) and not own:
            return Weight(0.5, "only for now")
        if not own and (
            re.match(r"\s*(?:the|that|this|these|those|some|enough|a (?:bunch|couple|few|lot|bit))\b", rest, _I)
            and found.whose is Whose.USER
        ):
            return Weight(0.5, "only for now")
        if found.denied and re.match(r"\s*(?:any|enough|much)\b", rest, _I) and not re.search(_KEPT_FOR_LONG, rest):
            return Weight(0.5, "only for now")
        return Weight(0.88) if thing_of(doc, found.main) is not None else Weight(0.6, "not sure")
    if found.passive:
        return (
            Weight(0.8)
            if found.verb in MILESTONES | ENDURING | {"base", "employ", "scare", "terrify", "call", "name", "know"}
            else Weight(0.6, "not sure")
        )
    if own and found.verb not in ("think", "guess"):
        return Weight(0.9)
    if found.verb == "want" and found.whose is Whose.PERSON:
        asked = re.match(
            r"\s*(?:to (?:know|ask|see|hear|talk|tell|get|go)\b|me to|you|it|that|this|some\b|the\b)", rest, _I
        )
        return Weight(0.6, "only for now") if asked and not HABIT.search(text) else Weight(0.78)
    if found.verb in MOMENTARY:
        habitual = HABIT.search(text) and found.verb not in (
            "think",
            "guess",
            "hope",
            "wonder",
            "mean",
            "know",
            "want",
            "feel",
            "believe",
            "see",
            "seem",
            "need",
        )
        person = found.whose is Whose.PERSON and found.verb in ("run", "write", "make", "read", "move", "start")
        return Weight(0.82) if habitual or person or _trade(found, rest) else Weight(0.5, "of this moment")
    if found.verb == "do" and re.match(r"^\s*(?:too|so|it|that|not|n't)?\s*$", rest):
        return Weight(NEVER, "no statement")
    if not rest.strip(" .!"):
        return (
            Weight(0.72)
            if found.whose is Whose.USER
            and found.verb in ("smoke", "drink", "drive", "swim", "stutter", "snore", "cycle")
            else Weight(0.6, "says little")
        )
    if _POINTED.match(rest.strip()) and not HABIT.search(text):
        return Weight(0.5, "about this talk")
    return Weight(0.85)


def _trade(found: Shape, rest: str) -> bool:
    """What the user does at all: "I run a bakery", "I make my own bread", "I write crime novels"."""
    return bool(
        found.verb in ("run", "write", "make", "take", "keep", "go", "read")
        and re.match(
            r"^\s*(?:an? (?!look|note|guess|list|break|screenshot|few|while|copy|script|test|bunch|lot)\w+|my own|(?:\w+ )?(?:novels|music|poetry|poems|blogs?|songs|code for|bees|chickens|hens|medication|insulin|supplements|pills|trains|marathons|ultras|half marathons)|"
            r"to (?:church|mosque|temple|synagogue|the gym|university|uni|college|school|therapy|yoga|bed)|by\b)",
            rest,
            _I,
        )
    )


def _of_mine(doc: Doc, found: Shape, told: bool) -> Weight:
    noun = doc[found.subject[0] : found.subject[1]].root
    words = {t.lower_ for t in doc[found.subject[0] : found.subject[1]]}
    told = told or bool(words & {"favourite", "favorite", "name", "birthday", "anniversary"})
    if noun.lower_ in PASSING_THINGS and not told:
        return Weight(0.5, "of this moment")
    if found.verb == "be":
        head = complement(doc, found.main)
        if (
            head is None
            or (head.pos_ in ("ADJ", "ADV") and not told and not is_trait(head))
            or (head.lower_ in TRANSIENT | PASSING_THINGS and not told)
        ):
            return Weight(0.5, "only for now")
        return Weight(0.88)
    if found.verb in (
        "have",
        "use",
        "live",
        "cost",
        "speak",
        "celebrate",
        "close",
        "open",
        "finish",
        "end",
        "contain",
        "call",
        "name",
    ):
        return Weight(0.78)
    return (
        Weight(0.8)
        if HABIT.search(doc.text) and found.verb not in ("crash", "fail", "break")
        else Weight(0.6, "not sure")
    )


def _is(doc: Doc, found: Shape, told: bool, own: bool, rest: str) -> Weight:
    head = complement(doc, found.main)
    if head is None:
        return Weight(0.5, "says little")
    if _TO_LEARN.search(doc.text):
        return Weight(0.5, "of this moment")
    first = rest.strip().lower()
    if re.match(
        r"^(?:(?:pretty|quite|very|so|really|absolutely|not|fairly|almost) )*(?:sure|certain|positive|glad|happy|sorry|afraid that|aware|convinced)\b",
        first,
    ):
        return Weight(0.5, "not sure")
    if head.lower_ in TRANSIENT and not own:
        if told and re.search(r"\b(?:crazy|mad|nuts|wild|passionate|obsessed|big|huge) (?:about|on|with|fan)\b", rest):
            return Weight(0.85)
        lasting = re.search(
            r"\b(?:interested in|keen on|obsessed with|good at|bad at|terrible at|great at) (?!the\b|it\b|one\b|this|that|these|those|your|an?\b|any\b|some\b|both|\w+ing\b)\w+",
            rest,
        )
        return Weight(0.72) if lasting else Weight(0.5, "only for now")
    if head.pos_ == "ADP" or first.startswith(
        ("in ", "at ", "on ", "from ", "with ", "into ", "under ", "near ", "between ")
    ):
        return Weight(0.82) if _SOMEWHERE.search(rest) or own else Weight(0.5, "only for now")
    if first.startswith(
        (
            "a bit",
            "a little",
            "the one",
            "the only one",
            "just ",
            "about to",
            "a fan of your",
            "like ",
            "such a",
            "one of",
        )
    ):
        return Weight(0.5, "says little")
    if head.lower_ in PASSING_THINGS and not own:
        return Weight(0.5, "of this moment")
    if head.pos_ in ("NOUN", "PROPN", "NUM") or own or (told and head.pos_ != "ADJ"):
        return Weight(0.9)
    if is_trait(head):
        return Weight(0.85)
    return Weight(0.6, "only for now" if head.pos_ in ("ADJ", "ADV", "VERB") else "not sure")
