"""What goes by itself."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.erasure import Neo4jLifecycle
from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.adapters.neo4j.uses import RecentUses
from graphmem.core.lifecycle import Worth, evicted
from graphmem.core.uses import Use, Uses
from graphmem.flows.lifecycle import collect, evict
from graphmem.flows.remember import remember
from graphmem.model import MemoryId, Owner, OwnerType, Scope, Status
from graphmem.ports.graph import Listing
from graphmem.ports.language import Embedder
from tests.conftest import claim
from tests.doubles import REPLACED, ToldJudge, ToldParser, about
from tests.graph.test_recall_ways import Waker

NOW = datetime.fromisoformat("2026-11-16T12:00:00+00:00")
JUDGE = ToldJudge({("My favourite colour is red", "My favourite colour is blue"): REPLACED})
PARSER = ToldParser(
    {"My uncle Zoltan visits us": about("Zoltan", "uncle"), "My aunt Ilse likes tea": about("Ilse", "aunt")}
)


def worth(id_: str, **given: object) -> Worth:
    values = {"importance": None, "confidence": 1.0, "uses": 0, "expires_at": None, "updated_at": NOW, **given}
    return Worth(id=MemoryId(id_), **values)  # type: ignore[arg-type]


@pytest.mark.req("L1")
def test_the_least_valuable_go_first() -> None:
    memories = [
        worth("old", updated_at=NOW - timedelta(days=1)),
        worth("new"),
        worth("used", uses=3, updated_at=NOW - timedelta(days=9)),
        worth("unsure", confidence=0.4),
        worth("unimportant", importance=0.1),
        worth("expired", importance=1.0, expires_at=NOW - timedelta(seconds=1)),
        worth("important", importance=0.9, updated_at=NOW - timedelta(days=99)),
    ]
    order = [evicted(memories, most=most, now=NOW)[-1] for most in range(6, -1, -1)]
    assert order == ["expired", "unimportant", "unsure", "old", "new", "used", "important"]


@pytest.mark.req("L1")
@given(st.lists(st.floats(0, 1), max_size=30), st.integers(1, 30))
def test_never_more_go_than_have_to(importances: list[float], most: int) -> None:
    memories = [worth(str(number), importance=value) for number, value in enumerate(importances)]
    gone = evicted(memories, most=most, now=NOW)
    assert len(gone) == max(len(memories) - most, 0)
    left = [memory.importance for memory in memories if memory.id not in gone]
    assert all(
        (memory.importance or 0) <= min((value or 0) for value in left) for memory in memories if memory.id in gone
    )


@pytest.mark.req("L1")
async def test_what_is_recalled_is_counted_as_used(
    engine: Engine, graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    await kept(owner, graph, embedder, now, "I ski", "I live in Graz")
    listed = await graph.listed(Scope(owner.tenant, (owner,)), Listing(now=now))
    uses = RecentUses(engine)
    for memory in (listed[0], listed[0], listed[1]):
        uses.note(owner.tenant, [memory.id], Use(at=now, key="laptop", interface="api"))
    await uses.write()
    await uses.write()
    counted = {one.id: one.uses for one in await Neo4jLifecycle(engine).worth(owner)}
    assert counted == {listed[0].id: 2, listed[1].id: 1}


async def test_the_last_times_that_a_memory_was_recalled_are_kept_and_no_more(
    engine: Engine, graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    await kept(owner, graph, embedder, now, "I ski")
    scope = Scope(owner.tenant, (owner,))
    [memory] = await graph.listed(scope, Listing(now=now))
    uses = RecentUses(engine)
    for number in range(25):
        at = now + timedelta(seconds=number)
        uses.note(owner.tenant, [memory.id], Use(at=at, key="laptop", assistant=f"a{number}", interface="mcp"))
        if number % 10 == 0:
            await uses.write()
    await uses.write()

    known = await uses.of(scope, memory.id)
    assert known.count == 25
    assert [use.assistant for use in known.recent] == [f"a{number}" for number in range(24, 4, -1)]
    assert known.recent[0] == Use(at=now + timedelta(seconds=24), key="laptop", assistant="a24", interface="mcp")
    stranger = Owner(owner.tenant, OwnerType.USER, f"{owner.ref}-other")
    assert await uses.of(Scope(owner.tenant, (stranger,)), memory.id) == Uses()


async def kept(
    owner: Owner,
    graph: Neo4jGraph,
    embedder: Embedder,
    now: datetime,
    *facts: str,
    days: float | None = None,
) -> None:
    for fact in facts:
        await remember(
            owner, [claim(fact, now=now, expires_days=days)], graph=graph, parser=PARSER, judge=JUDGE,
            embedder=embedder, queue=Waker(), dedup_threshold=0.9, now=now,
        )  # fmt: skip


async def contents(graph: Neo4jGraph, owner: Owner, now: datetime) -> list[str]:
    listing = Listing(statuses=(Status.ACTIVE, Status.DEPRECATED), include_expired=True, now=now)
    return sorted(memory.content for memory in await graph.listed(Scope(owner.tenant, (owner,)), listing))


@pytest.mark.req("L2")
async def test_gc_removes_what_is_long_expired_or_replaced_and_whom_nobody_speaks_of(
    engine: Engine, graph: Neo4jGraph, embedder: Embedder, owner: Owner, now: datetime
) -> None:
    then = now - timedelta(days=40)
    parts = (owner, graph, embedder)
    await kept(*parts, then, "I live in Linz", "My uncle Zoltan visits us", days=1)
    await kept(*parts, then, "My favourite colour is red", "My aunt Ilse likes tea")
    await kept(*parts, then + timedelta(days=1), "My favourite colour is blue")
    await kept(*parts, now - timedelta(days=2), "I am in Rome", days=1)
    lifecycle = Neo4jLifecycle(engine)
    retention = timedelta(days=30)

    class Mine:
        """This owner alone: other tests have theirs."""

        def __getattr__(self, name: str) -> object:
            return getattr(lifecycle, name)

        async def owners(self, *, after: str, limit: int) -> list[Owner]:
            return [] if after else [owner]

        async def large_owners(self, most: int) -> list[Owner]:
            return [found for found in await lifecycle.large_owners(most) if found == owner]

    mine: object = Mine()
    would = await collect(lifecycle=mine, retention=retention, now=now, dry_run=True)  # type: ignore[arg-type]
    assert len(await contents(graph, owner, now)) == 6
    did = await collect(lifecycle=mine, retention=retention, now=now)  # type: ignore[arg-type]

    assert (would.expired, would.superseded, would.owners) == (did.expired, did.superseded, 1) == (2, 1, 1)
    assert did.people == 1
    assert await contents(graph, owner, now) == [
        "I am in Rome",
        "My aunt Ilse likes tea",
        "My favourite colour is blue",
    ]
    assert [person.name for person in await graph.people(Scope(owner.tenant, (owner,)), limit=9)] == ["Ilse"]

    gone = await evict(lifecycle=mine, most=2, now=now)  # type: ignore[arg-type]
    assert gone == 1
    assert await contents(graph, owner, now) == ["My aunt Ilse likes tea", "My favourite colour is blue"]
