"""From what a caller sends to a claim that can be kept: every field checked, every error naming its field."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphmem.core.expiry import duration, expiry_in, without_expiry
from graphmem.core.sensitivity import SensitiveClass, screen
from graphmem.core.text import LONGEST_CONTENT, checked, slug
from graphmem.errors import InvalidInput, SensitiveInput
from graphmem.model import Claim, Json, Kind, MemoryId, Owner, OwnerType, Provenance, Scope, Tenant

LONGEST_REF = 200
MOST_LABELS = 32
LONGEST_LABEL = 100
LARGEST_METADATA = 200  # values, counted through every level
_AHEAD = timedelta(minutes=5)  # clocks differ a little
_LONGEST_LIFE = 36_500  # days


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A fact as a caller sends it."""

    content: str
    kind: str | None = None
    key: str | None = None
    subjects: list[str] | None = None
    tags: list[str] | None = None
    confidence: float | None = None
    importance: float | None = None
    metadata: dict[str, Json] | None = None
    expires_in: str | None = None
    expires_days: float | None = None
    said_at: datetime | None = None
    explicit: bool = False


def claim_of(
    statement: Statement,
    *,
    id_: MemoryId,
    now: datetime,
    zone: tzinfo = UTC,
    assistant_key: str | None = None,
    provenance: Provenance | None = None,
) -> Claim:
    """The claim, or InvalidInput naming the field that stands in the way."""
    refuse_sensitive(
        content=statement.content,
        key=statement.key,
        tags=statement.tags,
        subjects=statement.subjects,
        metadata=statement.metadata,
        explicit=statement.explicit,
    )
    said_at = said_moment(statement.said_at, now=now)
    return Claim(
        id=id_,
        content=without_expiry(checked(statement.content, field="content", longest=LONGEST_CONTENT)),
        kind=kind_of(statement.kind) if statement.kind is not None else None,
        key=slug(statement.key) if statement.key is not None else None,
        named=labels(statement.subjects or (), field="subjects"),
        tags=labels(statement.tags or (), field="tags"),
        confidence=share(statement.confidence, field="confidence") if statement.confidence is not None else 1.0,
        importance=share(statement.importance, field="importance") if statement.importance is not None else None,
        metadata=metadata_of(statement.metadata or {}),
        assistant_key=assistant_key,
        expires_at=expiry(statement, said_at, zone),
        said_at=said_at,
        provenance=provenance or Provenance(),
    )


def kind_of(word: str) -> Kind:
    try:
        return Kind(word)
    except ValueError:
        raise InvalidInput("kind", f"{word[:40]!r} is none of {', '.join(Kind)}") from None


def share(number: float, *, field: str) -> float:
    if not math.isfinite(number) or not 0 <= number <= 1:
        raise InvalidInput(field, "must be a number from 0 to 1")
    return float(number)


def labels(words: "list[str] | tuple[str, ...]", *, field: str) -> tuple[str, ...]:
    if len(words) > MOST_LABELS:
        raise InvalidInput(field, f"has {len(words):,} items; the limit is {MOST_LABELS}")
    return tuple(
        dict.fromkeys(
            checked(word, field=f"{field}[{position}]", longest=LONGEST_LABEL).strip()
            for position, word in enumerate(words)
        )
    )


def metadata_of(metadata: Mapping[str, Json]) -> Mapping[str, Json]:
    if _values_in(metadata) > LARGEST_METADATA:
        raise InvalidInput("metadata", f"holds more than {LARGEST_METADATA} values")
    return metadata


def _values_in(value: object) -> int:
    if isinstance(value, str):
        return 1 + len(value) // 1_000
    if isinstance(value, Mapping):
        return 1 + sum(_values_in(key) + _values_in(inner) for key, inner in value.items())
    if isinstance(value, list):
        return 1 + sum(_values_in(inner) for inner in value)
    return 1


def expiry(statement: Statement, said_at: datetime, zone: tzinfo) -> datetime | None:
    """When the statement stops holding: in days, in words of its own field, or in the words of the fact."""
    days = statement.expires_days
    if days is not None:
        if not math.isfinite(days) or not 0 < days <= _LONGEST_LIFE:
            raise InvalidInput("expires_days", f"must be more than 0 and at most {_LONGEST_LIFE:,}")
        return whole_milliseconds(said_at + timedelta(days=days))
    if statement.expires_in is not None:
        words = checked(statement.expires_in, field="expires_in", longest=LONGEST_LABEL)
        return whole_milliseconds(duration(words, now=said_at, zone=zone))
    found = expiry_in(statement.content, now=said_at, zone=zone)
    return whole_milliseconds(found) if found else None


def refuse_sensitive(
    *,
    content: str | None,
    key: str | None,
    tags: Sequence[str] | None,
    metadata: Mapping[str, Json] | None,
    explicit: bool,
    subjects: Sequence[str] | None = None,
) -> None:
    """Raises SensitiveInput for a secret in any of the texts, and for personal data unless it was asked for."""
    texts = [("content", content or ""), ("key", key or "")]
    texts += [(f"tags[{place}]", tag) for place, tag in enumerate(tags or ())]
    texts += [(f"subjects[{place}]", subject) for place, subject in enumerate(subjects or ())]
    texts += [("metadata", text) for text in _texts_in(metadata or {})]
    for field, text in texts:
        found = screen(text) if text else None
        if found is not None and not (explicit and found.klass is SensitiveClass.PII):
            raise SensitiveInput(field, found.klass, found.what)


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            # A secret in two halves: {"password": "hunter2"} says as much as the sentence does.
            yield f"{name}: {inner}" if isinstance(inner, str) else str(name)
            if not isinstance(inner, str):
                yield from _texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_in(inner)


def zone_of(name: str | None) -> tzinfo:
    """The time zone by its name, such as Europe/Lisbon; UTC when none is known."""
    if name is None:
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise InvalidInput("time_zone", f"{name[:60]!r} is no time zone, such as Europe/Lisbon") from None


def moment(value: datetime, *, field: str, now: datetime) -> datetime:
    """A moment with a zone, in the precision that is kept."""
    if value.tzinfo is None:
        raise InvalidInput(field, "needs a time zone, such as 2026-11-16T09:30:00Z")
    try:
        return whole_milliseconds(value.astimezone(now.tzinfo))
    except OverflowError:
        raise InvalidInput(field, "lies outside of the years 1 to 9999") from None


def said_moment(value: datetime | None, *, now: datetime) -> datetime:
    """When something was said: now unless a moment is given, which may be ahead only as far as clocks differ."""
    if value is None:
        return now
    said_at = moment(value, field="said_at", now=now)
    if said_at > now + _AHEAD:
        raise InvalidInput("said_at", "lies in the future: it is more than 5 minutes ahead of this server's clock")
    return said_at


def whole_milliseconds(value: datetime) -> datetime:
    return value.replace(microsecond=value.microsecond // 1000 * 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose:
    """The ids a caller gives to say whose memories are meant."""

    user_id: str | None = None
    chat_id: str | None = None
    thread_id: str | None = None
    assistant_id: str | None = None
    org_id: str | None = None
    assistant_key: str | None = None

    def named(self) -> dict[OwnerType, str]:
        pairs = {
            OwnerType.USER: ("user_id", self.user_id),
            OwnerType.CHAT: ("chat_id", self.chat_id),
            OwnerType.THREAD: ("thread_id", self.thread_id),
            OwnerType.ASSISTANT: ("assistant_id", self.assistant_id),
            OwnerType.ORG: ("org_id", self.org_id),
        }
        return {type_: ref(value, field=field) for type_, (field, value) in pairs.items() if value is not None}


def ref(value: str, *, field: str) -> str:
    """An id of a caller's own: any text of reasonable length in one line."""
    kept = checked(value, field=field, longest=LONGEST_REF)
    if any(character in kept for character in "\t\n\r"):
        raise InvalidInput(field, "holds a line break or tab")
    return kept


def scope_of(tenant: Tenant, whose: Whose) -> Scope:
    """What the caller may see: the memories of everyone it names. It must name someone."""
    owners = tuple(Owner(tenant, type_, name) for type_, name in whose.named().items())
    if not owners:
        raise InvalidInput("user_id", "say whose memories: user_id, chat_id, thread_id, assistant_id or org_id")
    key = ref(whose.assistant_key, field="assistant_key") if whose.assistant_key is not None else None
    return Scope(tenant, owners, key)


def scope_or_whole(tenant: Tenant, whose: Whose) -> Scope:
    """The same, but naming nobody is the whole tenant: for a memory that is named by its id."""
    if whose.named():
        return scope_of(tenant, whose)
    if whose.assistant_key is not None:
        ref(whose.assistant_key, field="assistant_key")
    return Scope.whole(tenant)


def owner_of(tenant: Tenant, whose: Whose, *, owner_type: str | None, owner_id: str | None) -> Owner:
    """Who will own what is remembered: the user unless something else is asked for."""
    named = whose.named()
    if owner_type is None:
        for likely in (OwnerType.USER, OwnerType.CHAT, OwnerType.ORG, OwnerType.ASSISTANT, OwnerType.THREAD):
            if likely in named:
                return Owner(tenant, likely, named[likely])
        raise InvalidInput("user_id", "say whose memory this is: user_id, chat_id, org_id, assistant_id or thread_id")
    try:
        type_ = OwnerType(owner_type)
    except ValueError:
        raise InvalidInput("owner_type", f"{owner_type[:40]!r} is none of {', '.join(OwnerType)}") from None
    if owner_id is not None:
        return Owner(tenant, type_, ref(owner_id, field="owner_id"))
    if type_ not in named:
        raise InvalidInput("owner_id", f"is needed when owner_type is {type_}")
    return Owner(tenant, type_, named[type_])
