"""What a scorer gives back."""

from dataclasses import dataclass, field


@dataclass
class Scored:
    """Figures, how many things they are over, and what went wrong."""

    measures: dict[str, float]
    count: int
    misses: list[str] = field(default_factory=list)
