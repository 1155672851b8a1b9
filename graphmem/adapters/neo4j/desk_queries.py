"""The statements behind the analysts' desk."""

from datetime import datetime

import msgspec

from graphmem.adapters.neo4j.query import Query


class SavedRow(msgspec.Struct, frozen=True):
    id: str
    tenant: str
    name: str
    query: str


class LabelRow(msgspec.Struct, frozen=True):
    label: str
    properties: list[str]


class TypeRow(msgspec.Struct, frozen=True):
    type: str
    starts: list[str]
    ends: list[str]
    properties: list[list[str]]


class SaveQuery(Query[SavedRow], file="desk/save", mode="write", row=SavedRow):
    id: str
    tenant: str
    name: str
    query: str
    now: datetime


class SavedQueries(Query[SavedRow], file="desk/saved", row=SavedRow):
    tenant: str | None
    limit: int


class UnsaveQuery(Query[SavedRow], file="desk/unsave", mode="write", row=SavedRow):
    tenant: str | None
    id: str


class Labels(Query[LabelRow], file="desk/labels", row=LabelRow):
    without: list[str]
    sample: int


class RelationshipTypes(Query[TypeRow], file="desk/types", row=TypeRow):
    sample: int
