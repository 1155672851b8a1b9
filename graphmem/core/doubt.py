"""Pairs of facts that the rules let stand side by side for lack of certainty: worth a second opinion."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.core.facets import Facet, State, index_keys
from graphmem.core.verdict import Said, same_person, same_value
from graphmem.model import MemoryId

_ON_TOPIC = 0.5  # cosine from which two texts that share a topic may be about the same thing
_SAME_KEY = 0.15  # the same, when both give a value to something that has only one
# What a text gives a value to, of the user and of anybody else.
_WORDS = {
    "residence": ("where you live", "where they live"),
    "employer": ("whom you work for", "whom they work for"),
    "occupation": ("what you do for a living", "what they do for a living"),
    "age": ("how old you are", "how old they are"),
    "weight": ("what you weigh", "what they weigh"),
    "car": ("what you drive", "what they drive"),
    "commute": ("how you get about", "how they get about"),
    "diet": ("what you eat", "what they eat"),
    "spouse": ("whom you are married to", "whom they are married to"),
    "preferred_name": ("what to call you", "what to call them"),
    "answer_language": ("which language to answer in", "which language to answer in"),
    "answer_length": ("how long answers should be", "how long answers should be"),
    "units": ("which units to use", "which units to use"),
}


@dataclass(frozen=True, slots=True)
class Doubt:
    """A memory that a newer fact may repeat or outdate, with its words at that time.

    `conflict` tells what both give a value to, though it has only one: what somebody should look at.
    """

    memory_id: MemoryId
    content: str
    conflict: str | None = None


def doubtful(new: Said, old: Said, similarity: float) -> bool:
    """Whether two statements about the same subjects, between which no rule decides, may not both hold."""
    if similarity < _SAME_KEY:
        return False
    if not _single_keys(new.facets).isdisjoint(_single_keys(old.facets)):
        return True
    unread = not new.facets or not old.facets
    return similarity >= _ON_TOPIC and (unread or not _topics(new).isdisjoint(_topics(old)))


def conflict(new: Said, old: Said, *, one_person: bool) -> str | None:
    """What two statements say differently, though only one can be right: in words, or None.

    `one_person` is for statements that are about one and the same person, whatever each calls them.
    """
    for one in new.facets:
        for other in old.facets:
            if _contrary(one, other) and _of_one(one, other, one_person=one_person):
                return _in_words(one.key or "", of_the_user=not one.subject)
    return None


def _contrary(one: Facet, other: Facet) -> bool:
    return (
        bool(one.key)
        and one.key == other.key
        and one.context == other.context
        and all(_lasting(facet) for facet in (one, other))
        and same_value(one.value, other.value) is False
    )


def _lasting(facet: Facet) -> bool:
    """Whether it gives something that has one value that value, now and until told otherwise."""
    return facet.single and facet.polarity > 0 and facet.state is State.CURRENT and not facet.ended


def _of_one(one: Facet, other: Facet, *, one_person: bool) -> bool:
    if one.subject == other.subject or same_person(one.subject, other.subject):
        return True
    named = bool(one.subject and other.subject) and " of " not in f"{one.subject} {other.subject}"
    return one_person and named


def _in_words(key: str, *, of_the_user: bool) -> str:
    if key in _WORDS:
        return f"both say {_WORDS[key][0 if of_the_user else 1]}"
    whose = "your" if of_the_user else "their"
    for prefix, words in (("favorite_", f"what {whose} favourite {{}} is"), ("style_", "how to have {}")):
        if key.startswith(prefix):
            return f"both say {words.format(_plain(key.removeprefix(prefix)))}"
    if key.startswith("when_"):
        return f"both say when it is: {_plain(key.removeprefix('when_'))}"
    return f"both say something else about {whose} {_plain(key)}"


def _plain(key: str) -> str:
    return key.replace("_", " ")


def _single_keys(facets: Iterable[Facet]) -> frozenset[str]:
    return frozenset(facet.key for facet in facets if facet.single and facet.key)


def _topics(said: Said) -> frozenset[str]:
    return frozenset(index_keys(said.facets))
