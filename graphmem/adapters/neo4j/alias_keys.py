"""What names are looked up by, kept beside each."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.queries import KeyNames, UnkeyedNames
from graphmem.core.names import name_keys

_BATCH = 10_000


def with_keys(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of an alias, and of one that is a name what it is looked up by."""
    keys = asdict(name_keys(properties["text"])) if properties["kind"] == "name" else {}
    return {**properties, **keys}


async def key_names(engine: Engine) -> None:
    """Gives the names of a graph of before what they are looked up by."""
    while names := await engine.run(UnkeyedNames(limit=_BATCH)):
        rows = [{"tenant": name.tenant, "id": name.id, "keys": asdict(name_keys(name.text))} for name in names]
        await engine.run(KeyNames(rows=rows))
