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
    earlier_model: str | None = None  # whose vectors some memories still have
    worker: bool = False


class VectorIndex(msgspec.Struct, frozen=True):
    state: str
    dimensions: int | None
    quantized: bool


class KeyRow(msgspec.Struct, frozen=True):
    id: str
    tenant: str
    name: str | None = None
    role: str = "member"
    read_only: bool = False
    user: str | None = None
    tools_off: list[str] = []
    was_admin: bool = False
    expires_at: int | None = None
    created_at: int | None = None
    revoked_at: int | None = None


class AnswerRow(msgspec.Struct, frozen=True):
    request: str
    answer: str
