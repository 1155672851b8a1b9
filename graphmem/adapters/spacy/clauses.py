# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Where a statement says two things: each clause apart, with the subject that it shares."""

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.lexicon import HUMAN_VERBS, LIVELY_VERBS
from graphmem.core.text import word_set

_FINITE = frozenset(["VBZ", "VBP", "VBD", "MD"])
_SHORT = frozenset(["'s", "'m", "'re", "'ve", "'d", "'ll", "m", "ve", "s"])
_PRONOUNS = word_set("i we he she they it you everyone everybody nobody someone this that there these those im")
_SPEAKER = word_set("i we he she they im")
_JOINS = word_set("and but so because although though plus cause cuz bc whereas & yet hence therefore which")
_SKIPPED = word_set(
    "also then now still just always never usually often only even sometimes mostly currently too both really actually finally recently already ever definitely once eventually"
)
_OPENS = word_set(
    "that what when if where how than because which who whose whom as while until till after before whenever unless whether "
    "why since like to of for with in on at by from about"
)
_WITHOUT_VERB = word_set("nothing no any something anything please not preferably ideally")  # "so nothing with those"
_FAMILIAR = (
    HUMAN_VERBS
    | LIVELY_VERBS
    | word_set(
        "work live collect study train practise practice own hate prefer suffer breed raise follow subscribe wear cycle jog "
        "hike bake brew grow commute teach coach lead volunteer speak rehearse perform compete sing play drink eat avoid need"
    )
)


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens of a text that say one thing; the subject stands elsewhere where they have none of their own."""

    start: int
    end: int
    subject: tuple[int, int] | None = None
    joined: str = ""  # the word that ties it to the clause before
    hole: tuple[int, int] | None = None  # tokens in its midst that are a clause of their own


def clauses(doc: Doc) -> list[Clause]:
    """The clauses of a statement, in order; a clause with "who" about one of the user's people is one too."""
    aside = list(_asides(doc))
    inside = {place for _, clause in aside for place in range(clause.start, clause.end)}
    found: list[Clause] = []
    begin, joined = 0, ""
    subject = subject_at(doc, 0) or subject_at(doc, _lead(doc))
    for place in range(1, len(doc)):
        if place < begin or place in inside or (subject is not None and begin == 0 and place < subject[1]):
            continue
        cut = _cut(doc, place, begin, subject)
        if cut is None:
            continue
        start, shared = cut
        found.append(Clause(begin, place, None if not found else _shared(begin, subject), joined))
        joined = doc[place].lower_ if not doc[place].is_punct else doc[start - 1].lower_ if start > place + 1 else ","
        begin = start
        if not shared:
            subject = subject_at(doc, start)
    found.append(Clause(begin, len(doc), None if not found else _shared(begin, subject), joined))
    return [*_with_gaps(found, aside), *(clause for _, clause in aside)]


def _lead(doc: Doc) -> int:
    """Where the words that only set the scene end: "on Fridays, …"."""
    comma = next((token.i for token in doc if token.text == ","), 0)
    return comma + 1 if comma and not any(_is_verb(token) or token.pos_ == "VERB" for token in doc[:comma]) else 0


def _shared(begin: int, subject: tuple[int, int] | None) -> tuple[int, int] | None:
    return subject if subject is not None and subject[0] < begin else None


def _with_gaps(found: list[Clause], aside: list[tuple[int, Clause]]) -> Iterator[Clause]:
    """The clauses without the asides that stand in their midst or at their end."""
    for clause in found:
        end, hole = clause.end, None
        for who, inner in aside:
            if clause.start < who < clause.end:
                if inner.end >= clause.end:
                    end = who
                else:
                    hole = (who, inner.end)
        yield Clause(clause.start, end, clause.subject, clause.joined, hole)


def _asides(doc: Doc) -> Iterator[tuple[int, Clause]]:
    """ "my brother Tom, who lives in Berlin, …": where Tom stands, and what is said of him."""
    for token in doc:
        if token.lower_ != "who" or token.i < 2 or token.i + 2 >= len(doc):
            continue
        last = token.i - (2 if doc[token.i - 1].text == "," else 1)
        first = last
        while first > 0 and (doc[first].pos_ in ("NOUN", "PROPN", "ADJ") or doc[first].text == "-"):
            if doc[first - 1].lower_ in ("my", "our"):
                break
            first -= 1
        if (
            first <= 0
            or doc[first - 1].lower_ not in ("my", "our")
            or not _is_verb(doc[token.i + 1 + _skip(doc, token.i + 1)])
        ):
            continue
        end = next((t.i for t in doc[token.i + 1 :] if t.text == "," or t.lower_ in ("so", "but", "because")), len(doc))
        yield token.i, Clause(token.i + 1, end, (first - 1, last + 1), "who")


def _cut(doc: Doc, place: int, begin: int, subject: tuple[int, int] | None) -> tuple[int, bool] | None:
    """Where a new clause starts if the one from `begin` ends here, and whether it shares the subject."""
    token = doc[place]
    start = place
    while start < len(doc) and (doc[start].text in (",", ";", ":") or doc[start].lower_ in _JOINS):
        start += 1
    if start >= len(doc) or place - begin < 2:
        return None
    tied = start > place
    if not tied and not _runs_on(doc, place):
        return None
    if tied and doc[start - 1].lower_ == "which":
        return None
    if tied and token.lower_ == "so" and doc[start].lower_ in ("that", "much", "far"):
        return None
    at = start + _skip(doc, start)
    if at >= len(doc):
        return None
    if tied and doc[start - 1].lower_ == "so" and doc[start].lower_ in _WITHOUT_VERB:
        return start, False
    own = subject_at(doc, at)
    if own is not None:
        return (start, False) if _fits(doc, own, token) else None
    if (
        tied
        and token.lower_ in (",", "and", "but", "&", "plus", "yet")
        and subject
        and _continues(doc, at, begin, subject)
    ):
        return start, True
    return None


def _fits(doc: Doc, own: tuple[int, int], tie: Token) -> bool:
    """A comma before a name that is only told apart begins no clause."""
    first = doc[own[0]]
    return not (tie.text == "," and first.lower_ in ("the", "a", "an") and own[1] - own[0] > 5)


def _continues(doc: Doc, at: int, begin: int, subject: tuple[int, int]) -> bool:
    """Whether a verb of the same subject comes next: "…, collects teapots and lives in Cardiff"."""
    verb = doc[at]
    if verb.lower_ in ("yay", "woo", "hooray", "phew", "lol", "haha", "ugh", "sigh", "thank", "thanks"):
        return False
    if at + 1 >= len(doc) or doc[at + 1].text in (",", "and"):
        return False
    before = list(doc[max(begin, subject[1]) : at])
    if len([t for t in before if not t.is_punct]) < 2:
        return False
    singular = (
        doc[subject[0]].lower_ not in ("i", "we", "they", "im", "you")
        and "and" not in doc[subject[0] : subject[1]].text.split()
    )
    helped = any(t.tag_ in ("TO", "MD") or t.lower_ in ("do", "does", "did", "n't", "nt") for t in before)
    if verb.tag_ in ("VBZ", "VBD") or (
        verb.tag_ in ("NNS", "NNPS")
        and _third(verb.lower_) in _FAMILIAR
        and doc[at + 1].pos_ in ("ADP", "DET", "NOUN", "PRON", "ADJ", "NUM", "ADV", "PROPN", "PART")
    ):
        return verb.tag_ == "VBD" or singular
    return not singular and not helped and verb.tag_ in ("VBP", "VB") and verb.dep_ != "amod"


def _third(word: str) -> str:
    return (
        word[:-3] + "y"
        if word.endswith("ies")
        else word[:-2]
        if word.endswith(("shes", "ches", "sses", "oes"))
        else word[:-1]
    )


def _runs_on(doc: Doc, place: int) -> bool:
    """Whether a new clause starts without any sign: "i live in porto i work as a nurse"."""
    token, before = doc[place], doc[place - 1]
    if (
        token.text not in ("i", "we", "my", "im")
        or before.lower_ in _OPENS
        or before.pos_ in ("VERB", "AUX", "ADP", "SCONJ", "CCONJ", "DET", "PRON")
    ):
        return False
    if any(
        t.lower_ in ("the", "all", "every", "any", "some", "only", "thing", "things", "this", "that")
        for t in doc[max(0, place - 3) : place]
    ):
        return False
    return before.tag_ not in ("WDT", "WP", "WRB", "RB", "RBR", "IN") and token.head.i != before.i


def _skip(doc: Doc, at: int) -> int:
    count = 0
    while at + count < len(doc) and doc[at + count].lower_ in _SKIPPED:
        count += 1
    return count


def subject_at(doc: Doc, at: int) -> tuple[int, int] | None:
    """The subject that begins here and is followed by its verb."""
    while at < len(doc) and (doc[at].lower_ in _SKIPPED or doc[at].is_punct):
        at += 1
    if at >= len(doc):
        return None
    first = doc[at]
    if first.lower_ in _PRONOUNS:
        follows = at + 1 + _skip(doc, at + 1)
        alone = follows < len(doc) and _is_verb(doc[follows])
        if alone or first.lower_ not in ("this", "that", "these", "those"):
            return (at, at + 1) if alone else None
    if not (
        first.lower_ in ("my", "our", "his", "her", "their", "the", "a", "an", "one", "both", "all", "me")
        or first.pos_ in ("PROPN", "NOUN", "NUM", "DET", "ADJ")
    ):
        return None
    for place in range(at + 1, min(at + 12, len(doc))):
        token = doc[place]
        if _is_verb(token) and not (token.tag_ == "VBD" and token.dep_ in ("acl", "amod")):
            return at, place if doc[place - 1].lower_ not in _SKIPPED else place - 1
        if token.pos_ in ("VERB", "SCONJ", "AUX") or token.lower_ in ("who", "which", "because", "so", "but"):
            return None
        if token.text == "," and not _apposed(doc, place, at):
            return None
        if token.lower_ == "and" and not (
            place + 1 < len(doc)
            and (doc[place + 1].lower_ in ("i", "my", "me", "our") or doc[place + 1].pos_ == "PROPN")
        ):
            return None
    return None


def _apposed(doc: Doc, comma: int, at: int) -> bool:
    """Whether the comma opens or closes a name that is set in: "my sister, Ana, lives"."""
    closing = next((t.i for t in doc[comma + 1 : comma + 6] if t.text == ","), None)
    opened = next((t.i for t in reversed(doc[max(at, comma - 5) : comma]) if t.text == ","), None)
    return closing is not None or opened is not None


def _is_verb(token: Token) -> bool:
    if token.tag_ == "POS":
        return any(t.tag_ in ("VBN", "VBG") for t in token.doc[token.i + 1 : token.i + 3])
    return (
        token.tag_ in _FINITE
        or (token.lower_ in _SHORT and token.pos_ in ("AUX", "VERB"))
        or token.lower_ in ("is", "was", "has", "are")
    )
