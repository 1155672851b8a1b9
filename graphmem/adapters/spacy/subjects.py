"""Whom a sentence is of: the subject of its main clause, or whoever owns the subject."""

from spacy.tokens import Token

from graphmem.core.text import word_set

_SUBJECTS = frozenset(["nsubj", "nsubjpass", "csubj"])
_INSIDE = frozenset(["compound", "appos", "conj", "poss", "nmod", "flat", "amod", "npadvmod", "det"])
_SPEAKS_TO = frozenset(["you", "i", "we", "it"])
_OPENERS = word_set(
    """
    oh and so but btw ok okay well also hey fyi yeah yes anyway remember note that hi hello ps please actually today
    yesterday now um ah lol just don't forget save this . , ! : - ; …
    """
)


def is_subject(token: Token, others: set[int]) -> bool:
    """Whether a main clause is of the token, and of nobody of `others` in between."""
    seen = token
    for _ in range(8):
        if seen.dep_ in _SUBJECTS:
            return _is_main(seen.head)
        if seen.dep_ not in _INSIDE or seen.head is seen or (seen.dep_ == "npadvmod" and seen.i > seen.head.i):
            return False
        if seen.dep_ == "poss" and seen.head.i in others:
            return False
        seen = seen.head
    return False


def _is_main(verb: Token) -> bool:
    for _ in range(8):
        if verb.dep_ == "ROOT":
            return True
        if verb.dep_ in ("conj", "parataxis", "aux", "auxpass"):
            verb = verb.head
        elif verb.dep_ in ("ccomp", "advcl", "xcomp", "dep"):
            if verb.dep_ == "advcl" and any(c.dep_ == "mark" for c in verb.children):
                return False
            if not all(c.lower_ in _SPEAKS_TO for c in verb.head.children if c.dep_ in _SUBJECTS):
                return False
            verb = verb.head
        else:
            return False
    return False


def leads(token: Token, *, start: int | None = None) -> bool:
    """Whether the sentence begins with the token, but for words such as "oh and"."""
    first = token.i if start is None else start
    sentence = token.sent
    before = token.doc[sentence.start : first]
    return first <= token.i and all(t.lower_ in _OPENERS or t.is_punct for t in before)
