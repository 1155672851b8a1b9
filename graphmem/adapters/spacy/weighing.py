# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""How sure it is that a statement tells something lasting of the user or of somebody in their life."""

import re
from collections.abc import Sequence

from spacy.tokens import Doc

from graphmem.adapters.spacy.gate import speaks_to_assistant
from graphmem.adapters.spacy.lasting import ENDURING, MOMENTARY, SKILLS
from graphmem.adapters.spacy.shape import Shape, Tense, Whose
from graphmem.adapters.spacy.signs import (
    HABIT,
    NEVER,
    OWN_KEYS,
    Weight,
    is_dated,
)
from graphmem.adapters.spacy.standing import is_standing
from graphmem.adapters.spacy.weighing_done import going_on, has_done, past
from graphmem.adapters.spacy.weighing_present import present
from graphmem.core.facets import Facet, State

_I = re.IGNORECASE
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|might|not sure|i think|i guess|kind of|sort of|somewhat|i suppose|potentially)\b",
    _I,
)
_LIFE_CHANGES = re.compile(
    r"\b(?:move|moving) (?:to|in|out|back|house|abroad)\b|\b(?:marry|get(?:ting)? married|retir\w+|graduat\w+|have (?:a|our|another) (?:\w+ )?(?:baby|kid|child)|have twins|be a (?:dad|mum|mom|father|mother)|"
    r"turn(?:ing)? \d+|emigrat\w+|be born)\b",
    _I,
)
_HEALTH = frozenset(["allergy", "avoids", "diet", "pregnancy"])
_WEIGHTY = frozenset(
    [
        "preferred_name",
        "birthday",
        "relationship_status",
        "spouse",
        "residence",
        "occupation",
        "employer",
        "age",
        "origin",
        "speaks",
        "fear",
    ]
)
_AILMENT = re.compile(
    r"\b(?:diagnosed|allerg\w+|intoleran\w+|diabet\w+|asthma\w*|epilep\w+|dyslexi\w+|autis\w+|adhd|wheelchair|pregnan\w+|coeliac|celiac|medication|insulin|blind|deaf|disab\w+|cancer|pacemaker|condition|disorder)\b",
    _I,
)


def weigh(doc: Doc, found: Shape | None, facets: Sequence[Facet], *, hedged: bool = False) -> Weight:
    """The weight of one statement."""
    text = doc.text
    if found is None:
        return _fragment(facets)
    weight = _plain(doc, found, facets)
    if weight.confidence and (hedged or _HEDGED.search(text)):
        return Weight(weight.confidence - 0.25, "not sure")
    return weight


def importance(text: str, facets: Sequence[Facet]) -> float | None:
    """How much depends on it: health most, then who somebody is, then taste."""
    keys = {facet.key for facet in facets if facet.key}
    if keys & _HEALTH or _AILMENT.search(text):
        return 0.9
    if is_standing(text) or keys & _WEIGHTY:
        return 0.8
    return 0.6 if any(key == "likes" or key.startswith("favorite_") for key in keys) else None


def _fragment(facets: Sequence[Facet]) -> Weight:
    told = [f for f in facets if f.rule != "parsed" and f.state is State.CURRENT and f.key in OWN_KEYS]
    return Weight(0.75) if told else Weight(NEVER, "no statement")


def _plain(doc: Doc, found: Shape, facets: Sequence[Facet]) -> Weight:
    text = doc.text
    told = [
        f for f in facets if f.rule != "parsed" and f.state not in (State.WISHED, State.TEMPORARY) and f.key != "end"
    ]
    own = any(facet.key in OWN_KEYS for facet in told)
    rest = doc[found.main + 1 :].text
    if found.whose is Whose.OTHER:
        return _of_other(doc, found, facets)
    if speaks_to_assistant(text):
        return Weight(0.8) if is_standing(text) else Weight(NEVER, "about the assistant")
    match found.tense:
        case Tense.MAY:
            return _may(text, found)
        case Tense.CAN:
            if found.denied:
                return Weight(0.85) if told or HABIT.search(text) else Weight(0.6, "not sure")
            skill = found.verb in SKILLS and len(rest.split()) <= 5
            return Weight(0.8) if skill else Weight(0.6, "not sure")
        case Tense.MUST:
            if HABIT.search(text) or (found.denied and own) or own:
                return Weight(0.8)
            return Weight(0.75) if is_dated(text) else Weight(0.5, "a task of the moment")
        case Tense.WILL:
            planned = (is_dated(text) and not re.search(r"\b(?:i|we)'ll\b", text, _I)) or _LIFE_CHANGES.search(text)
            return Weight(0.8) if planned else Weight(0.5, "a plan without a date")
        case Tense.GOING_ON:
            return going_on(text, found, own)
        case Tense.HAS_BEEN_DOING:
            lasting = found.verb in ENDURING or (found.verb not in MOMENTARY and HABIT.search(text))
            return (
                Weight(0.85)
                if lasting and found.verb not in ("look", "try", "feel", "think", "have", "see")
                else Weight(0.5, "only for now")
            )
        case Tense.HAS_DONE:
            return has_done(doc, found, own)
        case Tense.PAST:
            return past(doc, found, own, rest)
        case Tense.PRESENT:
            return present(doc, found, bool(told), own, rest)


def _may(text: str, found: Shape) -> Weight:
    if found.verb in ("prefer", "rather") and re.search(r"\b(?:answers?|replies|responses|explanations)\b", text, _I):
        return Weight(0.8)
    return Weight(NEVER, "hypothetical")


def _of_other(doc: Doc, found: Shape, facets: Sequence[Facet]) -> Weight:
    """Somebody's doing to the user: "everyone calls me Emeka", "mornings are when I sleep"."""
    named = any(facet.key == "preferred_name" for facet in facets)
    if named:
        return Weight(0.85)
    mine = any(t.lower_ in ("my", "our") for t in doc)
    lead = doc[found.subject[0]].lower_
    if lead in ("it", "this", "that", "there", "these", "those", "he", "she", "they", "you", "what", "here"):
        return Weight(NEVER, "about nobody")
    if mine and found.verb == "be" and found.tense is Tense.PRESENT and any(f.rule != "parsed" for f in facets):
        return Weight(0.8)
    return Weight(NEVER, "about nobody")
