"""What a text says, in parts that can be compared: of whom, what, which value, and whether it still holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from graphmem.core.wording import bag
from graphmem.model import Kind


class State(StrEnum):
    """How a fact stands to the present."""

    CURRENT = "current"
    PAST = "past"
    WISHED = "wished"
    PLANNED = "planned"
    TEMPORARY = "temporary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One thing that a text says; `subject` is empty for the user, `context` names what limits it."""

    rule: str
    subject: str = ""
    key: str | None = None
    single: bool = False
    value: str = ""
    object: str = ""
    polarity: int = 1
    state: State = State.CURRENT
    ended: bool = False
    correction: bool = False
    fresh: bool = False
    context: tuple[str, ...] = ()
    confidence: float = 0.9
    start: int = 0
    end: int = 0

    @property
    def holds(self) -> bool:
        """Whether it is said to be so at present."""
        return self.state in (State.CURRENT, State.TEMPORARY) and not self.ended


_DEFAULTS = {name: field.default for name, field in Facet.__dataclass_fields__.items()}
_PROFILE = bag(
    "residence employer occupation birthday age relationship_status spouse handedness allergy avoids origin speaks "
    "fear pregnancy commute ability diet"
)
_PREFERENCE = bag("likes prefers answer_language answer_length units preferred_name")


def encode(facets: Iterable[Facet]) -> list[dict[str, Any]]:
    """The facets as plain lists and mappings, without what is usual."""
    return [
        {name: value for name in _DEFAULTS if (value := getattr(facet, name)) != _DEFAULTS[name]} for facet in facets
    ]


def decode(stored: Iterable[dict[str, Any]]) -> tuple[Facet, ...]:
    """The facets that `encode` made, whichever fields were added since; a ValueError for any that are none."""
    try:
        return msgspec.convert(list(stored), tuple[Facet, ...])
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def index_keys(facets: Iterable[Facet]) -> tuple[str, ...]:
    """The slugs under which a memory is found again when one of its facts may have changed."""
    slugs: dict[str, None] = {}
    for facet in facets:
        if facet.key is not None:
            slugs[facet.key] = None
        slugs.update((f"of:{word}", None) for word in f"{facet.object} {facet.value}".split() if len(word) > 2)
    return tuple(slugs)


def kind_of(facets: Sequence[Facet], text: str) -> Kind:
    """What kind of memory a text makes."""
    lowered = text.casefold()
    if any(
        cue in lowered for cue in ("remind me", "need to ", "have to ", "todo", "to-do", "don't forget to", "must ")
    ):
        return Kind.TASK
    for facet in facets:
        key = facet.key or ""
        if key in _PREFERENCE or key.startswith(("favorite_", "style_")):
            return Kind.PREFERENCE
        if key in _PROFILE:
            return Kind.PROFILE
        if key.startswith("when_"):
            return Kind.EVENT
    return Kind.FACT
