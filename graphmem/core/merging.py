"""What is left of a thread's memories and a user's when they become one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.core.identity import identify, named
from graphmem.core.people_lookup import PeopleLookup, people_lookup
from graphmem.core.person import KnownPerson
from graphmem.core.text import fingerprint
from graphmem.model import Memory, MemoryId, Status


@dataclass(frozen=True, slots=True)
class Outdated:
    """A memory that another of the same key or words takes the place of."""

    new: MemoryId
    old: MemoryId
    reason: str


def same_people(theirs: Sequence[KnownPerson], ours: Sequence[KnownPerson]) -> Mapping[str, str]:
    """Who of a thread's people is whom of the user's: by a name, or else by what they are to the user."""
    found: dict[str, str] = {}
    for person in theirs:
        for words in _calls(person):
            plan = identify(named([words], sure=False), ours, new_ids=iter(()))
            if plan.about:
                found[person.id] = plan.about[0]
                break
    return found


def lookup_of(theirs: Sequence[KnownPerson]) -> PeopleLookup:
    """What to look up those of the user's people by whom a thread's may be."""
    return people_lookup([named([words], sure=False) for person in theirs for words in _calls(person)])


def _calls(person: KnownPerson) -> list[str]:
    return [*person.names, *(f"my {bond.word}" for bond in person.bonds if bond.of is None)]


def outdated(memories: Sequence[Memory], joined: Mapping[str, str]) -> list[Outdated]:
    """Of memories with one key about the same people, and of those in the same words, the latest stays."""
    groups: dict[tuple[object, ...], list[Memory]] = defaultdict(list)
    for memory in memories:
        if memory.status is Status.ACTIVE:
            people = frozenset(joined.get(subject, subject) for subject in memory.subjects)
            mark = ("key", memory.key) if memory.key is not None else ("words", fingerprint(memory.content))
            groups[(*mark, people, memory.assistant_key)].append(memory)
    found = []
    for (kind, *_), group in groups.items():
        latest = max(group, key=lambda memory: (memory.updated_at, memory.id))
        reason = f"{latest.key} has a later value" if kind == "key" else "the same words"
        found += [Outdated(latest.id, memory.id, reason) for memory in group if memory is not latest]
    return found
