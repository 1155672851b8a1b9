"""Who a text speaks of, and what it says about who they are."""

from dataclasses import replace

from spacy.tokens import Doc, Span

from graphmem.adapters.spacy.aliases import find_aliases, split_called, users_own, with_slots
from graphmem.adapters.spacy.name_phrases import name_phrases
from graphmem.adapters.spacy.names import gender_of
from graphmem.adapters.spacy.naming import find_related
from graphmem.adapters.spacy.phrases import PRONOUNS, pronouns, relation_phrases
from graphmem.adapters.spacy.scene import Entity, Scene
from graphmem.adapters.spacy.strangers import is_nobody, is_somebody
from graphmem.adapters.spacy.subjects import is_of_the_user, is_subject, leads
from graphmem.adapters.spacy.things import find_animals, find_things
from graphmem.adapters.spacy.words import quoted, root
from graphmem.core.mentions import Mention, Relation, Said, Sentence, Sort
from graphmem.core.relations import kind_of


def mentions(doc: Doc) -> Said:
    """Everybody a text speaks of, in order, and whom each of its sentences is of."""
    relations = relation_phrases(doc)
    taken = {i for phrase in relations for i in range(phrase.start, phrase.end)}
    names = with_slots(doc, name_phrases(doc, taken), taken)
    own = users_own(doc, names)

    scene = Scene(doc, relations, [name for name in names if name not in own])
    find_things(scene)
    split_called(scene)
    find_related(scene)
    find_aliases(scene)
    _find_strangers(scene)
    find_animals(scene)
    _find_pronouns(scene)

    return _said(scene, tuple(name.text for name in own))


def _find_strangers(scene: Scene) -> None:
    """Names on their own: somebody new only where a person fits, else perhaps somebody known."""
    for name in scene.free:
        if is_nobody(scene.doc, name):
            continue
        sure = is_somebody(scene.doc, name) and not quoted(scene.doc, name.start)
        entity = Entity(name.start, name.end, root(scene.doc, name.start, name.end), sure=sure)
        scene.give(entity, name)
        scene.entities.append(entity)


def _find_pronouns(scene: Scene) -> None:
    covered = {i for entity in scene.entities if entity.pronoun for i in entity.tokens}
    for token in pronouns(scene.doc):
        if token.i not in covered:
            pronoun = PRONOUNS[token.lower_]
            scene.entities.append(Entity(token.i, token.i + 1, token.i, pronoun=pronoun, tokens={token.i}))


def _said(scene: Scene, user: tuple[str, ...]) -> Said:
    scene.entities.sort(key=lambda e: (e.end if e.owner is not None else e.start, e.end))
    people = {i for e in scene.entities if e.sort is Sort.PERSON and not e.pronoun for i in e.tokens}
    kept = [e for e in scene.entities if not _is_idle(scene, e)]
    sentences = list(scene.doc.sents)
    found = [_mention(scene, entity, kept, sentences, people - entity.tokens) for entity in kept]
    found = _with_leaders(_without_owners(found), kept, sentences)
    read = [
        Sentence(
            sentence.start_char,
            sentence.end_char,
            is_of_the_user(sentence, people),
            tuple(i for i, mention in enumerate(found) if mention.sentence == number and mention.subject),
        )
        for number, sentence in enumerate(sentences)
    ]
    return Said(tuple(found), tuple(read), user)


def _is_idle(scene: Scene, entity: Entity) -> bool:
    """A nameless "Sarah's husband" is only worth a person when the sentence is of him."""
    if entity.owner is None or entity.name or entity.sort is not Sort.PERSON:
        return False
    others = {i for e in scene.entities if e is not entity for i in e.tokens}
    of_pronoun = scene.doc[entity.owner].lower_ in PRONOUNS
    return of_pronoun or not is_subject(scene.doc[entity.root], others - entity.tokens)


def _mention(scene: Scene, entity: Entity, kept: list[Entity], sentences: list[Span], others: set[int]) -> Mention:
    doc = scene.doc
    relations = tuple(entity.relations) if entity.owner is None else _owned(entity, kept)
    name = entity.called
    gender = next((g for r in relations if (g := kind_of(r.kind).gender)), None)
    return Mention(
        start=doc[entity.start].idx,
        end=doc[entity.end - 1].idx + len(doc[entity.end - 1]),
        sentence=next((n for n, s in enumerate(sentences) if s.start <= entity.root < s.end), 0),
        sort=entity.sort,
        name=name,
        aliases=tuple(entity.aliases),
        relations=relations,
        pronoun=entity.pronoun,
        gender=gender or (gender_of(name) if name else None),
        told=entity.told,
        another=entity.another,
        new=entity.new,
        subject=entity.sort is Sort.PERSON and _is_of(scene, entity, others),
        sure=entity.sure,
    )


def _is_of(scene: Scene, entity: Entity, others: set[int]) -> bool:
    """Whether a sentence says something of somebody; who they are is something too."""
    if entity.told and not entity.pronoun:
        return True
    roots = {entity.root}
    if entity.name and entity.told is None:
        roots.add(root(scene.doc, entity.name.start, entity.name.end))
    return any(is_subject(scene.doc[token], others) for token in roots)


def _owned(entity: Entity, kept: list[Entity]) -> tuple[Relation, ...]:
    """The relations with whoever they are relations of; -1 is somebody the text does not tell."""
    holders = [i for i, e in enumerate(kept) if e is not entity and entity.owner in e.tokens and e.sort is Sort.PERSON]
    if not holders:
        return tuple(replace(known, of=-1) for known in entity.relations)
    holder = kept[holders[0]]
    whose = holder.called or (holder.relations[0].word if holder.relations else None)
    of = holders[0]
    return tuple(replace(r, word=f"{whose}'s {r.word}" if whose else r.word, of=of) for r in entity.relations)


def _without_owners(found: list[Mention]) -> list[Mention]:
    """ "my wife Nia's brother is ill" is of the brother."""
    owners = {r.of for m in found if m.subject for r in m.relations if r.of is not None}
    parted = {i for i in owners if i >= 0 and not found[i].pronoun}
    return [replace(m, subject=False) if i in parted else m for i, m in enumerate(found)]


def _with_leaders(found: list[Mention], kept: list[Entity], sentences: list[Span]) -> list[Mention]:
    """Where the parser saw no subject, whoever a sentence begins with is it."""
    for number, sentence in enumerate(sentences):
        here = [i for i, m in enumerate(found) if m.sentence == number]
        if any(found[i].subject for i in here):
            continue
        for i in here:
            if found[i].sort is Sort.PERSON and leads(sentence.doc[kept[i].root], start=kept[i].start):
                found[i] = replace(found[i], subject=True)
                break
    return found
