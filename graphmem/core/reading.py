"""What one text says: of whom, of what kind, and whether it is anything lasting."""

from dataclasses import dataclass

from graphmem.core.mentions import Said
from graphmem.model import Kind

_NOTHING = Said()


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read."""

    said: Said = _NOTHING
    kind: Kind | None = None
    lasting: float = 1.0  # how likely it states a fact that lasts
