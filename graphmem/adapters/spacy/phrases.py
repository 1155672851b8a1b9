"""The phrases in a text that stand for somebody without a name: "my sister-in-law", "a friend of mine", "she"."""

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.lexicon import ANIMALS
from graphmem.adapters.spacy.names import is_given_name, is_word_too
from graphmem.core.mentions import Relation
from graphmem.core.relations import BARE, TITLES_OF_KIN, is_before, is_head, relation, singular
from graphmem.core.text import word_set

PRONOUNS = {
    "he": "he", "him": "he", "his": "he", "himself": "he",
    "she": "she", "her": "she", "hers": "she", "herself": "she",
    "they": "they", "them": "they", "their": "they", "theirs": "they",
}  # fmt: skip
_MINE = frozenset(["my", "our", "mi"])
_HEARD_OF = frozenset(["a", "an", "another", "one"])
_COUNTED = frozenset(["two", "three", "four", "five", "six", "both", "2", "3", "4"])
_OTHER = frozenset(["other", "another", "second", "third", "different"])
# These are more often a program or a company than a person, unless a name follows.
_NEEDS_NAME = word_set(
    """
    agent assistant driver lead client editor publisher employer broker builder sponsor analyst customer baby
    """
)
_LONGEST = 7


@dataclass
class RelationPhrase:
    """ "my new boss", "Sarah's brother", "a friend of mine", "Mum"."""

    start: int
    end: int
    relation: Relation
    several: bool = False
    vague: bool = False  # "a friend": nobody in particular until a name follows
    needs_name: bool = False
    new: bool = False
    other: bool = False
    owner: int | None = None  # the token of whoever it is a relation of, when it isn't the user


def relation_phrases(doc: Doc) -> list[RelationPhrase]:
    """Every relation the text names, in order."""
    found: list[RelationPhrase] = []
    at = 0
    while at < len(doc):
        phrase = _relation_at(doc, at)
        if phrase:
            found.append(phrase)
        at = phrase.end if phrase else at + 1
    return found


def _relation_at(doc: Doc, at: int) -> RelationPhrase | None:
    token = doc[at]
    word = token.lower_
    if word in _MINE:
        return _scan(doc, at, at + 1)
    if word in _HEARD_OF or word in _COUNTED:
        return _heard_of(doc, at)
    if word == "new" and (at == 0 or doc[at - 1].lower_ not in ("a", "my", "our", "the")):
        return _scan(doc, at, at)
    if word in ("his", "her", "their"):
        phrase = _scan(doc, at, at + 1)
        if phrase:
            phrase.owner = at
        return phrase
    if at and word in ("'s", "’s") and token.tag_ == "POS":
        phrase = _scan(doc, at, at + 1)
        if phrase:
            phrase.owner = at - 1
            phrase.start = at + 1
        return phrase
    return _bare(doc, at)


def _scan(doc: Doc, start: int, at: int) -> RelationPhrase | None:
    last, first = None, at
    words: list[str] = []
    while at < min(start + _LONGEST, len(doc)):
        token = doc[at]
        word = token.lower_
        if word in ("-", "‑"):
            at += 1
            continue
        if is_head(word):
            last = at
            law = _law(doc, at + 1)
            if law:
                last = law
                break
        elif not (
            is_before(word)
            or (token.is_upper and len(token) > 1)
            or _is_degree(token)
            or (token.is_alpha and token.is_lower and token.pos_ in ("ADJ", "NOUN", "PROPN"))
        ) or (word in ANIMALS and last is not None):
            break
        words.append(word)
        at += 1
    if last is None or _is_part_of_a_thing(doc, last):
        return None
    phrase = doc[first : last + 1].text
    known = relation(phrase)
    if known is None:
        return None
    head = doc[last].lower_
    inner = doc[last - 4].lower_ if head.startswith("law") and doc[last - 1].text == "-" else doc[last - 2].lower_
    plural = singular(head) is not None or (head in ("law", "laws") and (head == "laws" or singular(inner) is not None))
    named_next = last + 1 < len(doc) and doc[last + 1].lower_ in ("name", "names")
    return RelationPhrase(
        start,
        last + 1,
        known,
        several=plural and not named_next,
        needs_name=head in _NEEDS_NAME and " " not in known.kind,
        new="new" in words,
        other=bool(_OTHER & set(words)),
    )


def _is_degree(token: Token) -> bool:
    return token.lower_ in ("phd", "msc", "bsc", "mba", "a-level")


def _law(doc: Doc, at: int) -> int | None:
    words = [t.lower_ for t in doc[at : at + 4]]
    for pattern in (["in", "law"], ["-", "in", "-", "law"], ["in", "laws"], ["-", "in", "-", "laws"], ["in-law"]):
        if words[: len(pattern)] == pattern:
            return at + len(pattern) - 1
    return None


def _is_part_of_a_thing(doc: Doc, last: int) -> bool:
    """The student of "my student loan" is nobody."""
    token = doc[last]
    if token.dep_ != "compound" or not last < token.head.i <= last + 2:
        return False
    head = token.head
    return head.is_lower and head.pos_ == "NOUN" and not (is_given_name(head.text) and not is_word_too(head.text))


def _heard_of(doc: Doc, at: int) -> RelationPhrase | None:
    """ "a friend", "one of my colleagues", "a colleague of mine"."""
    if doc[at].lower_ == "one" and [t.lower_ for t in doc[at + 1 : at + 3]] == ["of", "my"]:
        phrase = _scan(doc, at, at + 3)
        if phrase:
            phrase.several = False
            phrase.vague = True
        return phrase
    phrase = _scan(doc, at, at + 1)
    if phrase is None or phrase.several is not (doc[at].lower_ in _COUNTED):
        return None
    phrase.vague = True
    phrase.other = phrase.other or doc[at].lower_ == "another"
    if [t.lower_ for t in doc[phrase.end : phrase.end + 2]] in (["of", "mine"], ["of", "ours"]):
        phrase.end += 2
    return phrase


def _bare(doc: Doc, at: int) -> RelationPhrase | None:
    """ "Mum" and "Uncle Bob" need no "my"."""
    token = doc[at]
    following = doc[at + 1] if at + 1 < len(doc) else None
    titled = token.lower_ in TITLES_OF_KIN and token.is_title and following is not None and following.is_title
    if not titled and (token.lower_ not in BARE or _has_determiner(doc, at)):
        return None
    if not titled and token.dep_ in ("compound", "amod") and token.head.is_lower and token.head.i == at + 1:
        return None
    known = relation(token.lower_)
    return RelationPhrase(at, at + 1, known) if known else None


def _has_determiner(doc: Doc, at: int) -> bool:
    before = doc[at - 1] if at else None
    if before is None:
        return False
    return (
        before.pos_ in ("DET", "ADJ", "NUM")
        or before.tag_ in ("PRP$", "POS", "HYPH")
        or before.lower_ in ("a", "-", "the")
    )


def pronouns(doc: Doc) -> Iterator[Token]:
    """Every word that points back to somebody."""
    return (token for token in doc if token.lower_ in PRONOUNS and token.pos_ in ("PRON", "DET", "ADJ"))
