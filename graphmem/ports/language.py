"""What understands words."""

from collections.abc import Sequence
from typing import Protocol

from graphmem.core.conversation import Conversation, Extract
from graphmem.core.reading import Reading
from graphmem.core.verdict import Odds, Verdict
from graphmem.model import Vector


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
    """Reads of whom texts speak, and whether they state a fact."""

    async def read(self, texts: Sequence[str]) -> list[Reading]: ...


class Judge(Protocol):
    """Compares statements."""

    async def odds(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Odds]:
        """What the second of each pair, said later, does to the first."""


class Extractor(Protocol):
    """Finds in a conversation what is worth keeping."""

    @property
    def name(self) -> str:
        """By what it finds: `reader`, or a model's name."""

    async def extract(self, conversation: Conversation) -> Extract:
        """Raises ExtractorUnavailable when it can't now: the messages stay unread."""


class Arbiter(Protocol):
    """Judges two facts of which the judge is not sure."""

    async def judge(self, *, older: str, newer: str) -> Verdict:
        """What the newer does to the older; that they coexist, when in doubt and when it can't tell now."""
