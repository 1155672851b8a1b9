"""What one text says: of whom, and what, in parts that can be compared."""

from dataclasses import dataclass

from graphmem.core.facets import Facet
from graphmem.core.mentions import Said

_NOTHING = Said()


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read."""

    said: Said = _NOTHING
    facets: tuple[Facet, ...] = ()
