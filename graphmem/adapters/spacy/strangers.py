"""Whether a name that stands alone is a person's: by the verb, by what is done to them, by where it stands."""

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy import lexicon as lx
from graphmem.adapters.spacy.name_phrases import NamePhrase
from graphmem.adapters.spacy.names import gender_of, is_word_too
from graphmem.adapters.spacy.subjects import leads
from graphmem.adapters.spacy.words import closed, root
from graphmem.core.names import fold
from graphmem.core.relations import is_head
from graphmem.core.text import word_set

_PLACES_AND_DATES = frozenset(["GPE", "LOC", "DATE", "TIME", "LANGUAGE"])
_SUBJECTS = ("nsubj", "nsubjpass")
_SHARED = word_set(
    """
    go come live work talk chat speak travel meet have stay eat play run climb walk swim train study share lunch
    dinner coffee breakfast call trip drink cook dance argue date hang fight sing move meeting appointment friend
    agree
    """
)
_SAID_TO = frozenset(["report", "speak", "talk", "write", "marry", "married", "engaged", "engage", "get"])
_CONSUMED = word_set("buy wear drive drink eat use shop order prefer like love do own")


def is_greeted(doc: Doc, name: NamePhrase) -> bool:
    """Whether the name is of whoever is spoken to: "Hey Claude,"."""
    before = doc[name.start - 1] if name.start else None
    greeted = before is not None and before.lower_.rstrip("!,") in lx.GREETINGS and before.pos_ != "VERB"
    return greeted and closed(doc, name.end)


def is_placed(doc: Doc, name: NamePhrase) -> bool:
    """Whether it is a place, a date or a firm by where it stands: "in Florence", "works for Baker McKenzie"."""
    token = doc[root(doc, name.start, name.end)]
    if token.dep_ != "pobj":
        return False
    preposition = token.head
    odd = bool(name.labels & lx.NOT_PEOPLE)
    if preposition.lower_ in lx.PLACED:
        return True
    if preposition.lower_ == "to" and preposition.head.lemma_ in _SAID_TO and name.listed:
        return False
    firm = preposition.lower_ in ("for", "with") and preposition.head.lemma_ in ("work", "bank", "fly")
    return (firm and len(name.text.split()) > 1) or (odd and preposition.lower_ != "with")


def is_nobody(doc: Doc, name: NamePhrase) -> bool:
    """Whether the name can't even be of somebody known: a place, a date, "a Mercedes", the assistant."""
    token = doc[root(doc, name.start, name.end)]
    if is_greeted(doc, name) or is_placed(doc, name):
        return True
    if name.labels & {"DATE", "TIME"} and token.dep_ in ("npadvmod", "pobj", "nmod"):
        return True
    before = doc[name.start - 1].lower_ if name.start else ""
    if doc[name.start].lower_.rstrip(".") in ("st", "saint"):
        return True
    return before in ("a", "an", "the", "any", "some") and not name.titled


def is_somebody(doc: Doc, name: NamePhrase) -> bool:
    """Whether the name is a person's even when nobody of that name is known."""
    words = fold(name.text).split()
    token = doc[root(doc, name.start, name.end)]
    if name.titled or _introduced(doc, name):
        return True
    if token.pos_ in ("VERB", "AUX", "PRON", "DET", "ADP", "NUM", "SCONJ") and "PERSON" not in name.labels:
        return False
    if token.sent[-1].text == "?":
        return False
    if not words or words[0] in lx.ASSISTANTS or any(word in lx.CALENDAR for word in words):
        return False
    if any(word in lx.BRANDS for word in words) and not (name.listed and len(words) == 1):
        return False
    if name.lower and (is_word_too(name.text) or not name.listed or token.tag_ == "NNS"):
        return False
    if not (name.listed or "PERSON" in name.labels):
        stands = token.dep_ in _SUBJECTS and token.tag_ == "NNP" and not name.lower
        return stands and not name.labels & lx.NOT_PEOPLE and _acts_human(token, only=True)
    return _stands_like_somebody(name, token, place=words[0] in lx.PLACES or words[0] in lx.BRANDS)


def _stands_like_somebody(name: NamePhrase, token: Token, *, place: bool) -> bool:
    odd = bool(name.labels & lx.NOT_PEOPLE)
    word = is_word_too(name.text)
    if token.dep_ == "poss":
        likely = not odd or (name.listed and not place and "ORG" not in name.labels)
        return likely and not name.lower and not _is_bought(token)
    if token.dep_ in _SUBJECTS or leads(token):
        odd = odd and not (_is_misread(name) and _lives(token))
        unlikely = (odd or word) and "PERSON" not in name.labels
        doubtful = unlikely or not (name.listed or " " in name.text)
        if place and "PERSON" in name.labels:
            return _acts_human(token, only=token.head.lemma_ == "be")
        return _acts_human(token, only=place or doubtful)
    if token.dep_ == "conj":
        return token.head.dep_ in _SUBJECTS and not odd and not place and _acts_human(token.head, only=False)
    if name.lower and token.tag_ != "NNP":
        return False
    clear = name.listed and not place and not word and token.tag_ == "NNP"
    return (not odd or clear) and _is_met(token)


def _is_misread(name: NamePhrase) -> bool:
    """A given name that the model takes for a firm or a work, as it often does with a lone one."""
    return (
        name.listed
        and gender_of(name.text) is not None
        and " " not in name.text
        and not name.labels & _PLACES_AND_DATES
    )


def _lives(token: Token) -> bool:
    lemma = token.head.lemma_.lower()
    return lemma in lx.LIVELY_VERBS or lemma in lx.HUMAN_VERBS


def _introduced(doc: Doc, name: NamePhrase) -> bool:
    """ "a guy called Bogdan"."""
    before = [t.lower_ for t in doc[max(0, name.start - 5) : name.start]]
    if before and before[-1] in ("called", "named") and lx.SOMEBODY & set(before):
        return True
    token = doc[root(doc, name.start, name.end)]
    return token.dep_ == "appos" and token.head.lower_ in lx.SOMEBODY and not name.labels & lx.NOT_PEOPLE


def _is_met(token: Token) -> bool:
    """ "I met Chinedu", "lunch with Nkechi", "I report to Farah"."""
    if token.dep_ in ("dobj", "dative"):
        return token.head.lemma_ in lx.SOCIAL_VERBS
    if token.dep_ != "pobj":
        return False
    verb = token.head.head.lemma_
    if token.head.lower_ == "with":
        return verb in _SHARED
    return token.head.lower_ == "to" and verb in _SAID_TO


def _is_bought(token: Token) -> bool:
    """ "Levi's jeans": a brand, not somebody's jeans."""
    head = token.head
    if head.dep_ not in ("dobj", "pobj"):
        return False
    verb = head.head if head.dep_ == "dobj" else head.head.head
    return verb.lemma_ in _CONSUMED


def _acts_human(token: Token, *, only: bool) -> bool:
    """Whether the verb is one for people; with `only`, one for nobody else."""
    verb = token.head
    while verb.dep_ == "aux":
        verb = verb.head
    lemma = verb.lemma_.lower()
    following = [t for t in verb.subtree if t.i > token.i]
    if lemma in lx.HUMAN_VERBS or any(t.lower_ in lx.HUMAN_TRAITS for t in following):
        return True
    if lemma == "be" and any(
        t.dep_ == "attr" and (is_head(t.lower_) or t.lower_.endswith(lx.PERSON_ENDINGS)) for t in following
    ):
        return True
    if not only:
        return not any(t.lower_ in ("it", "its") for t in following)
    return lemma in ("love", "hate", "like", "want") and token.tag_ == "NNP"
