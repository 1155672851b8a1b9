"""The statements below `cypher/browse/`, which the pages read with, and their rows."""

from datetime import datetime

import msgspec

from graphmem.adapters.neo4j.moments import Milliseconds, moment, sure_moment
from graphmem.adapters.neo4j.people_rows import PersonRow
from graphmem.adapters.neo4j.query import Scoped
from graphmem.adapters.neo4j.rows import MemoryRow
from graphmem.core.browsing import Acquaintance, Knot, Strand, Succession, Told
from graphmem.model import Kind, MemoryId, Replacement, Status


class KnownUsers(msgspec.Struct, frozen=True):
    users: list[str]


class AcquaintanceRow(msgspec.Struct, frozen=True):
    person: PersonRow
    memories: int
    last_heard: Milliseconds | None

    def acquaintance(self) -> Acquaintance:
        return Acquaintance(self.person.person(self.memories), moment(self.last_heard))


class CrowdRow(msgspec.Struct, frozen=True):
    total: int
    people: list[AcquaintanceRow]


class HitsRow(msgspec.Struct, frozen=True):
    people: list[AcquaintanceRow]
    memories: list[MemoryRow]


class TallyRow(msgspec.Struct, frozen=True):
    people: int
    facts: int
    superseded: int
    changes: int


class SuccessionRow(msgspec.Struct, frozen=True):
    old: MemoryRow
    new: MemoryRow
    at: Milliseconds
    reason: str | None
    rule: str | None

    def succession(self) -> Succession:
        old, new = self.old.memory(), self.new.memory()
        gone = Replacement(new=new.id, old=old.id, at=sure_moment(self.at), reason=self.reason, rule=self.rule)
        return Succession(old, new, gone)


class Successions(msgspec.Struct, frozen=True):
    replaced: list[SuccessionRow]


class SuccessorRow(msgspec.Struct, frozen=True):
    by: str
    content: str
    at: Milliseconds
    reason: str | None
    rule: str | None


class ToldRow(msgspec.Struct, frozen=True):
    memory: MemoryRow
    replaced: SuccessorRow | None

    def told(self) -> Told:
        memory, gone = self.memory.memory(), self.replaced
        if gone is None or memory.status is not Status.DEPRECATED:
            return Told(memory)
        replacement = Replacement(
            new=MemoryId(gone.by), old=memory.id, at=sure_moment(gone.at), reason=gone.reason, rule=gone.rule
        )
        return Told(memory, replacement, gone.content)


class FactsRow(msgspec.Struct, frozen=True):
    total: int
    facts: list[ToldRow]


class BondRow(msgspec.Struct, frozen=True):
    to: str
    kind: str


class KnotRow(msgspec.Struct, frozen=True):
    person: PersonRow
    created_at: Milliseconds | None
    bonds: list[BondRow]

    def knot(self) -> Knot:
        ties = dict.fromkeys((bond.to, bond.kind) for bond in self.bonds)
        return Knot(person=self.person.person(), since=moment(self.created_at), ties=tuple(ties))


class StrandRow(msgspec.Struct, frozen=True):
    id: str
    content: str
    kind: Kind
    status: Status
    created_at: Milliseconds
    about: list[str]

    def strand(self) -> Strand:
        return Strand(
            id=self.id,
            content=self.content,
            kind=self.kind,
            status=self.status,
            since=sure_moment(self.created_at),
            about=tuple(self.about),
        )


class WebRow(msgspec.Struct, frozen=True):
    people: list[KnotRow]
    facts: list[StrandRow]


class WordsRow(msgspec.Struct, frozen=True):
    id: str
    text: str


class Words(msgspec.Struct, frozen=True):
    words: list[WordsRow]


class WordsOf(Scoped[Words], file="browse/words", row=Words):
    memories: list[str]
    people: list[str]


class UsersOf(Scoped[KnownUsers], file="browse/users", row=KnownUsers):
    begins: str
    limit: int


class PeopleByHeard(Scoped[CrowdRow], file="browse/people_by_heard", row=CrowdRow):
    skip: int
    lately: int


class PeopleByName(Scoped[CrowdRow], file="browse/people_by_name", row=CrowdRow):
    skip: int
    limit: int


class PeopleByFacts(Scoped[CrowdRow], file="browse/people_by_facts", row=CrowdRow):
    skip: int
    limit: int


class PeopleCalled(Scoped[CrowdRow], file="browse/people_called", row=CrowdRow):
    called: str
    sort: str
    skip: int
    limit: int


class Search(Scoped[HitsRow], file="browse/search", row=HitsRow):
    lucene: str
    called: str
    reach: int
    limit: int
    now: datetime


class TallyOf(Scoped[TallyRow], file="browse/tally", row=TallyRow):
    pass


class Replaced(Scoped[Successions], file="browse/replaced", row=Successions):
    limit: int


class AboutPerson(Scoped[FactsRow], file="browse/about", row=FactsRow):
    person: str
    statuses: list[str]
    skip: int
    limit: int


class WebOf(Scoped[WebRow], file="browse/web", row=WebRow):
    kinds: list[str] | None
    statuses: list[str]
    as_of: datetime | None
    valid_at: datetime | None
    limit: int


class WebAround(Scoped[WebRow], file="browse/around", row=WebRow):
    person: str
    kinds: list[str] | None
    statuses: list[str]
    as_of: datetime | None
    valid_at: datetime | None
    limit: int
