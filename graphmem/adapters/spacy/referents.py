"""Whom or what "she" and "it" stand for, from one sentence of a conversation to the next."""

import itertools
from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.people import mentions
from graphmem.adapters.spacy.phrases import PRONOUNS
from graphmem.core.identity import identify
from graphmem.core.mentions import Mention, Sort
from graphmem.core.person import KnownPerson, Recent
from graphmem.core.text import word_set

_OWNED = word_set(
    "have get own buy adopt drive use run rent build found start make write keep play join foster lease restore"
)
_NO_THING = word_set(
    "question problem issue idea time way reason lot bit thing day week month year job example answer look chance "
    "sense help trip meeting call favour favor name guess point plan part kind sort life opinion mind"
)


@dataclass
class Referents:
    """Everybody and everything spoken of so far."""

    people: tuple[KnownPerson, ...] = ()
    recent: Recent = ()
    things: frozenset[str] = frozenset()
    group: str = ""
    thing: str = ""
    place: str = ""
    pet: str = ""
    _ids: "itertools.count[int]" = field(default_factory=itertools.count)

    def read(self, doc: Doc) -> dict[int, str]:
        """The words that each pronoun of a text stands for, by its token; none for those that are not clear."""
        said = mentions(doc)
        plan = identify(said, self.people, new_ids=(f"p{n}" for n in self._ids), recent=self.recent, things=self.things)
        self.people, self.recent, self.things = plan.people, plan.recent, plan.things
        known = {person.id: person for person in plan.people}
        found: dict[int, str] = {}
        for place, mention in enumerate(said.mentions):
            self._notice(doc, mention)
            if not mention.pronoun or mention.name or mention.relations:
                continue
            span = doc.char_span(mention.start, mention.end, alignment_mode="expand")
            if span is None:
                continue
            person = plan.person_of(place)
            words = _called(known[person]) if person is not None and person in known else self._other(span[0])
            if words:
                found[span.start] = words
        found |= {
            token.i: self.thing for token in doc if token.lower_ in ("it", "its") and self.thing and _is_thing(token)
        }
        found |= {t.i: self._there(t) for t in doc if t.lower_ == "there" and self.place and t.dep_ != "expl"}
        self.place = next((ent.text for ent in reversed(doc.ents) if ent.label_ == "GPE"), self.place)
        self.thing = next((words for token in reversed(doc) if (words := _thing(token))), self.thing)
        return found

    def _other(self, token: Token) -> str:
        if PRONOUNS.get(token.lower_) == "they":
            return self.group
        return self.pet

    def _there(self, token: Token) -> str:
        placed = token.i > 0 and token.nbor(-1).pos_ == "ADP"
        return self.place if placed else f"in {self.place}"

    def _notice(self, doc: Doc, mention: Mention) -> None:
        text = doc.text[mention.start : mention.end]
        if mention.sort is Sort.GROUP and text.lower().startswith(("my ", "our ")):
            self.group = text[0].lower() + text[1:]
        if mention.sort is Sort.THING:
            self.pet = mention.name or f"my {text.split()[-1]}"
        elif mention.sort is Sort.PERSON and not mention.pronoun:
            self.pet = ""


def _called(person: KnownPerson) -> str:
    if person.names:
        return person.names[0]
    bond = next((bond for bond in person.bonds if bond.of is None), None)
    return f"my {bond.word}" if bond else ""


def _is_thing(token: Token) -> bool:
    """Whether "it" is a thing that is spoken of, and not the weather or the time."""
    if token.lower_ == "its":
        return False
    rest = token.doc[token.i + 1 : token.sent.end]
    vague = any(t.lower_ in ("bit", "little", "lot", "about", "only", "just", "around") for t in rest[:4])
    telling = not vague and any(t.pos_ in ("PROPN", "NUM") or t.lower_ in ("called", "named") for t in rest)
    return (
        token.dep_ in ("nsubj", "nsubjpass") and token.head.lemma_ in ("be", "have", "cost", "call", "name") and telling
    )


def _thing(token: Token) -> str:
    if token.tag_ != "NN" or token.lower_ in _NO_THING or token.dep_ not in ("dobj", "attr", "nsubj"):
        return ""
    words = [
        t for t in token.lefts if t.dep_ in ("compound", "amod") and t.lower_ not in ("new", "old", "other", "own")
    ]
    named = " ".join(t.text for t in [*words, token])
    if any(t.lower_ in ("my", "our") for t in token.lefts):
        return f"my {named}"
    owned = token.head.lemma_ in _OWNED and any(t.lower_ in ("i", "we") for t in token.head.lefts)
    return f"my {named}" if owned and any(t.lower_ in ("a", "an") for t in token.lefts) else ""
