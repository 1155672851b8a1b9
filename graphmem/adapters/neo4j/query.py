"""Pairs each Cypher file with one typed class, so that a query can't be sent with a parameter wrong or missing.

A query that touches memories must be `Scoped`: it can't be built without a tenant and owners, and its file uses both.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, dataclass_transform

import msgspec
import structlog

from graphmem.adapters.neo4j.readable import id_of, readable
from graphmem.errors import Unreadable
from graphmem.model import OwnerId, Scope, Tenant
from graphmem.resources import folder

Row = TypeVar("Row")
_log = structlog.get_logger()
Mode = Literal["read", "write", "schema"]
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+)")
_FRAGMENT = re.compile(r"«(\w+)»")
_MEMORY = re.compile(r":\s*Memory\b")
REGISTRY: dict[str, "type[Query[Any]]"] = {}


def cypher(file: str) -> str:
    """The text of a file below `cypher/`, named without its ending; `«name»` stands for a fragment."""
    text = (folder("cypher") / f"{file}.cypher").read_text(encoding="utf-8")
    return _FRAGMENT.sub(lambda match: cypher(f"fragments/{match.group(1)}").strip(), text)


def parameters_of(text: str) -> frozenset[str]:
    return frozenset(_PARAMETER.findall(_COMMENT.sub("", text)))


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Query(Generic[Row]):
    """A statement in a file, with its parameters as fields and the type of its rows."""

    file: ClassVar[str]
    text: ClassVar[str]
    mode: ClassVar[Mode]
    row: ClassVar[Any]

    def __init_subclass__(cls, *, file: str | None = None, row: Any = None, mode: Mode = "read", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        dataclass(frozen=True, kw_only=True)(cls)
        if file is None:
            return
        cls.file, cls.text, cls.mode, cls.row = file, cypher(file), mode, row
        names = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        if names != parameters_of(cls.text):
            raise TypeError(f"{cls.__name__} has {sorted(names)}, {file}.cypher {sorted(parameters_of(cls.text))}")
        if _MEMORY.search(_COMMENT.sub("", cls.text)) and not issubclass(cls, Scoped):
            raise TypeError(f"{file}.cypher touches memories: {cls.__name__} must be Scoped")
        REGISTRY[file] = cls

    @cached_property
    def parameters(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def decode(self, record: Mapping[str, Any]) -> Row:
        """The row, without those of its parts that can't be read. Raises Unreadable when little else is left."""
        raw = dict(record.items())
        try:
            return msgspec.convert(raw, self.row)  # type: ignore[no-any-return]
        except msgspec.DecodeError:
            kept, left_out = readable(raw, self.row)
        for id_ in left_out:
            _log.error("unreadable_row", query=self.file, id=id_)
        try:
            return msgspec.convert(kept, self.row)  # type: ignore[no-any-return]
        except msgspec.DecodeError:
            _log.error("unreadable_row", query=self.file, id=id_of(raw))
            # What went wrong may quote the row, and is not for a log.
            raise Unreadable(id_of(raw)) from None


class Scoped(Query[Row]):
    """A query about memories: bounded by tenant and owners, always."""

    tenant: Tenant
    owners: list[OwnerId] | None


def bounds(scope: Scope) -> "dict[str, Any]":
    """The two fields of every scoped query."""
    return {"tenant": scope.tenant, "owners": scope.owner_ids}
