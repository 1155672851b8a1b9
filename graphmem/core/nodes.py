"""Memories seen as the entities, observations and relations of other memory servers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from graphmem.model import Json, Memory, MemoryId, Person

PERSON_TYPES = frozenset(["person", "people", "human", "individual", "contact", "user", "friend", "colleague"])


@dataclass(frozen=True, slots=True)
class Note:
    """One observation of an entity, and the memory that holds it."""

    memory_id: MemoryId
    entity: str
    entity_type: str
    observation: str | None  # none: the entity was made without any


@dataclass(frozen=True, slots=True)
class Bond:
    """A relation between two entities; `memory_id` none when it follows from who somebody is to the user."""

    memory_id: MemoryId | None
    source: str
    target: str
    relation: str


@dataclass(frozen=True, slots=True)
class Nodes:
    """Everything seen so."""

    notes: tuple[Note, ...]
    bonds: tuple[Bond, ...]

    def names(self) -> dict[str, str]:
        """Each entity and its type, in the order in which they came up."""
        named: dict[str, str] = {}
        for note in self.notes:
            named.setdefault(note.entity, note.entity_type)
        return named

    def only(self, names: Collection[str]) -> "Nodes":
        """These entities, and the relations between them."""
        wanted = {name.casefold() for name in names}
        return Nodes(
            tuple(note for note in self.notes if note.entity.casefold() in wanted),
            tuple(b for b in self.bonds if b.source.casefold() in wanted and b.target.casefold() in wanted),
        )


def nodes_of(memories: Sequence[Memory], people: Sequence[Person], *, user: str) -> Nodes:
    """What memories and people are in those terms; what is about nobody else is about the user."""
    called = {person.id: person.shown for person in people}
    for memory in memories:
        if len(memory.about) == 1 and isinstance(memory.metadata.get("entity"), str):
            called[memory.about[0].id] = str(memory.metadata["entity"])
    notes: list[Note] = []
    bonds: list[Bond] = []
    for memory in memories:
        bond = _bond(memory)
        if bond is not None:
            bonds.append(bond)
        else:
            notes += _notes(memory, called, user)
    spoken = {note.entity for note in notes}
    bonds += [
        Bond(None, user, called[person.id], relation)
        for person in people
        if called[person.id] in spoken
        for relation in person.relations
    ]
    return Nodes(tuple(notes), tuple(bonds))


def observed(entity: str, entity_type: str, observation: str) -> tuple[str, Mapping[str, Json]]:
    """The words of a memory that holds an observation, and the metadata by which it is found again."""
    content = observation if entity.casefold() in observation.casefold() else f"{entity}: {observation}"
    return content, {"entity": entity, "entity_type": entity_type, "observation": observation}


def declared(entity: str, entity_type: str) -> tuple[str, Mapping[str, Json]]:
    """The same for an entity of which nothing is known yet."""
    return f"{entity} ({entity_type})", {"entity": entity, "entity_type": entity_type, "observation": None}


def bound(source: str, target: str, relation: str) -> tuple[str, Mapping[str, Json]]:
    """The same for a relation."""
    words = relation.replace("_", " ")
    return f"{source} {words} {target}", {"relation": {"from": source, "to": target, "type": relation}}


def is_person(entity_type: str) -> bool:
    return entity_type.casefold().strip() in PERSON_TYPES


def _bond(memory: Memory) -> Bond | None:
    relation = memory.metadata.get("relation")
    if not isinstance(relation, Mapping):
        return None
    parts = [relation.get(name) for name in ("from", "to", "type")]
    if not all(isinstance(part, str) for part in parts):
        return None
    return Bond(memory.id, *(str(part) for part in parts))


def _notes(memory: Memory, called: Mapping[str, str], user: str) -> list[Note]:
    entity, kind = memory.metadata.get("entity"), memory.metadata.get("entity_type")
    if isinstance(entity, str):
        observation = memory.metadata.get("observation", memory.content)
        words = observation if isinstance(observation, str) else None
        return [Note(memory.id, entity, kind if isinstance(kind, str) else "entity", words)]
    if not memory.about:
        return [Note(memory.id, user, "user", memory.content)]
    return [Note(memory.id, called.get(person.id, person.shown), "person", memory.content) for person in memory.about]
