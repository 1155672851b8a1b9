"""The people, pets and groups of one text while it is being read."""

from dataclasses import dataclass, field

from spacy.tokens import Doc

from graphmem.adapters.spacy import lexicon as lx
from graphmem.adapters.spacy.name_phrases import NamePhrase
from graphmem.adapters.spacy.names import is_word_too
from graphmem.adapters.spacy.phrases import RelationPhrase
from graphmem.adapters.spacy.strangers import is_greeted, is_placed
from graphmem.adapters.spacy.subjects import is_subject
from graphmem.adapters.spacy.words import root, same_sentence
from graphmem.core.mentions import Relation, Sort, Told
from graphmem.core.names import fold, spoken


@dataclass
class Entity:
    """Somebody, or some pet or group, with all the words that speak of them in one place."""

    start: int
    end: int
    root: int
    sort: Sort = Sort.PERSON
    name: NamePhrase | None = None
    aliases: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    owner: int | None = None
    pronoun: str | None = None
    told: Told | None = None
    another: bool = False
    new: bool = False
    sure: bool = True
    tokens: set[int] = field(default_factory=set)

    @property
    def called(self) -> str | None:
        return spoken(self.name.text) if self.name else None


@dataclass
class Scene:
    """A text, the phrases found in it, and who they were found to be so far."""

    doc: Doc
    relations: list[RelationPhrase]
    names: list[NamePhrase]
    entities: list[Entity] = field(default_factory=list)
    used: set[int] = field(default_factory=set)  # names, by their first token

    @property
    def free(self) -> list[NamePhrase]:
        """The names that nobody bears yet."""
        return [name for name in self.names if name.start not in self.used]

    def at(self, token: int) -> NamePhrase | None:
        """The name that a token is part of."""
        return next((n for n in self.names if n.start <= token < n.end), None)

    def after(self, at: int) -> NamePhrase | None:
        """The next name in the same sentence."""
        name = next((n for n in self.names if n.start >= at), None)
        return name if name and same_sentence(self.doc, at - 1, name.start) else None

    def before(self, at: int) -> NamePhrase | None:
        """The last name before, in the same sentence."""
        name = next((n for n in reversed(self.names) if n.end <= at), None)
        return name if name and same_sentence(self.doc, name.start, at) else None

    def give(self, entity: Entity, name: NamePhrase) -> None:
        """Let somebody bear a name; of two names the fuller counts."""
        if entity.name is None or len(name.text) > len(entity.name.text):
            entity.name = name
        self.used.add(name.start)
        if name.start > 1 and self.doc[name.start - 1].lower_ in ("different", "other", "another"):
            entity.another = True
        entity.tokens |= set(range(name.start, name.end))
        entity.start, entity.end = min(entity.start, name.start), max(entity.end, name.end)
        if entity.told is not Told.NAME and name.start < entity.root and is_subject(self.doc[name.start], set()):
            entity.root = root(self.doc, name.start, name.end)

    def fits(self, name: NamePhrase, *, slot: bool = False, beside: bool = False) -> bool:
        """Whether the words can be the name of somebody with a relation; in a slot only a name can stand."""
        if name.start in self.used:
            return any(e.name is name and e.sort is Sort.PERSON for e in self.entities)
        if is_greeted(self.doc, name):
            return False
        first = self.doc[name.start]
        if slot or name.titled or (beside and name.listed and first.tag_ == "NNP"):
            return True
        if fold(name.text) in lx.ASSISTANTS:
            return False
        if name.labels & {"NORP", "LANGUAGE"} or (first.tag_ in ("JJ", "JJS", "RB", "CD") and not name.listed):
            return False
        if name.labels & {"DATE", "TIME"} and first.dep_ == "pobj":
            return False
        if name.lower:
            return name.listed and not is_word_too(name.text)
        likely = name.listed or first.tag_ in ("NNP", "NNPS", "NN", "NNS") or "PERSON" in name.labels
        return likely and not is_placed(self.doc, name)
