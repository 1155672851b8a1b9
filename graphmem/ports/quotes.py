"""What quoting earlier conversations needs of the graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graphmem.core.quotes import Sayings
from graphmem.model import Owner, Scope, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteSearch:
    """What messages are looked for."""

    vector: Vector | None
    words: Sequence[str]
    phrases: Sequence[str]
    grams: Sequence[str] = ()
    messages: int  # that there are
    now: datetime


@dataclass(frozen=True, slots=True)
class UnembeddedThread:
    """A thread with messages that lack vectors, and whose it is."""

    owner: Owner
    id: str


class Quotes(Protocol):
    """Messages that may be quoted: of the users a scope names, from threads that its assistant may see."""

    async def search(self, scope: Scope, search: QuoteSearch) -> Sayings:
        """The messages nearest in meaning or words, and facts near the question that no longer hold."""

    async def threads_awaiting_vectors(
        self, limit: int, *, after: UnembeddedThread | None = None
    ) -> list[UnembeddedThread]: ...

    async def awaiting_vectors(self, thread: UnembeddedThread, limit: int) -> list[tuple[str, str]]:
        """Messages without a vector of the model in use: their ids, and their words as far as a model reads."""

    async def attach_vectors(self, thread: UnembeddedThread, vectors: Sequence[tuple[str, str, Vector]]) -> None:
        """Gives messages the vectors of their words."""

    async def vectors_complete(self, thread: UnembeddedThread) -> None:
        """Takes a thread off the waiting list if all of its messages have vectors."""

    async def mark_every_thread(self) -> int:
        """Puts every thread on the waiting list and says how many."""
