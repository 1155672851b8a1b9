"""People as they come back from the graph."""

import msgspec

from graphmem.adapters.neo4j.moments import Milliseconds, sure_moment
from graphmem.core.mentions import Gender
from graphmem.core.person import Bond, KnownPerson, PersonId
from graphmem.model import Alike, Person


class Call(msgspec.Struct, frozen=True):
    """Something a person is called: a name, or what they are to somebody."""

    text: str
    kind: str
    relation: str | None = None
    former: bool | None = None
    of: str | None = None
    rank: int | None = None


class NameRow(msgspec.Struct, frozen=True):
    tenant: str
    id: str
    text: str


class PersonRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/person.cypher."""

    id: str
    name: str | None
    calls: list[Call]

    def person(self, memories: int | None = None) -> Person:
        names = list(dict.fromkeys(call.text for call in self.calls if call.kind == "name"))
        return Person(
            id=self.id,
            name=self.name,
            relations=tuple(dict.fromkeys(call.text for call in self.calls if call.kind == "relation")),
            aliases=tuple(name for name in names if name != self.name),
            memory_count=memories,
        )

    def then(self, memories: int) -> Person:
        """The person by a name that was known then, where these are the calls of a past moment."""
        names = [call.text for call in self.calls if call.kind == "name"]
        name = self.name if self.name in names else next(iter(names), None)
        return msgspec.structs.replace(self, name=name).person(memories)


class KnownPersonRow(msgspec.Struct, frozen=True):
    """The projection in cypher/fragments/known_person.cypher: a person as the rules of identity want them."""

    person: PersonRow
    gender: Gender | None
    last_mentioned: Milliseconds | None

    def known(self) -> KnownPerson:
        calls = self.person.calls
        names = [call.text for call in calls if call.kind == "name"]
        first = [self.person.name] if self.person.name else []
        return KnownPerson(
            id=PersonId(self.person.id),
            names=tuple(dict.fromkeys([*first, *names])),
            bonds=tuple(
                Bond(call.text, call.relation or call.text, bool(call.former), PersonId(call.of) if call.of else None)
                for call in calls
                if call.kind == "relation"
            ),
            gender=self.gender,
        )


class Everybody(msgspec.Struct, frozen=True):
    people: list[KnownPersonRow]


class MentionedRow(msgspec.Struct, frozen=True):
    id: str
    at: Milliseconds


class PeopleMeant(msgspec.Struct, frozen=True):
    people: list[KnownPersonRow]
    last_mentioned: list[MentionedRow]
    names: list[str]


class SuggestionRow(msgspec.Struct, frozen=True):
    person: PersonRow
    other: PersonRow
    at: Milliseconds
    reason: str

    def alike(self) -> Alike:
        return Alike(self.person.person(), self.other.person(), at=sure_moment(self.at), reason=self.reason)


class Suggestions(msgspec.Struct, frozen=True):
    suggestions: list[SuggestionRow]


class CountedPerson(msgspec.Struct, frozen=True):
    person: PersonRow
    memories: int


class People(msgspec.Struct, frozen=True):
    people: list[CountedPerson]
