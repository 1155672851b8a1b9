"""What export and import need."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from graphmem.core.archive.records import Record
from graphmem.model import (
    Owner,
    Tenant,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What of some lines of an archive is in the graph already."""

    ids: frozenset[str]
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

    async def put_missing_names(self, tenant: Tenant, names: Mapping[str, str]) -> None:
        """Lets people be found by their names, by id, where no line says that they are called so."""

    async def held(self, owner: Owner, fingerprints: Sequence[str]) -> frozenset[str]:
        """Which of these words an owner holds already, whatever became of them."""
