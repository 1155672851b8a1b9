"""The words of the domain: memories, who owns them, and who may see them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

MemoryId = NewType("MemoryId", str)
OwnerId = NewType("OwnerId", str)
Tenant = NewType("Tenant", str)
Vector = list[float]
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Kind(StrEnum):
    PROFILE = "profile"
    PREFERENCE = "preference"
    FACT = "fact"
    TASK = "task"
    NOTE = "note"
    SUMMARY = "summary"
    EVENT = "event"


class Holds(StrEnum):
    """Which of two facts is right, seen from one of them."""

    THIS = "this"
    OTHER = "other"
    BOTH = "both"


class Include(StrEnum):
    """What a recall gives."""

    MEMORIES = "memories"
    MESSAGES = "messages"


class Status(StrEnum):
    ACTIVE = "active"
    DEPRECATED = "deprecated"
    DELETED = "deleted"


class OwnerType(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    ORG = "org"
    CHAT = "chat"
    THREAD = "thread"


@dataclass(frozen=True, slots=True)
class Owner:
    """Whoever a memory belongs to: exactly one for each memory."""

    tenant: Tenant
    type: OwnerType
    ref: str

    @property
    def id(self) -> OwnerId:
        return OwnerId(f"{self.tenant}/{self.type}/{self.ref}")

    @property
    def token(self) -> str:
        """The owner as one word of digits, which no full-text analyzer splits or stems."""
        return f"o{int.from_bytes(hashlib.sha256(self.id.encode()).digest()[:10])}"

    @classmethod
    def parse(cls, owner_id: str) -> "Owner":
        tenant, kind, ref = owner_id.split("/", 2)
        return cls(Tenant(tenant), OwnerType(kind), ref)


@dataclass(frozen=True, slots=True)
class Scope:
    """What one caller may see: a tenant, the owners in it, and through the eyes of which assistant.

    `owners` None is every owner of the tenant, for whoever holds the tenant's key and names a memory by its id.
    """

    tenant: Tenant
    owners: tuple[Owner, ...] | None
    assistant_key: str | None = None
    any_assistant: bool = False  # a person who looks sees what is meant for one assistant too

    def __post_init__(self) -> None:
        if self.owners is not None and any(owner.tenant != self.tenant for owner in self.owners):
            raise ValueError("an owner of another tenant")

    @classmethod
    def whole(cls, tenant: Tenant) -> "Scope":
        return cls(tenant, None)

    @property
    def every_assistant(self) -> bool:
        """Whoever sees the whole tenant sees what is meant for one assistant too."""
        return self.any_assistant or self.owners is None

    @property
    def owner_ids(self) -> list[OwnerId] | None:
        return None if self.owners is None else [owner.id for owner in self.owners]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory came from: each part optional."""

    thread_id: str | None = None
    message_id: str | None = None
    tool_run_id: str | None = None


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class MessageStatus(StrEnum):
    PENDING = "pending"
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation."""

    id: str
    role: Role
    content: str
    said_at: datetime
    status: MessageStatus = MessageStatus.COMPLETED
    position: int = 0  # in its thread, from 1
    checked: bool = False  # whether it was read for facts
    remembered: bool = False  # whether what it asks to remember was kept at once
    redacted: tuple[str, ...] = ()  # what kinds of secrets were taken out of it
    refused: tuple[str, ...] = ()  # why something in it was not kept
    created_at: datetime | None = None


class ExtractionState(StrEnum):
    IDLE = "idle"
    PENDING = "pending"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A conversation of one user with an assistant."""

    id: str
    tenant: Tenant
    user: str
    assistant_key: str | None = None
    chat: str | None = None
    auto_extract: bool = False
    metadata: Mapping[str, Json] = field(default_factory=dict)
    created_at: datetime
    updated_at: datetime
    messages: int = 0
    unchecked: int = 0  # completed messages not yet read for facts
    extraction: ExtractionState = ExtractionState.IDLE
    error: str | None = None  # why the last extraction failed

    @property
    def owner(self) -> Owner:
        """Whose facts are told in it."""
        return Owner(self.tenant, OwnerType.USER, self.user)

    @property
    def own(self) -> Owner:
        """The thread itself, as the owner of what is meant for it alone."""
        return Owner(self.tenant, OwnerType.THREAD, self.id)


class RunStatus(StrEnum):
    RUNNING = "running"
    DONE = "done"
    RETRYING = "retrying"  # it failed and will be tried again
    FAILED = "failed"  # it was tried for the last time
    RETRIED = "retried"  # it had failed, and was started anew
    LOST = "lost"  # its worker ended in the midst of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """One run over the unread messages of a thread."""

    id: str
    tenant: Tenant
    thread_id: str
    user: str
    status: RunStatus
    extractor: str
    messages: int = 0
    found: int = 0
    kept: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)  # how many for which reason; never the words
    error: str | None = None
    started_at: datetime
    updated_at: datetime
    took_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A fact that somebody wants kept, checked and ready to be settled against what is known."""

    id: MemoryId
    content: str
    kind: Kind | None = None  # none: found from the words
    key: str | None = None
    named: tuple[str, ...] = ()  # whom it is about, in the caller's words
    subjects: tuple[str, ...] = ()  # the ids of the people whose fact it is
    tags: tuple[str, ...] = ()
    confidence: float = 1.0
    importance: float | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)
    assistant_key: str | None = None
    expires_at: datetime | None = None
    said_at: datetime
    provenance: Provenance = Provenance()


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody in a user's life, as the user speaks of them."""

    id: str
    name: str | None
    relations: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    memory_count: int | None = None

    @property
    def shown(self) -> str:
        """What to call them: by name, or else by what they are to the user."""
        return self.name or (f"my {self.relations[0]}" if self.relations else "somebody")


@dataclass(frozen=True, slots=True)
class Alike:
    """Two people who may be one; only the user can tell."""

    person: Person
    other: Person
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A fact that is kept."""

    id: MemoryId
    content: str
    kind: Kind
    key: str | None
    subjects: tuple[str, ...]  # the ids of the people whose fact it is
    about: tuple[Person, ...] = ()
    tags: tuple[str, ...]
    confidence: float
    importance: float | None
    status: Status
    metadata: Mapping[str, Json]
    assistant_key: str | None
    owner: Owner
    embedding_model: str | None
    expires_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    created_at: datetime
    updated_at: datetime
    repeated_at: datetime | None = None  # when it was last said, if more than once
    provenance: Provenance = Provenance()
    superseded_by: MemoryId | None = None

    @property
    def said_at(self) -> datetime:
        """When it was last said."""
        return self.repeated_at or self.created_at


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two facts that may not both hold; only the user can tell."""

    newer: Memory
    older: Memory
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """That one memory took another's place: when, and by which rule."""

    new: MemoryId
    old: MemoryId
    at: datetime
    reason: str | None
    rule: str | None


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of a fact, and what took its place: another memory, or other words of the same."""

    memory: Memory
    replaced: Replacement | None

    @property
    def reworded(self) -> bool:
        return self.replaced is not None and self.replaced.new == self.memory.id


@dataclass(frozen=True, slots=True)
class Attribution:
    """Whom a memory is about, and how that was found."""

    person: Person
    rule: str | None
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Why a memory is believed."""

    memory: Memory
    about: tuple[Attribution, ...]
    replaces: tuple[tuple[Replacement, str], ...]  # with the old words


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that a search found, as far as it takes to rank it."""

    id: MemoryId
    content: str
    said_at: int  # milliseconds since 1970
    key: str | None = None
    thread_id: str | None = None
    similarity: float | None = None  # to the question; none without a vector
    asked: bool = False  # whether it is about somebody the question speaks of


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A memory worth giving to an agent, with its rank's reasons."""

    memory: Memory
    score: float
    relevance: float  # the probability that it answers the question
    similarity: float | None
    outdated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver:
    """A memory that a recall looked at and did not give, and why not."""

    memory: Memory
    score: float
    similarity: float | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What somebody said, to the letter."""

    thread_id: str
    message_id: str
    role: Role
    said_at: datetime
    text: str
    score: float
    similarity: float | None
    in_words: float  # the share of the question's words that it holds
