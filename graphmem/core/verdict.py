"""What a new statement does to an older one: replaces it, repeats it, or stands beside it."""

from dataclasses import dataclass
from enum import StrEnum

# Chosen on pairs that were held out, see training/README.md.
REPLACED = 0.95  # how likely a change must be to be carried out
REPEATED = 0.96
REVIEWED = 0.2  # from here on, somebody is asked
DOUBTED = 0.1  # from here on, a language model may be asked, where there is one
JUDGED = "judged"


class Effect(StrEnum):
    """What a new statement does to an older one."""

    DUPLICATE = "duplicate"
    SUPERSEDES = "supersedes"
    COEXIST = "coexist"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An effect, the rule that found it, and why, in words."""

    effect: Effect
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely the newer of two statements replaces the older, and how likely it says the same."""

    replaces: float = 0.0
    repeats: float = 0.0


BESIDE = Verdict(Effect.COEXIST)


def verdict_of(odds: Odds) -> Verdict:
    """The effect that is likely enough to act on."""
    if odds.replaces >= REPLACED:
        return Verdict(Effect.SUPERSEDES, f"the newer statement replaces it, {confident(odds.replaces)}", JUDGED)
    if odds.repeats >= REPEATED:
        return Verdict(Effect.DUPLICATE, f"it says the same, {confident(odds.repeats)}", JUDGED)
    return BESIDE


def confident(chance: float) -> str:
    """A probability in words; it is never certain."""
    return f"{min(99, round(100 * chance))}% confident"
