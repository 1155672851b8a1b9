"""What can be read of a row, when some of it is not as this version writes it."""

from typing import Any, get_args

import msgspec


def readable(value: Any, kind: Any) -> tuple[Any, list[str | None]]:
    """The value without those items of its lists that can't be read, and the ids of these."""
    left_out: list[str | None] = []
    return _without(value, kind, left_out), left_out


def id_of(value: Any) -> str | None:
    """The id of a thing, or of the first thing in it that has one; a row that is a list begins with its id."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        return value[0]
    if not isinstance(value, dict):
        return None
    own = value.get("id")
    return own if isinstance(own, str) else next((id_ for one in value.values() if (id_ := id_of(one))), None)


def _without(value: Any, kind: Any, left_out: list[str | None]) -> Any:
    if isinstance(value, dict) and (struct := _struct_in(kind)):
        types = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
        return {name: _without(inner, types.get(name), left_out) for name, inner in value.items()}
    if isinstance(value, list) and (item := _item_of(kind)):
        slim = [(one, one if _fits(one, item) else _without(one, item, left_out)) for one in value]
        left_out += [id_of(one) for one, rest in slim if not _fits(rest, item)]
        return [rest for _, rest in slim if _fits(rest, item)]
    return value


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.DecodeError:
        return False
    return True


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The struct that a type is, or that it may be."""
    kinds = (kind, *get_args(kind))
    return next((one for one in kinds if isinstance(one, type) and issubclass(one, msgspec.Struct)), None)


def _item_of(kind: Any) -> Any:
    """The struct that the items of a list are."""
    return _struct_in(get_args(kind)[0]) if getattr(kind, "__origin__", None) is list else None
