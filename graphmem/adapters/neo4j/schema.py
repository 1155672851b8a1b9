"""Brings the graph into the shape this version needs, each step once."""

import re

from graphmem.adapters.neo4j.alias_keys import key_names
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.engine_rows import SchemaRow
from graphmem.adapters.neo4j.queries import RecordSchema, Schema, VectorIndexState
from graphmem.errors import SetupError, VectorSpaceMismatch
from graphmem.resources import folder

_NAMES_HAVE_KEYS = 12  # the version from which on every name is written with what it is looked up by
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def steps() -> dict[int, list[str]]:
    """The statements of each numbered file below `cypher/schema`."""
    found = {}
    for file in sorted((folder("cypher") / "schema").glob("*.cypher")):
        text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
        found[int(file.name.split("_")[0])] = [part.strip() for part in text.split(";") if part.strip()]
    return found


async def current(engine: Engine) -> SchemaRow | None:
    rows = await engine.once(Schema())
    return rows[0] if rows else None


async def apply(engine: Engine, *, model: str, dimensions: int) -> None:
    """Applies what is missing. Raises VectorSpaceMismatch when the graph holds another model's vectors."""
    have = await current(engine)
    available = steps()
    if have is not None and have.version > max(available):
        raise SetupError(
            f"the graph has schema version {have.version}, this graphmem knows {max(available)}",
            ["install a newer graphmem, or use another database"],
        )
    if have is not None and have.embedding_model is not None and have.embedding_model != model:
        raise VectorSpaceMismatch(have.embedding_model, model)
    for version, statements in available.items():
        if have is None or version > have.version:
            for statement in statements:
                await engine.define(statement)
    if have is None or have.version < _NAMES_HAVE_KEYS:
        await key_names(engine)
    await _ensure_vector_index(engine, dimensions)
    if have is None or have.version < max(available):
        await engine.run(RecordSchema(version=max(available), embedding_model=model, dimensions=dimensions))


async def change_vector_space(engine: Engine, *, model: str, dimensions: int) -> None:
    """Makes the graph ready for another model's vectors; those it holds are left out of search until computed anew."""
    await _ensure_vector_index(engine, dimensions)
    await engine.run(RecordSchema(version=max(steps()), embedding_model=model, dimensions=dimensions))


async def _ensure_vector_index(engine: Engine, dimensions: int) -> None:
    """An index of whole vectors: rounded to bits, as the engine would, ten times as many have to be looked at."""
    rows = await engine.run(VectorIndexState())
    if rows and rows[0].dimensions == dimensions and not rows[0].quantized:
        return
    if rows:
        await engine.define("DROP INDEX memory_meaning IF EXISTS")
    await engine.define(
        "CREATE VECTOR INDEX memory_meaning IF NOT EXISTS FOR (m:Memory) ON m.embedding WITH [m.owner, m.status] "
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimensions:d}, `vector.similarity_function`: 'cosine', "
        "`vector.quantization.enabled`: false}}"
    )
