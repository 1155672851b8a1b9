"""Erasing a memory, a thread, a person or a user for good: first how much, then the deed, then a receipt."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.errors import Conflict, GraphmemError, UnknownMemory, UnknownPerson, UnknownThread
from graphmem.model import Tenant
from graphmem.ports.lifecycle import Erasure


class Kind(StrEnum):
    MEMORY = "memory"
    THREAD = "thread"
    PERSON = "person"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be forgotten."""

    kind: Kind
    id: str


@dataclass(frozen=True, slots=True)
class Preview:
    """How much would go, and the word that says it may."""

    counts: Mapping[str, int]
    confirm: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """How much is gone, and since when."""

    counts: Mapping[str, int]
    at: datetime


async def preview(tenant: Tenant, target: Target, *, erasure: Erasure) -> Preview:
    """How much would be erased."""
    counts = await _erased(tenant, target, erasure=erasure, rehearse=True)
    return Preview(counts, _word(tenant, target))


async def forget(tenant: Tenant, target: Target, confirm: str, *, erasure: Erasure, now: datetime) -> Receipt:
    """Erases what a preview was asked for, with all that has been added since."""
    if confirm != _word(tenant, target):
        raise Conflict("confirm: is not of a preview of this: ask for one, and send the word in it")
    return Receipt(await _erased(tenant, target, erasure=erasure, rehearse=False), now)


async def _erased(tenant: Tenant, target: Target, *, erasure: Erasure, rehearse: bool) -> Mapping[str, int]:
    match target.kind:
        case Kind.MEMORY:
            counts = await erasure.memory(tenant, target.id, rehearse=rehearse)
        case Kind.THREAD:
            counts = await erasure.thread(tenant, target.id, rehearse=rehearse)
        case Kind.PERSON:
            counts = await erasure.person(tenant, target.id, rehearse=rehearse)
        case Kind.USER:
            counts = await erasure.user(tenant, target.id, rehearse=rehearse)
    if counts is None:
        raise _unknown(target)
    return counts


def _unknown(target: Target) -> GraphmemError:
    errors = {Kind.MEMORY: UnknownMemory, Kind.THREAD: UnknownThread, Kind.PERSON: UnknownPerson}
    return errors[target.kind](target.id)


def _word(tenant: Tenant, target: Target) -> str:
    # Not of the counts: those of somebody who is being written to are others at every moment.
    return hashlib.sha256("\x1f".join([tenant, target.kind, target.id]).encode()).hexdigest()[:16]
