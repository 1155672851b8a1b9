"""Names of pets, boats, bands and favourite authors: nobody's among a user's people, here or later."""

import re

from spacy.tokens import Doc

from graphmem.adapters.spacy import lexicon as lx
from graphmem.adapters.spacy.name_phrases import NamePhrase
from graphmem.adapters.spacy.scene import Entity, Scene
from graphmem.adapters.spacy.words import gap, lower
from graphmem.core.mentions import Sort
from graphmem.core.relations import is_head
from graphmem.core.text import word_set

_BETWEEN = word_set("is was 's ’s called named name , : ( now - – — too also are both")
_ADMIRED = re.compile(r"(?:is|was|'s|are) my (?:\w+ )?(?:favou?rite|hero|heroine|idol|inspiration|fave)\b")
_CALLED = frozenset(["called", "named", "name"])
JOINED = frozenset([",", "and", ", and", "&", "and also"])


def find_things(scene: Scene) -> None:
    """Set aside every name of a pet or a thing."""
    found = [name for name in scene.names if _is_a_thing(scene, name)]
    for name in list(found):
        last = name
        while (after := scene.after(last.end)) and after not in found:
            if gap(scene.doc, last.end, after.start) not in JOINED:
                break
            found.append(after)
            last = after
    for name in found:
        scene.used.add(name.start)
        scene.entities.append(Entity(name.start, name.end, name.start, sort=Sort.THING, name=name))


def find_animals(scene: Scene) -> None:
    """Animals without a name: they keep "his name is Rocky" from being a person's."""
    covered = {i for e in scene.entities for i in range(e.start, e.end)}
    covered |= {i for phrase in scene.relations for i in range(phrase.start, phrase.end)}
    for token in scene.doc:
        owned = any(child.lower_ in ("a", "an", "my", "our", "the") for child in token.lefts)
        if token.lower_ in lx.ANIMALS and owned and token.i not in covered and token.dep_ != "compound":
            scene.entities.append(Entity(token.i, token.i + 1, token.i, sort=Sort.THING))


def _is_a_thing(scene: Scene, name: NamePhrase) -> bool:
    if _ADMIRED.match(lower(scene.doc, name.end, name.end + 4)):
        return True
    return _follows_a_thing(scene, name) or _is_told_to_be_an_animal(scene.doc, name)


def _follows_a_thing(scene: Scene, name: NamePhrase) -> bool:
    """ "our dog Biscuit", "a band called Khruangbin", "my favourite author is Le Guin", "named our boat Penelope"."""
    doc = scene.doc
    start = doc[name.start].sent.start
    at = name.start - 1
    while at >= start and doc[at].lower_ in _BETWEEN:
        at -= 1
    if at < start or not doc[at].is_lower or doc[at].pos_ not in ("NOUN", "PROPN", "ADJ"):
        return False
    between = {token.lower_ for token in doc[at + 1 : name.start]}
    favourite = any(token.lower_ in lx.FAVOURITES for token in doc[start:at])
    if any(p.start <= at < p.end for p in scene.relations):
        return favourite
    noun = doc[at].lower_
    if noun in lx.ANIMALS or noun.rstrip("s") in lx.ANIMALS:
        return True
    if favourite and (between or is_head(noun)):
        return True
    if _is_person_like(noun, name) or noun == "name" or doc[at].pos_ != "NOUN":
        return False
    before = [token.lower_ for token in doc[max(start, at - 3) : at]]
    named = bool({"named", "name", "call", "called", "naming"} & set(before))
    mine = bool({"my", "our"} & set(before))
    return bool(_CALLED & between) or named or (mine and not between)


def _is_person_like(noun: str, name: NamePhrase) -> bool:
    if noun in lx.SOMEBODY or is_head(noun):
        return True
    return noun.endswith(lx.PERSON_ENDINGS) and (name.listed or "PERSON" in name.labels)


def _is_told_to_be_an_animal(doc: Doc, name: NamePhrase) -> bool:
    """ "Pixel is our greyhound", "Luna, our cat,"."""
    words = [t.lower_ for t in doc[name.end : name.end + 8]]
    if len(words) < 3 or words[0] not in ("is", "was", ",", "'s", "(") or doc[name.end].tag_ == "POS":
        return False
    for at, word in enumerate(words[1:5], start=1):
        if word in (",", "and"):
            return False
        if word in ("my", "our", "a", "the"):
            following = words[at + 1 : at + 3]
            first = following[:1]
            second = following[1:] if first and first[0] not in ("'s", "and") else []
            own = word in ("my", "our")
            return any(w in lx.ANIMALS or (own and w in lx.OBJECTS) for w in first + second)
    return False
