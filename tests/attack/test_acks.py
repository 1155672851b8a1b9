"""What was answered is so: while threads are deleted, people forgotten, and requests sent again."""

import asyncio
import contextlib
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import neo4j
import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.erasure import Neo4jLifecycle
from graphmem.adapters.neo4j.keys import Keys
from graphmem.core.attempts import REMEMBERED_FOR
from graphmem.flows.extract import Reading
from graphmem.local.ports import free_port
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.wiring import parts
from tests.graph.whole import whole
from tests.service import KEY, environment, served
from tests.types import Json
from tests.web.test_forget import mentions
from tests.worker.reading import Scripted, read_thread

_PATIENCE = 120.0  # seconds


@pytest.fixture
async def api(readme_server: tuple[str, Path]) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a served graphmem: only there are requests under way at the same time."""
    headers = {"Authorization": f"Bearer {KEY}"}
    async with httpx.AsyncClient(base_url=readme_server[0], headers=headers, timeout=60) as client:
        yield client


async def opened(api: httpx.AsyncClient, user: str, **given: object) -> str:
    answer = await api.post("/v1/threads", json={"user_id": user, **given})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@asynccontextmanager
async def held(engine: Engine, lock: str, **parameters: str) -> AsyncIterator[neo4j.AsyncTransaction]:
    """A transaction that holds what `lock` sets, until it is committed."""
    async with engine._session(write=True) as session, await session.begin_transaction() as transaction:
        await (await transaction.run(lock, parameters)).consume()
        yield transaction


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(_PATIENCE):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.005)


async def blocked(engine: Engine) -> bool:
    """Whether a transaction waits for a lock."""
    waiting = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*) AS n"
    async with engine._session(write=False) as session:
        return bool((await (await session.run(waiting)).single(strict=True))["n"])


_THREAD = "MATCH (t:Thread {tenant: 'testing', id: $thread}) SET t.revision = timestamp()"
_GONE = "MATCH (t:Thread {tenant: 'testing', id: $thread}) OPTIONAL MATCH (s)-[:IN_THREAD]->(t) DETACH DELETE s, t"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/messages", {"role": "user", "content": "I ski"}),
        ("POST", "/messages", {"role": "user", "content": "remember that I ski"}),
        ("PATCH", "/messages/pending", {"status": "completed", "content": "Done."}),
        ("POST", "/extract", None),
        ("POST", "/clear", None),
        ("POST", "/merge", None),
        ("DELETE", "", None),
        ("POST", "/memories", {"memories": [{"content": "I ski"}]}),
        ("POST", "/memories", {"memories": [{"content": "I ski"}], "owner_type": "thread"}),
    ],
)
async def test_a_thread_that_is_deleted_while_it_is_written_to_is_not_found(
    api: httpx.AsyncClient, engine: Engine, user: str, method: str, path: str, body: Json | None
) -> None:
    thread = await opened(api, user)
    pending = {"role": "assistant", "content": "", "status": "pending", "id": "pending"}
    await api.post(f"/v1/threads/{thread}/messages", json=pending)

    async with held(engine, _THREAD, thread=thread) as deleting:
        several = [asyncio.create_task(api.request(method, f"/v1/threads/{thread}{path}", json=body)) for _ in range(3)]
        await until(lambda: blocked(engine))
        await (await deleting.run(_GONE, {"thread": thread})).consume()
        await deleting.commit()
    answers = await asyncio.gather(*several)

    assert [answer.status_code for answer in answers] == [404] * 3, answers[0].text
    listed = await api.get("/v1/memories", params={"user_id": user, "across_threads": True})
    assert listed.json()["memories"] == []


async def test_thirty_messages_posted_while_their_thread_is_deleted_are_taken_or_not_found(
    api: httpx.AsyncClient, user: str
) -> None:
    thread = await opened(api, user)
    path = f"/v1/threads/{thread}"
    many = [{"role": "user", "content": f"line {number}"} for number in range(500)]
    await api.post(f"{path}/messages", json={"messages": many})

    posting = [api.post(f"{path}/messages", json={"role": "user", "content": "x"}) for _ in range(30)]
    deleted, *posted = await asyncio.gather(api.delete(path), *posting)

    assert deleted.status_code == 200
    assert {answer.status_code for answer in posted} <= {200, 404}
    assert (await api.get(path)).status_code == 404


async def facts(api: httpx.AsyncClient, user: str) -> list[str]:
    listed = await api.get("/v1/memories", params={"user_id": user, "status": "all"})
    return sorted(memory["content"] for memory in listed.json()["memories"])


def fact(user: str, *words: str) -> Json:
    return {"user_id": user, "memories": [{"content": each} for each in words]}


@pytest.mark.parametrize("key", ["1", "order 4711 / try 2", "k" * 255, "\u00e9t\u00e9"])
async def test_a_request_sent_again_with_any_key_is_answered_the_same_and_kept_once(
    api: httpx.AsyncClient, user: str, key: str
) -> None:
    body = {**fact(user, "I ski", "", "I ski", "I live in Graz"), "time_zone": "UTC"}
    headers = {b"Idempotency-Key": f"{key}{user}"[-255:].encode("latin-1")}
    again = dict(reversed(body.items()))

    answers = [await api.post("/v1/memories", json=each, headers=headers) for each in (body, body, again)]

    assert [answer.status_code for answer in answers] == [200] * 3
    assert [result["status"] for result in answers[0].json()["results"]] == ["saved", "error", "updated", "saved"]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert await facts(api, user) == ["I live in Graz", "I ski"]
    assert (await api.get("/v1/changes", params={"user_id": user})).json()["changes"] == []


@pytest.mark.parametrize("key", ["", "k" * 256])
async def test_a_key_that_is_empty_or_too_long_is_refused_by_name(api: httpx.AsyncClient, user: str, key: str) -> None:
    answer = await api.post("/v1/memories", json=fact(user, "I ski"), headers={"Idempotency-Key": key})
    assert (answer.status_code, answer.json()["error"]["details"][0]["field"]) == (400, "Idempotency-Key")
    assert await facts(api, user) == []


async def test_a_key_that_came_with_another_body_or_user_or_route_is_refused_and_nothing_is_kept(
    api: httpx.AsyncClient, user: str
) -> None:
    headers, other = {"Idempotency-Key": f"key-{user}"}, f"other-{user}"
    thread = await opened(api, user)
    await api.post("/v1/memories", json=fact(user, "I ski"), headers=headers)

    reused = [
        await api.post("/v1/memories", json=fact(user, "I row"), headers=headers),
        await api.post("/v1/memories", json=fact(other, "I ski"), headers=headers),
        await api.post(f"/v1/threads/{thread}/memories", json={"memories": [{"content": "I ski"}]}, headers=headers),
        await api.post(f"/v1/threads/{thread}/messages", json={"role": "user", "content": "x"}, headers=headers),
    ]

    told = {(answer.status_code, answer.json()["error"]["code"]) for answer in reused}
    assert told == {(422, "idempotency_key_reused")}
    assert reused[0].json()["error"]["details"][0]["field"] == "Idempotency-Key"
    assert (await facts(api, user), await facts(api, other)) == (["I ski"], [])
    assert (await api.get(f"/v1/threads/{thread}")).json()["messages"] == 0


async def test_a_key_of_another_caller_is_another_key(api: httpx.AsyncClient, engine: Engine, user: str) -> None:
    keys = [await Keys(engine).create(Tenant("testing"), "test", now=datetime.now(UTC)) for _ in range(2)]
    keys.append(await Keys(engine).create(Tenant("elsewhere"), "test", now=datetime.now(UTC)))
    for number, key in enumerate(keys):
        headers = {"Idempotency-Key": f"key-{user}", "Authorization": f"Bearer {key}"}
        kept = await api.post("/v1/memories", json=fact(user, f"I have {number} cats"), headers=headers)
        assert kept.json()["results"][0]["status"] == "saved"


async def test_a_request_that_was_refused_leaves_its_key_free(api: httpx.AsyncClient, user: str) -> None:
    headers = {"Idempotency-Key": f"key-{user}"}
    assert (await api.post("/v1/memories", json=fact(user, ""), headers=headers)).status_code == 400
    missing = await api.post("/v1/threads/none/messages", json={"role": "user", "content": "x"}, headers=headers)
    assert missing.status_code == 404
    assert (await api.post("/v1/memories", json=fact(user, "I ski"), headers=headers)).status_code == 200


async def test_the_same_request_many_times_at_once_is_kept_once(api: httpx.AsyncClient, user: str) -> None:
    headers = {"Idempotency-Key": f"key-{user}"}
    body = fact(user, "I ski", "My wife Sarah likes tea")
    answers = await asyncio.gather(*(api.post("/v1/memories", json=body, headers=headers) for _ in range(12)))

    assert [answer.status_code for answer in answers] == [200] * 12
    assert len({answer.text for answer in answers}) == 1
    assert await facts(api, user) == ["I ski", "My wife Sarah likes tea"]


async def test_one_key_with_two_requests_at_once_keeps_one_of_them(api: httpx.AsyncClient, user: str) -> None:
    headers, users = {"Idempotency-Key": f"key-{user}"}, [f"{user}-{number}" for number in range(8)]
    answers = await asyncio.gather(
        *(api.post("/v1/memories", json=fact(each, "I ski"), headers=headers) for each in users)
    )

    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 7
    kept = [await facts(api, each) for each in users]
    assert [bool(each) for each in kept] == [answer.status_code == 200 for answer in answers]


async def test_messages_posted_again_with_their_key_are_there_once(api: httpx.AsyncClient, user: str) -> None:
    thread = await opened(api, user)
    path, headers = f"/v1/threads/{thread}/messages", {"Idempotency-Key": f"key-{user}"}
    body = {"messages": [{"role": "user", "content": "remember that I ski"}, {"role": "assistant", "content": "Done."}]}

    answers = await asyncio.gather(*(api.post(path, json=body, headers=headers) for _ in range(8)))
    other = await api.post(path, json={"role": "user", "content": "I row"}, headers=headers)

    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({str(answer.json()["messages"]) for answer in answers}) == 1
    assert len({answer.json()["remembered"][0]["memory_id"] for answer in answers}) == 1
    assert (await api.get(f"/v1/threads/{thread}")).json()["messages"] == 2
    assert other.json()["error"]["code"] == "idempotency_key_reused"
    assert await facts(api, user) == ["I ski"]


async def test_a_message_that_has_ended_since_is_answered_again_as_it_is(api: httpx.AsyncClient, user: str) -> None:
    thread = await opened(api, user)
    path, headers = f"/v1/threads/{thread}/messages", {"Idempotency-Key": f"key-{user}"}
    body = {"role": "assistant", "content": "", "status": "pending"}
    [first] = (await api.post(path, json=body, headers=headers)).json()["messages"]
    await api.patch(f"{path}/{first['id']}", json={"status": "completed", "content": "Done."})

    again = await api.post(path, json=body, headers=headers)

    assert (again.status_code, again.json()["messages"][0]["content"]) == (200, "Done.")
    assert again.json()["thread"]["messages"] == 1


async def test_what_was_kept_for_a_thread_is_kept_once(api: httpx.AsyncClient, user: str) -> None:
    thread = await opened(api, user)
    headers, body = {"Idempotency-Key": f"key-{user}"}, {"memories": [{"content": "I ski"}], "owner_type": "thread"}
    answers = [await api.post(f"/v1/threads/{thread}/memories", json=body, headers=headers) for _ in range(2)]

    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["results"][0]["status"] == "saved"


async def test_a_server_killed_after_it_wrote_answers_the_second_try_as_the_first(
    settings: Settings, engine: Engine, user: str
) -> None:
    """The write is let through and the server killed before it can tell: the lock says when it is about to write."""
    body, headers = fact(user, "I ski", "I row"), {"Idempotency-Key": f"key-{user}", "Authorization": f"Bearer {KEY}"}
    first = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "graphmem", "serve"], env=environment(settings, GRAPHMEM_PORT=str(first))
    )
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{first}", headers=headers, timeout=60) as api:
        await until(lambda: _ready(api))
        posting = asyncio.create_task(api.post("/v1/memories", json=body))
        await until(lambda: _kept(engine, user))
        process.kill()
        process.wait()
        with contextlib.suppress(httpx.TransportError):
            await posting
    with served(settings, port=free_port()) as address:
        async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as api:
            again = await api.post("/v1/memories", json=body)
            assert [result["status"] for result in again.json()["results"]] == ["saved", "saved"]
            assert await facts(api, user) == ["I row", "I ski"]


async def _ready(api: httpx.AsyncClient) -> bool:
    try:
        return (await api.get("/health/ready")).status_code == 200
    except httpx.TransportError:
        return False


async def _kept(engine: Engine, user: str) -> bool:
    async with engine._session(write=False) as session:
        found = await session.run("MATCH (m:Memory {owner: $owner}) RETURN count(m) AS n", owner=f"testing/user/{user}")
        return bool((await found.single(strict=True))["n"])


async def test_keys_are_forgotten_after_a_day_and_cleared_away(
    api: httpx.AsyncClient, engine: Engine, user: str, now: datetime
) -> None:
    headers = {"Idempotency-Key": f"key-{user}"}
    await api.post("/v1/memories", json=fact(user, "I ski"), headers=headers)
    old = "MATCH (k:IdempotencyKey {owner: $owner}) SET k.at = k.at - duration('P2D') RETURN count(k) AS n"
    async with engine._session(write=True) as session:
        aged = await (await session.run(old, owner=f"testing/user/{user}")).single(strict=True)

    other = await api.post("/v1/memories", json=fact(user, "I row"), headers=headers)
    async with engine._session(write=True) as session:
        await (await session.run(old, owner=f"testing/user/{user}")).consume()
    cleared = await Neo4jLifecycle(engine).erase_keys(since=now - REMEMBERED_FOR)

    assert (aged["n"], other.status_code) == (1, 200)
    assert cleared >= 1
    assert "IdempotencyKey" not in await mentions(engine, user)


async def test_forgetting_a_user_or_a_thread_forgets_their_keys(
    api: httpx.AsyncClient, engine: Engine, user: str
) -> None:
    thread = await opened(api, user)
    for path, body in (
        ("/v1/memories", fact(user, "I ski")),
        (f"/v1/threads/{thread}/messages", {"role": "user", "content": "I row"}),
    ):
        await api.post(path, json=body, headers={"Idempotency-Key": f"{path}-{user}"})
    assert (await mentions(engine, user, thread))["IdempotencyKey"] == 2

    preview = (await api.post("/v1/forget", json={"user_id": user})).json()
    await api.post("/v1/forget", json={"user_id": user, "confirm": preview["confirm"]})

    assert await mentions(engine, user, thread) == {}


async def forgotten(api: httpx.AsyncClient, target: Json) -> httpx.Response:
    preview = await api.post("/v1/forget", json=target)
    assert preview.status_code == 200, preview.text
    await asyncio.sleep(0)  # others write between the look and the deed
    return await api.post("/v1/forget", json={**target, "confirm": preview.json()["confirm"]})


@asynccontextmanager
async def written_to(api: httpx.AsyncClient, user: str, thread: str) -> AsyncIterator[list[int]]:
    """Keeps writing to a user in every way, and gives the statuses of the answers."""
    statuses: list[int] = []
    over = asyncio.Event()

    async def write(number: int) -> None:
        count = 0
        while not over.is_set():
            count += 1
            for path, body in (
                ("/v1/memories", fact(user, f"I have {number * 1000 + count} marbles", "My brother Bruno likes jazz")),
                (f"/v1/threads/{thread}/messages", {"role": "user", "content": f"remember that I own {count} kites"}),
                (f"/v1/threads/{thread}/memories", {"memories": [{"content": f"I saw {count} comets"}]}),
                ("/v1/threads", {"user_id": user}),
            ):
                statuses.append((await api.post(path, json=body)).status_code)

    writers = [asyncio.create_task(write(number)) for number in range(4)]
    try:
        await until(lambda: asyncio.sleep(0, len(statuses) > 8))
        yield statuses
    finally:
        over.set()
        await asyncio.gather(*writers)


@pytest.mark.parametrize("kind", ["user", "person", "thread", "memory"])
async def test_forgetting_wins_over_whoever_writes_meanwhile(
    api: httpx.AsyncClient, engine: Engine, user: str, kind: str
) -> None:
    thread = await opened(api, user, auto_extract=True)
    told = fact(user, "My wife Zenobia collects astrolabes", "I play the theremin")
    [about, _] = (await api.post("/v1/memories", json=told)).json()["results"]
    said = {"role": "user", "content": "Remember that Zenobia hates wasps"}
    await api.post(f"/v1/threads/{thread}/messages", json=said)
    [zenobia] = (await api.get("/v1/people", params={"user_id": user})).json()["people"]
    targets = {"user": user, "person": zenobia["id"], "thread": thread, "memory": about["memory_id"]}
    erased = {
        "user": ("zenobia", "astrolabe", "wasp", "theremin"),
        "person": ("zenobia", "astrolabe", "wasp"),
        "thread": ("wasp",),
        "memory": ("astrolabe",),
    }

    async with written_to(api, user, thread) as statuses:
        receipt = await forgotten(api, {f"{kind}_id": targets[kind]})
        before = len(statuses)
        await until(lambda: asyncio.sleep(0, len(statuses) > before + 8))

    assert receipt.status_code == 200, receipt.text
    assert receipt.json()["erased"]
    assert set(statuses) <= {200, 201, 404}, Counter(statuses)
    assert 404 not in statuses or kind in ("user", "thread")
    held = await whole(engine, user)
    assert [word for word in erased[kind] if word in str(held).lower()] == []


async def test_what_is_being_read_about_somebody_who_is_forgotten_is_not_kept(
    api: httpx.AsyncClient, settings: Settings, engine: Engine, user: str
) -> None:
    await api.post("/v1/memories", json=fact(user, "My wife Zenobia collects astrolabes"))
    [zenobia] = (await api.get("/v1/people", params={"user_id": user})).json()["people"]
    thread = await opened(api, user, auto_extract=True)
    for words in ("Zenobia hates wasps", "I play the theremin"):
        await api.post(f"/v1/threads/{thread}/messages", json={"role": "user", "content": words})
    extractor = Scripted()
    extractor.may.clear()
    async with parts(settings) as built:
        work = Reading(
            extractions=built.extractions, extractor=extractor, keeping=built.keeping, sizes=built.sizes,
            triggers=built.triggers, confidence=0.5, max_per_turn=5, lease=120, tries=1, pause=1,
        )  # fmt: skip
        reading = asyncio.create_task(read_thread(Tenant("testing"), thread, work))
        await extractor.began.wait()
        assert (await forgotten(api, {"person_id": zenobia["id"]})).status_code == 200
        extractor.may.set()
        await reading
        assert await facts(api, user) == []

        assert await read_thread(Tenant("testing"), thread, work)
    assert await facts(api, user) == ["I play the theremin"]
    assert "zenobia" not in str(await whole(engine, user)).lower()


@pytest.mark.parametrize("kind", ["person", "memory"])
async def test_what_was_forgotten_does_not_come_back_when_its_message_is_sent_again(
    api: httpx.AsyncClient, engine: Engine, user: str, kind: str
) -> None:
    thread = await opened(api, user)
    path, headers = f"/v1/threads/{thread}/messages", {"Idempotency-Key": f"key-{user}"}
    body = {"role": "user", "content": "Remember that my wife Zenobia collects astrolabes"}
    [kept] = (await api.post(path, json=body, headers=headers)).json()["remembered"]
    [zenobia] = (await api.get("/v1/people", params={"user_id": user})).json()["people"]
    await forgotten(api, {f"{kind}_id": {"person": zenobia["id"], "memory": kept["memory_id"]}[kind]})

    again = await api.post(path, json=body, headers=headers)

    assert again.status_code == 200
    assert again.json()["thread"]["messages"] == 1
    assert await facts(api, user) == []


async def test_forgetting_somebody_with_more_than_a_batch_leaves_nothing(
    api: httpx.AsyncClient, engine: Engine, user: str
) -> None:
    for start in (0, 300):
        many = fact(user, *(f"My cousin number {start + n} keeps {start + n} bees" for n in range(300)))
        assert (await api.post("/v1/memories", json=many)).status_code == 200
    threads = [await opened(api, user) for _ in range(55)]

    receipt = (await forgotten(api, {"user_id": user})).json()["counts"]

    assert (receipt["memories"], receipt["threads"], receipt["owners"]) == (600, len(threads), 1)
    assert await mentions(engine, user) == {}


async def test_anothers_thread_is_as_one_that_is_not_there(api: httpx.AsyncClient, engine: Engine, user: str) -> None:
    theirs, stranger = await opened(api, user, metadata={"topic": "secret"}), f"stranger-{user[5:]}"
    await api.post(f"/v1/threads/{theirs}/messages", json={"role": "user", "content": "I ski"})

    async def answers(thread: str) -> list[tuple[int, str, list[str]]]:
        given = [
            await api.post(f"/v1/threads/{thread}/merge", json={"user_id": stranger}),
            await api.request(
                "DELETE", f"/v1/threads/{thread}/memories", params={"user_id": stranger, "memory_ids": zero}
            ),
            await api.get("/v1/threads", params={"user_id": stranger, "cursor": thread}),
            await api.get("/v1/extractions", params={"user_id": stranger, "thread_id": thread}),
        ]
        return [(one.status_code, one.text, sorted(one.headers)) for one in given]

    zero = "01890000-0000-7000-8000-000000000000"
    opening = await api.post("/v1/threads", json={"user_id": stranger, "id": theirs})
    unknown = await api.get("/v1/threads/none")

    assert await answers(theirs) == await answers("none")
    assert (opening.status_code, opening.text) == (404, unknown.text)
    assert sorted(opening.headers) == sorted(unknown.headers)
    assert await mentions(engine, stranger) == {}
    assert await opened(api, user, id=theirs) == theirs
