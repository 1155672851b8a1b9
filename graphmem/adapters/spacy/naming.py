"""Which name belongs to which relation: "my wife Sarah", "Tom, my boss,", "my sister's name is Halima"."""

import re
from dataclasses import replace

from graphmem.adapters.spacy.name_phrases import NamePhrase
from graphmem.adapters.spacy.names import is_word_too
from graphmem.adapters.spacy.phrases import PRONOUNS, RelationPhrase
from graphmem.adapters.spacy.scene import Entity, Scene
from graphmem.adapters.spacy.subjects import is_subject
from graphmem.adapters.spacy.things import JOINED
from graphmem.adapters.spacy.words import anymore, closed, gap, lower, quoted, root, same_sentence, too
from graphmem.core.mentions import Relation, Sort, Told
from graphmem.core.names import Likeness, likeness
from graphmem.core.relations import kind_of

_ADVERB = r"(?: also| now| actually| still| currently| really| just)?"
_SOMEBODY = r"(?: (?:a|an|this)(?: \w+)? (?:man|woman|guy|lady|girl|boy|person|bloke|dude|chap))?"
_NAME_IS = re.compile(
    rf"^(?:'?s )?(?:first |full |given |real )?names?(?: ?'s| is| was| are){_ADVERB}$|^,? ?whose name is$"
)
_WHERE = r"(?:(?:at|in|from|on|for) [\w' ]{2,25} |there |here )?"
_IS_CALLED = re.compile(
    rf"^{_WHERE},?(?: ?who)? ?(?:is|was|'s|are|were)?{_ADVERB}{_SOMEBODY} ?(?:called|named|goes by)$"
)
_IS = re.compile(rf"^{_WHERE}(?:is|was|'s|are|were){_ADVERB}$")
_MARK = re.compile(r"^(?:[,:(–—]|-|--)$")
_PLACED_THEN = re.compile(r"^(?:from|at|in|of|on) [\w' -]{2,30},$")
_THEN_COLON = re.compile(r"^[^.,;!?:]{1,30}:$")
_BEFORE_IS = re.compile(rf"^,?(?: ?who)? ?(?:is|was|'s|has been|became|are|were|is like){_ADVERB}(?: like)?(?: both)?$")
_NO_LONGER = frozenset(["is no longer", "used to be"])
_IS_NOT = frozenset(["is not", "isn't", "is n't"])
_DENIED = frozenset(["is not", "'s not", "is n't", "was not", "was n't", "are not", "are n't"])
_PRONOUN_IS = re.compile(rf"\b(he|she|they) (?:is|'s|was|are|were){_ADVERB}$")


def find_related(scene: Scene) -> None:
    """Make an entity of each relation, with the name that belongs to it."""
    for phrase in scene.relations:
        if phrase.several:
            _find_several(scene, phrase)
            continue
        if _is_denied(scene, phrase):
            continue
        entity = _entity(scene, phrase)
        named = _named_before(scene, phrase, entity) or _named_after(scene, phrase, entity)
        if not named and (phrase.vague or phrase.needs_name or _is_second(scene, phrase)):
            continue
        scene.entities.append(entity)


def _entity(scene: Scene, phrase: RelationPhrase) -> Entity:
    return Entity(
        phrase.start,
        phrase.end,
        root(scene.doc, phrase.start, phrase.end),
        relations=[phrase.relation],
        owner=phrase.owner,
        another=phrase.other,
        new=phrase.new,
        sure=not quoted(scene.doc, phrase.start),
        tokens=set(range(phrase.start, phrase.end)),
    )


def _is_denied(scene: Scene, phrase: RelationPhrase) -> bool:
    """ "Tom is not my boss"."""
    before = lower(scene.doc, phrase.start - 2, phrase.start)
    return before in _DENIED and not anymore(scene.doc, phrase.end)


def _is_second(scene: Scene, phrase: RelationPhrase) -> bool:
    """ "Hiroshi is my business partner and my cousin", "my boss is my uncle": two relations of one person."""
    if not scene.entities or phrase.owner is not None:
        return False
    before = scene.entities[-1]
    between = gap(scene.doc, before.end, phrase.start)
    listed = before.told is Told.RELATION and before.end <= phrase.start and between in JOINED
    nameless = before.sort is Sort.PERSON and before.relations and not before.name and not before.pronoun
    equated = nameless and _IS.match(between) and kind_of(phrase.relation.kind) != kind_of(before.relations[0].kind)
    if not listed and not equated:
        return False
    before.relations.append(phrase.relation)
    before.told = Told.RELATION
    before.end = phrase.end
    return True


def _named_before(scene: Scene, phrase: RelationPhrase, entity: Entity) -> bool:
    doc = scene.doc
    if phrase.owner is not None or (phrase.end < len(doc) and doc[phrase.end].tag_ == "POS"):
        return False
    if _of_a_pronoun(scene, phrase, entity):
        return True
    name = scene.before(phrase.start)
    if name is None or not scene.fits(name):
        return _named_by_parse(scene, phrase, entity)
    between = gap(doc, name.end, phrase.start)
    past = between in ("was", "were") and not kind_of(phrase.relation.kind).close
    ended = past or between in _NO_LONGER or between in _IS_NOT
    told = ended or _BEFORE_IS.match(between) is not None
    if not told and not _apposed(scene, name, phrase, between):
        return _named_by_parse(scene, phrase, entity)
    mine = doc[phrase.end - 1].lower_ in ("mine", "ours") or doc[phrase.start].lower_ == "one"
    if phrase.vague and not mine:
        return False  # "Tom is a teacher"
    if ended:
        entity.relations = [_former(phrase.relation)]
    entity.told = Told.RELATION if told else None
    scene.give(entity, name)
    fuller = scene.after(phrase.end)
    if fuller and fuller.start == phrase.end and likeness(fuller.text, name.text) is Likeness.SHORT:
        scene.give(entity, fuller)
    return True


def _apposed(scene: Scene, name: NamePhrase, phrase: RelationPhrase, between: str) -> bool:
    """ "Tom, my boss," but neither "Ana and Tom, my boss" nor "Anna, my colleague Bea"."""
    if name.start in scene.used:
        return False
    beside = between == "" and not name.lower and scene.doc[name.start].dep_ not in ("dobj", "dative", "pobj")
    if not beside and between not in (",", "(", "-", "–", "—"):
        return False
    following = scene.after(phrase.end)
    own = following and following.start == phrase.end and scene.fits(following)
    if own and following and likeness(following.text, name.text) is not Likeness.SHORT:
        return False
    return not (name.start > 0 and scene.doc[name.start - 1].lower_ in ("and", "&"))


def _of_a_pronoun(scene: Scene, phrase: RelationPhrase, entity: Entity) -> bool:
    """ "she's my ex now"."""
    match = _PRONOUN_IS.search(lower(scene.doc, phrase.start - 3, phrase.start))
    if match is None or phrase.vague:
        return False
    before = scene.doc[max(0, phrase.start - 3) : phrase.start]
    entity.pronoun = PRONOUNS[match.group(1)]
    entity.told = Told.RELATION
    entity.root = entity.start = max(t.i for t in before if t.lower_ == match.group(1))
    entity.tokens |= set(range(entity.root, phrase.end))
    return True


def _named_by_parse(scene: Scene, phrase: RelationPhrase, entity: Entity) -> bool:
    """ "Hiroshi, whom I met in Osaka, is my business partner"."""
    token = scene.doc[entity.root]
    if phrase.vague or token.dep_ != "attr" or token.head.lemma_ != "be":
        return False
    if any(child.dep_ == "neg" for child in token.head.children):
        return False
    for subject in (child for child in token.head.children if child.dep_ == "nsubj"):
        name = scene.at(subject.i)
        if name and scene.fits(name) and not name.lower:
            entity.told = Told.RELATION
            scene.give(entity, name)
            return True
    return False


def _named_after(scene: Scene, phrase: RelationPhrase, entity: Entity) -> bool:
    names = [n for n in scene.names if n.start >= phrase.end and same_sentence(scene.doc, phrase.end, n.start)]
    return any(_is_named(scene, phrase, entity, name) for name in names[:3])


def _is_named(scene: Scene, phrase: RelationPhrase, entity: Entity, name: NamePhrase) -> bool:
    doc = scene.doc
    between = gap(doc, phrase.end, name.start)
    told = bool(_NAME_IS.match(between) or _IS_CALLED.match(between))
    plain = bool(_IS.match(between) or _THEN_COLON.match(between))
    set_off = closed(doc, name.end)
    beside = bool(between == "" or _MARK.match(between) or (_PLACED_THEN.match(between) and set_off))
    if not (told or plain or beside) or not scene.fits(name, slot=told, beside=between == ""):
        return False
    listed = plain or between in (",", ":")
    if phrase.vague and not (told or between == "" or (listed and _user_has(scene, phrase))):
        return False
    if between and not told and name.lower and (not name.listed or is_word_too(name.text)):
        return False
    if beside and between not in ("", ":") and not set_off and is_subject(doc[name.start], set()):
        return False  # "when I met my boss, Tom was there"
    if told or plain:
        entity.told = Told.NAME
    entity.another = entity.another or "also" in between.split() or too(doc, name.end)
    scene.give(entity, name)
    return True


def _find_several(scene: Scene, phrase: RelationPhrase) -> None:
    """ "my twins Isla and Callum" are two persons, "my twins" are none."""
    entity = _entity(scene, phrase)
    _split_pairs(scene, phrase)
    found = _run_after(scene, phrase) or _run_before(scene, phrase)
    if not found or phrase.owner is not None:
        scene.entities.append(replace(entity, sort=Sort.GROUP, relations=[]))
        return
    for name in found:
        one = replace(entity, relations=[phrase.relation], tokens=set(entity.tokens))
        scene.give(one, name)
        one.start, one.end, one.root = name.start, name.end, root(scene.doc, name.start, name.end)
        scene.entities.append(one)


def _split_pairs(scene: Scene, phrase: RelationPhrase) -> None:
    """ "Karim & Sami" may be a firm, but not after "my sons"."""
    name = scene.after(phrase.end)
    marks = [t.i for t in scene.doc[name.start : name.end] if t.text == "&"] if name else []
    if name and len(marks) == 1:
        parts = [(name.start, marks[0]), (marks[0] + 1, name.end)]
        at = scene.names.index(name)
        scene.names[at : at + 1] = [replace(name, start=s, end=e, text=scene.doc[s:e].text) for s, e in parts]


def _run_after(scene: Scene, phrase: RelationPhrase) -> list[NamePhrase]:
    found: list[NamePhrase] = []
    at = phrase.end
    while (name := scene.after(at)) and scene.fits(name, slot=bool(found)):
        between = gap(scene.doc, at, name.start).removeprefix("'").strip()
        if found and between not in JOINED:
            break
        begins = between == "" or any(p.match(between) for p in (_MARK, _IS, _IS_CALLED, _NAME_IS))
        if not found and (not begins or (phrase.vague and not _user_has(scene, phrase))):
            break
        found.append(name)
        at = name.end
    return found


def _run_before(scene: Scene, phrase: RelationPhrase) -> list[NamePhrase]:
    """ "Jamal and Keisha are my neighbours"."""
    found: list[NamePhrase] = []
    at = phrase.start
    while (name := scene.before(at)) and scene.fits(name):
        between = gap(scene.doc, name.end, at)
        if between not in JOINED if found else not _BEFORE_IS.match(between):
            break
        found.insert(0, name)
        at = name.start
    return found if len(found) > 1 else []


def _user_has(scene: Scene, phrase: RelationPhrase) -> bool:
    """ "I have a brother, Kofi" is the user's brother."""
    if scene.doc[phrase.start].lower_ == "one":
        return True  # one of mine
    start = scene.doc[phrase.start].sent.start
    return any(t.lower_ in ("i", "we", "mine", "ours") for t in scene.doc[start : phrase.end])


def _former(known: Relation) -> Relation:
    return known if known.former else replace(known, word=f"ex-{known.word}", former=True)
