"""Whatever somebody writes into a file, or once wrote into the graph: others don't wait for it, and nothing breaks."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.triggers import Triggers
from graphmem.errors import EngineUnavailable
from graphmem.flows import lifecycle, tend
from graphmem.flows.extract import Reading, extract_next, read
from graphmem.model import Owner, OwnerType
from graphmem.settings import Settings
from graphmem.wiring import Parts, now, parts
from graphmem.worker import Round
from tests.attack.files import AT, archive, change, memory, new_id, person, side
from tests.service import environment
from tests.types import Http
from tests.web.archives import Place, conversation
from tests.worker.reading import Scripted

# What somebody may think of setting a memory's properties to, by undoing a change that never was.
ODD: dict[str, Any] = {
    "content": 5,
    "kind": "odd",
    "key": 5,
    "tags": "odd",
    "confidence": "odd",
    "importance": "odd",
    "status": "odd",
    "metadata": "{",
    "assistant_key": 5,
    "created_at": "odd",
    "updated_at": "odd",
    "expires_at": 5,
    "valid_from": "odd",
    "valid_to": "odd",
    "owner": 5,
    "embedding_model": "zzz",
    "recall_count": "odd",
    "recalls": ["{"],
}


@pytest.fixture
async def place(http: Http, engine: Engine) -> AsyncIterator[Place]:
    made = await Place.made(http, engine)
    yield made
    await made.empty()


@pytest.fixture
async def other(http: Http, engine: Engine) -> AsyncIterator[Place]:
    made = await Place.made(http, engine)
    yield made
    await made.empty()


@pytest.fixture
async def built(settings: Settings, engine: Engine) -> AsyncIterator[Parts]:
    async with parts(settings) as made:
        yield made


def reading(built: Parts) -> Reading:
    return Reading(
        extractions=built.extractions, extractor=Scripted(), keeping=built.keeping, sizes=RecentSizes(built.graph),
        triggers=Triggers(), confidence=0.5, max_per_turn=5, lease=30, tries=2, pause=1,
    )  # fmt: skip


async def planted(engine: Engine, statement: str, **given: Any) -> None:
    """Writes to the graph what no version of ours writes."""
    async with engine._session(write=True) as session:
        assert (await (await session.run(f"{statement} RETURN count(*) AS n", given)).single(strict=True))["n"]


@pytest.mark.parametrize("name", ODD)
async def test_a_change_with_an_odd_property_is_refused_at_its_line_and_field(place: Place, name: str) -> None:
    id_ = new_id()
    before, after = (side({id_: {"label": "Memory", "properties": {name: value}}}) for value in (ODD[name], None))

    message = await place.refused(archive(memory(id_), change(new_id(), before, after)))

    assert message.startswith(f"line 3: change: before.nodes.{id_}.properties.{name}: ")
    assert await place.everything() == ([], [])


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({**memory(new_id()), "content": 5}, "$.content"),
        (memory(new_id(), expires_at="9999-12-31T23:59:59-23:00"), "expires_at"),
        (memory(new_id(), successions=[{"replaces": new_id(), "at": 5}]), "$.successions[0].at"),
        (memory(new_id(), doubts=[{"may_replace": new_id(), "reason": 5}]), "$.doubts[0].reason"),
        (person(new_id(), gender="odd"), "$.gender"),
        (person(new_id(), ties=[{"tie": "RELATED_TO", "to": new_id()}]), "ties[0].kind"),
        ({"type": "alias", "id": new_id(), "refers_to": [new_id()], "text": "x", "kind": "name", "rank": 2**60}, "$.rank"),
        ({"type": "reading", "thread": "t", "tries": 2**50}, "$.tries"),
        ({"type": "owner", "owner": "user/u", "things": [5]}, "$.things[0]"),
        (
            {
                "type": "extraction", "id": new_id(), "thread": "t", "user": "u", "status": "odd", "extractor": "x",
                "messages": 0, "found": 0, "kept": 0, "started_at": AT, "updated_at": AT,
            },
            "$.status",
        ),
    ],
)  # fmt: skip
async def test_a_line_with_an_odd_property_is_refused_with_its_field(
    place: Place, line: dict[str, Any], field: str
) -> None:
    message = await place.refused(archive(line))

    assert message.startswith(f"line 2: {line['type']}: ")
    assert field in message
    assert await place.everything() == ([], [])


@pytest.mark.parametrize("name", [name for name in ODD if name != "owner"])
async def test_a_memory_that_can_not_be_read_breaks_none_of_its_owners_routes(
    place: Place, engine: Engine, name: str
) -> None:
    [odd, well] = await place.remember("u", "I ski in winter", "My brother Tom plays chess")
    await planted(engine, f"MATCH (m:Memory {{id: $id}}) SET m.{name} = $value", id=odd, value=ODD[name])

    await nothing_breaks(place, memory_id=odd)

    kept = (await place.call("GET", "/v1/memories", params={"user_id": "u"}))["memories"]
    assert well in [one["id"] for one in kept]
    assert (await place.http.delete(f"/v1/memories/{odd}", headers=place.headers)).status_code == 200


@pytest.mark.parametrize(
    "planting",
    [
        "MATCH (p:Person {tenant: $tenant}) SET p.name = 5",
        "MATCH (p:Person {tenant: $tenant}) SET p.gender = 'odd'",
        "MATCH (p:Person {tenant: $tenant}) SET p.created_at = 'odd', p.last_mentioned = 'odd'",
        "MATCH (a:Alias)-[:REFERS_TO]->(p:Person {tenant: $tenant}) SET a.text = 5, a.kind = 7",
        "MATCH (c:Change {tenant: $tenant}) SET c.before = '{', c.at = 'odd'",
        'MATCH (c:Change {tenant: $tenant}) SET c.after = \'{"nodes": {"x": 1}, "ties": [2]}\'',
        "MATCH (m:Memory {tenant: $tenant})-[s:SUPERSEDES]->() REMOVE s.at, s.reason",
        "MATCH (m:Memory {tenant: $tenant})-[s:SUPERSEDES]->() SET s.at = 'odd', s.reason = 5",
        "MATCH (t:Thread {tenant: $tenant}) SET t.metadata = '{', t.created_at = 5",
        "MATCH (s:Message {tenant: $tenant}) SET s.role = 'odd', s.content = 5, s.said_at = 'odd'",
        "MATCH (x:Extraction {tenant: $tenant}) SET x.status = 'odd', x.refused = '['",
    ],
)
async def test_nothing_that_can_not_be_read_breaks_its_owners_routes(
    place: Place, engine: Engine, settings: Settings, planting: str
) -> None:
    await place.remember("u", "My wife Sarah likes tea", "I live in Graz")
    [newer] = await place.remember("u", "I live in Linz")
    await place.call("PATCH", f"/v1/memories/{newer}", json={"tags": ["x"]})
    await conversation(place, settings, "u", "talk", "I ski")
    await planted(engine, planting, tenant=place.tenant)

    await nothing_breaks(place, memory_id=newer)


async def nothing_breaks(place: Place, *, memory_id: str) -> None:
    people = await place.http.get("/v1/people", headers=place.headers, params={"user_id": "u"})
    changes = await place.http.get("/v1/changes", headers=place.headers, params={"user_id": "u"})
    whom = people.json()["people"][0]["id"] if people.json().get("people") else new_id()
    done = changes.json()["changes"][0]["id"] if changes.json().get("changes") else new_id()
    asked: list[tuple[str, str, Any]] = [
        *(("GET", f"/v1/memories/{memory_id}{more}", None) for more in ("", "/history", "/why")),
        *(("GET", f"/v1/people/{whom}{more}", None) for more in ("", "/memories")),
        *(("GET", f"/v1/threads/talk{more}", None) for more in ("", "/messages", "/memories")),
        *(("GET", path, None) for path in ("/v1/memories", "/v1/memories?include_expired=true&status=deprecated")),
        *(("GET", path, None) for path in ("/v1/overview", "/v1/graph", "/v1/search?q=ski", "/v1/memories/conflicts")),
        *(("GET", path, None) for path in ("/v1/people/suggestions", "/v1/threads", "/v1/extractions", "/v1/export")),
        ("GET", "/v1/forget", None),
        ("POST", "/v1/recall", {"query": "what do I do in winter?"}),
        ("POST", "/v1/recall", {"query": "winter", "as_of": AT}),
        ("POST", "/v1/memories", {"memories": [{"content": "I ski in winter"}]}),
        ("POST", "/v1/memories", {"memories": [{"content": f"I have {n} cats"} for n in range(9)]}),
        ("PATCH", f"/v1/people/{whom}", {"name": "Sarah"}),
        ("PATCH", f"/v1/memories/{memory_id}", {"importance": 0.3}),
        ("POST", f"/v1/changes/{done}/undo", None),
    ]
    answers = [people, changes]
    for method, path, body in asked:
        whose = (
            {"json": {**body, "user_id": "u"}} if body and path in ("/v1/recall", "/v1/memories") else {"json": body}
        )
        given: Any = whose if body else {"params": {"user_id": "u"}}
        answers.append(await place.http.request(method, path, headers=place.headers, **given))
    wrong = [(answer.request.url.path, answer.status_code) for answer in answers if answer.status_code >= 500]
    assert wrong == []


async def test_a_file_without_moments_for_its_ties_gets_them(place: Place) -> None:
    old, new, third = new_id(), new_id(), new_id()
    one, two = new_id(), new_id()
    await place.imported(
        archive(
            person(one),
            person(two, name="Malory", ties=[{"tie": "MAY_BE", "to": one}]),
            memory(old, "I live in Graz", status="deprecated"),
            memory(new, "I live in Linz", successions=[{"replaces": old}]),
            memory(third, "I live in Wels", doubts=[{"may_replace": new}]),
        )
    )

    history = await place.call("GET", f"/v1/memories/{old}/history")
    assert [version["replaced"]["at"] for version in history["versions"] if version["id"] == old] == [AT]
    assert (await place.call("GET", f"/v1/memories/{new}/why"))["replaces"][0]["at"] == AT
    assert (await place.call("GET", "/v1/memories/conflicts", params={"user_id": "u"}))["conflicts"]
    assert (await place.call("GET", "/v1/people/suggestions", params={"user_id": "u"}))["suggestions"]


async def test_people_who_are_merged_in_a_circle_and_into_many_hold_nothing_up(place: Place) -> None:
    ids = sorted(new_id() for _ in range(40))
    many = [
        person(id_, ties=[{"tie": "MERGED_INTO", way: other} for other in ids[:place_] for way in ("to", "from")])
        for place_, id_ in enumerate(ids)
    ]
    said = [memory(id_, f"I ski {place_} times", about=[{"person": id_}]) for place_, id_ in enumerate(ids)]
    chained = [
        {**line, "id": new_id(), "successions": [{"replaces": one["id"]} for one in said[:place_]]}
        for place_, line in enumerate(said)
    ]
    await place.imported(archive(*many, *said, *chained))

    async with asyncio.timeout(120):
        for path in (f"/v1/people/{ids[0]}", "/v1/people", "/v1/memories", f"/v1/memories/{chained[-1]['id']}/history"):
            answer = await place.http.get(path, headers=place.headers, params={"user_id": "u"})
            assert answer.status_code in (200, 404)
        body = {"user_id": "u", "query": "how often do I ski?"}
        assert (await place.http.post("/v1/recall", headers=place.headers, json=body)).status_code == 200


async def waits_for_a_vector(place: Place, engine: Engine, user: str) -> str:
    [id_] = await place.remember(user, "I commute by ferry")
    await planted(
        engine,
        "MATCH (m:Memory {id: $id})-[:OWNED_BY]->(o:Owner) "
        "SET m.embedding = null, m.embedding_model = null, o.awaiting_vectors = true",
        id=id_,
    )
    return id_


async def unreadable_before(place: Place, engine: Engine) -> str:
    """A memory that can't be read, of an owner who has their turn first."""
    odd = await waits_for_a_vector(place, engine, "!first")
    await planted(engine, "MATCH (m:Memory {id: $id}) SET m.content = 5, m.embedding_model = 'zzz'", id=odd)
    return odd


async def has_vector(place: Place, engine: Engine, id_: str) -> bool:
    async with engine._session(write=False) as session:
        found = await session.run("MATCH (m:Memory {id: $id}) RETURN m.embedding IS NOT NULL AS there", id=id_)
        return bool((await found.single(strict=True))["there"])


async def test_what_can_not_be_read_of_one_keeps_nobody_waiting_for_vectors(
    place: Place, other: Place, engine: Engine, built: Parts
) -> None:
    odd, well = await unreadable_before(place, engine), await waits_for_a_vector(other, engine, "u")

    with capture_logs() as logs:
        await tend.embed_missing(graph=built.graph, embedder=built.embedder)

    assert await has_vector(other, engine, well)
    assert [log["id"] for log in logs if log["event"] == "unreadable_row"] == [odd]
    waiting = await built.graph.owners_awaiting_vectors(1_000)
    assert not {place.tenant, other.tenant} & {owner.tenant for owner in waiting}


async def test_a_worker_does_not_end_over_what_it_can_not_read_and_says_that_it_is_there(
    place: Place, other: Place, engine: Engine, settings: Settings
) -> None:
    await unreadable_before(place, engine)
    well = await waits_for_a_vector(other, engine, "u")
    await planted(engine, "MATCH (s:Schema) REMOVE s.worker_at")
    silent = (await place.http.get("/health/ready")).json()
    worker = subprocess.Popen([sys.executable, "-m", "graphmem", "worker"], env=environment(settings))
    try:
        for _ in range(3_000):
            if await has_vector(other, engine, well):
                break
            await asyncio.sleep(0.1)
        assert await has_vector(other, engine, well)
        assert worker.poll() is None
        alive = (await place.http.get("/health/ready")).json()
    finally:
        worker.terminate()
        assert worker.wait(30) == 0

    assert (silent["status"], silent["worker"]) == ("degraded", False)
    assert (alive["status"], alive["worker"]) == ("ready", True)


async def test_requests_are_served_without_a_worker_and_the_field_says_it(place: Place, engine: Engine) -> None:
    await planted(engine, "MATCH (s:Schema) SET s.worker_at = datetime() - duration({minutes: 4})")

    answer = await place.http.get("/health/ready")

    assert (answer.status_code, answer.json()["status"], answer.json()["worker"]) == (200, "degraded", False)


async def test_a_round_that_fails_has_its_next_try() -> None:
    tries = 0
    done = asyncio.Event()

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise TypeError("my secret words")
        if tries == 2:
            raise EngineUnavailable("away")
        done.set()

    each = Round("test", 0.01, work)
    with capture_logs() as logs:
        going = asyncio.create_task(each.go())
        await asyncio.wait_for(done.wait(), 60)
    going.cancel()

    assert not each.failing
    assert [log["event"] for log in logs] == ["round_failed", "round_postponed"]
    assert "secret" not in str(logs)


async def test_a_thread_that_can_not_be_read_keeps_no_other_waiting(
    place: Place, other: Place, engine: Engine, built: Parts
) -> None:
    for who in (place, other):
        await who.call("POST", "/v1/threads", json={"user_id": "u", "id": "talk", "auto_extract": True})
        await who.call("POST", "/v1/threads/talk/messages", json={"role": "user", "content": "I ski"})
    await planted(
        engine,
        "MATCH (t:Thread {tenant: $tenant}) SET t.metadata = '{', t.due_at = datetime({year: 1999})",
        tenant=place.tenant,
    )
    await planted(
        engine, "MATCH (t:Thread {tenant: $tenant}) SET t.due_at = datetime({year: 2000})", tenant=other.tenant
    )

    assert await extract_next(reading(built), now=now())

    assert (await other.call("GET", "/v1/threads/talk"))["unchecked"] == 0
    assert [place.tenant] not in [[tenant] for tenant, _ in await built.extractions.waiting(1_000)]
    refused = await place.http.get("/v1/threads/talk", headers=place.headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "unreadable")


async def test_a_thread_that_was_tried_without_end_is_not_waited_for_without_end(
    place: Place, engine: Engine, built: Parts
) -> None:
    await place.call("POST", "/v1/threads", json={"user_id": "u", "id": "talk", "auto_extract": True})
    await place.call("POST", "/v1/threads/talk/messages", json={"role": "user", "content": "I ski"})
    await planted(engine, "MATCH (t:Thread {tenant: $tenant}) SET t.tries = 100000000", tenant=place.tenant)
    work = reading(built)
    work.extractor.failures, work.extractor.error = 1, EngineUnavailable("away")  # type: ignore[attr-defined]

    taken = await built.extractions.take(place.tenant, "talk", extractor="x", lease=30)
    assert taken is not None
    await asyncio.wait_for(read(taken, work, now=now()), 60)

    assert (await place.call("GET", "/v1/threads/talk"))["extraction"] == "pending"


async def test_what_can_not_be_read_of_one_keeps_nobody_from_being_tidied(
    place: Place, engine: Engine, built: Parts
) -> None:
    owner = Owner(place.tenant, OwnerType.USER, "u")
    odd, *_ = await place.remember("u", "I ski in winter", "I row in summer", "I have two cats")
    await planted(engine, "MATCH (m:Memory {id: $id}) SET m.updated_at = 'odd', m.confidence = 'odd'", id=odd)

    worth = await built.lifecycle.worth(owner)
    await lifecycle.evict(lifecycle=built.lifecycle, most=10**9, now=now())

    assert len(worth) == 2


async def test_the_doctor_counts_what_can_not_be_read(place: Place, engine: Engine, settings: Settings) -> None:
    [odd] = await place.remember("u", "I ski in winter")

    async def counted() -> int:
        command = [sys.executable, "-m", "graphmem", "doctor", "--json"]
        told = await asyncio.to_thread(
            subprocess.run, command, env=environment(settings), capture_output=True, text=True, timeout=300
        )
        [rows] = [finding for finding in json.loads(told.stdout) if finding["check"] == "stored rows"]
        assert "I ski" not in told.stdout
        return int(rows["seen"].split()[0]) if rows["state"] == "wrong" else 0

    before = await counted()
    await planted(engine, "MATCH (m:Memory {id: $id}) SET m.content = 5, m.kind = 'odd'", id=odd)
    assert await counted() == before + 1


async def test_what_can_not_be_read_is_told_by_its_id_and_never_by_its_words(place: Place, engine: Engine) -> None:
    [odd] = await place.remember("u", "My secret garden is in Graz")
    await planted(engine, "MATCH (m:Memory {id: $id}) SET m.kind = 'odd'", id=odd)

    with capture_logs() as logs:
        answer = await place.http.get(f"/v1/memories/{odd}", headers=place.headers)
        listed = await place.call("GET", "/v1/memories", params={"user_id": "u"})

    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "unreadable")
    assert odd in answer.json()["error"]["message"]
    assert listed["memories"] == []
    assert [log["id"] for log in logs if log["event"] == "unreadable_row"] == [odd, odd]
    assert "garden" not in str(logs)
