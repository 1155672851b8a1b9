"""The private Neo4j and Valkey of a data folder, ready to be started."""

from pathlib import Path

import msgspec
from rich.console import Console

from graphmem.local.datadir import DataDir
from graphmem.local.fetch import ensure_engine
from graphmem.local.neo4j import PrivateNeo4j
from graphmem.local.ports import free_port, is_free
from graphmem.local.valkey import PrivateValkey
from graphmem.settings import Settings


def private_neo4j(settings: Settings, data: DataDir, console: Console) -> PrivateNeo4j:
    """A Neo4j with its jars fetched and its configuration written."""
    jars = ensure_engine(settings.cache_dir, jars_dir=settings.jars_dir, mirror=settings.maven_url, console=console)
    server = PrivateNeo4j(
        home=data.neo4j,
        jars=jars,
        port=_port(data.path, "bolt"),
        password=data.secrets().neo4j_password,
        heap=settings.heap,
        page_cache=settings.page_cache,
    )
    server.prepare()
    return server


def private_valkey(data: DataDir) -> PrivateValkey:
    """A Valkey with its configuration written."""
    server = PrivateValkey(home=data.valkey, port=_port(data.path, "queue"), password=data.secrets().valkey_password)
    server.prepare()
    return server


def _port(folder: Path, use: str) -> int:
    """The port used the last time if it is still free: bookmarks of analysts stay good."""
    path = folder / "ports.json"
    known: dict[str, int] = msgspec.json.decode(path.read_bytes()) if path.is_file() else {}
    if use not in known or not is_free("127.0.0.1", known[use]):
        known[use] = free_port()
        path.write_bytes(msgspec.json.encode(known))
    return known[use]
