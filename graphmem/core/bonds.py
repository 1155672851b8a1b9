"""What names and relations say about whether two are one."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.core.mentions import Gender
from graphmem.core.names import Likeness, likeness
from graphmem.core.person import Bond, KnownPerson, PersonId
from graphmem.core.relations import kind_of, parts_of

COURTSHIP = frozenset(["girlfriend", "boyfriend", "partner", "fiance", "wife", "husband", "spouse", "bride", "groom"])


def is_same_bond(asked: Bond, held: Bond, holder: KnownPerson) -> bool:
    """Whether somebody is what is asked for: a wife is a spouse, a former wife an ex."""
    if asked.of != held.of:
        return False
    if asked.kind == "ex" and held.former and held.kind in COURTSHIP:
        return True
    if held.former != asked.former:
        return False
    if held.kind == asked.kind:
        return True
    gender = kind_of(asked.kind).gender
    fits = gender is None or holder.gender is None or gender is holder.gender
    return fits and (held.kind in parts_of(asked.kind) or asked.kind in parts_of(held.kind))


_BEFORE_MARRIAGE = ("girlfriend", "boyfriend", "fiance")


def is_outgrown(held: Bond, bond: Bond) -> bool:
    """A fiancée is no girlfriend any more, a wife neither."""
    if bond.former or held.former or held.of != bond.of or held.kind not in _BEFORE_MARRIAGE:
        return False
    return bond.kind in ("wife", "husband", "spouse") or (bond.kind == "fiance" and held.kind != "fiance")


def can_change(held: Sequence[Bond], bond: Bond) -> bool:
    """A girlfriend may become a wife; a sister never."""
    return bond.kind in COURTSHIP and all(b.kind in COURTSHIP for b in held if kind_of(b.kind).close)


def called(person: KnownPerson, name: str) -> Likeness:
    """How well the name is one of theirs."""
    best = max((likeness(name, other) for other in person.names), default=Likeness.NONE)
    return best if best >= Likeness.SHORT else Likeness.NONE


def bears(person: KnownPerson, name: str) -> bool:
    """Whether the name is exactly one of theirs."""
    return any(likeness(name, other) is Likeness.SAME for other in person.names)


def gender_of(person: KnownPerson) -> Gender | None:
    """What their relations to the user tell."""
    return next((g for b in person.bonds if b.of is None and (g := kind_of(b.kind).gender)), None)


def fits(person: KnownPerson, pronoun: str | None) -> bool:
    """Whether the pronoun can mean them."""
    gender = gender_of(person) or person.gender
    return pronoun == "they" or gender is None or gender is (Gender.MAN if pronoun == "he" else Gender.WOMAN)


def moved(person: KnownPerson, other: PersonId, kept: PersonId) -> KnownPerson:
    """The person with relations to `other` made relations to `kept`."""
    return replace(person, bonds=tuple(replace(b, of=kept) if b.of == other else b for b in person.bonds))


def shown(person: KnownPerson) -> str | None:
    """What to call them."""
    if person.names:
        return person.names[0]
    return person.bonds[0].word if person.bonds else None


def plain(name: str) -> str:
    """The name without what two spellings of it differ in."""
    return name.casefold().replace(".", "")


def described(name: str | None, bond: Bond | None) -> str:
    """The words for somebody nobody knows."""
    if name and bond:
        return f"the {bond.word} called {name}"
    return f"called {name}" if name else f"the {bond.word}" if bond else "meant"
