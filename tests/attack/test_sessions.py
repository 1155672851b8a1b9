"""Sessions and links that are over, used again; and keys that are guessed."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
import redis.asyncio
from litestar.testing import AsyncTestClient

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.erasure import Neo4jLifecycle
from graphmem.adapters.neo4j.keys import Keys, digest
from graphmem.adapters.neo4j.tokens import Tokens
from graphmem.errors import TooManyWrongKeys
from graphmem.model import Tenant
from graphmem.settings import Settings
from graphmem.web.app import create_app
from graphmem.web.session import SESSION_COOKIE, seal_of, sign_in_path
from graphmem.web.wrong_keys import WrongKeys
from tests.service import KEY
from tests.types import Http
from tests.web.test_pages import send


async def test_a_copied_cookie_opens_nothing_after_signing_out(browser: Http) -> None:
    await send(browser, "/sign-in", key=KEY)
    copied = browser.cookies[SESSION_COOKIE]
    assert (await browser.get("/")).status_code == 200
    assert (await send(browser, "/sign-out")).status_code == 303
    browser.cookies.set(SESSION_COOKIE, copied)

    assert (await browser.get("/")).status_code == 303
    assert (await browser.get("/v1/people", params={"user_id": "me"})).status_code == 401


async def test_it_opens_nothing_in_another_process_or_after_a_restart(browser: Http, settings: Settings) -> None:
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as other:
        other.follow_redirects = False
        await send(browser, "/sign-in", key=KEY)
        copied = browser.cookies[SESSION_COOKIE]
        other.cookies.set(SESSION_COOKIE, copied)
        assert (await other.get("/")).status_code == 200
        await send(browser, "/sign-out")
        assert (await other.get("/")).status_code == 303
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as started:
        started.follow_redirects = False
        started.cookies.set(SESSION_COOKIE, copied)
        assert (await started.get("/")).status_code == 303


async def test_signing_out_ends_one_session_and_no_other(browser: Http, settings: Settings) -> None:
    async with AsyncTestClient(create_app(settings), raise_server_exceptions=False) as other:
        other.follow_redirects = False
        await send(other, "/sign-in", key=KEY)
        await send(browser, "/sign-in", key=KEY)
        await send(browser, "/sign-out")
        assert (await other.get("/")).status_code == 200


async def test_a_used_link_stays_used_when_the_queue_was_emptied(browser: Http, settings: Settings) -> None:
    link = sign_in_path(seal_of(settings), digest(KEY), now=datetime.now(UTC))
    assert (await browser.get(link)).status_code == 303
    browser.cookies.clear()
    async with redis.asyncio.Redis.from_url(str(settings.redis_url)) as queue:
        await queue.flushall()

    assert (await browser.get(link)).status_code == 401


async def test_of_many_who_use_a_link_at_once_one_comes_in(engine: Engine, user: str) -> None:
    until = datetime.now(UTC) + timedelta(minutes=10)
    first = await asyncio.gather(
        *(Tokens(engine).spend(Tenant("links"), f"link:{user}", until=until) for _ in range(20))
    )
    assert sum(first) == 1


async def test_what_is_ended_or_used_is_told_apart_by_tenant_and_forgotten_when_it_is_too_old(
    engine: Engine, user: str
) -> None:
    tokens, now = Tokens(engine), datetime.now(UTC)
    await tokens.spend(Tenant("links"), f"old-{user}", until=now - timedelta(seconds=1))
    await tokens.spend(Tenant("links"), f"new-{user}", until=now + timedelta(days=1))
    assert not await tokens.spent(Tenant("others"), f"new-{user}")

    assert await Neo4jLifecycle(engine).erase_tokens(before=now) >= 1

    assert [await tokens.spent(Tenant("links"), f"{age}-{user}") for age in ("old", "new")] == [False, True]


@pytest.fixture
def watchful(settings: Settings) -> Settings:
    return settings.model_copy(update={"wrong_keys": 10})


async def test_wrong_keys_are_slowed_down_and_a_valid_one_is_not(watchful: Settings, engine: Engine) -> None:
    secret = await Keys(engine).create(Tenant("calm"), "bot", now=datetime.now(UTC))
    async with AsyncTestClient(create_app(watchful), raise_server_exceptions=False) as client:

        async def tried(key: str) -> int:
            headers = {"Authorization": f"Bearer {key}"}
            return (await client.get("/v1/people", params={"user_id": "u"}, headers=headers)).status_code

        assert await tried(secret) == 200
        answers = await asyncio.gather(*(tried(f"gm_wrong_{place}") for place in range(150)))
        assert answers.count(401) <= 12  # a slow machine lets one more pass every six seconds
        assert answers.count(401) + answers.count(429) == 150
        assert {await tried(secret) for _ in range(20)} == {200}
        assert await tried(KEY) == 200
        refused = await client.get("/v1/people", headers={"Authorization": "Bearer gm_another"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_wrong_keys")
        assert 1 <= int(refused.headers["Retry-After"]) <= 60


async def test_the_door_is_slowed_down_too(watchful: Settings) -> None:
    async with AsyncTestClient(create_app(watchful), raise_server_exceptions=False) as client:
        client.follow_redirects = False
        tried = [await send(client, "/sign-in", key=f"gm_wrong_{place}") for place in range(30)]
        assert tried[0].status_code == 401
        late = next(answer for answer in tried if answer.status_code == 429)
        assert int(late.headers["Retry-After"]) >= 1
        assert "Too many wrong keys" in late.text
        assert (await send(client, "/sign-in", key=KEY)).status_code == 303


async def test_a_forwarded_address_is_believed_from_nobody_unless_told(watchful: Settings) -> None:
    async with AsyncTestClient(create_app(watchful), raise_server_exceptions=False) as client:
        answers = [
            (
                await client.get(
                    "/v1/people",
                    headers={"Authorization": f"Bearer gm_wrong_{place}", "X-Forwarded-For": f"10.0.0.{place}"},
                )
            ).status_code
            for place in range(30)
        ]
    assert 429 in answers


def test_a_limiter_remembers_no_more_than_ten_thousand_addresses() -> None:
    wrong = WrongKeys(10)
    for place in range(10_500):
        wrong.take(f"10.{place // 65_536}.{place // 256 % 256}.{place % 256}")
    assert len(wrong._tried) == 10_000


def test_one_network_of_ipv6_counts_as_one() -> None:
    wrong = WrongKeys(5)
    for place in range(5):
        wrong.take(f"2001:db8::{place:x}")
    with pytest.raises(TooManyWrongKeys):
        wrong.take("2001:db8::ffff")
    wrong.take("2001:db8:0:1::1")


def test_a_limit_of_zero_is_none() -> None:
    wrong = WrongKeys(0)
    for _ in range(1_000):
        wrong.take("10.0.0.1")  # raises nothing
