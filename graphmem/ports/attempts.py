"""What the flows need to know which requests were done before."""

from collections.abc import Callable
from typing import Protocol

from graphmem.core.attempts import Attempt
from graphmem.core.settlement import Settlement
from graphmem.model import Owner
from graphmem.ports.graph import Also


class Attempts(Protocol):
    """The keys that requests came with, each with what was asked for and what became of it."""

    async def answer(self, attempt: Attempt) -> str | None:
        """What was answered to the same request before; KeyReused when the key came with another one."""

    def noted(self, attempt: Attempt, owner: Owner, answer: Callable[[Settlement | None], str]) -> Also:
        """Notes the answer together with what is written; SentBefore when another try was quicker."""
