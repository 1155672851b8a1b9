"""Brings the graph into the shape this version needs, each step once."""

import re

from graphmem.adapters.neo4j.alias_keys import key_names
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.engine_rows import SchemaRow
from graphmem.adapters.neo4j.queries import MarkEveryOwner, RecordSchema, Schema, VectorIndexState
from graphmem.adapters.neo4j.quote_queries import MarkEveryThread
from graphmem.errors import SetupError, VectorSpaceMismatch
from graphmem.resources import folder

_NAMES_HAVE_KEYS = 13  # the version from which on every name is written with what it is looked up by
# The model that ships with graphmem, and those whose place it took: their vectors are made anew in the background.
# Those of all-minilm-l6-v2 serve until then; of recall-minilm-1, which no longer ships, memories are found by words.
SUCCEEDS = {"onnx:recall-minilm-2": ("onnx:all-minilm-l6-v2", "onnx:recall-minilm-1")}
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_VECTOR_INDEXES = {
    "memory_meaning": "FOR (m:Memory) ON m.embedding WITH [m.owner, m.status]",
    "message_meaning": "FOR (s:Quotable) ON s.embedding WITH [s.owner]",
}


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


async def apply(engine: Engine, *, model: str, dimensions: int) -> str | None:
    """Applies what is missing, and says which earlier model some vectors are still of.

    Raises VectorSpaceMismatch when the graph holds the vectors of a model that this one doesn't succeed.
    """
    have = await current(engine)
    available = steps()
    if have is not None and have.version > max(available):
        raise SetupError(
            f"the graph has schema version {have.version}, this graphmem knows {max(available)}",
            ["install a newer graphmem, or use another database"],
        )
    earlier = have.earlier_model if have is not None else None
    changed = have is not None and have.embedding_model not in (None, model)
    if have is not None and changed:
        earlier = have.embedding_model
        if earlier not in SUCCEEDS.get(model, ()):
            raise VectorSpaceMismatch(str(earlier), model)
    for version, statements in available.items():
        if have is None or version > have.version:
            for statement in statements:
                await engine.define(statement)
    if have is None or have.version < _NAMES_HAVE_KEYS:
        await key_names(engine)
    await _ensure_vector_indexes(engine, dimensions)
    if have is None or changed or have.version < max(available):
        if changed:
            await engine.run(MarkEveryOwner())
            await engine.run(MarkEveryThread())
        await _record(engine, model=model, earlier=earlier, dimensions=dimensions)
    return earlier


async def change_vector_space(engine: Engine, *, model: str, dimensions: int) -> None:
    """Makes the graph ready for another model's vectors; those it holds are left out of search until computed anew."""
    await _ensure_vector_indexes(engine, dimensions)
    await _record(engine, model=model, earlier=None, dimensions=dimensions)


async def _record(engine: Engine, *, model: str, earlier: str | None, dimensions: int) -> None:
    record = RecordSchema(version=max(steps()), embedding_model=model, earlier_model=earlier, dimensions=dimensions)
    await engine.run(record)


async def _ensure_vector_indexes(engine: Engine, dimensions: int) -> None:
    """Indexes of whole vectors: rounded to bits, as the engine would, ten times as many have to be looked at."""
    for name, over in _VECTOR_INDEXES.items():
        rows = await engine.run(VectorIndexState(name=name))
        if rows and rows[0].dimensions == dimensions and not rows[0].quantized:
            continue
        if rows:
            await engine.define(f"DROP INDEX {name} IF EXISTS")
        await engine.define(
            f"CREATE VECTOR INDEX {name} IF NOT EXISTS {over} "
            f"OPTIONS {{indexConfig: {{`vector.dimensions`: {dimensions:d}, `vector.similarity_function`: 'cosine', "
            "`vector.quantization.enabled`: false}}"
        )
