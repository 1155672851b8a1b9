"""From places where somebody is spoken of to mentions that can be told apart: the reader's view and the grammar's."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Doc, Span

from graphmem.adapters.spacy.names import gender_of, is_given_name
from graphmem.adapters.spacy.subjects import is_subject, leads
from graphmem.core.mentions import Gender, Mention, Relation, Said, Sort, Told
from graphmem.core.names import spoken
from graphmem.core.relations import TITLES_OF_KIN, can_end, kind_of, of_gender, relation, singular
from graphmem.core.understanding import THING, Spoken, Understood
from graphmem.core.understanding import Span as TextSpan

_SURE = 0.5
_CLEAR = 0.7  # how sure the reader must be that a given name is not a person's
_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "he"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "she"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themself", "themselves"), "they"),
}
_OF_PRONOUN = {"he": Gender.MAN, "she": Gender.WOMAN}
_OF_GRAMMAR = frozenset(["PRON", "ADV", "DET", "ADP", "CCONJ", "SCONJ", "AUX", "PUNCT", "PART", "NUM", "SYM", "SPACE"])
_OF_NOBODY = frozenset(["i", "we", "you", "it", "thanks"])
_OWNERS = ("my ", "our ", "me ", "your ", "the ")
_OURS = ("my ", "our ", "me ")


def said(understood: Understood, doc: Doc, *, within: TextSpan | None = None) -> Said:
    """Everybody a text, or a part of it, speaks of, each once, in order; somebody's brother after that somebody."""
    groups = _groups(_plausible(understood, doc), within)
    order = _owners_first(groups)
    places = {person: place for place, person in enumerate(order)}
    inside = {
        token.i
        for group in groups.values()
        for one in group
        if one.sort != "pronoun" and (span := _span(doc, one)) is not None
        for token in span
    }
    found = [_mention(groups[person], places, groups, doc, inside, within) for person in order]
    return Said(tuple(_without_owners(_with_leader(found, doc))))


def _plausible(understood: Understood, doc: Doc) -> Understood:
    """Without names and relations in which every word is one of grammar: "I", "only", a comma."""
    spoken = tuple(_as_somebody(one) for one in understood.spoken if one.sort == "pronoun" or _has_content(doc, one))
    return replace(understood, spoken=spoken)


def _has_content(doc: Doc, one: Spoken) -> bool:
    span = _span(doc, one)
    if span is None or (one.sort == "name" and is_given_name(one.words)):
        return True
    return not all(token.pos_ in _OF_GRAMMAR or token.lower_ in _OF_NOBODY for token in span)


def _as_somebody(one: Spoken) -> Spoken:
    """A given name is somebody's unless it clearly isn't: Ben who plays chess, but not Ben who buries bones."""
    if not one.words[:1].isupper() or not is_given_name(one.words):
        return one
    unclear = one.sort == THING and one.chance < _CLEAR
    no_relation = one.sort == "relation" and len(one.words.split()) == 1 and relation(one.words) is None
    return replace(one, sort="name") if unclear or no_relation else one


def _groups(understood: Understood, within: TextSpan | None) -> dict[int, list[Spoken]]:
    """The places of each person whom the text, or that part of it, speaks of, and of whoever they are relatives of."""
    groups: dict[int, list[Spoken]] = {}
    for one in understood.spoken:
        groups.setdefault(one.person, []).append(one)
    here = {one.person for one in understood.spoken if not one.asked and (within is None or within.covers(one))}
    here |= {one.of for person in here for one in groups[person] if one.of is not None}
    return {person: group for person, group in groups.items() if person in here}


def _owners_first(groups: dict[int, list[Spoken]]) -> list[int]:
    order: list[int] = []
    for person, group in groups.items():
        for owner in (one.of for one in group if one.of is not None):
            if owner in groups and owner not in order:
                order.append(owner)
        if person not in order:
            order.append(person)
    return order


def _mention(
    group: Sequence[Spoken],
    places: dict[int, int],
    groups: dict[int, list[Spoken]],
    doc: Doc,
    inside: set[int],
    within: TextSpan | None,
) -> Mention:
    if group[0].sort == THING:
        return Mention(start=group[0].start, end=group[0].end, sort=Sort.THING, name=spoken(group[0].words))
    own = [one for one in group if not one.asked] or list(group)
    here = [one for one in own if within is None or within.covers(one)]
    first = next((one for one in own if one.sort != "pronoun"), own[0])
    names = _names(group)
    pronoun = next((_PRONOUNS.get(one.words.casefold()) for one in group if one.sort == "pronoun"), None)
    called = _OF_PRONOUN.get(pronoun or "") or (gender_of(names[0]) if names else None)
    relations = tuple(_relations(group, places, groups, called))
    told = _told(doc.text, own)
    gender = next((g for r in relations if (g := kind_of(r.kind).gender)), called)
    words = {word for one in own if one.sort == "relation" for word in one.words.casefold().split()}
    sort = Sort.GROUP if _is_group(own) and not names else Sort.PERSON
    spans = [span for one in here if (span := _span(doc, one)) is not None]
    subject = told is not None or any(is_subject(span.root, inside - {t.i for t in span}) for span in spans)
    return Mention(
        start=first.start,
        end=first.end,
        sentence=_sentence(doc, spans),
        sort=sort,
        name=names[0] if names else None,
        aliases=tuple(names[1:]),
        relations=relations,
        pronoun=None if names or relations else pronoun,
        gender=gender,
        told=told,
        another=bool((words | _word_before(doc.text, first)) & {"other", "another", "different"}),
        new="new" in words,
        subject=subject and sort is Sort.PERSON,
        sure=max(one.chance for one in own) >= _SURE,
    )


def _word_before(text: str, one: Spoken) -> set[str]:
    return set(text[: one.start].casefold().split()[-1:]) if not one.asked else set()


def _names(group: Sequence[Spoken]) -> list[str]:
    """What somebody is called, the fullest name first; "Auntie Bea" is called Bea, "Dr. Patel" keeps the title."""
    found: dict[str, None] = {}
    for one in group:
        if one.sort == "name":
            found[spoken(one.words)] = None
        elif one.sort == "title":
            words = one.words.split()
            of_kin = len(words) > 1 and words[0].casefold() in TITLES_OF_KIN
            found[spoken(" ".join(words[1:]) if of_kin else one.words)] = None
    return sorted(found, key=lambda name: -len(name.split()))


def _relations(
    group: Sequence[Spoken], places: dict[int, int], groups: dict[int, list[Spoken]], gender: Gender | None
) -> Iterator[Relation]:
    """What somebody is to the user, or else to others: as it is said, and plainly where no list knows the word."""
    former = any(one.status == "former" for one in group)
    label = next((one.relation for one in group if one.relation), None)
    seen: set[str] = set()
    for one in group:
        if one.sort != "relation" or one.of is not None:
            continue
        if label is None and not one.words.casefold().startswith(_OURS):
            continue
        known = _as_said(one.words, label or one.says)
        if known is not None and known.word not in seen:
            seen.add(known.word)
            yield replace(known, former=(former and can_end(known.kind)) or known.former)
    if label is not None and label != "other" and not any(relation(word) for word in seen):
        word = of_gender(label, gender)
        kind = relation(word)
        yield Relation(word, kind.kind if kind else word, former and can_end(word))
    for one in group:
        if one.of is None or one.of not in places or one.says is None:
            continue
        plain = _as_said(one.words, one.says)
        if plain is not None:
            whose = _called(groups[one.of])
            word = f"{whose}'s {plain.word}" if whose else plain.word
            yield Relation(word, plain.kind, former or plain.former, places[one.of])


def _as_said(words: str, label: str | None) -> Relation | None:
    """The relation that some words name, of the kind that the reader tells."""
    phrase = words.casefold()
    for owner in _OWNERS:
        phrase = phrase.removeprefix(owner)
    phrase = phrase.strip(" '\u2019")
    known = relation(phrase)
    if known is not None:
        return known
    if not phrase or label is None or len(phrase.split()) > 3:
        return None
    kind = relation(label) if label != "other" else None
    return Relation(phrase, kind.kind if kind else label if label != "other" else phrase)


def _called(group: Sequence[Spoken]) -> str | None:
    names = _names(group)
    if names:
        return names[0]
    said_as = next((one.words for one in group if one.sort == "relation"), None)
    return said_as.casefold().removeprefix("my ").removeprefix("our ") if said_as else None


def _told(text: str, own: Sequence[Spoken]) -> Told | None:
    """Which half of "my wife is called Sarah" is the news: what stands behind a verb."""
    name = next((one for one in own if one.sort in ("name", "title")), None)
    related = next((one for one in own if one.sort == "relation" and one.of is None), None)
    if name is None or related is None:
        return None
    first, last = sorted((name, related), key=lambda one: one.start)
    between = text[first.end : last.start]
    if not any(character.isalpha() for character in between) or len(between.split()) > 4:
        return None
    return Told.NAME if last is name else Told.RELATION


def _is_group(own: Sequence[Spoken]) -> bool:
    return any(one.sort == "relation" and singular(one.words.casefold().split()[-1]) is not None for one in own)


def _sentence(doc: Doc, spans: Sequence[Span]) -> int:
    if not spans:
        return 0
    return next((n for n, s in enumerate(doc.sents) if s.start <= spans[0].root.i < s.end), 0)


def _span(doc: Doc, one: Spoken) -> Span | None:
    return None if one.asked else doc.char_span(one.start, one.end, alignment_mode="expand")


def _without_owners(found: Sequence[Mention]) -> list[Mention]:
    """ "my wife Nia's brother is ill" is of the brother."""
    owners = {r.of for m in found if m.subject for r in m.relations if r.of is not None}
    return [replace(m, subject=False) if place in owners and m.told is None else m for place, m in enumerate(found)]


def _with_leader(found: Sequence[Mention], doc: Doc) -> list[Mention]:
    """Where the parser saw no subject, whoever a sentence begins with is it."""
    placed = list(found)
    for number, _ in enumerate(doc.sents):
        here = [place for place, mention in enumerate(placed) if mention.sentence == number]
        if any(placed[place].subject for place in here):
            continue
        for place in here:
            span = doc.char_span(placed[place].start, placed[place].end, alignment_mode="expand")
            if span is not None and placed[place].sort is Sort.PERSON and leads(span.root, start=span.start):
                placed[place] = replace(placed[place], subject=True)
                break
    return placed
