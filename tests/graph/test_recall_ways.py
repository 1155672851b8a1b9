"""The ways a recall can go: by the index, by a scan where the index can't serve, by words where there is no vector."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime

import numpy as np
import pytest

from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.engine import Engine, Transaction
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.neo4j.query import Query, Row
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.change import Addition
from graphmem.core.keyphrases import keyphrases
from graphmem.core.reading import Reading
from graphmem.core.settlement import Settlement, Surroundings
from graphmem.core.text import words
from graphmem.core.verdict import Odds
from graphmem.errors import EmbedderUnavailable
from graphmem.flows import tend
from graphmem.flows.recall import Wanted, recall
from graphmem.flows.remember import Kept, remember
from graphmem.model import Owner, Scope, Vector
from graphmem.ports.graph import Meaning, Sought
from graphmem.ports.language import Embedder
from graphmem.wiring import parser_of
from tests.conftest import claim
from tests.doubles import ToldJudge
from tests.service import plain


class CountedEngine(Engine):
    """An engine that says which queries it ran."""

    def __init__(self, inner: Engine) -> None:
        self.__dict__.update(inner.__dict__)
        self.ran: list[str] = []

    async def run(self, query: Query[Row]) -> list[Row]:
        self.ran.append(query.file)
        return await super().run(query)

    async def write(self, work: Callable[[Transaction], Awaitable[Row]]) -> Row:
        def counted(transaction: Transaction) -> Awaitable[Row]:
            return work(CountedTransaction(transaction, self.ran))

        return await super().write(counted)


class CountedTransaction(Transaction):
    def __init__(self, inner: Transaction, ran: list[str]) -> None:
        super().__init__(inner._inner)
        self.ran = ran

    async def run(self, query: Query[Row]) -> list[Row]:
        self.ran.append(query.file)
        return await super().run(query)


class CountedEmbedder:
    """An embedder that counts what it is asked for, and can be switched off."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.model, self.dimensions = inner.model, inner.dimensions
        self.asked = 0
        self.off = False

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.off:
            raise EmbedderUnavailable("switched off")
        self.asked += len(texts)
        return await self._inner.embed(texts)


class Waker:
    def __init__(self) -> None:
        self.woken: list[str] = []

    async def wake(self, job: str, *, after: float = 0.0) -> None:
        self.woken.append(job)


FACTS = ["I'm allergic to peanuts", "My laptop runs Fedora", "I commute by ferry across the Tagus"]
WANTED = Wanted(query="What should I avoid eating?", limit=5, min_relevance=0.1, min_confidence=0)


async def keep(
    graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime, facts: Sequence[str] = FACTS
) -> Waker:
    waker = Waker()
    await remember(
        owner,
        [claim(fact, now=now) for fact in facts],
        graph=graph,
        parser=parser_of(),
        judge=ToldJudge(),
        embedder=embedder,
        queue=waker,
        dedup_threshold=0.9,
        now=now,
    )
    return waker


def counted(engine: Engine, embedder: Embedder) -> tuple[CountedEngine, Neo4jGraph]:
    engine = CountedEngine(engine)
    return engine, Neo4jGraph(engine, model=embedder.model, dimensions=embedder.dimensions)


@pytest.mark.req("Q1")
async def test_an_empty_scope_is_never_embedded_for(
    engine: Engine, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    counting = CountedEmbedder(embedder)
    ran, graph = counted(engine, embedder)
    found = await recall(
        Scope(owner.tenant, (owner,)), WANTED, graph=graph, sizes=RecentSizes(graph), embedder=counting, now=now
    )

    assert found.memories == ()
    assert counting.asked == 0
    assert ran.ran == ["recall/searchable"]


async def test_a_warm_recall_looks_once_and_fetches_once(
    engine: Engine, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    ran, graph = counted(engine, embedder)
    await keep(graph, embedder, owner, now)
    sizes = RecentSizes(graph)
    scope = Scope(owner.tenant, (owner,))
    await recall(scope, WANTED, graph=graph, sizes=sizes, embedder=embedder, now=now)
    ran.ran.clear()

    found = await recall(scope, WANTED, graph=graph, sizes=sizes, embedder=embedder, now=now)

    assert found.memories[0].memory.content == FACTS[0]
    assert ran.ran == ["recall/by_scan", "recall/chosen"]


async def test_remembering_asks_the_graph_once_for_people_if_need_be_and_writes_once(
    engine: Engine, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    ran, graph = counted(engine, embedder)
    texts = ["My wife Sarah lives in Porto", "Sarah moved to Lisbon", "I like swimming", "My boss is Ana"]
    many = [f"My cousin Leo collects stamps of set {number}" for number in range(10)]

    for batch, asked in [([text], ["remember/surroundings"]) for text in texts] + [
        (texts, ["remember/surroundings"]),
        (many, ["recall/searchable", "remember/whole_owner"]),
    ]:
        ran.ran.clear()
        await keep(graph, embedder, owner, now, facts=batch)
        people = [] if batch == ["I like swimming"] else ["people/meant"]
        assert ran.ran == [*asked, *people, "remember/apply"]


@pytest.mark.req("M5")
async def test_without_a_vector_a_memory_is_kept_found_by_words_and_embedded_later(
    graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    scope = Scope(owner.tenant, (owner,))
    down = CountedEmbedder(embedder)
    down.off = True
    await tend.embed_missing(graph=graph, embedder=embedder)  # what others left

    waker = await keep(graph, down, owner, now)
    assert waker.woken == ["embed_missing"]
    by_meaning = await recall(scope, WANTED, graph=graph, sizes=RecentSizes(graph), embedder=embedder, now=now)
    assert by_meaning.memories == ()
    by_words = Wanted(query="peanuts", limit=5, min_relevance=0.1, min_confidence=0)
    for with_model in (embedder, down):
        found = await recall(scope, by_words, graph=graph, sizes=RecentSizes(graph), embedder=with_model, now=now)
        assert [item.memory.content for item in found.memories] == [FACTS[0]]

    with pytest.raises(EmbedderUnavailable):
        await tend.embed_missing(graph=graph, embedder=down)
    assert await tend.embed_missing(graph=graph, embedder=embedder) == 3
    assert await tend.embed_missing(graph=graph, embedder=embedder) == 0

    found = await recall(scope, WANTED, graph=graph, sizes=RecentSizes(graph), embedder=embedder, now=now)
    assert found.memories[0].memory.content == FACTS[0]
    assert found.memories[0].memory.embedding_model == embedder.model


@pytest.fixture
async def no_vector_index(engine: Engine, embedder: Embedder) -> AsyncIterator[None]:
    await engine.define("DROP INDEX memory_meaning IF EXISTS")
    yield
    await schema.apply(engine, model=embedder.model, dimensions=embedder.dimensions)
    await engine.define("CALL db.awaitIndexes(25)")


@pytest.mark.req("Q5", "R6")
@pytest.mark.usefixtures("no_vector_index")
async def test_without_the_vector_index_a_scan_answers_and_duplicates_are_still_found(
    graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    await keep(graph, embedder, owner, now)
    [again] = await remember(
        owner,
        [claim("I am allergic to peanuts", now=now)],
        graph=graph,
        parser=parser_of(),
        judge=ToldJudge({("I'm allergic to peanuts", "I am allergic to peanuts"): Odds(repeats=0.99)}),
        embedder=embedder,
        queue=Waker(),
        dedup_threshold=0.9,
        now=now,
    )
    assert isinstance(again, Kept)
    assert again.deduplicated

    found = await recall(
        Scope(owner.tenant, (owner,)), WANTED, graph=graph, sizes=RecentSizes(graph), embedder=embedder, now=now
    )

    assert "peanuts" in found.memories[0].memory.content


@pytest.mark.req("Q3", "Q5")
async def test_the_index_finds_what_an_exact_scan_finds(
    graph: Neo4jGraph, engine: Engine, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    """Three hundred memories of one owner among those of all the other tests; vectors in random directions."""
    rng = np.random.default_rng(7)
    matrix = rng.standard_normal((300, embedder.dimensions))
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    vectors = matrix.tolist()
    claims = [claim(f"Note {number}", now=now) for number in range(300)]

    async def decide(_: Surroundings) -> Settlement:
        return plain([Addition(claim=c, vector=v) for c, v in zip(claims, vectors, strict=True)])

    await graph.settle(owner, claims, vectors, readings=[Reading()] * 300, decide=decide, now=now)
    question = rng.standard_normal(embedder.dimensions)
    question /= np.linalg.norm(question)
    true = [f"Note {index}" for index in np.argsort(-(matrix @ question))[:10]]

    sought = Sought(
        meanings=[Meaning(embedder.model, question.tolist())],
        words=["zzz"],
        phrases=[],
        candidates=24,
        scope_size=300,
        min_confidence=0,
        now=now,
    )
    found = sorted(
        (await graph.search(Scope(owner.tenant, (owner,)), sought)).candidates, key=lambda item: -(item.similarity or 0)
    )

    assert [item.content for item in found[:10]] == true
    similarity = found[0].similarity
    assert similarity == pytest.approx(float((matrix @ question).max()), abs=1e-3)


async def test_what_was_said_around_the_nearest_is_looked_at_too(
    graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    facts = [
        "Ann: It rained",
        "Ann: Any news?",
        "Ann: How do you get to work?",
        f"Bob: {FACTS[2]}",
        "Ann: Nice",
        "Bob: Yes",
    ]
    await keep(graph, embedder, owner, now, [*facts, "Ann: See you"])
    [vector] = await embedder.embed([FACTS[2]])
    sought = Sought(
        meanings=[Meaning(embedder.model, vector)],
        words=["zzz"],
        phrases=[],
        candidates=1,
        scope_size=300,
        min_confidence=0,
        now=now,
    )

    found = (await graph.search(Scope(owner.tenant, (owner,)), sought)).candidates

    assert [one.content for one in sorted(found, key=lambda one: one.id)] == facts[1:]


async def test_a_vector_of_the_wrong_length_is_refused_before_anything_is_written(
    graph: Neo4jGraph, owner: Owner, now: datetime
) -> None:
    async def decide(_: Surroundings) -> Settlement:
        return plain([])

    ski = claim("I ski", now=now)
    with pytest.raises(ValueError, match="3 dimensions"):
        await graph.settle(owner, [ski], [[0.1, 0.2, 0.3]], readings=[Reading()], decide=decide, now=now)
    assert (await graph.searchable(Scope(owner.tenant, (owner,)))).memories == 0


@pytest.mark.req("Q2")
def test_a_question_is_expanded_the_same_way_every_time() -> None:
    question = "Would a tablet computer suit me as a gift?"
    assert keyphrases(question) == keyphrases(question)
    assert "tablet computer" in keyphrases(question)
    assert keyphrases("why?") == []
    assert words("I'm allergic") == ["i", "m", "allergic"]
