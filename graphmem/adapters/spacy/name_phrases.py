"""The runs of words in a text that may be somebody's name."""

from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.lexicon import CALENDAR, NO_NAMES, PARTICLES
from graphmem.adapters.spacy.names import is_given_name, is_word_too
from graphmem.core.names import is_title
from graphmem.core.relations import is_head


@dataclass
class NamePhrase:
    """A run of words that may be a name."""

    start: int
    end: int
    text: str
    titled: bool = False
    lower: bool = False
    labels: frozenset[str] = field(default_factory=frozenset)
    listed: bool = False


def name_phrases(doc: Doc, taken: set[int]) -> list[NamePhrase]:
    """Every run of words that may be a name, in order, outside the words that are taken."""
    labels = {token.i: ent.label_ for ent in doc.ents for token in ent}
    found: list[NamePhrase] = []
    at = 0
    while at < len(doc):
        end = _name_end(doc, at, taken)
        if end > at:
            found.append(_name(doc, at, end, labels))
        at = max(end, at + 1)
    return found


def _name(doc: Doc, start: int, end: int, labels: dict[int, str]) -> NamePhrase:
    words = [t.text for t in doc[start:end]]
    return NamePhrase(
        start,
        end,
        doc[start:end].text,
        titled=is_title(words[0]) and end - start > 1,
        lower=doc[start].is_lower,
        labels=frozenset(labels[i] for i in range(start, end) if i in labels),
        listed=is_given_name(" ".join(words)),
    )


def _name_end(doc: Doc, at: int, taken: set[int]) -> int:
    if at in taken or not _opens_a_name(doc[at]):
        return at
    end = at + 1
    if is_title(doc[at].text) and end < len(doc) and doc[end].text == ".":
        end += 1
    if _is_lower_title(doc[at]) and end < len(doc) and doc[end].is_alpha:
        end += 1
    while end < len(doc) and end not in taken:
        token = doc[end]
        if _continues_a_name(token):
            end += 1
        elif (
            token.lower_ in PARTICLES
            and end + 1 < len(doc)
            and _continues_a_name(doc[end + 1])
            and not token.is_sent_start
        ) or (token.text in ("-", "&") and end + 1 < len(doc) and _touches(doc, end) and doc[end + 1].is_alpha):
            end += 2
        else:
            break
    return end


def _touches(doc: Doc, at: int) -> bool:
    return doc[at].text == "&" or (not doc[at - 1].whitespace_ and not doc[at].whitespace_)


def _opens_a_name(token: Token) -> bool:
    if not token.text[0].isalpha() or token.lower_ in NO_NAMES - {"mr", "mrs", "ms", "dr"}:
        return False
    if token.is_lower:
        return _is_lower_name(token) or _is_lower_title(token)
    if token.is_upper and len(token) > 1:
        return is_given_name(token.text) and not is_word_too(token.text) and len(token) > 2
    if not token.text[0].isupper():
        return False
    following = token.nbor().text if token.i + 1 < len(token.doc) else ""
    if following[:1].isupper() and not (is_given_name(token.text) or token.tag_ == "NNP" or is_title(token.text)):
        return False
    if token.is_sent_start or token.i == 0:
        return not token.is_stop or token.tag_ in ("NNP", "NNPS") or token.lower_ in ("will", "may")
    return token.tag_ != "PRP"


def _is_lower_title(token: Token) -> bool:
    return token.lower_.rstrip(".") in ("dr", "mr", "mrs", "ms", "prof") and token.i + 1 < len(token.doc)


def _is_lower_name(token: Token) -> bool:
    """A name in lower case: listed and no word, or where only a name can stand."""
    if token.is_stop or not token.is_alpha or len(token) < 2:
        return False
    if is_word_too(token.text) or token.lower_ in CALENDAR:
        return False
    if token.pos_ not in ("NOUN", "PROPN", "X", "ADJ", "ADV", "INTJ"):
        return False
    beside = token.i > 0 and is_head(token.nbor(-1).lower_) and is_given_name(token.text)
    if not beside and any(child.dep_ in ("poss", "det", "amod", "compound", "nummod") for child in token.lefts):
        return False
    subject = token.dep_ in ("nsubj", "nsubjpass", "poss", "npadvmod")
    return subject or is_given_name(token.text) or token.tag_ == "NNP"


def _continues_a_name(token: Token) -> bool:
    return (
        token.text[0].isupper()
        and token.text.replace("'", "").replace("’", "").isalpha()
        and not token.is_sent_start
        and token.lower_ not in NO_NAMES
        and token.lower_ not in CALENDAR
        and not (token.is_upper and len(token) > 2)
    )
