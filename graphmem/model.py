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

    def __post_init__(self) -> None:
        if self.owners is not None and any(owner.tenant != self.tenant for owner in self.owners):
            raise ValueError("an owner of another tenant")

    @classmethod
    def whole(cls, tenant: Tenant) -> "Scope":
        return cls(tenant, None)

    @property
    def every_assistant(self) -> bool:
        """Whoever sees the whole tenant sees what is meant for one assistant too."""
        return self.owners is None

    @property
    def owner_ids(self) -> list[OwnerId] | None:
        return None if self.owners is None else [owner.id for owner in self.owners]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory came from: each part optional."""

    thread_id: str | None = None
    message_id: str | None = None
    tool_run_id: str | None = None


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
    provenance: Provenance = Provenance()
    superseded_by: MemoryId | None = None


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
    """One version of a fact, and what took its place."""

    memory: Memory
    replaced: Replacement | None


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
    read: tuple[Mapping[str, Json], ...]  # what was found in its words, in parts
    about: tuple[Attribution, ...]
    replaces: tuple[tuple[Replacement, str], ...]  # with the old words


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that a search found, with what speaks for it."""

    memory: Memory
    similarity: float | None
    text_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A memory worth giving to an agent, with its rank's reasons."""

    memory: Memory
    score: float
    similarity: float | None
