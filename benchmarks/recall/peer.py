"""What a memory has to offer to be measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from benchmarks.recall.corpus import Hit, Item


class PeerFailed(Exception):
    """Raised when a peer can't go on, with the reason in a sentence."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a peer takes up."""

    disk: int  # bytes
    memory: int  # bytes resident, of all its processes


class Peer(Protocol):
    """Keeps items apart by space, and finds them again."""

    name: str
    about: str

    def add(self, space: str, items: Sequence[Item]) -> float:
        """Keeps all of them; says how many seconds that took."""

    def search(self, space: str, query: str, limit: int) -> tuple[Sequence[Hit], float]:
        """The best hits first, and the seconds."""

    def footprint(self) -> Footprint: ...

    def close(self) -> None: ...


@runtime_checkable
class Listener(Protocol):
    """A peer that finds the facts in a conversation by itself."""

    def hear(self, space: str, sessions: Sequence[Sequence[tuple[str, Item]]]) -> float:
        """Reads sessions of (role, message) and returns when all is learned; says how many seconds that took."""
