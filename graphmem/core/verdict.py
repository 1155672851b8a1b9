"""Whether a new statement repeats an older one, outdates it, or stands beside it: when in doubt, both stand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from graphmem.core.agreement import same_words
from graphmem.core.facets import Facet, State
from graphmem.core.wording import bag, dimension, moments, normal, word


class Effect(StrEnum):
    """What a new statement does to an older one."""

    DUPLICATE = "duplicate"
    SUPERSEDES = "supersedes"
    COEXIST = "coexist"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An effect with its reason in words and the rule that found it."""

    effect: Effect
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement: its words and what they say."""

    text: str
    facets: Sequence[Facet] = ()


BESIDE = Verdict(Effect.COEXIST)
NEAR = 0.82  # cosine above which texts with the same key, names, numbers and denials say the same
_RELATED = 0.15  # below it even the same facet is about something else
_NEGATIONS = bag("not no never none cannot without nobody nothing neither nor cant dont")
_ENDINGS = bag("longer anymore stopped quit former formerly ex used cancelled sold gave gone")
_TOKEN = re.compile(r"n't|[^\W_]+")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th|am|pm)$")
_ADDRESS = re.compile(r"\S+[@/]\S+")
_WIDE = frozenset(
    word(one)
    for one in bag(
        "germany france italy spain portugal england scotland wales ireland uk britain usa us america canada "
        "mexico brazil argentina chile peru colombia india china japan korea thailand vietnam indonesia "
        "philippines australia kenya nigeria ghana egypt morocco ethiopia senegal netherlands belgium switzerland "
        "austria poland czechia slovakia hungary romania bulgaria greece turkey ukraine russia sweden norway "
        "denmark finland iceland estonia latvia lithuania israel lebanon iran iraq qatar emirates europe asia "
        "africa texas california florida bavaria catalonia ontario quebec oregon colorado tuscany brittany"
    )
)
_LOOSE = frozenset(["occupation", "does", "prefers"])  # said in so many ways that only the meaning can tell
_SCAFFOLD = bag(
    "membership subscription degree course account plan trip job class lesson completely back last week month year"
)
_LIKING = frozenset(["likes", "prefers"])


def judge(new: Said, old: Said, similarity: float) -> Verdict:
    """What `new` does to `old`, both by one user and about the same subjects."""
    found = [
        _compare(one, other, new, old)
        for one in new.facets
        for other in old.facets
        if (one.ended or one.key == other.key) and _meet(one, other)
    ]
    outdated = next((verdict for verdict in found if verdict.effect is Effect.SUPERSEDES), None)
    if outdated is not None:
        return outdated
    repeated = next((verdict for verdict in found if verdict.effect is Effect.DUPLICATE), None)
    if repeated is not None and similarity >= _RELATED and _nothing_lost(new, old) and _read(repeated, new, old):
        return repeated
    return _alike(new, old, similarity)


def same_statement(new: Said, old: Said) -> bool:
    """Whether two texts that are like each other in meaning say the same of the same things, in words that agree."""
    return (
        same_substance(new.text, old.text)
        and same_words(new.text, old.text, besides=_work(new) | _work(old))
        and not different_things(new.facets, old.facets)
    )


def same_substance(one: str, other: str) -> bool:
    """Whether two texts name the same numbers and names, in the same order, and deny the same: these may not differ."""
    if _denials(one) != _denials(other) or set(moments(one)) != set(moments(other)):
        return False
    ours, theirs = _order(one), _order(other)
    if [name for name in ours if name in theirs] != [name for name in theirs if name in ours]:
        return False
    return _names(one) <= _names(other, every=True) and _names(other) <= _names(one, every=True)


def _compare(new: Facet, old: Facet, said: Said, before: Said) -> Verdict:
    if new.ended and _ends(new, old, before.text):
        thing = new.object or new.value or old.object or old.value
        return Verdict(Effect.SUPERSEDES, f"no longer so: {thing}", f"end/{new.rule}")
    if new.key is None or new.key != old.key or new.key == "end" or not new.holds or old.state is not State.CURRENT:
        return BESIDE
    if new.context != old.context:
        return BESIDE
    if new.single and old.single:
        return _single(new, old)
    return _many(new, old, said, before)


def _single(new: Facet, old: Facet) -> Verdict:
    what = (new.key or "").replace("_", " ")
    same = same_value(new.value, old.value)
    if new.polarity < 0:
        denied = same is True and old.polarity > 0
        return (
            Verdict(Effect.SUPERSEDES, f"{what} is no longer {old.value}", f"denied/{new.rule}") if denied else BESIDE
        )
    if old.polarity < 0:
        flipped = same is True
        return (
            Verdict(Effect.SUPERSEDES, f"{what} is {new.value} after all", f"flipped/{new.rule}") if flipped else BESIDE
        )
    if same is True:
        return Verdict(Effect.DUPLICATE, f"{what} is {new.value} in both", f"same_value/{new.rule}")
    if same is None and not new.correction:
        return BESIDE
    if _doubtful(new, old):
        return BESIDE
    return Verdict(Effect.SUPERSEDES, f"{what} was {old.value}, is {new.value}", f"new_value/{new.rule}")


def _doubtful(new: Facet, old: Facet) -> bool:
    """Whether two values of a single-valued key may both be true: a town and its country, a firm and what kind "
    "it is."""
    if new.fresh or new.correction:
        return False
    words, others = set(new.value.split()), set(old.value.split())
    if new.key == "residence":
        return bool(words & _WIDE) != bool(others & _WIDE)
    if new.key == "employer":
        return new.value.startswith("a ") != old.value.startswith("a ")
    return new.rule in ("is_bare", "runs", "for_a_living") or old.rule in ("runs", "for_a_living")


def _many(new: Facet, old: Facet, said: Said, before: Said) -> Verdict:
    if new.key == "prefers" and new.value and new.value == old.object and new.object == old.value:
        return Verdict(Effect.SUPERSEDES, f"now prefers {new.object} to {old.object}", "swapped/prefers")
    same = set(new.object.split()) == set(old.object.split()) and (
        new.value == old.value or not (new.value and old.value)
    )
    if not same or not (new.object or new.value):
        if new.correction and new.polarity == old.polarity and new.key != "does" and _denies(new, old):
            return Verdict(Effect.SUPERSEDES, f"{old.object or old.value} was a mistake", f"correction/{new.rule}")
        return BESIDE
    if new.polarity != old.polarity:
        word_for = "no longer so" if new.polarity < 0 else "so now"
        return Verdict(Effect.SUPERSEDES, f"{new.key} {new.object or new.value}: {word_for}", f"flipped/{new.rule}")
    if new.rule == "parsed" and _denials(said.text) != _denials(before.text):
        return BESIDE
    return Verdict(Effect.DUPLICATE, f"{new.key} {new.object or new.value} in both", f"same_object/{new.rule}")


def _denies(new: Facet, old: Facet) -> bool:
    return bool(new.object and old.object) and not set(new.object.split()) & set(old.object.split())


def _ends(new: Facet, old: Facet, text: str) -> bool:
    if old.ended or old.state in (State.PAST, State.WISHED) or new.state in (State.WISHED, State.PLANNED):
        return False
    if new.key == "end":
        return _ends_thing(new, old, text)
    if new.key != old.key or old.polarity == new.polarity:
        return False
    ending, held = set(f"{new.object} {new.value}".split()), set(f"{old.object} {old.value}".split())
    return ending <= held or held <= ending


def _ends_thing(new: Facet, old: Facet, text: str) -> bool:
    if old.polarity < 0 or old.key in _LIKING or old.key in ("allergy", "avoids", "fear", "origin", "count", "end"):
        return False
    ending = set(new.object.split()) - _SCAFFOLD
    held = set(f"{old.object} {old.value} {old.subject}".split())
    if (old.key or "").startswith("when_"):
        held |= set((old.key or "").split("_"))
    if new.value:
        verb = _stem(new.value)
        acted = any(_stem(one) == verb for one in normal(text).split())
        return acted and (ending <= held if ending else True)
    return bool(ending) and ending <= held


def _stem(raw: str) -> str:
    cut = raw.removesuffix("ing")
    if cut != raw and len(cut) > 3 and cut[-1] == cut[-2]:
        cut = cut[:-1]
    return cut.removesuffix("e").removesuffix("e")


def same_value(new: str, old: str) -> bool | None:
    """Whether two values are the same; None where one only says more than the other."""
    if new == old:
        return True
    ours, theirs = new.split(), old.split()
    if any(_is_moment(one) for one in ours) and any(_is_moment(one) for one in theirs):
        return _same_moments(ours, theirs)
    if set(ours) == set(theirs):
        return True
    if set(ours) < set(theirs) or set(theirs) < set(ours):
        return None
    return False


def _is_moment(one: str) -> bool:
    return bool(
        re.fullmatch(r"T\d\d:\d\d|(?:\d{4}|-)-\d\d(?:-\d\d)?|---\d\d|mon|tue|wed|thu|fri|sat|sun|\d+/\d+(?:/\d+)?", one)
    )


def _same_moments(ours: Sequence[str], theirs: Sequence[str]) -> bool | None:
    shared = False
    for kind in ("time", "day", "date"):
        mine = {one for one in ours if _is_moment(one) and dimension(one) == kind}
        other = {one for one in theirs if _is_moment(one) and dimension(one) == kind}
        if not mine or not other:
            continue
        shared = True
        if not any(_dates_agree(one, two) for one in mine for two in other):
            return False
    if not shared:
        return None
    return True if len(ours) == len(theirs) else None


def _dates_agree(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one.lstrip("-"), other.lstrip("-")), key=len)
    if one.startswith("T") or one.isalpha():
        return False
    return len(short) < len(long) and (long.endswith(short) or long.startswith(short))


def _nothing_lost(new: Said, old: Said) -> bool:
    """Whether a memory may take the new words: every name and number of the old ones is in them, and every facet."""
    said = {(facet.key, facet.value, facet.object, facet.polarity) for facet in new.facets}
    keys = {facet.key for facet in new.facets}
    kept = all(
        (facet.key, facet.value, facet.object, facet.polarity) in said or facet.key in keys or facet.rule == "parsed"
        for facet in old.facets
    )
    names = _names(old.text)
    when = set(moments(old.text))
    if when and when <= set(moments(new.text)):  # the numbers of a date may be spelt in another way
        names = frozenset(one for one in names if not one.isdigit() and not moments(f"{one} 1"))
    return kept and names <= _names(new.text, every=True)


def _alike(new: Said, old: Said, similarity: float) -> Verdict:
    if similarity < NEAR or not _same_sense(new, old) or not same_statement(new, old):
        return BESIDE
    return Verdict(Effect.DUPLICATE, f"nearly the same words ({similarity:.2f})", "near")


def different_things(new: Sequence[Facet], old: Sequence[Facet]) -> bool:
    """Whether two texts say the same of things that have no word in common: a cat seen, and a dog seen."""
    return any(
        one.key == other.key
        and one.value == other.value
        and one.object
        and other.object
        and set(one.object.split()).isdisjoint(other.object.split())
        for one in new
        for other in old
    )


def _same_sense(new: Said, old: Said) -> bool:
    """Whether two texts speak of the same, and no facet of one stands against the other."""
    ours = {facet.key: facet for facet in old.facets}
    if not any(facet.key in ours for facet in new.facets):
        return False
    for facet in new.facets:
        other = ours.get(facet.key)
        if other is None:
            continue
        if facet.context != other.context or facet.state != other.state or facet.polarity != other.polarity:
            return False
        if facet.key not in _LOOSE and (facet.object, facet.value) != (other.object, other.value):
            return False
    return {one.ended for one in new.facets} == {one.ended for one in old.facets}


def _meet(new: Facet, old: Facet) -> bool:
    if new.subject == old.subject or same_person(new.subject, old.subject):
        return True
    return new.rule == "thing_ended" and not new.subject and set(new.object.split()) <= set(old.subject.split())


def same_person(one: str, other: str) -> bool:
    """Whether two words for a subject, of statements about the same person, can mean that person."""
    if not one or not other or " of " in one or " of " in other:
        return False
    ours, theirs = set(one.split()), set(other.split())
    return ours <= theirs or theirs <= ours


def _read(repeated: Verdict, new: Said, old: Said) -> bool:
    """Whether a rule knows both statements to be the same; where they were only parsed, their words have to agree."""
    return not repeated.rule.endswith("/parsed") or same_words(new.text, old.text)


def _work(said: Said) -> frozenset[str]:
    """What somebody does for a living, which is said in many ways: only the meaning can tell."""
    return frozenset(one for facet in said.facets if facet.key == "occupation" for one in facet.value.split())


@lru_cache(maxsize=4_096)
def _order(text: str) -> tuple[str, ...]:
    """Numbers and words that begin with a capital, each once."""
    found = (one for one in _TOKEN.findall(text) if one[0].isdigit() or (one[0].isupper() and one != "I"))
    return tuple(dict.fromkeys(map(word, found)))


@lru_cache(maxsize=4_096)
def _names(text: str, *, every: bool = False) -> frozenset[str]:
    """The names and numbers in a text, or every word in the spelling that names have."""
    telling = set(_ADDRESS.findall(text))
    for position, one in enumerate(_TOKEN.findall(text.replace("’", "'"))):
        made = _ORDINAL.sub(r"\1", word(one))
        named = position and one[0].isupper() and one != "I"
        if made and (every or named or any(character.isdigit() for character in made)):
            telling.add(made)
    return frozenset(telling)


@lru_cache(maxsize=4_096)
def _denials(text: str) -> frozenset[str]:
    tokens = [one.lower() for one in _TOKEN.findall(text.replace("’", "'"))]
    telling = set()
    for position, one in enumerate(tokens):
        if one in _NEGATIONS or one == "n't" or (one == "t" and position and tokens[position - 1].endswith("n")):
            telling.add("not")
        elif one in _ENDINGS:
            telling.add("ended")
    return frozenset(telling)
