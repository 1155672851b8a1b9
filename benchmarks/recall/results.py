"""What a run found, as it is written to a file and read by the report."""

from pathlib import Path

import msgspec


class Machine(msgspec.Struct, frozen=True):
    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str


class DataInfo(msgspec.Struct, frozen=True):
    """One data set as it was used."""

    name: str
    title: str
    source: str
    measures: str
    seen: str
    note: str
    corpora: int
    items: int
    questions: int


class Speed(msgspec.Struct, frozen=True):
    """Of a search, in seconds, and of keeping, in memories a second, over one data set."""

    median: float
    p95: float
    searches: int
    ingest: float


class PeerInfo(msgspec.Struct):
    """One peer, what it cost, and why it couldn't run if it couldn't."""

    name: str
    about: str
    version: str = ""
    failed: str = ""
    speed: dict[str, Speed] = {}  # by data set
    disk: int = 0
    memory: int = 0
    refused: int = 0
    llm_tokens: int = 0
    seconds: float = 0.0


class Run(msgspec.Struct):
    """One run: `figures` are by data set, peer, group and measure, None where a measure doesn't apply."""

    made: str
    command: str
    version: str
    machine: Machine
    data: list[DataInfo] = []
    peers: list[PeerInfo] = []
    figures: dict[str, dict[str, dict[str, dict[str, float | None]]]] = {}
    missing: dict[str, str] = {}
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        """Writes all of it; called as the run goes on, so that what is done is never lost."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    @classmethod
    def load(cls, path: Path) -> "Run":
        return msgspec.json.decode(path.read_bytes(), type=cls)
