# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Answers to questions that ask for yes or no, and for more: "any pets?"."""

import re
from collections.abc import Mapping

from graphmem.core.turned import PREPOSITION, agreeing, flipped, is_third, subject_of

_I = re.IGNORECASE
Groups = Mapping[str, str]  # the parts of a question by name
_OF_SOMEBODY = re.compile(
    r"\b(?:allerg\w+|dietary|diet|food|intoleranc\w+|kids|children|pets?|siblings|brothers|sisters|dogs?|cats?|hobb\w+|tattoos|medical|health|conditions?|"
    r"languages?|phobias?|fears?|injur\w+|disabilit\w+|medications?|nicknames?|degrees?|qualifications?|experience)\b",
    _I,
)
_ANY = re.compile(r"\b(?:any|some|an?)\b(?:thing|one|where)?(?: else)?\b.*$", _I)


def allergy(asked: str, words: str, agrees: bool | None) -> str | None:
    owner = re.search(r"\b(?:does|is|has) (your [\w' ]+?|he|she|\w+) (?:have|allergic|got)", asked, _I)
    named = re.search(r"\ballergic to (?!anything|any\b|something)(.+)$", asked, _I)
    what = words or (named[1] if named and agrees else "")
    be = "I'm" if owner is None else f"{flipped(owner[1])} is"
    if agrees is False and not words:
        return f"{be} not allergic to {named[1] if named else 'anything'}"
    return f"{be} allergic to {what}" if what and agrees is not False else None


def _do(match: Groups, words: str, agrees: bool | None) -> str | None:
    who, rest = subject_of(match["rest"])
    if who is None:
        return None
    rest = re.sub(
        r"^(?:happen to|ever|usually|normally|currently|regularly|often|also|still|already)\s+", "", rest, flags=_I
    )
    if not words:
        if agrees is None:
            return None
        return (
            f"{who} {agreeing(who, rest, match['aux'])}"
            if agrees
            else f"{who} {'doesn’t' if is_third(who) else 'don’t'} {rest}".replace("’", "'")
        )
    if agrees is False:
        if who == "I" and _is_trait(words):
            return f"I'm {words}"
        return (
            f"{who} {'doesn' if is_third(who) else 'don'}'t {rest}, {words}"
            if re.match(r"^(?:only|but|rather)\b", words, _I)
            else None
        )
    verb = agreeing(who, rest, match["aux"])
    if re.search(r"\bor\b", verb):
        head = re.match(r"^(\w+(?: (?:in|at|with|for|to|by|on))?)\b", verb)
        return f"{who} {head[1]} {words}" if head else None
    counted = re.match(
        r"^(?:just |only )?(?:\d+|one|two|three|four|five|six|seven)\b(?: (?:of them|actually|so far))?$", words, _I
    )
    thing = re.match(r"^(has|have) (?:any )?(?P<thing>[\w -]+)$", verb)
    if counted and thing:
        return f"{who} {thing[1]} {counted[0]} {thing['thing']}"
    if _ANY.search(verb):
        return f"{who} {_ANY.sub(words, verb)}"
    if thing:
        return f"{who} {thing[1]} {words}"
    if _is_trait(words) and who == "I":
        return f"I'm {words}"
    return f"{who} {verb}{_joined(words)}" if agrees else None


def _joined(words: str) -> str:
    return f" {words}" if PREPOSITION.match(words) else f", {words}"


def _be(match: Groups, words: str, agrees: bool | None) -> str | None:
    who, rest = subject_of(match["rest"])
    if who is None or not rest:
        return None
    be = f"{who} am" if who == "I" else f"{who} {match['aux'].lower()}"
    be = be.replace("I am", "I'm")
    if not words:
        return None if agrees is None else f"{be} {'' if agrees else 'not '}{rest}"
    if _ANY.search(rest) and agrees is not False and re.search(r"\bany", rest, _I):
        return f"{be} {_ANY.sub(words, rest)}"
    if agrees is False or re.search(r"\bor\b", rest):
        kept = re.match(r"^(?:originally )?(?:from|based in|in|at|into)\b", rest, _I)
        return f"{be} {kept[0]} {words}" if kept and not PREPOSITION.match(words) else f"{be} {words}"
    return f"{be} {rest}{_joined(words)}" if agrees else f"{be} {words}" if _is_trait(words) else None


def _avoided(match: Groups, words: str, agrees: bool | None) -> str | None:
    return f"I {match['verb']} {words}" if words and agrees is not False else None


def _have(match: Groups, words: str, agrees: bool | None) -> str | None:
    who, rest = subject_of(match["rest"])
    if who is None or agrees is None:
        return None
    rest = re.sub(r"^ever\s+", "", rest, flags=_I)
    has = "'ve" if who == "I" else " has" if is_third(who) else " have"
    return f"{who}{has} {'' if agrees else 'never '}{rest}{', ' + words if words and agrees else ''}"


def _any(match: Groups, words: str, agrees: bool | None) -> str | None:
    thing = re.sub(
        r"\s+(?:i should|you'd like|you want|i need|that i|to (?:keep|know|consider|work)|at home|in mind)\b.*$",
        "",
        match["thing"],
        flags=_I,
    )
    if not _OF_SOMEBODY.search(thing):
        return None
    if not words:
        return f"I don't have any {thing}" if agrees is False else None
    if _is_trait(words):
        return f"I'm {words}"
    if re.search(r"\b(?:kids|children|pets?|siblings|brothers|sisters|dogs?|cats?|hobbies|tattoos)\b", thing, _I):
        counted = re.fullmatch(r"(?:just |only )?(?:\d+|one|two|three|four|five|six|seven)", words, _I)
        return f"I have {words} {thing}" if counted else f"I have {words}"
    return f"My {thing}: {words}"


def _is_trait(words: str) -> bool:
    """Whether the words are what somebody is: vegetarian, a vegan since 2015, retired."""
    return bool(
        re.match(
            r"^(?:(?:a|an|strictly|fully|mostly|lifelong|strict) )*(?:vegetarian|vegan|pescatarian|veggie|coeliac|celiac|gluten[- ]free|lactose[- ]\w+|halal|kosher|keto|diabetic|"
            r"allergic|teetotal|sober|retired|single|married|divorced|widowed|engaged|left-handed|right-handed|self-employed|unemployed|colou?r-?blind|dyslexic|deaf|pregnant)\b",
            words,
            _I,
        )
    )


FORMS = tuple(
    (re.compile(pattern, _I), make)
    for pattern, make in (
        (r"^(?:is|are) there any\w*(?: \w+)? (?:that )?you (?P<verb>(?:don't|can't|won't|avoid|dislike|hate)(?: \w+)?)$", _avoided),
        (r"^(?P<aux>do|does) (?P<rest>.+)$", _do),
        (r"^(?P<aux>are|is) (?P<rest>.+)$", _be),
        (r"^(?P<aux>have|has) (?P<rest>(?:you|your|he|she|they)\b.+)$", _have),
        (r"^(?:got |do you have |have you got )?any (?:other |special |particular )?(?P<thing>.+)$", _any),
    )
)  # fmt: skip
