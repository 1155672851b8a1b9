"""Other names: "Alex for short", "everyone calls Elizabeth Liz", "her name is Graciela"; and the user's own."""

import re
from dataclasses import replace

from spacy.tokens import Doc

from graphmem.adapters.spacy import lexicon as lx
from graphmem.adapters.spacy.name_phrases import NamePhrase
from graphmem.adapters.spacy.names import is_given_name
from graphmem.adapters.spacy.phrases import PRONOUNS
from graphmem.adapters.spacy.scene import Entity, Scene
from graphmem.adapters.spacy.strangers import is_somebody
from graphmem.adapters.spacy.words import closed, gap, lower, root, same_sentence
from graphmem.core.mentions import Sort, Told
from graphmem.core.names import spoken

_ALIAS = re.compile(
    r"^,? ?(?:\(|aka|a\.k\.a\.?|\(aka|also known as|(?:who )?goes by|is also called|known as|nicknamed"
    r"|is nicknamed|or just|or|is known as|'s nickname is|prefers|likes to be called|better known as"
    r"|is short for|short for)$"
)
_THEIR_NAME = re.compile(
    r"\b(his|her|their) (?:\w+ )?name (?:is|was|'s)$|\b(he|she|they) (?:is|'s|are|was) (?:called|named)$"
)
_CALL_THEM = re.compile(
    r"\bcall(?:s|ed)? (him|her|them)$|\b(he|she|they) go(?:es)? by$"
    r"|\b(his|her|their) nickname is$|\bnicknamed (him|her|them)$"
)
_CALLS = re.compile(
    r"\b(?:everyone|everybody|we|people|friends|family|all|they|mates|kids|colleagues|relatives)"
    r"(?: all| always| just)? calls?$"
    r"|\bi call$|(?<!\bi) calls$|\b(?:everyone|everybody|we all) called$"
)
_AS_WE_CALL = re.compile(r", as (?:we|i|everyone|they|everybody)(?: all)? calls? (her|him|them)\b")
_MY_NAME = re.compile(r"\bmy (?:\w+ )?name (?:is|'s)$|\bcall(?:s|ed)? me$|\bi go by$|\bi (?:'m|am) called$")
_I_AM = re.compile(r"\b(?:i|this) (?:am|'m|is)$|^im$")


def with_slots(doc: Doc, names: list[NamePhrase], taken: set[int]) -> list[NamePhrase]:
    """The names, and the words that can only be one by where they stand: "is called xiu"."""
    covered = {i for name in names for i in range(name.start, name.end)} | taken
    added = []
    for token in doc[1:]:
        before = lower(doc, token.i - 2, token.i)
        slot = before.endswith((" called", " named")) or before in ("name is", "name 's")
        plain = token.is_alpha and not token.is_stop and token.lower_ not in lx.NO_NAMES
        if slot and plain and token.i not in covered:
            listed = is_given_name(token.text)
            added.append(NamePhrase(token.i, token.i + 1, token.text, lower=token.is_lower, listed=listed))
    return sorted([*names, *added], key=lambda name: name.start)


def users_own(doc: Doc, names: list[NamePhrase]) -> list[NamePhrase]:
    """The names by which the user is called: "I'm Chukwuemeka, call me Emeka"."""
    return [name for name in names if _is_the_users(doc, name)]


def _is_the_users(doc: Doc, name: NamePhrase) -> bool:
    before = lower(doc, name.start - 3, name.start)
    if _MY_NAME.search(before):
        return True
    plain = name.listed and not name.lower and "NORP" not in name.labels and closed(doc, name.end)
    return plain and _I_AM.search(before) is not None


def split_called(scene: Scene) -> None:
    """Part the two names of "everyone calls Elizabeth Liz"."""
    doc = scene.doc
    for name in scene.free:
        if name.end - name.start < 2 or not _CALLS.search(lower(doc, name.start - 3, name.start)):
            continue
        cut = name.end - 1
        first = replace(name, end=cut, text=doc[name.start : cut].text)
        second = replace(name, start=cut, text=doc[cut : name.end].text, titled=False)
        at = scene.names.index(name)
        scene.names[at : at + 1] = [first, second]
        entity = Entity(first.start, first.end, first.start, aliases=[spoken(second.text)], told=Told.NAME)
        scene.give(entity, first)
        scene.used.add(second.start)
        scene.entities.append(entity)


def find_aliases(scene: Scene) -> None:
    """Give each free name that is an alias to whoever bears it."""
    for name in scene.free:
        holder = _holder(scene, name)
        if holder is None:
            _called_by_pronoun(scene, name)
            continue
        holder.aliases.append(spoken(name.text))
        holder.end = name.end
        holder.tokens |= set(range(name.start, name.end))
        scene.used.add(name.start)


def _holder(scene: Scene, name: NamePhrase) -> Entity | None:
    near = [e for e in scene.entities if e.end <= name.start and e.name and e.sort is Sort.PERSON]
    near = [e for e in near if same_sentence(scene.doc, e.start, name.start)]
    holder = max(near, key=lambda e: e.end, default=None)
    if holder and _is_alias(scene, holder.end, name):
        return holder
    previous = scene.before(name.start)
    if previous is None or previous.start in scene.used or not _is_alias(scene, previous.end, name):
        return None
    made = Entity(previous.start, previous.end, root(scene.doc, previous.start, previous.end))
    made.sure = previous.listed or is_somebody(scene.doc, previous)
    scene.give(made, previous)
    scene.entities.append(made)
    return made


def _is_alias(scene: Scene, end: int, name: NamePhrase) -> bool:
    between = gap(scene.doc, end, name.start)
    if lower(scene.doc, name.end, name.end + 2) == "for short":
        return between in (",", "(", "or", "-", "–", ", or")
    if between == "prefers" and name.end < len(scene.doc):
        return False
    return _ALIAS.match(between) is not None and (name.listed or between not in ("or", ", or"))


def _called_by_pronoun(scene: Scene, name: NamePhrase) -> None:
    """ "her name is Graciela", "we call her Maggie", "Beth, as we call her"."""
    doc = scene.doc
    before = lower(doc, name.start - 4, name.start)
    as_called = _AS_WE_CALL.match(lower(doc, name.end, name.end + 6))
    told = _THEIR_NAME.search(before)
    match = told or _CALL_THEM.search(before) or as_called
    if match is None:
        return
    word = next(group for group in match.groups() if group)
    place = [i for i in range(max(0, name.start - 4), name.start) if doc[i].lower_ == word]
    start = place[-1] if place and not as_called else name.start
    entity = Entity(start, name.end, start, pronoun=PRONOUNS[word], tokens=set(range(start, name.end)))
    scene.used.add(name.start)
    if told:
        entity.name = name
        entity.told = Told.NAME
    else:
        entity.aliases.append(spoken(name.text))
    scene.entities.append(entity)
