"""What the graph says of itself: its version, its indexes, its keys."""

import msgspec


class Version(msgspec.Struct, frozen=True):
    name: str
    version: str
    edition: str


class SchemaRow(msgspec.Struct, frozen=True):
    version: int
    embedding_model: str | None
    dimensions: int | None
    worker: bool = False


class VectorIndex(msgspec.Struct, frozen=True):
    state: str
    dimensions: int | None
    quantized: bool


class KeyRow(msgspec.Struct, frozen=True):
    id: str
    tenant: str
    name: str | None = None
    admin: bool | None = None
    tools_off: list[str] = []
    created_at: int | None = None
    revoked_at: int | None = None
