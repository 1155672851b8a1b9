"""Second opinions on facts already kept: what they retire, and what they leave when it was changed meanwhile."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from graphmem.adapters.arq.queue import ArqQueue
from graphmem.adapters.llm.arbiter import LlmArbiter
from graphmem.adapters.llm.chat import Chat
from graphmem.adapters.neo4j.curation import Neo4jCuration
from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.openai import Server
from graphmem.core.doubt import Doubt
from graphmem.core.verdict import Effect, Odds, Verdict
from graphmem.flows.arbitrate import SecondOpinions
from graphmem.flows.curate import restore
from graphmem.flows.remember import Kept, remember
from graphmem.model import Claim, Memory, Owner, Scope, Status, Tenant
from graphmem.ports.curation import ChangeListing
from graphmem.ports.graph import Listing
from graphmem.ports.language import Arbiter, Embedder
from graphmem.settings import Settings
from tests.conftest import claim
from tests.doubles import REPLACED, UNSURE, ToldJudge, ToldParser
from tests.llm_server import KEY, MODEL, Behaviour, LlmServer, fails, says

OLDER, NEWER = "I'm looking for a flat", "found a flat, done looking"
JUDGE = ToldJudge(
    {
        (OLDER, NEWER): Odds(replaces=0.3),
        ("I live in Porto", "I live in Germany"): UNSURE,
        ("I live in Graz", "I live in Linz"): REPLACED,
    }
)
MODEL_SAYS = Verdict(Effect.SUPERSEDES, "found one", f"model/{MODEL}")


def opinion(verdict: str) -> Behaviour:
    return says({"reason": "found one", "verdict": verdict, "confidence": 1})


@pytest.fixture
def llm() -> Iterator[LlmServer]:
    with LlmServer(opinion("supersedes")) as running:
        yield running


@pytest.fixture
async def arbiter(llm: LlmServer) -> AsyncIterator[Arbiter]:
    server = Server(llm.url, key=KEY, timeout=5, pause=0.01)
    yield LlmArbiter(Chat(server, model=MODEL))
    await server.close()


class Keeper:
    """Keeps facts of one owner, each said a minute after the one before."""

    def __init__(
        self,
        graph: Neo4jGraph,
        curation: Neo4jCuration,
        embedder: Embedder,
        queue: ArqQueue,
        owner: Owner,
        now: datetime,
    ) -> None:
        self.graph, self.owner, self.curation = graph, owner, curation
        self._embedder, self._queue, self._now = embedder, queue, now - timedelta(hours=1)

    async def keep(self, content: str, arbiter: Arbiter | None = None) -> tuple[Claim, Kept]:
        self._now += timedelta(minutes=1)
        made = claim(content, now=self._now)
        [kept] = await remember(
            self.owner,
            [made],
            graph=self.graph,
            parser=ToldParser(),
            judge=JUDGE,
            embedder=self._embedder,
            queue=self._queue,
            opinions=SecondOpinions(arbiter, self.curation) if arbiter else None,
            dedup_threshold=0.9,
            now=self._now,
        )
        assert isinstance(kept, Kept)
        return made, kept

    async def every(self) -> list[Memory]:
        scope = Scope(self.owner.tenant, (self.owner,))
        return (await self.graph.listed(scope, Listing(statuses=tuple(Status), now=self._now)))[::-1]

    async def statuses(self) -> list[Status]:
        return [memory.status for memory in await self.every()]


@pytest.fixture
async def keeper(
    settings: Settings,
    engine: Engine,
    graph: Neo4jGraph,
    embedder: Embedder,
    owner: Owner,
    now: datetime,
) -> AsyncIterator[Keeper]:
    queue = ArqQueue(str(settings.redis_url))
    yield Keeper(graph, Neo4jCuration(engine, model=embedder.model), embedder, queue, owner, now)
    await queue.close()


@pytest.mark.req("D2")
async def test_what_the_arbiter_finds_outdated_is_retired_with_its_reason(
    keeper: Keeper, arbiter: Arbiter, llm: LlmServer
) -> None:
    older, _ = await keeper.keep(OLDER, arbiter)
    newer, kept = await keeper.keep(NEWER, arbiter)
    assert kept.superseded == (older.id,)
    assert await keeper.statuses() == [Status.DEPRECATED, Status.ACTIVE]
    first, _ = await keeper.graph.history(Scope(keeper.owner.tenant, (keeper.owner,)), newer.id)
    assert first.replaced is not None
    assert (first.replaced.reason, first.replaced.rule) == ("found one", f"model/{MODEL}")
    assert first.memory.valid_to == newer.said_at
    assert len(llm.asked) == 1


@pytest.mark.parametrize("reply", [opinion("coexists"), fails(401)])
async def test_when_it_says_so_or_says_nothing_both_stand(
    keeper: Keeper, arbiter: Arbiter, llm: LlmServer, reply: Behaviour
) -> None:
    llm.behave(reply)
    await keeper.keep(OLDER, arbiter)
    _, kept = await keeper.keep(NEWER, arbiter)
    assert kept.superseded == ()
    assert await keeper.statuses() == [Status.ACTIVE, Status.ACTIVE]
    assert llm.asked


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("reply", "waits"),
    [(opinion("coexists"), False), (opinion("supersedes"), False), (fails(401), True)],
    ids=["coexists", "supersedes", "silent"],
)
async def test_of_what_it_is_sure_nobody_needs_to_look_at(
    keeper: Keeper, arbiter: Arbiter, llm: LlmServer, now: datetime, reply: Behaviour, waits: bool
) -> None:
    llm.behave(reply)
    older, _ = await keeper.keep("I live in Porto", arbiter)
    newer, kept = await keeper.keep("I live in Germany", arbiter)
    scope = Scope(keeper.owner.tenant, (keeper.owner,))
    found = await keeper.graph.conflicts(scope, limit=5, now=now)
    assert [(pair.newer.id, pair.older.id) for pair in found] == ([(newer.id, older.id)] if waits else [])
    if kept.superseded:  # brought back by hand, it is not asked about either
        await restore(scope, older.id, curation=keeper.curation, now=now)
        assert await keeper.graph.conflicts(scope, limit=5, now=now) == []
    for change in await keeper.curation.changes(scope, ChangeListing()):
        if change.deed.kind != "restore":
            assert change.by == f"model/{MODEL}"


async def test_facts_that_are_not_doubtful_are_not_put_to_it(keeper: Keeper, arbiter: Arbiter, llm: LlmServer) -> None:
    for fact in ("I live in Graz", "I'm allergic to peanuts", "My sister Ana plays the cello", "I live in Linz"):
        await keeper.keep(fact, arbiter)
    assert llm.asked == []


@pytest.mark.req("S2", "S3")
async def test_nothing_is_retired_that_changed_meanwhile_or_is_out_of_sight(keeper: Keeper) -> None:
    older, _ = await keeper.keep("I play the cello")
    newer, _ = await keeper.keep("The ferry to Cork runs daily")
    scope, doubt = Scope(keeper.owner.tenant, (keeper.owner,)), Doubt(older.id, older.content)
    stranger = replace(keeper.owner, ref="stranger")
    for wrong_scope in (Scope(stranger.tenant, (stranger,)), Scope.whole(Tenant("other"))):
        assert not await keeper.curation.retire(wrong_scope, doubt, by=newer, verdict=MODEL_SAYS)
    changed = replace(doubt, content="I play the viola")
    assert not await keeper.curation.retire(scope, changed, by=newer, verdict=MODEL_SAYS)
    reworded = replace(newer, content="The ferry to Cork is late")
    assert not await keeper.curation.retire(scope, doubt, by=reworded, verdict=MODEL_SAYS)
    assert await keeper.statuses() == [Status.ACTIVE, Status.ACTIVE]
    assert await keeper.curation.retire(scope, doubt, by=newer, verdict=MODEL_SAYS)
    assert not await keeper.curation.retire(scope, doubt, by=newer, verdict=MODEL_SAYS)
    assert await keeper.statuses() == [Status.DEPRECATED, Status.ACTIVE]
