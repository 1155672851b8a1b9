"""Weeks of chat with an assistant, and what a memory should have learned from them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

SHAPE = (
    "talks/*.jsonl has one talk a line: {id, sessions: [{date, messages: [{role, content}]}], expect: [{contains, "
    "about}], retired: [{contains, by}], forbid: [text], people: [{names, relations}], questions: [{q, contains}]}"
)


class Said(msgspec.Struct, frozen=True):
    role: str
    content: str


class Session(msgspec.Struct, frozen=True):
    date: datetime
    messages: list[Said]


class Fact(msgspec.Struct, frozen=True):
    """A fact that must be held at the end; `about` is a name or relation of somebody else, none is the user."""

    contains: list[str]
    about: str | None = None


class Retired(msgspec.Struct, frozen=True):
    """A fact that was replaced, and the words of what replaced it."""

    contains: list[str]
    by: list[str]


class Expected(msgspec.Struct, frozen=True):
    """Somebody who must be known, by one of the names and one of the relations."""

    names: list[str]
    relations: list[str]


class Question(msgspec.Struct, frozen=True):
    q: str
    contains: list[str]


class Talk(msgspec.Struct, frozen=True):
    """All that one user said, and what must be known at the end."""

    id: str
    sessions: list[Session]
    questions: list[Question]
    expect: list[Fact] = []
    retired: list[Retired] = []
    forbid: list[str] = []
    people: list[Expected] = []

    @property
    def end(self) -> datetime:
        return max(session.date for session in self.sessions)


def load(folder: Path, only: Sequence[str]) -> Iterator[Talk]:
    """The talks of `folder/talks` or of the folder itself; only these files or talks, if any are named."""
    place = folder / "talks" if (folder / "talks").is_dir() else folder
    for file in sorted(place.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            talk = msgspec.json.decode(line, type=Talk)
            if not only or file.stem in only or talk.id in only:
                yield talk
