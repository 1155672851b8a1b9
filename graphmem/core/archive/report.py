"""What became of an import."""

from collections import Counter
from dataclasses import dataclass, field

MOST_EXAMPLES = 100


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that was not taken: where it stands, and why; never its words."""

    where: str
    reason: str


@dataclass(slots=True)
class Report:
    """Counts by kind of thing, kept up to date while the import goes on."""

    format: str
    dry_run: bool = False
    read: int = 0
    created: Counter[str] = field(default_factory=Counter)
    already_there: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)  # by reason
    refusals: list[Refusal] = field(default_factory=list)  # the first hundred
    skipped: Counter[str] = field(default_factory=Counter)  # what there is no need to keep, by reason
    loose_ties: int = 0  # left out: what they lead to is neither in the file nor here

    def refuse(self, where: str, reason: str) -> None:
        self.refused[reason] += 1
        if len(self.refusals) < MOST_EXAMPLES:
            self.refusals.append(Refusal(where, reason))
