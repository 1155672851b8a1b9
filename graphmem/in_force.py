"""Each setting as it is in force, where it came from, and no secrets."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from pydantic import SecretStr

from graphmem.settings import Settings, origins

_MASK = "********"
_PASSWORD = re.compile(r"(?<=://)([^/@:\s]*):[^/@\s]*@")


class Shown(msgspec.Struct, frozen=True):
    """One setting as it is in force."""

    name: str
    value: str | int | float | bool | list[str] | None
    source: str
    origin: str | None
    meaning: str | None = None


def in_force(settings: Settings) -> tuple[Sequence[Shown], Sequence[str]]:
    """Each setting with its value and origin, and the names in the file that no setting has."""
    found, unknown = origins()
    shown = []
    for name, names in Settings.names().items():
        value, origin, field = getattr(settings, name), found[name], Settings.model_fields[name]
        # What was neither in the environment nor in a file, and is no default, was given when it was started.
        given = origin.kind == "default" and value != field.get_default(call_default_factory=True)
        kind = "start" if given else origin.kind
        shown.append(Shown(names[0], _masked(value), kind, origin.name or None, field.description))
    return shown, unknown


def _masked(value: Any) -> str | int | float | bool | list[str] | None:
    if isinstance(value, SecretStr):
        return _MASK if value.get_secret_value() else None
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return _PASSWORD.sub(rf"\1:{_MASK}@", str(value))
