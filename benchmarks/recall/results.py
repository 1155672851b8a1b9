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
    busy: float = 0.0  # the load of the machine before the run began
    note: str = ""
    data: list[DataInfo] = []
    peers: list[PeerInfo] = []
    figures: dict[str, dict[str, dict[str, dict[str, float | None]]]] = {}
    missing: dict[str, str] = {}
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        """Writes all of it; called as the run goes on, so that what is done is never lost."""
        _save(self, path)

    @classmethod
    def load(cls, path: Path) -> "Run":
        return msgspec.json.decode(path.read_bytes(), type=cls)


class Recalled(msgspec.Struct, frozen=True):
    """Recalls of one kind of owner: seconds, and the share of the five nearest memories among those given."""

    median: float
    p95: float
    nearest_in_5: float
    nearest_in_50: float


class Step(msgspec.Struct, frozen=True):
    """How it is at one size; rates are memories a second, sizes bytes."""

    memories: int
    owners: int
    large_owner: int  # memories
    written: float
    kept_over_http: float
    disk: int
    index: int
    memory: int
    small: Recalled
    large: Recalled


class Growth(msgspec.Struct):
    """One run of `benchmarks.scale`."""

    made: str
    version: str
    machine: Machine
    steps: list[Step] = []

    def save(self, path: Path) -> None:
        """Writes all steps so far."""
        _save(self, path)


def _save(content: msgspec.Struct, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
