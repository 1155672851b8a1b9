"""The schema is applied once, and a graph of another model's vectors is not served by mistake."""

import uuid
from datetime import datetime

import pytest

from graphmem.adapters.embedding.onnx import OnnxEmbedder
from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.neo4j.queries import VectorIndexState
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.errors import EngineUnavailable, SetupError, VectorSpaceMismatch
from graphmem.flows.recall import recall
from graphmem.flows.tend import embed_missing
from graphmem.model import Owner, Recalled, Scope
from graphmem.ports.language import Embedder
from graphmem.resources import folder
from graphmem.settings import Settings
from graphmem.wiring import OWN_MODEL
from tests.graph.test_recall_ways import WANTED, keep
from tests.types import Http


async def test_applying_the_schema_again_changes_nothing(engine: Engine, embedder: Embedder) -> None:
    before = await schema.current(engine)
    await schema.apply(engine, model=embedder.model, dimensions=embedder.dimensions)

    assert await schema.current(engine) == before
    assert before is not None
    assert (before.version, before.embedding_model) == (max(schema.steps()), embedder.model)


async def test_an_index_that_rounds_vectors_is_made_anew(engine: Engine, embedder: Embedder) -> None:
    await engine.define("DROP INDEX memory_meaning")
    await engine.define(
        "CREATE VECTOR INDEX memory_meaning FOR (m:Memory) ON m.embedding WITH [m.owner, m.status] "
        f"OPTIONS {{indexConfig: {{`vector.dimensions`: {embedder.dimensions}}}}}"
    )
    [rounding] = await engine.run(VectorIndexState())
    await schema.apply(engine, model=embedder.model, dimensions=embedder.dimensions)
    await engine.define("CALL db.awaitIndexes(60)")

    [whole] = await engine.run(VectorIndexState())
    assert (rounding.quantized, whole.quantized, whole.dimensions) == (True, False, embedder.dimensions)


async def test_a_graph_of_before_is_brought_along(engine: Engine) -> None:
    tenant = f"old-{uuid.uuid4().hex[:12]}"
    await engine.define(
        f"CREATE (a:Alias {{id: '{tenant}', owner: '{tenant}/user/u'}})-[:REFERS_TO]->"
        f"(p:Person {{id: '{tenant}', tenant: '{tenant}', owner: '{tenant}/user/u', created_at: datetime()}})"
        f"-[:MAY_BE {{owner: '{tenant}/user/u'}}]->(p)<-[:ABOUT]-(:Memory {{id: '{tenant}', tenant: '{tenant}x'}})"
    )
    for statement in schema.steps()[10]:
        await engine.define(statement)

    async with engine.reading(seconds=60, fetch=10) as session:
        query = (
            "MATCH (a:Alias {tenant: $t})-[:REFERS_TO]->()-[s:MAY_BE]->(p) "
            "RETURN p.created_at = s.at AS dated, s.reason AS reason, COUNT { (p)<-[:ABOUT]-() } AS told"
        )
        record = await (await session.run(query, t=tenant)).single(strict=True)
    assert (record["dated"], record["reason"], record["told"]) == (True, "", 0)


async def test_facts_and_values_of_an_older_graph_are_brought_along(
    http: Http, engine: Engine, graph: Neo4jGraph, embedder: Embedder, user: str
) -> None:
    said = [{"content": "ฉันแพ้ถั่วลิสง"}, {"content": "ฉันชอบแมว"}]
    said += [{"content": f"I live in {city}", "key": "residence"} for city in ("Porto", "Graz", "Oslo")]
    for item in said:
        await http.post("/v1/memories", json={"user_id": user, "memories": [item]})
    await engine.define(
        f"MATCH (m:Memory {{owner: 'testing/user/{user}'}}) SET m.status = 'active', m.valid_to = null, m.grams = null, "
        f"m.embedding_model = '{embedder.model}', m.embedding = coalesce(m.embedding, [1.0] + [i IN range(2, 384) | 0.0]) "
        "WITH m MATCH (m)-[s:SUPERSEDES]->() DELETE s"
    )
    for statement in schema.steps()[8]:
        await engine.define(statement)
    await embed_missing(graph=graph, embedder=embedder)

    listed = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    found = (await http.post("/v1/recall", json={"user_id": user, "query": "ถั่วลิสง"})).json()["memories"]
    assert [memory["content"] for memory in listed] == ["I live in Oslo", "ฉันชอบแมว", "ฉันแพ้ถั่วลิสง"]
    assert [memory["content"] for memory in found] == ["ฉันแพ้ถั่วลิสง"]
    assert found[0]["similarity"] is None


async def test_another_models_vectors_stop_the_start_with_the_cure(engine: Engine) -> None:
    with pytest.raises(VectorSpaceMismatch) as caught:
        await schema.apply(engine, model="onnx:another", dimensions=512)
    assert "graphmem reembed" in caught.value.cures[0]


async def test_a_graph_of_a_newer_graphmem_is_left_alone(engine: Engine, embedder: Embedder) -> None:
    await engine.define("MATCH (s:Schema) SET s.version = s.version + 100")
    try:
        with pytest.raises(SetupError) as caught:
            await schema.apply(engine, model=embedder.model, dimensions=embedder.dimensions)
        assert "newer graphmem" in caught.value.cures[0]
    finally:
        await engine.define("MATCH (s:Schema) SET s.version = s.version - 100")


async def test_an_engine_that_is_not_there_is_told_apart_from_a_wrong_password(settings: Settings) -> None:
    nowhere = Engine("bolt://127.0.0.1:1", username="neo4j", password="x", database=None, retry_for=0.1)
    with pytest.raises(EngineUnavailable):
        await schema.current(nowhere)
    await nowhere.close()
    wrong = Engine(str(settings.neo4j_uri), username="neo4j", password="wrong", database=None, retry_for=0.1)
    with pytest.raises(SetupError, match="user name or password"):
        await schema.current(wrong)
    await wrong.close()


async def test_an_earlier_models_vectors_serve_until_they_are_made_anew(
    engine: Engine, graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    earlier_model, *_ = schema.SUCCEEDS[embedder.model]
    before = OnnxEmbedder(folder("models") / OWN_MODEL, name=earlier_model.removeprefix("onnx:"))
    await keep(Neo4jGraph(engine, model=before.model, dimensions=before.dimensions), before, owner, now)
    await engine.define(f"MATCH (s:Schema) SET s.embedding_model = '{earlier_model}'")
    scope, sizes = Scope(owner.tenant, (owner,)), RecentSizes(graph)

    async def first() -> Recalled:
        return (await recall(scope, WANTED, graph=graph, sizes=sizes, embedder=embedder, now=now)).memories[0]

    try:
        assert await schema.apply(engine, model=embedder.model, dimensions=embedder.dimensions) == earlier_model
        assert await schema.apply(engine, model=embedder.model, dimensions=embedder.dimensions) == earlier_model
        graph.earlier = before
        assert (await first()).memory.embedding_model == earlier_model
        assert (await first()).similarity is not None

        await embed_missing(graph=graph, embedder=embedder)
        have = await schema.current(engine)
        assert have is not None
        assert have.earlier_model is None
        assert (await first()).memory.embedding_model == embedder.model
    finally:
        graph.earlier = None
