"""How somebody settles two facts that may not both hold."""

from collections.abc import Collection
from datetime import datetime

from graphmem.core.outcome import outdate
from graphmem.core.picture import Deed, Draft, Picture, Tie
from graphmem.core.verdict import Verdict
from graphmem.errors import Conflict, InvalidInput, UnknownMemory
from graphmem.model import Holds, MemoryId, Status

MAY_REPLACE = "MAY_REPLACE"


def settle(picture: Picture, memory_id: str, other_id: str, holds: Holds, *, by: str, now: datetime) -> Deed:
    """One of the two takes the other's place, or both stand; it isn't asked again."""
    if memory_id == other_id:
        raise InvalidInput("other", "is the same memory")
    for id_ in (memory_id, other_id):
        if id_ not in picture.nodes:
            raise UnknownMemory(id_)
    if any(picture.nodes[id_].properties["status"] != Status.ACTIVE for id_ in (memory_id, other_id)):
        raise Conflict("one of the two no longer holds")
    waiting = [tie for tie in open_ties(picture, (memory_id,)) if other_id in (tie.source, tie.target)]
    if not waiting:
        raise Conflict("these two don't wait to be settled")
    draft = Draft(picture)
    dismiss(draft, picture, waiting, now=now)
    reason = str(picture.ties[waiting[0]].get("reason", "they may not both hold"))
    if holds is Holds.BOTH:
        return draft.deed("both", f"{reason}, and both hold")
    right, wrong = (memory_id, other_id) if holds is Holds.THIS else (other_id, memory_id)
    newer = right == waiting[0].source
    told = f"{reason}, and the {'newer' if newer else 'older'} one holds"
    # What life outdated ended when the newer was said; what was wrong from the start was believed until now.
    ended = picture.nodes[right].properties["created_at"] if newer else now
    was = picture.nodes[wrong].properties
    outdate(draft, wrong, was, by=right, at=ended, reason=told, rule=by, now=now)
    return draft.deed("supersede", told)


def superseded(picture: Picture, old: MemoryId, *, by: MemoryId, said_at: datetime, verdict: Verdict) -> Deed:
    """A new fact takes the place of an old one: whether both hold isn't asked any more."""
    draft = Draft(picture)
    dismiss(draft, picture, [tie for tie in open_ties(picture, (old,)) if tie.source == by], now=said_at)
    was = picture.nodes[old].properties
    outdate(draft, old, was, by=by, at=said_at, reason=verdict.reason, rule=verdict.rule, now=said_at)
    return draft.deed("supersede", verdict.reason)


def open_ties(picture: Picture, memory_ids: Collection[str]) -> list[Tie]:
    """The doubts that wait between these memories and others."""
    return [
        tie
        for tie, properties in picture.ties.items()
        if tie.type == MAY_REPLACE
        and properties.get("dismissed_at") is None
        and (tie.source in memory_ids) != (tie.target in memory_ids)
    ]


def dismiss(draft: Draft, picture: Picture, ties: Collection[Tie], *, now: datetime) -> None:
    """Notes down that these doubts are settled."""
    for tie in ties:
        draft.tie(tie, **{**picture.ties[tie], "dismissed_at": now})
