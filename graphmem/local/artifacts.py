"""What has to be fetched for the private engine and the default model, each file with its checksum."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

NEO4J_VERSION = "2026.08.1"
_LOCKS = Path(__file__).parent / "locks"


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file of a Maven repository."""

    path: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name


def engine_jars() -> list[Artifact]:
    """The jars of the Neo4j Community server."""
    return _read(f"neo4j-{NEO4J_VERSION}.json")


def model_archive() -> Artifact:
    """The jar that carries the default model's weights and tokenizer."""
    return _read("all-minilm-l6-v2.json")[0]


def _read(lock: str) -> list[Artifact]:
    return msgspec.json.decode((_LOCKS / lock).read_bytes(), type=list[Artifact])
