"""The shape of a short statement: of whom it is, by which verb, in which tense."""

from dataclasses import dataclass
from enum import StrEnum

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.clauses import subject_at
from graphmem.adapters.spacy.lexicon import ANIMALS
from graphmem.adapters.spacy.names import gender_of
from graphmem.core.mentions import Mention, Said, Sort
from graphmem.core.relations import is_head
from graphmem.core.text import word_set


class Whose(StrEnum):
    """Whom a statement is of."""

    USER = "user"
    MINE = "mine"  # something that is the user's
    PERSON = "person"
    PET = "pet"
    OTHER = "other"


class Tense(StrEnum):
    """How its verb stands in time."""

    PRESENT = "present"
    PAST = "past"
    GOING_ON = "going on"
    HAS_DONE = "has done"
    HAS_BEEN_DOING = "has been doing"
    WILL = "will"
    MUST = "must"
    CAN = "can"
    MAY = "may"  # also would, should, could, might


@dataclass(frozen=True, slots=True)
class Shape:
    """What the grammar of a statement tells."""

    whose: Whose
    tense: Tense
    verb: str  # the lemma of the main verb
    main: int  # its token
    subject: tuple[int, int]
    denied: bool = False
    passive: bool = False


_ADVERBS = word_set(
    "always never usually often only even sometimes mostly currently really actually still just also now already "
    "recently ever not n't nt both all finally probably definitely normally generally typically mainly rarely "
    "hardly barely almost absolutely totally completely kinda sort of kind"
)
_MAY = word_set("would could should might may 'd ought shall")
_CAN = word_set("can ca cannot")
_WILL = word_set("will 'll wo")
_US = word_set("i we im me")


def shape(doc: Doc, said: Said, known: frozenset[str] = frozenset()) -> Shape | None:
    """The shape of a statement, or nothing where no subject and verb are found; `known` are the user's people."""
    subject = subject_at(doc, 0) or _parsed_subject(doc)
    if subject is None or subject[1] >= len(doc):
        return None
    at = subject[1]
    while at < len(doc) and doc[at].lower_ in _ADVERBS:
        at += 1
    if at >= len(doc):
        return None
    tense, main, denied, passive = _tense(doc, at)
    if doc[main].lower_ in ("have", "has", "'ve", "'s", "ve") and main + 1 < len(doc) and doc[main + 1].lower_ == "got":
        return Shape(whose(doc, subject, said, known), tense, "have", main + 1, subject, denied)
    denied = denied or any(t.lower_ in ("never", "not", "n't", "nt") for t in doc[subject[1] : main])
    return Shape(whose(doc, subject, said, known), tense, _lemma(doc[main]), main, subject, denied, passive)


def whose(doc: Doc, subject: tuple[int, int], said: Said, known: frozenset[str]) -> Whose:
    """Whom a subject means: the user, what is theirs, somebody else, or nobody in particular."""
    words = [token.lower_ for token in doc[subject[0] : subject[1]]]
    if words[0] in _US or "i" in words[1:] or "me" in words:
        return Whose.USER
    begin, end = doc[subject[0]].idx, doc[subject[1] - 1].idx + len(doc[subject[1] - 1])
    here = [m for m in said.mentions if m.start < end and m.end > begin]
    if any(m.sort is Sort.THING for m in here):
        return Whose.PET
    if any(m.relations or m.sort is Sort.GROUP or _is_familiar(m, known) for m in here):
        return Whose.PERSON
    if words[0] in ("my", "our"):
        if any(word in ANIMALS for word in words):
            return Whose.PET
        return Whose.PERSON if any(is_head(word) for word in words) else Whose.MINE
    return Whose.OTHER


def _is_familiar(mention: Mention, known: frozenset[str]) -> bool:
    """Whether somebody named is one of the user's people: spoken of as such before, or called by a first name alone."""
    if mention.sort is not Sort.PERSON or mention.name is None or mention.pronoun:
        return False
    if mention.name in known:
        return True
    return mention.sure and " " not in mention.name and gender_of(mention.name) is not None


def _parsed_subject(doc: Doc) -> tuple[int, int] | None:
    for token in doc:
        if token.dep_ in ("nsubj", "nsubjpass") and token.head.dep_ == "ROOT" and token.i < token.head.i:
            left = min(t.i for t in token.subtree)
            verb = min(
                (t.i for t in token.head.children if t.dep_ in ("aux", "auxpass") and t.i > token.i),
                default=token.head.i,
            )
            return (left, verb) if left < verb else None
    return None


def _lemma(token: Token) -> str:
    if token.lower_ in ("'m", "m", "'re", "am", "are", "is", "was", "were", "be", "been", "'s", "s"):
        return "be"
    if token.lower_ in ("has", "have", "had", "got", "'ve", "gotten", "'d"):
        return "get" if token.lower_ in ("got", "gotten") else "have"
    if token.lower_ in ("lives", "live", "lived"):
        return "live"
    return str(token.lemma_).lower()


def _tense(doc: Doc, at: int) -> tuple[Tense, int, bool, bool]:
    first = doc[at]
    word = first.lower_
    following, denied = _after(doc, at)
    after = doc[following] if following < len(doc) else None
    if word in ("used", "use") and after is not None and after.lower_ == "to" and first.tag_ == "VBD":
        return Tense.PAST, min(following + 1, len(doc) - 1), denied, False
    if word in _CAN or (word == "able" and after is not None):
        return Tense.CAN, min(following, len(doc) - 1), denied or word == "cannot", False
    if word in _WILL:
        return Tense.WILL, min(following, len(doc) - 1), denied, False
    if word == "'d" and after is not None and (after.tag_ == "VBN" or after.lower_ == "better"):
        return Tense.MAY, following, denied, False
    if word in _MAY:
        return Tense.MAY, min(following, len(doc) - 1), denied, False
    if word == "must" or (
        word in ("have", "has", "need", "needs", "got", "gotta") and after is not None and after.lower_ == "to"
    ):
        return Tense.MUST, min(following + (after is not None and after.lower_ == "to"), len(doc) - 1), denied, False
    if (
        word in ("do", "does", "did")
        and after is not None
        and after.pos_ in ("VERB", "AUX", "NOUN")
        and after.tag_ != "NNP"
    ):
        return (Tense.PAST if word == "did" else Tense.PRESENT), following, denied, False
    if after is None:
        return (Tense.PAST if first.tag_ == "VBD" else Tense.PRESENT), at, denied, False
    if _is_have(first) and after.tag_ in ("VBN", "VBD") and after.lower_ != "called":
        if after.lower_ == "got":
            return Tense.PRESENT, at, denied, False
        if after.lower_ == "been":
            third, _ = _after(doc, following)
            if third < len(doc) and doc[third].tag_ == "VBG":
                return Tense.HAS_BEEN_DOING, third, denied, False
            passive = third < len(doc) and doc[third].tag_ == "VBN" and doc[third].dep_ != "acomp"
            return Tense.HAS_DONE, third if passive else following, denied, passive
        return Tense.HAS_DONE, following, denied, False
    if _lemma(first) == "be":
        return _being(doc, at, following, denied)
    return (Tense.PAST if first.tag_ == "VBD" else Tense.PRESENT), at, denied, False


def _being(doc: Doc, at: int, following: int, denied: bool) -> tuple[Tense, int, bool, bool]:
    past = doc[at].lower_ in ("was", "were")
    after = doc[following]
    if (
        after.lower_ in ("going", "about")
        and following + 2 < len(doc)
        and doc[following + 1].lower_ == "to"
        and doc[following + 2].tag_ == "VB"
    ):
        return Tense.WILL, following + 2, denied, False
    if after.lower_ == "gonna":
        return Tense.WILL, min(following + 1, len(doc) - 1), denied, False
    if after.tag_ == "VBG" and after.dep_ not in ("attr", "acomp", "amod"):
        return (Tense.PAST if past else Tense.GOING_ON), following, denied, False
    if (
        after.tag_ == "VBN"
        and after.dep_ in ("ROOT", "conj", "ccomp", "advcl")
        and after.lower_ not in ("married", "interested", "used", "engaged", "retired")
    ):
        return (Tense.PAST if past else Tense.PRESENT), following, denied, True
    return (Tense.PAST if past else Tense.PRESENT), at, denied, False


def _is_have(token: Token) -> bool:
    if token.lower_ in ("have", "has", "'ve", "ve", "had"):
        return True
    following, _ = _after(token.doc, token.i)
    after = token.doc[following].lower_ if following < len(token.doc) else ""
    return token.lower_ == "'s" and after in ("got", "been", "had", "lived", "worked")


def _after(doc: Doc, at: int) -> tuple[int, bool]:
    """The next word that is no adverb, and whether a denial stands before it."""
    denied = False
    at += 1
    while at < len(doc) and (
        doc[at].lower_ in _ADVERBS
        or doc[at].lower_ in ("so", "very", "quite", "pretty", "to-be")
        or doc[at].text == ","
    ):
        denied = denied or doc[at].lower_ in ("not", "n't", "nt", "never")
        at += 1
    return at, denied
