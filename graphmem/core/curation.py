"""How a person puts right what is known: names, who is who, whose fact it is, what still holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.core.conflict import dismiss, open_ties
from graphmem.core.picture import Deed, Draft, Node, Picture, Tie
from graphmem.core.relations import relation
from graphmem.core.text import normalised
from graphmem.errors import Conflict, InvalidInput, UnknownMemory, UnknownPerson
from graphmem.model import Status

BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Correction:
    """What to change about what somebody is called."""

    name: str | None = None
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


def call(picture: Picture, person_id: str, correction: Correction, *, new_ids: Sequence[str], now: datetime) -> Deed:
    """Renames a person, or adds and removes what they are called; the old name stays one of their names."""
    group = _Group(picture, person_id)
    draft = Draft(picture)
    name = correction.name
    removed = [alias for text in correction.remove for alias in group.bearing(text, field="remove_aliases")]
    if any(_same(picture.nodes[a].properties["text"], name or group.name or "") for a in removed):
        raise InvalidInput("remove_aliases", f"{name or group.name!r} is their name: rename them first")
    for alias in dict.fromkeys(removed):
        draft.remove(alias)
        _end_relation(draft, picture, alias)
    kept = [a for a in group.aliases if a not in removed]
    wanted = [*([name] if name is not None else []), *correction.add]
    ids = iter(new_ids)
    for rank, text in enumerate(wanted):
        if not _is_there(picture, kept, text, is_name=text is name):
            _add_alias(draft, next(ids), group.root, text, now=now, rank=rank, is_name=text is name)
    if name is not None:
        draft.set(group.root, name=name)
        return draft.deed("rename", f"{group.shown} is called {name}")
    words = [f"added {text}" for text in correction.add] + [f"removed {text}" for text in correction.remove]
    return draft.deed("alias", f"{group.shown}: {', '.join(words)}")


def merge(picture: Picture, person_id: str, into: str, *, now: datetime) -> Deed:
    """Two are one: whatever is known of the first is known of the second."""
    one, other = _Group(picture, person_id), _Group(picture, into)
    if person_id == into:
        raise InvalidInput("into", "is the same person")
    if one.root == other.root:
        raise Conflict("these two are one person already")
    if one.owner != other.owner:
        raise InvalidInput("into", "belongs to somebody else: only people of one owner can be merged")
    draft = Draft(picture)
    draft.tie(Tie("MERGED_INTO", one.root, other.root), at=now, by=BY_HAND, reason=f"{one.shown} is {other.shown}")
    if other.name is None:
        draft.set(other.root, name=one.name)
    return draft.deed("merge", f"{one.shown} is {other.shown}")


def apart(picture: Picture, person_id: str, other_id: str, *, now: datetime) -> Deed:
    """Two who looked alike are two: it isn't suggested again."""
    one, other = _Group(picture, person_id), _Group(picture, other_id)
    alike = [
        tie
        for tie in picture.ties
        if tie.type == "MAY_BE"
        and ((tie.source in one and tie.target in other) or (tie.source in other and tie.target in one))
    ]
    if not alike:
        raise Conflict(f"{one.shown} and {other.shown} were not suggested to be one")
    draft = Draft(picture)
    for tie in alike:
        draft.tie(tie, **{**picture.ties[tie], "dismissed_at": now})
    return draft.deed("apart", f"{one.shown} and {other.shown} are two")


def split(
    picture: Picture,
    person_id: str,
    memory_ids: Sequence[str],
    *,
    name: str | None,
    aliases: Sequence[str],
    new_id: str,
    alias_id: str,
    now: datetime,
) -> Deed:
    """One was two: some of the facts, and some of what they are called, are somebody else's."""
    group = _Group(picture, person_id)
    if not memory_ids and not aliases:
        raise InvalidInput("memory_ids", "say which memories or aliases are somebody else's")
    draft = Draft(picture)
    called = name or group.name
    draft.make(
        new_id,
        Node(
            "Person",
            {
                "id": new_id,
                "tenant": picture.nodes[group.root].properties["tenant"],
                "owner": group.owner,
                "status": "active",
                "created_at": now,
                "last_mentioned": picture.nodes[group.root].properties.get("last_mentioned", now),
                "name": called,
                "rule": BY_HAND,
                "reason": f"somebody else than {group.shown}",
            },
        ),
    )
    draft.tie(Tie("KNOWN_TO", new_id, group.owner))
    for place, memory_id in enumerate(memory_ids):
        told = [tie for tie in picture.ties if tie.type == "ABOUT" and tie.source == memory_id and tie.target in group]
        if memory_id not in picture.nodes or not told:
            raise InvalidInput(f"memory_ids[{place}]", f"is no memory about {group.shown}")
        for tie in told:
            draft.untie(tie)
        draft.tie(Tie("ABOUT", memory_id, new_id), **picture.ties[told[0]])
    dismiss(draft, picture, open_ties(picture, memory_ids), now=now)  # what is said of two people is no conflict
    moved = [alias for text in aliases for alias in group.bearing(text, field="aliases")]
    for alias in dict.fromkeys(moved):
        for tie in [t for t in picture.ties if t.type == "REFERS_TO" and t.source == alias]:
            draft.untie(tie)
        draft.tie(Tie("REFERS_TO", alias, new_id))
    if called is not None and not _is_there(picture, moved, called, is_name=True):
        _add_alias(draft, alias_id, new_id, called, now=now, rank=0, is_name=True)
    if group.name and any(_same(picture.nodes[a].properties["text"], group.name) for a in moved):
        left = [a for a in group.aliases if a not in moved and picture.nodes[a].properties["kind"] == "name"]
        draft.set(group.root, name=picture.nodes[left[0]].properties["text"] if left else None)
    return draft.deed("split", f"{called or 'somebody'} is somebody else than {group.shown}")


def reassign(picture: Picture, memory_id: str, people: Sequence[str], *, now: datetime) -> Deed:
    """A fact is about these people; about nobody but its owner when there are none."""
    memory = _memory(picture, memory_id)
    draft = Draft(picture)
    told = [tie for tie in picture.ties if tie.type == "ABOUT" and tie.source == memory_id]
    for tie in told:
        draft.untie(tie)
    groups = {group.root: group for group in (_Group(picture, person) for person in people)}
    for group in groups.values():
        if group.owner != memory["owner"]:
            raise InvalidInput("subjects", f"{group.shown} is not one of this owner's people")
        draft.tie(Tie("ABOUT", memory_id, group.root), subject=True, rule=BY_HAND, reason="somebody said so")
    if groups.keys() != {tie.target for tie in told}:
        dismiss(draft, picture, open_ties(picture, [memory_id]), now=now)
    names = ", ".join(group.shown for group in groups.values()) or "nobody else"
    return draft.deed("reassign", f"a fact is about {names}")


def restore(picture: Picture, memory_id: str, *, now: datetime) -> Deed:
    """A fact that was outdated holds after all: beside whatever took its place, or instead of it if it has its key."""
    memory = _memory(picture, memory_id)
    if memory["status"] != Status.DEPRECATED:
        raise Conflict("this memory was not superseded: there is nothing to restore")
    draft = Draft(picture)
    ends = [tie for tie in picture.ties if tie.type == "SUPERSEDES" and tie.target == memory_id]
    for tie in ends:
        draft.untie(tie)
    ended_by_that = memory.get("valid_to") in [picture.ties[tie].get("at") for tie in ends]
    valid_to = None if ended_by_that or not ends else memory.get("valid_to")
    draft.set(memory_id, status=Status.ACTIVE.value, valid_to=valid_to, updated_at=now, repeated_at=now)
    return draft.deed("restore", "a superseded fact holds after all")


def remove(picture: Picture, memory_id: str, *, now: datetime) -> Deed:
    """A fact is put away: nobody recalls it, and it can be brought back."""
    memory = _memory(picture, memory_id)
    if memory["status"] == Status.DELETED:
        raise Conflict("this memory was removed before")
    draft = Draft(picture)
    draft.set(memory_id, status=Status.DELETED.value, updated_at=now)
    return draft.deed("remove", "a fact was removed")


def edit(picture: Picture, memory_id: str, properties: Mapping[str, Any], *, now: datetime) -> Deed:
    """A memory says something else."""
    memory = _memory(picture, memory_id)
    changed = {name: value for name, value in properties.items() if memory.get(name) != value and name != "updated_at"}
    draft = Draft(picture)
    if changed.keys() & {"content", "key"}:
        changed["repeated_at"] = now
    if changed:
        draft.set(memory_id, **changed, updated_at=now)
    if "content" in changed:
        dismiss(draft, picture, open_ties(picture, [memory_id]), now=now)
    fields = [name for name in changed if name not in _DERIVED]
    return draft.deed("edit", f"changed {', '.join(fields)}")


_DERIVED = ("repeated_at", "fingerprint", "grams", "key_words")


class _Group:
    """A person with everybody who was merged into them."""

    def __init__(self, picture: Picture, person_id: str) -> None:
        if person_id not in picture.nodes:
            raise UnknownPerson(person_id)
        self._picture = picture
        upward = {tie.source: tie.target for tie in picture.ties if tie.type == "MERGED_INTO"}
        self.root = _top(person_id, upward)
        people = [id_ for id_, node in picture.nodes.items() if node.label == "Person"]
        self.members = frozenset(id_ for id_ in people if _top(id_, upward) == self.root)
        refer = [tie for tie in picture.ties if tie.type == "REFERS_TO" and tie.target in self.members]
        self.aliases = sorted({tie.source for tie in refer}, key=lambda a: picture.nodes[a].properties.get("rank") or 0)
        self.name: str | None = picture.nodes[self.root].properties.get("name")
        self.owner: str = picture.nodes[self.root].properties["owner"]

    def __contains__(self, person_id: object) -> bool:
        return person_id in self.members

    @property
    def shown(self) -> str:
        texts = [self._picture.nodes[alias].properties["text"] for alias in self.aliases]
        return self.name or (f"my {texts[0]}" if texts else "somebody")

    def bearing(self, text: str, *, field: str) -> list[str]:
        """The aliases that say this."""
        found = [a for a in self.aliases if _same(self._picture.nodes[a].properties["text"], _bare(text))]
        if not found:
            raise InvalidInput(field, f"{self.shown} is not called {text[:60]!r}")
        return found


def _top(person_id: str, upward: Mapping[str, str]) -> str:
    seen = {person_id}
    while (above := upward.get(person_id)) is not None and above not in seen:
        person_id = above
        seen.add(above)
    return person_id


def _memory(picture: Picture, memory_id: str) -> Mapping[str, Any]:
    if memory_id not in picture.nodes:
        raise UnknownMemory(memory_id)
    return picture.nodes[memory_id].properties


def _add_alias(draft: Draft, id_: str, person: str, text: str, *, now: datetime, rank: int, is_name: bool) -> None:
    known = None if is_name else relation(_bare(text).lower())
    bond = {"relation": known.kind, "former": known.former} if known else {}
    properties = {
        "id": id_,
        "text": known.word if known else text,
        "kind": "relation" if known else "name",
        **bond,
        "rank": int(now.timestamp() * 1000) * 100 + rank,
        "at": now,
        "rule": BY_HAND,
        "reason": "somebody said so",
    }
    draft.make(id_, Node("Alias", properties))
    draft.tie(Tie("REFERS_TO", id_, person))


def _is_there(picture: Picture, aliases: Sequence[str], text: str, *, is_name: bool) -> bool:
    """Whether one of the aliases says this; that somebody is a boss doesn't say that Boss is their name."""
    said = [picture.nodes[alias].properties for alias in aliases]
    if is_name:
        return any(each["kind"] == "name" and _same(each["text"], text) for each in said)
    return any(_same(each["text"], _bare(text)) for each in said)


def _end_relation(draft: Draft, picture: Picture, alias: str) -> None:
    """What somebody no longer is to another person."""
    properties = picture.nodes[alias].properties
    bearers = {tie.target for tie in picture.ties if tie.type == "REFERS_TO" and tie.source == alias}
    for tie in picture.ties:
        if (
            tie.type == "RELATED_TO"
            and tie.source == properties.get("of")
            and tie.target in bearers
            and tie.kind == properties.get("relation")
        ):
            draft.untie(tie)


def _bare(text: str) -> str:
    """What somebody is called without "my"."""
    words = " ".join(text.split())
    first, _, rest = words.partition(" ")
    return rest if first.lower() in ("my", "our") and rest else words


def _same(one: str, other: str) -> bool:
    return normalised(one) == normalised(other)
