"""Who a text speaks of, and what it says about who they are."""

import re
from dataclasses import dataclass, field, replace

from spacy.tokens import Doc, Span, Token

from graphmem.adapters.spacy import lexicon as lx
from graphmem.adapters.spacy.names import gender_of, is_given_name, is_word_too
from graphmem.adapters.spacy.phrases import (
    PRONOUNS,
    NamePhrase,
    RelationPhrase,
    name_phrases,
    pronouns,
    relation_phrases,
)
from graphmem.adapters.spacy.subjects import is_of_the_user, is_subject, leads
from graphmem.core.mentions import Mention, Relation, Said, Sentence, Sort, Told
from graphmem.core.names import Likeness, fold, likeness, spoken
from graphmem.core.relations import is_head, kind_of, relation

_ADVERB = r"(?: also| now| actually| still| currently| really| just)?"
_SOMEBODY = r"(?: (?:a|an|this)(?: \w+)? (?:man|woman|guy|lady|girl|boy|person|bloke|dude|chap))?"
_NAME_IS = re.compile(rf"^(?:['’]?s )?(?:first |full |given |real )?name(?: ?['’]s| is| was){_ADVERB}$")
_IS_CALLED = re.compile(rf"^,?(?: ?who)? ?(?:is|was|['’]s|are|were)?{_ADVERB}{_SOMEBODY} ?(?:called|named|goes by)$")
_WHOSE = re.compile(r"^,? ?whose name is$")
_IS = re.compile(rf"^(?:is|was|['’]s|are|were){_ADVERB}$")
_MARK = re.compile(r"^(?:[,:(–—]|-|--)$")
_PLACED_THEN = re.compile(r"^(?:from|at|in|of|on) [\w’' -]{2,30},$")
_THEN_COLON = re.compile(r"^[^.,;!?:]{1,30}:$")
_BEFORE_IS = re.compile(
    rf"^,?(?: ?who)? ?(?:is|was|['’]s|has been|became|are|were|is like){_ADVERB}(?: like)?(?: both)?$"
)
_NO_LONGER = re.compile(r"^(?:is no longer|isn['’]t|used to be|was|is not)$")
_ALIAS = re.compile(
    r"^,? ?(?:\(|aka|a\.k\.a\.?|also known as|(?:who )?goes by|is also called|known as|nicknamed|is nicknamed|or just|or"
    r"|is known as|['’]s nickname is|\(aka|prefers|likes to be called|better known as)$"
)
_JOINED = re.compile(r"^(?:,|,? ?and|&|,? ?and also|und)$")
_SIBLING_OF_A_NAME = frozenset(["and", "&", ","])


@dataclass
class _Entity:
    """Somebody while the text is being read."""

    start: int
    end: int
    root: int
    sort: Sort = Sort.PERSON
    name: NamePhrase | None = None
    called: str | None = None
    aliases: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    owner: int | None = None
    pronoun: str | None = None
    told: Told | None = None
    another: bool = False
    new: bool = False
    sure: bool = True
    vague: bool = False
    needs_name: bool = False
    tokens: set[int] = field(default_factory=set)


def mentions(doc: Doc) -> Said:
    """Everybody a text speaks of, in order, and whom each of its sentences is of."""
    relations = relation_phrases(doc)
    taken = {i for phrase in relations for i in range(phrase.start, phrase.end)}
    names = [*name_phrases(doc, taken)]
    names = _with_slots(doc, names, taken)
    user, names = _users_own(doc, names)
    reading = _Reading(doc, relations, names)
    reading.find()
    return reading.said(user)


@dataclass
class _Reading:
    doc: Doc
    relations: list[RelationPhrase]
    names: list[NamePhrase]
    entities: list[_Entity] = field(default_factory=list)
    used: set[int] = field(default_factory=set)  # names, by their first token

    def find(self) -> None:
        self._things()
        self._split_called()
        for phrase in self.relations:
            self._relation(phrase)
        self._aliases()
        for name in self.names:
            if name.start not in self.used:
                self._lone(name)
        self._pronouns()

    # relations, with the names that belong to them

    def _relation(self, phrase: RelationPhrase) -> None:
        doc = self.doc
        entity = _Entity(
            phrase.start,
            phrase.end,
            _root(doc, phrase.start, phrase.end),
            relations=[phrase.relation],
            owner=phrase.owner,
            another=phrase.other,
            new=phrase.new,
            vague=phrase.vague,
            needs_name=phrase.needs_name,
            sure=not _quoted(doc, phrase.start),
            tokens=set(range(phrase.start, phrase.end)),
        )
        if phrase.several:
            self._several(phrase, entity)
            return
        self._named_before(phrase, entity) or self._named_after(phrase, entity)
        if entity.name is None and (phrase.vague or phrase.needs_name):
            return
        if entity.name is None and self._second_relation(phrase, entity):
            return
        self.entities.append(entity)

    def _second_relation(self, phrase: RelationPhrase, entity: _Entity) -> bool:
        """ "Hiroshi is my business partner and my cousin" speaks of one person."""
        if not self.entities or phrase.owner is not None:
            return False
        before = self.entities[-1]
        if (
            before.told is Told.RELATION
            and before.end <= phrase.start
            and _JOINED.match(_gap(self.doc, before.end, phrase.start))
        ):
            before.relations.append(phrase.relation)
            before.end = phrase.end
            return True
        if before.relations and before.name is None and before.pronoun is None and before.sort is Sort.PERSON:
            gap = _gap(self.doc, before.end, phrase.start)
            if (
                _IS.match(gap)
                and not phrase.vague
                and kind_of(phrase.relation.kind) != kind_of(before.relations[0].kind)
            ):
                before.relations.append(phrase.relation)  # "my boss is my uncle"
                before.told = Told.RELATION
                return True
        return False

    def _named_before(self, phrase: RelationPhrase, entity: _Entity) -> bool:
        doc = self.doc
        if phrase.owner is not None or (phrase.end < len(doc) and doc[phrase.end].tag_ == "POS"):
            return False
        if self._of_a_pronoun(phrase, entity):
            return True
        name = self._before(phrase.start)
        if name is None or not self._fits(name):
            return self._by_parse(phrase, entity)
        gap = _gap(doc, name.end, phrase.start)
        ended = _NO_LONGER.match(gap)
        beside = gap == "" and not name.lower and doc[name.start].dep_ not in ("dobj", "dative", "pobj")
        apposed = (beside or gap in (",", "(", "-", "–", "—")) and not self._direct_after(phrase)
        if not (_BEFORE_IS.match(gap) or ended or apposed):
            return self._by_parse(phrase, entity)
        if phrase.vague and not _BEFORE_IS.match(gap) and doc[phrase.end - 1].lower_ not in ("mine", "ours"):
            return False
        if apposed and (self._in_a_list(name) or (phrase.owner is not None)):
            return False
        if phrase.vague and doc[phrase.end - 1].lower_ not in ("mine", "ours") and doc[phrase.start].lower_ != "one":
            return False  # "Tom is a teacher"
        entity.told = None if apposed else Told.RELATION
        if ended and (gap != "was") and not (gap in ("is not", "isn't", "isn’t") and not _anymore(doc, phrase.end)):
            entity.relations = [_former(phrase.relation)]
        elif ended and gap.startswith("is"):
            return False  # "Tom is not my boss"
        self._take(entity, name)
        fuller = self._after(phrase.end)
        if fuller and fuller.start == phrase.end and likeness(fuller.text, name.text) is Likeness.SHORT:
            self._take(entity, fuller)
        return True

    def _of_a_pronoun(self, phrase: RelationPhrase, entity: _Entity) -> bool:
        """ "she's my ex now"."""
        before = self.doc[max(0, phrase.start - 3) : phrase.start]
        words = " ".join(t.lower_ for t in before).replace("’", "'")
        match = re.search(rf"\b(he|she|they) (?:is|'s|was|are|were){_ADVERB}$", words)
        if match is None or phrase.vague:
            return False
        entity.pronoun = PRONOUNS[match.group(1)]
        entity.told = Told.RELATION
        entity.root = next(t.i for t in reversed(list(before)) if t.lower_ == match.group(1))
        entity.start = entity.root
        entity.tokens |= set(range(entity.root, phrase.end))
        return True

    def _by_parse(self, phrase: RelationPhrase, entity: _Entity) -> bool:
        """ "Hiroshi, whom I met in Osaka, is my business partner"."""
        token = self.doc[entity.root]
        if phrase.owner is not None or phrase.vague or token.dep_ != "attr":
            return False
        verb = token.head
        if verb.lemma_ != "be" or any(child.dep_ == "neg" for child in verb.children):
            return False
        for subject in (child for child in verb.children if child.dep_ == "nsubj"):
            name = self._at(subject.i)
            if name and self._fits(name) and not name.lower:
                entity.told = Told.RELATION
                self._take(entity, name)
                return True
        return False

    def _direct_after(self, phrase: RelationPhrase) -> NamePhrase | None:
        name = self._after(phrase.end)
        return name if name and name.start == phrase.end and self._fits(name) else None

    def _in_a_list(self, name: NamePhrase) -> bool:
        return name.start > 0 and self.doc[name.start - 1].lower_ in ("and", "&")

    def _named_after(self, phrase: RelationPhrase, entity: _Entity) -> bool:
        names = [n for n in self.names if n.start >= phrase.end and _same_sentence(self.doc, phrase.end, n.start)]
        return any(self._named_by(name, phrase, entity) for name in names[:3])

    def _named_by(self, name: NamePhrase, phrase: RelationPhrase, entity: _Entity) -> bool:
        doc = self.doc
        gap = _gap(doc, phrase.end, name.start)
        told = bool(_NAME_IS.match(gap) or _IS_CALLED.match(gap) or _WHOSE.match(gap))
        plain = bool(_IS.match(gap) or _THEN_COLON.match(gap))
        beside = bool(gap == "" or _MARK.match(gap) or (_PLACED_THEN.match(gap) and _closed(doc, name.end)))
        if not (told or plain or beside) or not self._fits(name, slot=told, beside=gap == ""):
            return False
        if phrase.vague and not (told or gap == "" or ((gap in (",", ":") or plain) and _user_has(doc, phrase))):
            return False
        if (plain or gap) and not told and name.lower and not (name.listed and not is_word_too(name.text)):
            return False
        if beside and gap not in ("", ":") and not _closed(doc, name.end) and is_subject(doc[name.start], set()):
            return False  # "when I met my boss, Tom was there"
        if told or plain:
            entity.told = Told.NAME
        if "also" in gap.split() or _too(doc, name.end):
            entity.another = True
        self._take(entity, name)
        return True

    def _several(self, phrase: RelationPhrase, entity: _Entity) -> None:
        """ "my twins Isla and Callum" are two persons, "my twins" are none."""
        after = self._run_of_names(phrase)
        before = [] if after else self._names_before(phrase)
        found = after or before
        if not found or phrase.owner is not None:
            self.entities.append(replace(entity, sort=Sort.GROUP, relations=[]))
            return
        for name in found:
            one = replace(entity, relations=[phrase.relation], tokens=set(entity.tokens), sort=Sort.PERSON)
            self._take(one, name)
            one.start, one.end = name.start, name.end
            one.root = _root(self.doc, name.start, name.end)
            self.entities.append(one)

    def _run_of_names(self, phrase: RelationPhrase) -> list[NamePhrase]:
        found: list[NamePhrase] = []
        at = phrase.end
        while (name := self._after(at)) and self._fits(name, slot=bool(found)):
            gap = _gap(self.doc, at, name.start)
            if phrase.vague and not found and not _user_has(self.doc, phrase):
                break
            if not found and not (
                gap == ""
                or _MARK.match(gap)
                or _IS.match(gap)
                or _IS_CALLED.match(gap)
                or gap in ("'", "' names are", "names are")
            ):
                break
            if found and not _JOINED.match(gap):
                break
            found.append(name)
            at = name.end
        return found

    def _names_before(self, phrase: RelationPhrase) -> list[NamePhrase]:
        found: list[NamePhrase] = []
        at = phrase.start
        while (name := self._before(at)) and self._fits(name):
            gap = _gap(self.doc, name.end, at)
            if not (_BEFORE_IS.match(gap) if not found else _JOINED.match(gap)):
                break
            found.insert(0, name)
            at = name.start
        return found if len(found) > 1 or not found else []

    # names

    def _take(self, entity: _Entity, name: NamePhrase) -> None:
        if entity.name is None or len(name.text) > len(entity.name.text):
            entity.name = name
        entity.called = spoken(entity.name.text)
        self.used.add(name.start)
        if name.start > 1 and self.doc[name.start - 1].lower_ in ("different", "other", "another"):
            entity.another = True
        entity.tokens |= set(range(name.start, name.end))
        entity.start, entity.end = min(entity.start, name.start), max(entity.end, name.end)
        if entity.told is not Told.NAME and name.start < entity.root and is_subject(self.doc[name.start], set()):
            entity.root = _root(self.doc, name.start, name.end)

    def _fits(self, name: NamePhrase, *, slot: bool = False, beside: bool = False) -> bool:
        """Whether the run of words can be a person's name at all, beside a relation."""
        if name.start in self.used:
            return any(e.name is name and e.sort is Sort.PERSON for e in self.entities)
        first = self.doc[name.start]
        if fold(name.text) in lx.ASSISTANTS or self._is_greeted(name):
            return False
        if slot or name.titled:
            return True
        if beside and name.listed and first.tag_ == "NNP":
            return True
        if name.labels & {"NORP", "LANGUAGE"} or (first.tag_ in ("JJ", "JJS", "RB", "CD") and not name.listed):
            return False
        if name.labels & {"DATE", "TIME"} and first.dep_ == "pobj":
            return False
        if name.lower:
            return name.listed and not is_word_too(name.text)
        if self._is_placed(name):
            return False
        return name.listed or first.tag_ in ("NNP", "NNPS", "NN", "NNS") or "PERSON" in name.labels

    def _is_greeted(self, name: NamePhrase) -> bool:
        before = self.doc[name.start - 1] if name.start else None
        return (
            before is not None
            and before.lower_.rstrip("!,") in lx.GREETINGS
            and before.pos_ != "VERB"
            and _closed(self.doc, name.end)
        )

    def _is_placed(self, name: NamePhrase) -> bool:
        """A place, a date or a firm by where it stands: "in Florence", "to Paris", "works for Baker McKenzie"."""
        token = self.doc[_root(self.doc, name.start, name.end)]
        if token.dep_ != "pobj":
            return False
        word = token.head.lower_
        odd = bool(name.labels & lx.NOT_PEOPLE)
        if word in lx.PLACED:
            return True
        if word in lx.DIRECTED and odd:
            return True
        return (
            word in ("for", "with")
            and token.head.head.lemma_ in ("work", "bank", "fly")
            and len(name.text.split()) > 1
            or odd
            and word != "with"
        )

    def _lone(self, name: NamePhrase) -> None:
        """A name on its own: somebody new only where a person fits, else perhaps somebody known."""
        doc = self.doc
        root = _root(doc, name.start, name.end)
        token = doc[root]
        known_word = fold(name.text)
        if known_word in lx.ASSISTANTS or self._is_greeted(name) or self._is_placed(name):
            return
        if name.labels & {"DATE", "TIME"} and token.dep_ in ("npadvmod", "pobj", "nmod"):
            return
        if name.start and doc[name.start - 1].lower_ in ("a", "an", "the", "any", "some") and not name.titled:
            return
        entity = _Entity(
            name.start, name.end, root, sure=self._is_somebody(name, token) and not _quoted(doc, name.start)
        )
        self._take(entity, name)
        owner = self._following_relation(name)
        if owner and owner.start == name.end:
            return
        self.entities.append(entity)

    def _following_relation(self, name: NamePhrase) -> RelationPhrase | None:
        return None

    def _is_somebody(self, name: NamePhrase, token: Token) -> bool:
        if name.titled:
            return True
        words = fold(name.text).split()
        if not words or any(word in lx.BRANDS or word in lx.CALENDAR for word in words):
            return False
        person = "PERSON" in name.labels
        odd = bool(name.labels & lx.NOT_PEOPLE)
        if name.lower and (is_word_too(name.text) or not name.listed or token.tag_ == "NNS"):
            return False
        if self._introduced(name):
            return True
        if not (person or name.listed):
            stands = token.dep_ in ("nsubj", "nsubjpass") and token.tag_ == "NNP" and not name.lower
            return not odd and stands and _acts_human(token, only=True)
        if token.dep_ in ("nsubj", "nsubjpass") or leads(token):
            doubtful = words[0] in lx.PLACES or ((odd or is_word_too(name.text)) and not person)
            return _acts_human(token, only=doubtful)
        if token.dep_ == "conj":
            head = token.head
            return (
                head.dep_ in ("nsubj", "nsubjpass")
                and not odd
                and words[0] not in lx.PLACES
                and _acts_human(head, only=False)
            )
        if token.dep_ == "poss":
            unlikely = odd and not (name.listed and words[0] not in lx.PLACES and "ORG" not in name.labels)
            return not unlikely and not name.lower and not _bought(token)
        clear = name.listed and words[0] not in lx.PLACES and token.dep_ == "dobj" and not is_word_too(name.text)
        return (not odd or clear) and not (name.lower and token.tag_ != "NNP") and self._is_met(token)

    def _introduced(self, name: NamePhrase) -> bool:
        """ "a guy called Bogdan"."""
        before = [t.lower_ for t in self.doc[max(0, name.start - 5) : name.start]]
        return bool(before) and before[-1] in ("called", "named") and bool(lx.SOMEBODY & set(before))

    def _is_met(self, token: Token) -> bool:
        if token.dep_ in ("dobj", "dative"):
            return token.head.lemma_ in lx.SOCIAL_VERBS
        if token.dep_ == "pobj":
            verb = token.head.head
            if token.head.lower_ == "with":
                return verb.lemma_ not in ("bank", "fly", "be", "obsess", "build", "write", "make")
            return token.head.lower_ == "to" and verb.lemma_ in (
                "report",
                "speak",
                "talk",
                "write",
                "marry",
                "engage",
                "listen",
            )
        return False

    def _at(self, token: int) -> NamePhrase | None:
        return next((n for n in self.names if n.start <= token < n.end), None)

    def _after(self, at: int) -> NamePhrase | None:
        name = next((n for n in self.names if n.start >= at), None)
        return name if name and _same_sentence(self.doc, at - 1, name.start) else None

    def _before(self, at: int) -> NamePhrase | None:
        name = next((n for n in reversed(self.names) if n.end <= at), None)
        return name if name and _same_sentence(self.doc, name.start, at) else None

    # pets and things, aliases, pronouns

    def _things(self) -> None:
        """Names of pets, boats and bands: they are no person's, here or later."""
        found = [name for name in self.names if self._names_a_thing(name)]
        for name in list(found):
            after = self._after(name.end)
            while after and after not in found and _JOINED.match(_gap(self.doc, name.end, after.start)):
                found.append(after)
                name, after = after, self._after(after.end)
        for name in found:
            self.used.add(name.start)
            self.entities.append(
                _Entity(name.start, name.end, name.start, sort=Sort.THING, name=name, called=spoken(name.text))
            )

    def _names_a_thing(self, name: NamePhrase) -> bool:
        doc = self.doc
        start = doc[name.start].sent.start
        at = name.start - 1
        called = marked = False
        while at >= start and doc[at].lower_ in _BETWEEN:
            called = called or doc[at].lower_ in ("called", "named", "name")
            marked = True
            at -= 1
        if at >= start and doc[at].pos_ in ("NOUN", "PROPN", "ADJ") and doc[at].is_lower:
            if any(p.start <= at < p.end for p in self.relations) and not any(
                t.lower_ in lx.FAVOURITES for t in doc[start:at]
            ):
                return False
            noun = doc[at].lower_.rstrip("s") if doc[at].lower_.rstrip("s") in lx.ANIMALS else doc[at].lower_
            if noun in lx.ANIMALS:
                return True
            favourite = any(t.lower_ in lx.FAVOURITES for t in doc[start:at])
            if favourite and (marked or is_head(noun)):
                return True
            if is_head(noun) or noun in lx.SOMEBODY or noun == "name":
                return False
            mine = any(t.lower_ in ("my", "our") for t in doc[max(start, at - 3) : at])
            if called and doc[at].pos_ == "NOUN" and not _person_like(noun, name):
                return True
            if mine and not marked and doc[at].pos_ == "NOUN" and name.start == at + 1:
                return not _person_like(noun, name)
            if doc[at - 1].lower_ in ("named", "name", "call", "called") if at else False:
                return not _person_like(noun, name)
            owned = (
                at and doc[at - 1].lower_ in ("my", "our", "the") and at > 1 and doc[at - 2].lemma_ in ("name", "call")
            )
            if owned and not _person_like(noun, name):
                return True
        return self._is_an_animal(name)

    def _is_an_animal(self, name: NamePhrase) -> bool:
        """ "Pixel is our greyhound", "Luna, our cat,"."""
        after = self.doc[name.end : name.end + 5]
        words = [t.lower_ for t in after]
        if not words or words[0] not in ("is", "was", ",", "'s", "("):
            return False
        for at, word in enumerate(words[1:], start=1):
            if word in ("my", "our", "a", "the"):
                tail = [t.lower_ for t in self.doc[name.end + at + 1 : name.end + at + 4]]
                return bool(tail) and (
                    tail[0] in lx.ANIMALS or (len(tail) > 1 and tail[1] in lx.ANIMALS and tail[0] not in ("'s", "and"))
                )
            if word in (",", "and"):
                return False
        return False

    def _split_called(self) -> None:
        """ "everyone calls Elizabeth Liz" has two names in a row."""
        doc = self.doc
        for name in list(self.names):
            verb = doc[name.start - 1] if name.start else None
            words = list(range(name.start, name.end))
            if verb is None or verb.lemma_ not in ("call", "nickname") or len(words) < 2 or name.start in self.used:
                continue
            cut = name.end - 1
            first = replace(name, end=cut, text=doc[name.start : cut].text)
            second = replace(name, start=cut, text=doc[cut : name.end].text, titled=False)
            at = self.names.index(name)
            self.names[at : at + 1] = [first, second]
            entity = _Entity(first.start, first.end, first.start)
            self._take(entity, first)
            entity.root = first.start
            entity.aliases.append(spoken(second.text))
            self.used.add(second.start)
            self.entities.append(entity)

    def _aliases(self) -> None:
        for index, name in enumerate(self.names):
            if name.start in self.used:
                continue
            after = [t.lower_ for t in self.doc[name.end : name.end + 2]]
            holder = self._entity_ending_near(name)
            previous = self.names[index - 1] if index else None
            if (
                holder is None
                and previous
                and previous.start not in self.used
                and self._is_alias(previous.end, name, after)
            ):
                holder = _Entity(previous.start, previous.end, _root(self.doc, previous.start, previous.end))
                holder.sure = self._is_somebody(previous, self.doc[holder.root]) or previous.listed
                self._take(holder, previous)
                self.entities.append(holder)
            if holder is not None and self._is_alias(holder.end, name, after):
                holder.aliases.append(spoken(name.text))
                holder.end = name.end
                self.used.add(name.start)
                holder.tokens |= set(range(name.start, name.end))
            else:
                self._called_by_pronoun(name)

    def _entity_ending_near(self, name: NamePhrase) -> _Entity | None:
        near = [e for e in self.entities if e.end <= name.start and e.name and e.sort is Sort.PERSON]
        near = [e for e in near if _same_sentence(self.doc, e.start, name.start)]
        return max(near, key=lambda e: e.end, default=None)

    def _is_alias(self, end: int, name: NamePhrase, after: list[str]) -> bool:
        gap = _gap(self.doc, end, name.start)
        if after == ["for", "short"]:
            return gap in (",", "(", "or", "-", "–", ", or")
        if gap in ("or", "prefers") and not name.listed or gap == "prefers" and after:
            return False
        return bool(_ALIAS.match(gap)) or gap in ("is short for", ", short for", "short for")

    def _called_by_pronoun(self, name: NamePhrase) -> None:
        """ "her name is Graciela", "we call her Maggie", "Beth, as we call her"."""
        doc = self.doc
        before = [t.lower_ for t in doc[max(0, name.start - 4) : name.start]]
        text = " ".join(before).replace("’", "'")
        told = re.search(
            r"\b(his|her|their) (?:\w+ )?name (?:is|was|'s)$|\b(he|she|they) (?:is|'s|are|was) (?:called|named)$", text
        )
        also = re.search(
            r"\bcall(?:s|ed)? (him|her|them)$|\b(he|she|they) goe?s? by$|\b(his|her|their) nickname is$|\b(?:name|nickname)d (him|her|them)$",
            text,
        )
        said = " ".join(t.lower_ for t in doc[name.end : name.end + 6])
        as_called = re.match(r", as (?:we|i|everyone|they|everybody)(?: all)? calls? (her|him|them)\b", said)
        match = told or also or as_called
        if match is None:
            return
        word = next(group for group in match.groups() if group)
        entity = _Entity(name.start, name.end, name.start, pronoun=PRONOUNS[word])
        if told:
            self._take(entity, name)
            entity.told = Told.NAME
        else:
            entity.aliases.append(spoken(name.text))
            self.used.add(name.start)
        entity.tokens |= set(range(max(0, name.start - 4), name.end))
        entity.root = (
            name.start
            if as_called
            else next((i for i in range(max(0, name.start - 4), name.start) if doc[i].lower_ == word), name.start)
        )
        entity.start = min(entity.start, entity.root)
        self.entities.append(entity)

    def _pronouns(self) -> None:
        covered = {i for e in self.entities if e.pronoun for i in e.tokens}
        owners = {e.owner for e in self.entities}
        for token in pronouns(self.doc):
            if token.i in covered or (token.lower_ == "they" and token.i in owners):
                continue
            self.entities.append(
                _Entity(token.i, token.i + 1, token.i, pronoun=PRONOUNS[token.lower_], tokens={token.i})
            )

    # the result

    def said(self, user: tuple[str, ...]) -> Said:
        doc = self.doc
        self.entities.sort(key=lambda e: (e.end if e.owner is not None else e.start, e.end))
        people = {i for e in self.entities if e.sort is Sort.PERSON and not e.pronoun for i in e.tokens}
        kept = [e for e in self.entities if not self._is_idle(e)]
        places = {id(e): index for index, e in enumerate(kept)}
        sentences = list(doc.sents)
        found = []
        for entity in kept:
            number = next((n for n, s in enumerate(sentences) if s.start <= entity.root < s.end), 0)
            found.append(self._mention(entity, number, kept, places, people - entity.tokens))
        found = _without_owners(found)
        found = _with_leaders(found, kept, sentences)
        return Said(
            tuple(found),
            tuple(
                Sentence(
                    sentence.start_char,
                    sentence.end_char,
                    is_of_the_user(sentence, people),
                    tuple(i for i, m in enumerate(found) if m.sentence == number and m.subject),
                )
                for number, sentence in enumerate(sentences)
            ),
            user,
        )

    def _is_idle(self, entity: _Entity) -> bool:
        """A nameless "her husband" is only worth a person when the sentence is of him."""
        if entity.owner is None or entity.name or entity.sort is not Sort.PERSON:
            return False
        people = {i for e in self.entities if e is not entity for i in e.tokens}
        of_pronoun = self.doc[entity.owner].lower_ in PRONOUNS
        return of_pronoun or not is_subject(self.doc[entity.root], people - entity.tokens)

    def _mention(
        self, entity: _Entity, number: int, kept: list[_Entity], places: dict[int, int], others: set[int]
    ) -> Mention:
        doc = self.doc
        relations = tuple(entity.relations)
        if entity.owner is not None:
            relations = self._owned(entity, kept, places)
        name = entity.called
        gender = next((g for r in relations if r.of is None and (g := kind_of(r.kind).gender)), None)
        return Mention(
            start=doc[entity.start].idx,
            end=doc[entity.end - 1].idx + len(doc[entity.end - 1]),
            sentence=number,
            sort=entity.sort,
            name=name,
            aliases=tuple(entity.aliases),
            relations=relations,
            pronoun=entity.pronoun,
            gender=gender or (gender_of(name) if name else None),
            told=entity.told,
            another=entity.another,
            new=entity.new,
            subject=entity.sort is Sort.PERSON and self._is_of(entity, others),
            sure=entity.sure,
        )

    def _is_of(self, entity: _Entity, others: set[int]) -> bool:
        """Whether a sentence says something of somebody; who they are is something too."""
        if entity.told and not entity.pronoun:
            return True
        roots = {entity.root}
        if entity.name and entity.told is None:
            roots.add(_root(self.doc, entity.name.start, entity.name.end))
        return any(is_subject(self.doc[root], others) for root in roots)

    def _owned(self, entity: _Entity, kept: list[_Entity], places: dict[int, int]) -> tuple[Relation, ...]:
        holder = next((e for e in kept if e is not entity and entity.owner in e.tokens and e.sort is Sort.PERSON), None)
        if holder is None:
            return tuple(replace(r, of=-1) for r in entity.relations)
        whose = holder.called or (holder.relations[0].word if holder.relations else None)
        return tuple(
            replace(r, word=f"{whose}'s {r.word}" if whose else r.word, of=places[id(holder)]) for r in entity.relations
        )


_BETWEEN = frozenset("is was 's ’s called named name , : ( now - – — too also are both".split())


def _with_slots(doc: Doc, names: list[NamePhrase], taken: set[int]) -> list[NamePhrase]:
    """Add the words that can only be a name by where they stand: "is called xiu"."""
    starts = {i for n in names for i in range(n.start, n.end)}
    added = []
    for token in doc[1:]:
        before = doc[token.i - 1]
        slot = before.lower_ in ("called", "named") or (
            token.i > 1 and before.lower_ in ("is", "'s", "’s") and doc[token.i - 2].lower_ == "name"
        )
        plain = token.is_alpha and not token.is_stop and token.lower_ not in lx.NO_NAMES
        if slot and plain and token.i not in starts and token.i not in taken:
            added.append(
                NamePhrase(token.i, token.i + 1, token.text, lower=token.is_lower, listed=is_given_name(token.text))
            )
    return sorted([*names, *added], key=lambda n: n.start)


def _users_own(doc: Doc, names: list[NamePhrase]) -> tuple[tuple[str, ...], list[NamePhrase]]:
    """The user's own names, and the names that are left."""
    own, left = [], []
    for name in names:
        before = " ".join(t.lower_ for t in doc[max(0, name.start - 3) : name.start]).replace("’", "'")
        told = re.search(
            r"\bmy (?:\w+ )?name (?:is|'s)$|\bcall(?:s|ed)? me$|\bi go by$|\bi 'm called$|\bi am called$", before
        )
        here = re.search(r"\b(?:i|it|this) (?:am|'m|is|'s)$|^im$", before)
        if told or (here and not name.lower and name.listed and "NORP" not in name.labels and _closed(doc, name.end)):
            own.append(name.text)
        else:
            left.append(name)
    return tuple(own), left


def _root(doc: Doc, start: int, end: int) -> int:
    return int(doc[start:end].root.i)


def _gap(doc: Doc, start: int, end: int) -> str:
    return " ".join(doc[start:end].text.lower().split()) if start < end else ""


def _same_sentence(doc: Doc, one: int, other: int) -> bool:
    return not any(token.text in (".", "!", "?", ";", "\n") for token in doc[one:other])


def _closed(doc: Doc, at: int) -> bool:
    return at >= len(doc) or doc[at].is_punct or doc[at].lower_ in ("and", "but", "btw", "here", "by")


def _quoted(doc: Doc, at: int) -> bool:
    """Whether the word stands in a quotation, which is seldom about the user's own people."""
    text, start = doc.text, doc[at].idx
    for mark in ('"', "“", " '", ":'"):
        if mark in text[:start]:
            inside = text[:start].count(mark) % 2 == 1 if mark == '"' else True
            closing = {"“": "”", '"': '"'}.get(mark, "'")
            opened = text[:start].rfind(mark)
            if (
                inside
                and closing in text[start:]
                and closing
                not in text[opened + len(mark) : start].replace("n't", "").replace("'s", "").replace("'m", "")
            ):
                return True
    return False


def _anymore(doc: Doc, at: int) -> bool:
    return any(t.lower_ in ("anymore", "any", "longer") for t in doc[at : at + 3])


def _too(doc: Doc, at: int) -> bool:
    return any(
        t.lower_ in ("too", "aswell") or (t.lower_ == "as" and t.i + 1 < len(doc) and doc[t.i + 1].lower_ == "well")
        for t in doc[at : at + 1]
    )


def _user_has(doc: Doc, phrase: RelationPhrase) -> bool:
    sentence: Span = doc[phrase.start].sent
    return any(t.lower_ in ("i", "we", "mine", "ours") for t in doc[sentence.start : phrase.end])


def _former(known: Relation) -> Relation:
    return known if known.former else replace(known, word=f"ex-{known.word}", former=True)


def _person_like(noun: str, name: NamePhrase) -> bool:
    if noun in lx.SOMEBODY or is_head(noun) or relation(noun):
        return True
    return noun.endswith(lx.PERSON_ENDINGS) and (name.listed or "PERSON" in name.labels)


def _bought(token: Token) -> bool:
    """ "Levi's jeans", "at Trader Joe's": a brand, not somebody's jeans."""
    head = token.head
    if head.dep_ in ("dobj", "pobj"):
        verb = head.head if head.dep_ == "dobj" else head.head.head
        return verb.lemma_ in (
            "buy",
            "wear",
            "drive",
            "drink",
            "eat",
            "use",
            "shop",
            "order",
            "prefer",
            "like",
            "love",
            "do",
            "own",
        )
    return False


def _acts_human(token: Token, *, only: bool) -> bool:
    """Whether the verb is one for people; with `only`, one for nobody else."""
    verb = token.head
    while verb.dep_ == "aux":
        verb = verb.head
    lemma = verb.lemma_.lower()
    if lemma in lx.HUMAN_VERBS:
        return True
    traits = {t.lower_ for t in verb.subtree if t.i > token.i}
    if traits & lx.HUMAN_TRAITS:
        return True
    if lemma == "be" and any(
        c.dep_ == "attr" and c.i > token.i and (is_head(c.lower_) or c.lower_.endswith(lx.PERSON_ENDINGS))
        for c in verb.children
    ):
        return True
    if not only:
        return not any(t.lower_ in ("it", "its") for t in verb.subtree)
    return lemma in ("love", "hate", "like", "want") and token.tag_ == "NNP"


def _without_owners(found: list[Mention]) -> list[Mention]:
    """ "my wife Nia's brother is ill" is of the brother."""
    owners = {r.of for m in found if m.subject for r in m.relations if r.of is not None}
    return [
        replace(m, subject=m.subject and i not in owners) if i in owners and not m.pronoun else m
        for i, m in enumerate(found)
    ]


def _with_leaders(found: list[Mention], kept: list[_Entity], sentences: list[Span]) -> list[Mention]:
    """Where the parser saw no subject, whoever a sentence begins with is it."""
    for number, sentence in enumerate(sentences):
        here = [i for i, m in enumerate(found) if m.sentence == number]
        if any(found[i].subject for i in here):
            continue
        for i in here:
            if kept[i].sort is Sort.PERSON and leads(sentence[0].doc[kept[i].root], start=kept[i].start):
                found[i] = replace(found[i], subject=True)
                break
    return found
