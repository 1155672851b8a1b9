"""What the flows need from the outside, and nothing more."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from graphmem.core.archive.records import Record
from graphmem.core.browsing import Crowd, Facts, Hits, Order, Succession, Tally, Web
from graphmem.core.conversation import Conversation, Extract
from graphmem.core.cypher_plan import Plan
from graphmem.core.desk import Limits, Question, Table
from graphmem.core.doubt import Doubt
from graphmem.core.lifecycle import Worth
from graphmem.core.merging import Outdated
from graphmem.core.person import KnownPerson
from graphmem.core.picture import Change, Deed, Picture
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings
from graphmem.core.threads import Backlog, Source, ThreadEntry, Turn
from graphmem.core.triggers import Due
from graphmem.core.verdict import Verdict
from graphmem.core.whom import NOBODY, Whom
from graphmem.model import (
    Alike,
    Candidate,
    Claim,
    Edition,
    Extraction,
    Grounds,
    Kind,
    Memory,
    MemoryId,
    Message,
    Owner,
    Person,
    Replacement,
    Scope,
    Status,
    Tenant,
    Thread,
    Vector,
)

# Something that is written together with a settlement, or not at all. Only adapters know what a transaction is.
Also = Callable[[Any, Settlement | None], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What a recall looks for."""

    vector: Vector | None
    words: Sequence[str]
    phrases: Sequence[str]
    whom: Whom = NOBODY  # whom the question speaks of
    candidates: int
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
class Findings:
    """What a search found."""

    candidates: Sequence[Candidate]
    people: Sequence[Person] = ()


class Graph(Protocol):
    """The graph of memories. Every call names whose memories it is about."""

    async def settle(
        self,
        owner: Owner,
        claims: Sequence[Claim],
        vectors: Sequence[Vector | None],
        *,
        readings: Sequence[Reading],
        decide: Callable[[Surroundings], Settlement],
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

    async def circle(self, scope: Scope) -> list[KnownPerson]:
        """Everybody known to the scope, as the rules of identity want them."""

    async def person(self, scope: Scope, person_id: str) -> Person | None: ...

    async def searchable(self, scope: Scope) -> int:
        """How many memories a search of the scope could find; exact up to the size where it stops mattering."""

    async def search(self, scope: Scope, sought: Sought) -> Findings:
        """The memories of the scope nearest in meaning or words, and the people spoken of last."""

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

    async def owners_awaiting_vectors(self, limit: int) -> list[Owner]: ...

    async def awaiting_vectors(self, scope: Scope, limit: int) -> list[tuple[MemoryId, str]]:
        """Memories of the scope without a vector of the model in use: their ids and words."""

    async def attach_vectors(self, scope: Scope, vectors: Sequence[tuple[MemoryId, str, Vector]]) -> None:
        """Gives memories the vectors of their words; one whose words changed meanwhile keeps waiting."""

    async def vectors_complete(self, scope: Scope) -> None:
        """Takes owners off the waiting list whose memories all have vectors."""

    async def mark_every_owner(self) -> int:
        """Puts every owner on the waiting list and says how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeListing:
    """Which changes of a scope to list, newest first."""

    kind: str | None = None
    touched: str | None = None  # the id of a person or memory
    before: str | None = None
    limit: int = 50


class Curation(Protocol):
    """Changes to what is known that are kept on record, so that each can be taken back."""

    async def curate(
        self,
        scope: Scope,
        *,
        people: Sequence[str] = (),
        memories: Sequence[MemoryId] = (),
        decide: Callable[[Picture], Deed],
        now: datetime,
    ) -> Change | None:
        """Shows `decide` these people and memories and writes what it decides, in one transaction; None for nothing."""

    async def rewrite(
        self, scope: Scope, memory: Memory, vector: Vector | None, *, reading: Reading, seen: datetime
    ) -> Change | None:
        """Writes a changed memory. Raises ChangedSince when it was changed after it was `seen`."""

    async def retire(self, scope: Scope, doubt: Doubt, *, by: Claim, verdict: Verdict) -> bool:
        """Retires a memory that a claim, kept meanwhile, outdates; false when either was changed since."""

    async def undo(self, scope: Scope, change: Change, *, vectors: Mapping[str, Vector | None], now: datetime) -> None:
        """Takes a change back. Raises ChangedSince or AlreadyUndone, and changes nothing then."""

    async def change(self, scope: Scope, change_id: str) -> Change | None: ...

    async def changes(self, scope: Scope, listing: ChangeListing) -> list[Change]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """What became of posted messages."""

    thread: Thread
    messages: Sequence[Message]
    taken: Sequence[str] = ()  # ids that other words have: nothing was written
    due_in: float | None = None  # seconds until they are read


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """Which of the memories that a thread may see, in the order of their ids."""

    learned_here: bool = False
    ids: Sequence[MemoryId] | None = None
    after: MemoryId | None = None
    limit: int = 50
    now: datetime


class Threads(Protocol):
    """Conversations in the graph. Every call names the tenant; what another tenant has does not exist."""

    async def open(self, thread: Thread) -> Thread:
        """The new thread, or the one that was opened under this id before."""

    async def thread(self, tenant: Tenant, thread_id: str) -> Thread | None: ...

    async def listed(self, tenant: Tenant, user: str, *, limit: int, before: Thread | None) -> list[ThreadEntry]: ...

    async def of_user(self, tenant: Tenant, user: str) -> list[str]:
        """The ids of all threads of a user."""

    async def post(
        self, tenant: Tenant, thread_id: str, messages: Sequence[Message], *, due: Due, now: datetime
    ) -> Posting | None:
        """Adds messages in one write; none when there is no such thread."""

    async def finish(
        self, tenant: Tenant, thread_id: str, message: Message, *, due: Due, now: datetime
    ) -> Posting | None:
        """Ends a pending message in one write; one that has ended stays as it is."""

    async def message(self, tenant: Tenant, thread_id: str, message_id: str) -> Message | None: ...

    async def messages(self, tenant: Tenant, thread_id: str, *, after: int, limit: int) -> list[Message]: ...

    async def conversation(self, thread: Thread, *, after: int, limit: int, most: int) -> list[Turn]:
        """The messages in their order, each with what was learned from it, at most so many of each."""

    async def sources(self, scope: Scope, memory_id: MemoryId, *, reach: int, limit: int) -> list[Source]:
        """The messages that taught a memory, the last first, each among so many before and after it."""

    async def memories(self, thread: Thread, scope: Scope, visible: Visible) -> list[Memory]: ...

    def learned(self, thread: Thread, owner: Owner, *, asked: Sequence[str] = ()) -> Also:
        """Notes which messages taught the memories of a settlement, and which wishes to remember it fulfils."""

    async def taught_by(self, thread: Thread, message_id: str) -> list[tuple[MemoryId, tuple[MemoryId, ...]]]:
        """The memories that a message taught, each with those it replaced."""

    async def merge(
        self,
        thread: Thread,
        decide: Callable[[Sequence[Memory]], Sequence[Outdated]],
        joined: Mapping[str, str],
        *,
        now: datetime,
    ) -> tuple[int, int] | None:
        """Gives a thread's memories and people to its user; says how many moved and how many were outdated by it."""

    async def clear(self, thread: Thread, *, now: datetime) -> Mapping[str, int] | None:
        """Deletes what was learned in a thread, which stays; what was said so far counts as read."""

    async def delete(self, thread: Thread) -> Mapping[str, int] | None:
        """Deletes a thread with all that was said and learned in it, and says how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A thread that is one run's for a while."""

    extraction_id: str
    thread: Thread
    tries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a run."""

    messages: Sequence[str]  # the ids of those read
    found: int
    kept: int
    refused: Mapping[str, int]
    left: Mapping[str, Sequence[str]] = field(default_factory=dict)  # why, for each message; never its words


class Extractions(Protocol):
    """The runs over threads, and which threads wait for one. A thread is only ever one run's."""

    async def waiting(self, limit: int) -> list[tuple[Tenant, str]]:
        """Threads that are due and free, in the order they came."""

    async def take(self, tenant: Tenant, thread_id: str, *, extractor: str, lease: float) -> Taken | None:
        """The thread for one run; none when somebody else was quicker."""

    async def renew(self, taken: Taken, *, lease: float) -> bool: ...

    async def unread(self, taken: Taken, *, limit: int, earlier: int) -> tuple[list[Message], list[Message]]:
        """The messages nobody has read, and those before them, each in their order."""

    def done(self, taken: Taken, outcome: Outcome, *, due: Due) -> Also:
        """Marks the messages read and frees the thread. Raises LeaseLost when the thread is no longer the run's."""

    async def finish(self, also: Also) -> None:
        """Does what `done` gives on its own, when there is nothing to settle."""

    async def fail(self, taken: Taken, *, error: str, again: float | None) -> None:
        """Leaves the messages unread, to be tried again in so many seconds, or for a person to look at."""

    async def ask(self, tenant: Tenant, thread_id: str) -> Thread | None:
        """Has a thread read as soon as can be."""

    async def listed(
        self, tenant: Tenant, *, thread_id: str | None, user: str | None, status: str | None, limit: int,
        before: str | None,
    ) -> list[Extraction]: ...  # fmt: skip

    async def backlog(self, tenant: Tenant, *, user: str | None) -> Backlog:
        """How much waits to be read, of a tenant or of one user."""

    async def lately(
        self, tenant: Tenant, *, thread_id: str | None, user: str | None, seconds: int
    ) -> list[Extraction]:
        """The runs that began or changed in the last seconds, oldest change first."""


class Lifecycle(Protocol):
    """What the graph can tell about what has to go, and its removal."""

    async def owners(self, *, after: str, limit: int) -> list[Owner]: ...

    async def large_owners(self, most: int) -> list[Owner]:
        """Owners that may hold more than so many memories."""

    async def stale(self, owner: Owner, *, before: datetime, limit: int | None) -> dict[MemoryId, bool]:
        """Memories that expired (true) or were replaced (false) before a moment."""

    async def worth(self, owner: Owner) -> list[Worth]:
        """The owner's active memories, with what says how much each is worth."""

    async def lonely(self, owner: Owner) -> list[str]:
        """The ids of people of whom no memory is left."""

    async def erase(self, owner: Owner, memories: Sequence[MemoryId]) -> int:
        """Deletes memories for good and whoever is then left without any; says how many people that were."""

    async def erase_people(self, owner: Owner, people: Sequence[str]) -> int:
        """Deletes those of these people of whom no memory is left."""

    async def erase_runs(self, *, before: datetime) -> int:
        """Deletes the records of runs that ended before a moment."""


class Erasure(Protocol):
    """Erases one thing with all that tells of it, counted by label; none when there is no such thing.

    Rehearsed, nothing is erased, and the counts are what they would be.
    """

    async def memory(self, tenant: Tenant, memory_id: str, *, rehearse: bool) -> Mapping[str, int] | None: ...

    async def thread(self, tenant: Tenant, thread_id: str, *, rehearse: bool) -> Mapping[str, int] | None: ...

    async def person(self, tenant: Tenant, person_id: str, *, rehearse: bool) -> Mapping[str, int] | None: ...

    async def user(self, tenant: Tenant, user: str, *, rehearse: bool) -> Mapping[str, int] | None: ...


class Views(Protocol):
    """What people look at: lists and pictures of what is known."""

    async def users(self, tenant: Tenant, *, begins: str = "", limit: int) -> Sequence[str]:
        """The users of a tenant of whom something is known."""

    async def people(self, scope: Scope, *, called: str | None, order: Order, skip: int, limit: int) -> Crowd:
        """A page of the people who are called something like this."""

    async def search(self, scope: Scope, text: str, *, limit: int, now: datetime) -> Hits:
        """The people and facts that a half-typed text may mean."""

    async def words(self, scope: Scope, *, memories: Sequence[str], people: Sequence[str]) -> Mapping[str, str]:
        """What memories say and people are called, by their ids."""

    async def tally(self, scope: Scope) -> Tally: ...

    async def replaced(self, scope: Scope, *, limit: int) -> Sequence[Succession]:
        """The facts that were replaced last."""

    async def about(self, scope: Scope, person_id: str, *, statuses: Sequence[Status], skip: int, limit: int) -> Facts:
        """A page of the facts about a person, newest first."""

    async def web(
        self, scope: Scope, *, person_id: str | None, kinds: Sequence[Kind] | None, as_of: datetime | None, limit: int
    ) -> Web:
        """The people and facts of the scope, or of one person, and how they hang together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What of some lines of an archive is in the graph already."""

    ours: frozenset[str]  # ids that the tenant has
    others: frozenset[str]  # ids that somebody else has
    owners: frozenset[str]
    threads: Mapping[str, bool]  # and whether they are still arriving
    messages: frozenset[tuple[str, str]]  # by thread and id


class Archive(Protocol):
    """All that a tenant has, as lines that can be read and written one after the other."""

    @property
    def model(self) -> str:
        """Whose vectors lines may hold."""

    async def counts(self, tenant: Tenant, users: Sequence[str] | None) -> Mapping[str, int]:
        """How many lines of each type there are."""

    def lines(self, tenant: Tenant, users: Sequence[str] | None, *, with_embeddings: bool) -> AsyncIterator[Record]:
        """All lines, of the whole tenant or of these users, always in the same order."""

    async def here(self, tenant: Tenant, records: Sequence[Record]) -> Here: ...

    async def put(self, tenant: Tenant, records: Sequence[Record]) -> None:
        """Writes lines that are not there yet, in one transaction; what is there is never changed."""

    async def held(self, owner: Owner, fingerprints: Sequence[str]) -> frozenset[str]:
        """Which of these words an owner holds already, whatever became of them."""


class Sizes(Protocol):
    """How large scopes are, as known lately."""

    async def of(self, scope: Scope) -> int:
        """Nought only when the scope has no searchable memory now."""


class Embedder(Protocol):
    """Turns texts into vectors of one space."""

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector of length one for each text. Raises EmbedderUnavailable when it can't now."""


class Parser(Protocol):
    """Reads what texts say about people and facts."""

    async def read(self, texts: Sequence[str]) -> list[Reading]: ...


class Extractor(Protocol):
    """Finds in a conversation what is worth keeping."""

    @property
    def name(self) -> str:
        """By what it finds: `rules`, or a model's name."""

    async def extract(self, conversation: Conversation) -> Extract:
        """Raises ExtractorUnavailable when it can't now: the messages stay unread."""


class Arbiter(Protocol):
    """Judges two facts about the same subjects between which no rule decides."""

    async def judge(self, *, older: str, newer: str) -> Verdict:
        """What the newer does to the older; that they coexist, when in doubt and when it can't tell now."""


class Queue(Protocol):
    """Wakes a worker. What there is to do stands in the graph, so a lost call loses nothing."""

    async def wake(self, job: str, *, after: float = 0.0) -> None:
        """Has a worker do the job, after so many seconds."""


class Desk(Protocol):
    """Runs free Cypher of analysts, in a session that can't write."""

    async def plan(self, question: Question, *, seconds: float) -> Plan:
        """How the engine would answer. Raises QueryWrong when it can't make sense of it."""

    async def table(self, question: Question, limits: Limits) -> Table:
        """The rows, up to the limits. Raises QueryOverLimit when they take too long to come."""
