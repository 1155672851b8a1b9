"""Labelled messages: what their clauses are worth, and who is spoken of in them."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
SORTS = ("name", "title", "relation", "pronoun")
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


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message with the question before it, and what is known of it."""

    before: str
    message: str
    pieces: tuple[Piece, ...] | None = None
    spoken: tuple[Spoken, ...] | None = None
    people: tuple[dict[str, Any], ...] = field(default=())


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
            found.append(Labelled(row.get("before") or "", row["message"], pieces=tuple(pieces)))
    return found


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
        found.append(Labelled(row.get("before") or "", row["message"], spoken=tuple(spoken), people=tuple(people.values())))
    return found


def _rows(files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for file in files:
        for line in file.read_text().splitlines():
            yield json.loads(line)
