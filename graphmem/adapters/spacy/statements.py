# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""A clause as a statement that stands on its own: the subject in place, pronouns by name, no word too many."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from graphmem.adapters.spacy.clauses import Clause
from graphmem.adapters.spacy.phrases import PRONOUNS

_I = re.IGNORECASE
_LED = re.compile(
    r"^(?:(?:and|but|so|because|although|though|plus|also|then|cause|cuz|bc|well|actually|honestly|basically|anyway|yes|yeah|no|"
    r"sorry|please|just|i think|i guess|i believe|i suppose|i reckon|i mean|as you know)\b[\s,]*)+(?=\S)",
    _I,
)
_HABITUAL = frozenset(["usually", "always", "often", "normally", "sometimes", "typically"])
_ADDS_NOTHING = re.compile(r"\b(?:actually|honestly|basically|literally|obviously|of course|as you know)\b,?\s+", _I)
_LAUGHED = re.compile(r"(?:[\s,]+(?:lol|lmao|haha+|hehe+|please|pls|yay(?: me)?|thanks))+[.!\s]*$", _I)
_COMMENT = re.compile(
    r",? which (?:is|was|has|'s|got|led|makes?|made|helps?|helped|means?|really|definitely|i)\b[^\dA-Z]*$"
)
_HEDGE = re.compile(r"^(?:i think|i guess|i believe|i suppose|i reckon)\b", _I)
_ELLIPSIS = (
    (re.compile(r"^(?:allergic to|originally from|born and raised|based in|vegan|vegetarian|pescatarian|lactose|married|divorced|engaged|"
                r"retired|left[- ]handed|diabetic|coeliac|celiac|teetotal|colou?r-?blind|(?:a )?(?:mum|mom|dad|mother|father) of (?:\d|two|three|four|five)|"
                r"learning|training for|studying|from (?=[A-Z]))(?!\w)", _I), "I'm "),
    (re.compile(r"^(?:been (?:a |an )?(?:vegan|vegetarian|\w+ing|living|working|married|\w+ (?:for|since)))\b", _I), "I've "),
    (re.compile(r"^(?:love|hate|prefer|adore|dislike|can't stand|cannot stand|enjoy|live in|live with|work (?:as|at|for|in|from|nights|part)|grew up|moved (?:to|from|here|back)|"
                r"got (?:a |an |two |three |engaged|married|divorced|diagnosed|promoted|my )|have (?:a |an |two |three |four |\d)|was born|was diagnosed|used to|"
                r"don't (?:eat|drink|like|smoke|drive|own|have|speak|watch)|never (?:eat|drink|touch|watch|drive)|speak |play (?:the )?\w+|own a|"
                r"started (?:a|as|my|at|working|learning)|bought (?:a|my|our)|adopted|graduated|quit (?:my|smoking|drinking)|turned \d|turning \d)", _I), "I "),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, where its words stand in the text that was parsed, and how sure it sounds."""

    text: str
    start: int
    end: int
    about: str = ""  # whom a pronoun in the place of the subject stood for
    unclear: bool = False  # somebody in it can't be told
    hedged: bool = False
    joined: str = ""


def statement(doc: Doc, clause: Clause, meant: Mapping[int, str], *, before: str = "") -> Statement:
    """The clause as a statement, with whoever its pronouns mean by name."""
    shared = _words(doc, range(*clause.subject), meant) if clause.subject else ""
    if clause.subject and doc[clause.subject[1]].lower_ in _HABITUAL and clause.joined != "who":
        shared = f"{shared} {doc[clause.subject[1]].lower_}"
    hole = set(range(*clause.hole)) if clause.hole else set()
    if clause.hole and doc[clause.hole[0] - 1].text == ",":
        hole |= {clause.hole[0] - 1, clause.hole[1]}
    places = [place for place in range(clause.start, clause.end) if place not in hole]
    while places and doc[places[-1]].is_punct and doc[places[-1]].text not in (")", '"', "'"):
        places.pop()
    own = _words(doc, places, meant)
    text = " ".join(f"{before}{shared.strip(' ,')} {own}".split()) if shared else " ".join(f"{before}{own}".split())
    hedged = bool(_HEDGE.match(text))
    text = tidy(text)
    subject = (
        clause.subject[0]
        if clause.subject
        else next(
            (t.i for t in doc[clause.start : clause.end] if t.i in meant and t.dep_ in ("nsubj", "nsubjpass", "poss")),
            None,
        )
    )
    last = places[-1] if places else clause.start
    return Statement(
        text,
        doc[clause.start].idx,
        doc[last].idx + len(doc[last]),
        about=meant.get(subject, "") if subject is not None else "",
        unclear=_is_unclear(doc, clause, meant),
        hedged=hedged,
        joined=clause.joined,
    )


def tidy(text: str) -> str:
    """The words as a sentence: spelt as usual, without a lead, beginning with a capital."""
    text = _LED.sub("", text.strip(" ,;:-–—*•"))
    for pattern, before in _ELLIPSIS:
        if pattern.match(text):
            text = before + text[0].lower() + text[1:] if not text[:2].isupper() else before + text
            break
    text = _LAUGHED.sub("", _COMMENT.sub("", _ADDS_NOTHING.sub("", text)))
    text = re.sub(r"\bi\b", "I", text)
    return text[:1].upper() + text[1:]


def _words(doc: Doc, places: "range | list[int]", meant: Mapping[int, str]) -> str:
    inside = doc[min(places) : max(places) + 1].text.lower() if len(places) else ""
    shown: list[str] = []
    put: set[str] = set()
    for place in places:
        token = doc[place]
        words = "" if meant.get(place, "") in put else meant.get(place, "")
        if words:
            put.add(words)
        if words and not (words.lower() in inside and token.dep_ not in ("nsubj", "nsubjpass")):
            words = words + "'s" if _possesses(token) else words
            shown.append(words + token.whitespace_)
        elif (
            place - 1 in meant
            and token.lower_ in ("'s", "s", "'re", "re", "'ve", "'ll", "'d")
            and token.tag_ in ("VBZ", "VBP", "MD", "VBD")
        ):
            shown.append(f" {_full(token)}{token.whitespace_}")
        else:
            shown.append(token.text_with_ws)
        if place + 1 < len(doc) and place + 1 not in places and place != max(places):
            shown.append(" ")
    return "".join(shown).strip()


def _possesses(token: Token) -> bool:
    return token.lower_ in ("his", "their", "its") or (token.lower_ == "her" and token.dep_ == "poss")


_WHOLE = {"'re": "are", "re": "are", "'ve": "have", "'ll": "will", "'d": "would"}


def _full(token: Token) -> str:
    after = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else None
    if token.lower_ in _WHOLE:
        return _WHOLE[token.lower_]
    return (
        "has"
        if after is not None and (after.tag_ == "VBN" and after.lower_ in ("got", "been", "had", "lived", "worked"))
        else "is"
    )


def _is_unclear(doc: Doc, clause: Clause, meant: Mapping[int, str]) -> bool:
    """Whether "he" or "her" stays a riddle: nobody it stands for is known, and nobody in the clause is named before it."""
    places = [*(range(*clause.subject) if clause.subject else ()), *range(clause.start, clause.end)]
    if any(doc[p].lower_ == "there" and doc[p].dep_ != "expl" and p not in meant for p in places):
        return not any(doc[p].pos_ == "PROPN" for p in places)
    told_of = any(doc[place].lower_ == "pronouns" for place in places)
    for place in places:
        token = doc[place]
        if token.lower_ in PRONOUNS and token.pos_ in ("PRON", "DET", "ADJ") and place not in meant and not told_of:
            named = any(
                doc[p].pos_ in ("PROPN", "NOUN")
                and doc[p].dep_ in ("nsubj", "nsubjpass", "poss", "ROOT", "appos", "dobj", "pobj", "attr", "compound")
                for p in places
                if p < place
            )
            if token.dep_ in ("nsubj", "nsubjpass") or not named:
                return True
    return False
