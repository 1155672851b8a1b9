"""What the rules change among memories and people, put as changes that can be taken back."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.core.person import Join, KnownPerson, NewName
from graphmem.core.picture import Deed, Draft, Node, Picture, Tie
from graphmem.core.settlement import Settlement
from graphmem.core.verdict import Verdict
from graphmem.model import MemoryId, Status


def supersession(
    old: MemoryId,
    was: Mapping[str, Any],
    *,
    by: MemoryId,
    at: datetime,
    verdict: Verdict,
    now: datetime,
    instead_of: Mapping[MemoryId, datetime] | None = None,
) -> Deed:
    """A fact takes the place of an old one, which was so, and was known to have given way to others before."""
    ties = {Tie("SUPERSEDES", id_, old): _replacing(when, verdict) for id_, when in (instead_of or {}).items()}
    draft = Draft(Picture({old: Node("Memory", was)}, ties))
    outdate(draft, old, was, by=by, at=at, reason=verdict.reason, rule=verdict.rule, now=now)
    for tie in ties:
        draft.untie(tie)
    return draft.deed("supersede", verdict.reason)


def outdate(
    draft: Draft, old: str, was: Mapping[str, Any], *, by: str, at: datetime, reason: str, rule: str, now: datetime
) -> None:
    """Notes down that a fact gave way to another, at a moment."""
    valid_to = was.get("valid_to")
    ended = at if valid_to is None else min(at, valid_to)
    draft.set(old, status=Status.DEPRECATED.value, valid_to=ended, updated_at=now)
    draft.tie(Tie("SUPERSEDES", by, old), at=at, reason=reason, by=rule)


def _replacing(at: datetime, verdict: Verdict) -> dict[str, Any]:
    return {"at": at, "reason": verdict.reason, "by": verdict.rule}


def rewording(id_: MemoryId, earlier: Mapping[str, Any], later: Mapping[str, Any]) -> Deed:
    """A fact is said in other words than before."""
    draft = Draft(Picture({id_: Node("Memory", earlier)}))
    draft.set(id_, **later)
    return draft.deed("repeat", "said again in other words")


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
