"""Labelled messages: what their clauses are worth, and who is spoken of in them."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from graphmem.adapters.spacy.names import is_given_name
from graphmem.core.relations import relation as known_relation
from graphmem.core.text import word_set

KINDS = ("fact", "profile", "preference", "task", "event")
REASONS = (
    "question",
    "request",
    "task content",
    "only now",
    "opinion of the moment",
    "small talk",
    "thanks",
    "joke",
    "hypothetical",
    "hearsay",
    "fiction",
    "public knowledge",
    "secret",
    "about the assistant",
)
CLASSES = KINDS + REASONS
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_SOMEBODY = word_set(
    """
    he she him her his hers himself herself he's she's he'd she'd he'll she'll they them their they're who whose
    someone somebody guy girl boy man woman lady kids folks family people everyone hes shes
    """
)
_CAPITALS = word_set(
    """
    i i'm i've i'd i'll monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
    fridays saturdays sundays january february march april may june july august september october november december
    ok tv pm am english excel pdf usb wifi
    """
)
_SENTENCE_END = re.compile(r"[.!?…]+\s+|\n+")
SORTS = ("name", "title", "relation", "pronoun", "thing")  # the last only looks like somebody
STATUSES = ("none", "current", "former", "late")
# What people are to somebody; the last stands for all that the data has too few of.
RELATIONS = (
    *("none", "mother", "father", "parent", "wife", "husband", "partner", "fiance", "girlfriend", "boyfriend"),
    *("son", "daughter", "child", "brother", "sister", "sibling", "grandmother", "grandfather", "grandparent"),
    *("grandson", "granddaughter", "grandchild", "aunt", "uncle", "cousin", "nephew", "niece"),
    *("mother-in-law", "father-in-law", "brother-in-law", "sister-in-law", "son-in-law", "daughter-in-law"),
    *("stepmother", "stepfather", "stepson", "stepdaughter", "stepbrother", "stepsister", "stepchild"),
    *("godmother", "godfather", "godchild", "friend", "boss", "colleague", "employee", "assistant", "client"),
    *("business partner", "neighbour", "flatmate", "landlord", "tenant", "doctor", "dentist", "nurse", "midwife"),
    *("therapist", "physiotherapist", "vet", "lawyer", "teacher", "student", "classmate", "coach", "teammate"),
    *("bandmate", "mentor", "mentee", "supervisor", "professor", "babysitter", "cleaner", "hairdresser", "driver"),
    *("priest", "accountant", "ex", "date", "other"),
)
_SAME = {
    "children": "child",
    "kid": "child",
    "parents": "parent",
    "sons": "son",
    "daughters": "daughter",
    "brothers": "brother",
    "sisters": "sister",
    "siblings": "sibling",
    "friends": "friend",
    "best friend": "friend",
    "neighbours": "neighbour",
    "neighbor": "neighbour",
    "colleagues": "colleague",
    "coworker": "colleague",
    "co-worker": "colleague",
    "team lead": "boss",
    "manager": "boss",
    "line manager": "boss",
    "roommate": "flatmate",
    "housemate": "flatmate",
    "fiancé": "fiance",
    "fiancée": "fiance",
    "half-brother": "brother",
    "half-sister": "sister",
    "twin": "sibling",
    "twin brother": "brother",
    "twin sister": "sister",
    "great-aunt": "aunt",
    "great-uncle": "uncle",
    "great-grandmother": "grandmother",
    "great-grandfather": "grandfather",
    "goddaughter": "godchild",
    "godson": "godchild",
    "nanny": "babysitter",
    "childminder": "babysitter",
    "spouse": "partner",
    "counsellor": "therapist",
    "psychologist": "therapist",
    "gp": "doctor",
    "surgeon": "doctor",
    "headteacher": "teacher",
    "tutor": "teacher",
    "pupil": "student",
    "apprentice": "mentee",
    "trainee": "mentee",
    "crush": "date",
    "customer": "client",
    "pastor": "priest",
    "imam": "priest",
    "rabbi": "priest",
    "barber": "hairdresser",
    "grandparents": "grandparent",
    "grandchildren": "grandchild",
    "cousins": "cousin",
    "aunts": "aunt",
    "uncles": "uncle",
    "employees": "employee",
    "students": "student",
    "clients": "client",
    "tenants": "tenant",
    "flatmates": "flatmate",
    "parents-in-law": "mother-in-law",
    "lab partner": "classmate",
    "bandmates": "bandmate",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause of a message, and what it is worth."""

    start: int
    end: int
    label: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """A place where somebody is spoken of; `of` and `person` name people within the message."""

    start: int
    end: int
    sort: int
    person: str
    says: int  # what the words say that somebody is, to whomever
    relation: int  # what the person is to the user
    status: int
    of: str | None
    asked: bool = False  # it stands in what was said before the message


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message with the question before it, and what is known of it."""

    before: str
    message: str
    pieces: tuple[Piece, ...] | None = None
    spoken: tuple[Spoken, ...] | None = None


def relation(name: str | None) -> int:
    """The place of a relation among RELATIONS."""
    if not name:
        return 0
    plain = name.casefold().strip()
    plain = plain.removeprefix("ex-").removeprefix("former ")
    plain = _SAME.get(plain, plain)
    return RELATIONS.index(plain) if plain in RELATIONS else len(RELATIONS) - 1


def read_turns(files: Sequence[Path]) -> list[Labelled]:
    """Messages whose clauses are labelled."""
    found = []
    for row in _rows(files):
        at, pieces = 0, []
        for part in row["sentences"]:
            start = row["message"].find(part["text"], at)
            if start < 0:
                break
            at = start + len(part["text"])
            label = part["kind"] if part["keep"] else part["why"]
            pieces.append(Piece(start, at, CLASSES.index(label)))
        else:
            spoken = () if speaks_of_nobody(row["message"]) else None
            found.append(Labelled(row.get("before") or "", row["message"], pieces=tuple(pieces), spoken=spoken))
    return found


def speaks_of_nobody(message: str) -> bool:
    """Whether a message surely speaks of nobody: no word of it may be a name, a relation or a pronoun for somebody."""
    for found in _WORD.finditer(message):
        word = found[0]
        plain = word.casefold().replace("\u2019", "'").removesuffix("'s")
        if plain in _SOMEBODY or known_relation(plain) or known_relation(plain.removesuffix("s")):
            return False
        begins = not message[: found.start()].rstrip(" \"'(*-") or message[: found.start()].rstrip()[-1] in ".!?:\n…"
        named = word[0].isupper() and (not begins or is_given_name(plain))
        if named and plain not in _CAPITALS:
            return False
    return True


def read_facts(files: Sequence[Path]) -> list[Labelled]:
    """Short statements of which it is known only that they speak of nobody."""
    facts = [fact for row in _rows(files) if row.get("style") != "turns" for fact in row["facts"]]
    return [Labelled("", fact, spoken=()) for fact in facts if speaks_of_nobody(fact)]


def read_mentions(files: Sequence[Path]) -> list[Labelled]:
    """Messages in which people are labelled."""
    found = []
    for row in _rows(files):
        people = {one["person"]: one for one in row["people"]}
        spoken = []
        for one in row["mentions"]:
            person = people.get(one["person"], {})
            status = person.get("status") or one.get("status") or "none"
            spoken.append(
                Spoken(
                    one["start"],
                    one["start"] + len(one["text"]),
                    SORTS.index(one["type"]),
                    one["person"],
                    relation(one.get("relation")),
                    relation(person.get("relation")),
                    STATUSES.index(status),
                    one.get("of"),
                )
            )
        spoken += _things(row["message"], row["not_people"], spoken)
        found.append(Labelled(row.get("before") or "", row["message"], spoken=tuple(spoken)))
    return found


def begun(labelled: Labelled, rng: random.Random) -> Labelled:
    """A message whose first sentences were said before it, so that who is meant across messages can be learned."""
    spoken = labelled.spoken or ()
    ends = [found.end() for found in _SENTENCE_END.finditer(labelled.message)]
    ends = [at for at in ends[:-1] if not any(one.start < at < one.end for one in spoken)]
    if labelled.before or not ends:
        return labelled
    at = rng.choice(ends)
    moved = tuple(
        replace(one, asked=True) if one.end <= at else replace(one, start=one.start - at, end=one.end - at)
        for one in spoken
    )
    return Labelled(labelled.message[:at].rstrip(), labelled.message[at:], spoken=moved)


def alone(labelled: Labelled, rng: random.Random) -> Labelled:
    """One sentence of a message by itself, as a memory may hold it: only what it says itself is known of anybody."""
    spoken = labelled.spoken or ()
    ends = [found.end() for found in _SENTENCE_END.finditer(labelled.message)]
    cuts = [0, *(at for at in ends if not any(one.start < at < one.end for one in spoken)), len(labelled.message)]
    start, end = rng.choice([pair for pair in pairwise(cuts) if pair[0] < pair[1]])
    inside = [one for one in spoken if start <= one.start and one.end <= end]
    told = {one.person for one in inside if one.says and one.of is None}
    here = {one.person for one in inside}
    kept = tuple(
        replace(
            one,
            start=one.start - start,
            end=one.end - start,
            relation=one.relation if one.person in told else 0,
            of=one.of if one.of in here else None,
        )
        for one in inside
    )
    return Labelled("", labelled.message[start:end].rstrip(), spoken=kept)


def renamed(labelled: Labelled, names: dict[str, list[str]], rng: random.Random) -> Labelled:
    """The message with other given names, of the same sort, for people who are called by one name only."""
    called: dict[str, set[str]] = {}
    for one in labelled.spoken or ():
        if one.sort == SORTS.index("name"):
            called.setdefault(one.person, set()).add(labelled.message[one.start : one.end])
    others = {
        name: rng.choice(names[sort])
        for words in called.values()
        if len(words) == 1
        for name in words
        if (sort := next((sort for sort, known in names.items() if name.casefold() in known), None))
    }
    message, spoken, at, by = "", [], 0, 0
    for one in sorted(labelled.spoken or (), key=lambda one: one.start):
        words = labelled.message[one.start : one.end]
        other = others.get(words) if one.sort == SORTS.index("name") else None
        new = words if other is None else other.title() if words[0].isupper() else other
        message += labelled.message[at : one.start] + new
        spoken.append(replace(one, start=one.start + by, end=one.start + by + len(new)))
        at, by = one.end, by + len(new) - len(words)
    return replace(labelled, message=message + labelled.message[at:], spoken=tuple(spoken))


def _things(message: str, names: Sequence[str], spoken: Sequence[Spoken]) -> Iterator[Spoken]:
    """Each place of what only looks like somebody."""
    for name in names:
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", message):
            start, end = found.span()
            if all(end <= one.start or one.end <= start for one in spoken):
                yield Spoken(start, end, SORTS.index("thing"), f"thing {name}", 0, 0, 0, None)


def _rows(files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for file in files:
        for line in file.read_text().splitlines():
            yield json.loads(line)
