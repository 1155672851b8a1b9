"""What the flows need of the graph of memories and people."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from graphmem.core.people_lookup import PeopleLookup
from graphmem.core.person import KnownPerson
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings
from graphmem.core.whom import NOBODY, Whom
from graphmem.model import (
    Alike,
    Candidate,
    Claim,
    Contradiction,
    Edition,
    Grounds,
    Memory,
    MemoryId,
    Owner,
    Person,
    Replacement,
    Scope,
    Status,
    Vector,
)
from graphmem.ports.language import Embedder
from graphmem.ports.quotes import Quotes

# Something that is written together with a settlement, or not at all. Only adapters know what a transaction is.
Also = Callable[[Any, Settlement | None], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Meaning:
    """A question in the vector space of a model."""

    model: str
    vector: Vector | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What a recall looks for."""

    meanings: Sequence[Meaning] = ()  # one, or two while memories get vectors of another model
    words: Sequence[str]
    phrases: Sequence[str]
    grams: Sequence[str] = ()  # of what has no words, see graphmem.core.grams
    whom: Whom = NOBODY  # whom the question speaks of
    candidates: int  # by meaning, and as many by words
    scope_size: int
    person: str | None = None  # the id of one whom they have to be about
    as_of: datetime | None = None  # what was known then
    valid_at: datetime | None = None  # what was true then
    min_confidence: float
    now: datetime


@dataclass(frozen=True, slots=True)
class Then:
    """A past moment, by either clock: what was known then, what was true then."""

    as_of: datetime | None = None
    valid_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Which memories of a scope to list, newest first."""

    statuses: Sequence[Status] = (Status.ACTIVE,)
    kind: str | None = None
    key: str | None = None
    tag: str | None = None
    person: str | None = None  # the id of one whom they are about
    include_expired: bool = False
    as_of: datetime | None = None
    valid_at: datetime | None = None
    before: MemoryId | None = None
    limit: int = 50
    now: datetime


@dataclass(frozen=True, slots=True)
class Searchable:
    """How many memories a search could find, and how many messages could be quoted."""

    memories: int
    messages: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found."""

    candidates: Sequence[Candidate]
    people: Sequence[Person] = ()


class Graph(Protocol):
    """The graph of memories. Every call names whose memories it is about."""

    earlier: Embedder | None  # whose vectors some memories still have
    quotes: Quotes

    async def settle(
        self,
        owner: Owner,
        claims: Sequence[Claim],
        vectors: Sequence[Vector | None],
        *,
        readings: Sequence[Reading],
        decide: Callable[[Surroundings], Awaitable[Settlement]],
        now: datetime,
        also: Also | None = None,
    ) -> Settlement:
        """Shows `decide` what the owner holds near each claim and writes what it decides, in one transaction."""

    async def kept_before(self, owner: Owner, ids: Sequence[MemoryId]) -> Mapping[MemoryId, tuple[MemoryId, ...]]:
        """Which of these memories the owner holds already, each with those it took the place of."""

    async def people(
        self, scope: Scope, *, limit: int, after: str | None = None, then: Then | None = None, id_: str | None = None
    ) -> list[Person]:
        """The people known to the scope, in the order of their ids; `id_` for one of those of a past moment."""

    async def alike(self, scope: Scope, *, limit: int) -> list[Alike]:
        """People who may be one, the last found first."""

    async def conflicts(
        self, scope: Scope, *, limit: int, now: datetime, memory_id: MemoryId | None = None
    ) -> list[Contradiction]:
        """Facts that may not both hold and wait for somebody to say, the last said first; or those of one memory."""

    async def everybody(self, scope: Scope) -> list[KnownPerson]:
        """Everybody known to the scope, as the rules of identity want them."""

    async def people_meant(self, scope: Scope, lookup: PeopleLookup) -> list[KnownPerson]:
        """Those of them whom some texts can mean."""

    async def person(self, scope: Scope, person_id: str) -> Person | None: ...

    async def searchable(self, scope: Scope) -> Searchable:
        """How much a search of the scope could find; exact up to the size where it stops mattering."""

    async def search(self, scope: Scope, sought: Sought) -> Findings:
        """The memories of the scope nearest in meaning or words, and the people the question speaks of."""

    async def chosen(
        self, scope: Scope, ids: Sequence[MemoryId], sought: Sought
    ) -> Mapping[MemoryId, tuple[Memory, int]]:
        """These memories, if they can still be found so, each with how many older versions it replaces."""

    async def suppressed(self, scope: Scope, ids: Sequence[MemoryId]) -> list[tuple[Replacement, str]]:
        """The older versions that these memories stand in the place of, with their words."""

    async def listed(self, scope: Scope, listing: Listing) -> list[Memory]: ...

    async def memory(self, scope: Scope, memory_id: MemoryId) -> Memory | None: ...

    async def history(self, scope: Scope, memory_id: MemoryId) -> list[Edition]:
        """Every version of a fact, oldest first; empty when there is none to be seen."""

    async def grounds(self, scope: Scope, memory_id: MemoryId) -> Grounds | None:
        """Why a memory is believed."""

    async def delete(self, scope: Scope, memory_id: MemoryId) -> bool:
        """Deletes a memory for good; false when there is none to be seen."""

    async def clear(self, scope: Scope) -> int:
        """Deletes every memory of the scope for good and says how many."""

    async def owners_awaiting_vectors(self, limit: int, *, after: Owner | None = None) -> list[Owner]: ...

    async def awaiting_vectors(self, scope: Scope, limit: int) -> list[tuple[MemoryId, str]]:
        """Memories of the scope without a vector of the model in use: their ids and words."""

    async def attach_vectors(self, scope: Scope, vectors: Sequence[tuple[MemoryId, str, Vector]]) -> None:
        """Gives memories the vectors of their words; one whose words changed meanwhile keeps waiting."""

    async def vectors_complete(self, scope: Scope) -> list[MemoryId]:
        """Takes owners off the waiting list whose memories all have vectors, but for those that can't: their ids."""

    async def every_vector_complete(self) -> bool:
        """Whether nobody waits for vectors; if so, no earlier model's are left."""

    async def mark_every_owner(self) -> int:
        """Puts every owner on the waiting list and says how many."""


class Sizes(Protocol):
    """How large scopes are, as known lately."""

    async def of(self, scope: Scope) -> int:
        """Zero only when the scope has no searchable memory now."""

    async def messages(self, scope: Scope) -> int:
        """How many messages of the scope's users could be quoted."""
