"""What understands words."""

from collections.abc import Sequence
from typing import Protocol

from graphmem.core.conversation import Conversation, Extract
from graphmem.core.reading import Reading
from graphmem.core.verdict import Verdict
from graphmem.model import (
    Vector,
)


class Embedder(Protocol):
    """Turns texts into vectors of one space."""

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector of length one for each text, an empty one where it can't read a text.

        Raises EmbedderUnavailable when it can't now.
        """


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
