"""What the rules change among memories and people, put as changes that can be taken back."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.core.person import Join, KnownPerson, NewName
from graphmem.core.picture import Deed, Draft, Node, Picture, Tie
from graphmem.core.settlement import Settlement
from graphmem.model import MemoryId, Status


def supersession(
    old: MemoryId, was: Mapping[str, Any], *, by: MemoryId, said_at: datetime, reason: str, rule: str
) -> Deed:
    """A new fact takes the place of an old one, which was so."""
    draft = Draft(Picture({old: Node("Memory", was)}))
    outdate(draft, old, was, by=by, at=said_at, reason=reason, rule=rule, now=said_at)
    return draft.deed("supersede", reason)


def outdate(
    draft: Draft, old: str, was: Mapping[str, Any], *, by: str, at: datetime, reason: str, rule: str, now: datetime
) -> None:
    """Notes down that a fact gave way to another, at a moment."""
    draft.set(old, status=Status.DEPRECATED.value, valid_to=was.get("valid_to") or at, updated_at=now)
    draft.tie(Tie("SUPERSEDES", by, old), at=at, reason=reason, by=rule)


def joins(settlement: Settlement, people: Sequence[KnownPerson]) -> Iterator[tuple[Deed, str]]:
    """Each time that two turned out to be one, and by which rule."""
    names = {person.id: person.names[0] for person in people if person.names}
    for step, said_at in zip(settlement.steps, settlement.said_at, strict=True):
        if isinstance(step, NewName):
            names.setdefault(step.person, step.name)
        if isinstance(step, Join):
            draft = Draft(Picture({step.person: Node("Person", {"name": names.get(step.person)})}))
            draft.tie(Tie("MERGED_INTO", step.other, step.person), at=said_at, by=step.rule, reason=step.reason)
            if step.person not in names and step.other in names:
                names[step.person] = names[step.other]
                draft.set(step.person, name=names[step.other])
            yield draft.deed("join", step.reason), step.rule
