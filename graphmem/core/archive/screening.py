"""Whether a line of an archive may be kept: a file made by hand is held to what every other way in is held to."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from graphmem.core.archive.records import (
    AliasLine,
    ChangeLine,
    MemoryLine,
    MessageLine,
    OwnerLine,
    PersonLine,
    Record,
    ThreadLine,
)
from graphmem.core.archive.sides import check, words_in
from graphmem.core.claims import metadata_of, ref, refuse_sensitive
from graphmem.core.messages import LONGEST_MESSAGE, path_ref
from graphmem.core.properties import as_kept, is_moment
from graphmem.core.redaction import redacted
from graphmem.core.text import LONGEST_CONTENT, checked, slug
from graphmem.errors import InvalidInput, SensitiveInput


def checked_record(record: Record) -> Record:
    """The line as it may be kept, or InvalidInput naming the field; credentials are taken out of messages.

    What identifies a person is let through: it was kept because somebody asked for it.
    """
    _check_moments(record)
    match record:
        case OwnerLine():
            ref(record.owner.partition("/")[2], field="owner")
            _screen(tags=record.things or [])
        case PersonLine():
            ref(record.owner.partition("/")[2], field="owner")
            _screen(tags=[record.name] if record.name else [])
            _either(record.ties, "to", "source", "ties")
            return _dated_person(record)
        case AliasLine():
            _screen(tags=[record.text])
        case ThreadLine():
            path_ref(record.id, field="id")
            ref(record.user, field="user")
            _screen(metadata=metadata_of(record.metadata or {}))
        case MessageLine():
            return _message(record)
        case MemoryLine():
            _check_memory(record)
            return _dated_memory(record)
        case ChangeLine():
            kept = msgspec.structs.replace(record, before=as_kept(record.before), after=as_kept(record.after))
            _check_change(kept)
            return kept
    return record


def _message(record: MessageLine) -> MessageLine:
    path_ref(record.id, field="id")
    if not record.content:  # a pending one, or one whose words were forgotten
        return record
    content, kinds = redacted(checked(record.content, field="content", longest=LONGEST_MESSAGE))
    if not kinds:
        return record
    return msgspec.structs.replace(record, content=content, redacted=list(dict.fromkeys([*record.redacted, *kinds])))


def _check_memory(record: MemoryLine) -> None:
    ref(record.owner.partition("/")[2], field="owner")
    checked(record.content, field="content", longest=LONGEST_CONTENT)
    if record.key is not None and slug(record.key) != record.key:
        raise InvalidInput("key", "must be lower-case words joined by underscores")
    metadata_of(record.metadata or {})
    refuse_sensitive(content=record.content, key=record.key, tags=record.tags, metadata=record.metadata, explicit=True)
    _either(record.successions, "replaces", "replaced_by", "successions")
    _either(record.doubts, "may_replace", "may_be_replaced_by", "doubts")


def _dated_memory(record: MemoryLine) -> MemoryLine:
    """With a moment for every tie: where a file made by hand leaves it out, when the newer of the two was said."""
    ended = record.valid_to or record.updated_at
    successions = [_dated(tie, record.created_at if tie.replaces else ended) for tie in record.successions]
    doubts = [_dated(tie, record.created_at if tie.may_replace else ended, reason="") for tie in record.doubts]
    return msgspec.structs.replace(record, successions=successions, doubts=doubts) if successions or doubts else record


def _dated_person(record: PersonLine) -> PersonLine:
    at = record.created_at or record.last_mentioned
    for place, tie in enumerate(record.ties):
        lacking = ("kind",) if tie.tie == "RELATED_TO" else ("at",) if tie.tie == "MAY_BE" and at is None else ()
        for name in lacking:
            if getattr(tie, name) is None:
                raise InvalidInput(f"ties[{place}].{name}", "is missing")
    ties = [_dated(tie, at, reason="") if tie.tie == "MAY_BE" else tie for tie in record.ties]
    return record if ties == record.ties else msgspec.structs.replace(record, ties=ties)


def _dated(tie: Any, at: str | None, **given: str) -> Any:
    """The tie with these where it has none."""
    return msgspec.structs.replace(
        tie, **{name: value for name, value in {"at": at, **given}.items() if getattr(tie, name) is None}
    )


def _check_change(record: ChangeLine) -> None:
    _screen(content=record.summary, field="summary")
    check(record.before, record.after)
    for name, side in (("before", record.before), ("after", record.after)):
        for word, value in words_in(side):
            if word == "content":
                checked(value, field=f"{name}: content", longest=LONGEST_CONTENT)
            _screen(content=value, metadata={word: value} if not isinstance(value, str) else None, field=name)


def _screen(
    *,
    content: Any = None,
    tags: list[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
    field: str | None = None,
) -> None:
    words = content if isinstance(content, str) else None
    try:
        refuse_sensitive(content=words, key=None, tags=tags, metadata=metadata, explicit=True)
    except SensitiveInput as error:
        raise error.at(field) if field else error from None


def _either(ties: Any, one: str, other: str, field: str) -> None:
    for place, tie in enumerate(ties):
        if (getattr(tie, one) is None) == (getattr(tie, other) is None):
            raise InvalidInput(f"{field}[{place}]", "must lead to one other, or come from one")


def _check_moments(record: Any) -> None:
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name.endswith(("_at", "_from", "_to", "_until", "_mentioned")) or name == "at":
            if isinstance(value, str):
                _check_moment(value, name)
        elif isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            for inner in value:
                _check_moments(inner)


def _check_moment(value: str, name: str) -> None:
    try:
        fine = is_moment(datetime.fromisoformat(value))
    except ValueError:
        fine = False
    if not fine:
        raise InvalidInput(name, "is no moment")
