"""Facts that may not both hold: kept, listed, settled, and settled again after an undo."""

import re

import pytest

from graphmem.adapters.neo4j.engine import Engine
from tests.graph.whole import whole
from tests.types import Http, Json
from tests.web.test_curate import facts, person, undo
from tests.web.test_people import tell

NOBODY = "01890000-0000-7000-8000-000000000000"


async def waiting(http: Http, user: str) -> list[Json]:
    listed: list[Json] = (await http.get("/v1/memories/conflicts", params={"user_id": user})).json()["conflicts"]
    overview = (await http.get("/v1/overview", params={"user_id": user})).json()
    assert overview["conflicts"] == listed[:10]
    return listed


async def pairs(http: Http, user: str) -> list[tuple[str, str]]:
    return [(pair["newer"]["content"], pair["older"]["content"]) for pair in await waiting(http, user)]


async def kept(http: Http, user: str, *facts: Json) -> list[str]:
    answer = await http.post("/v1/memories", json={"user_id": user, "memories": list(facts)})
    return [result["memory_id"] for result in answer.json()["results"]]


async def statuses(http: Http, *ids: str) -> list[str]:
    return [(await http.get(f"/v1/memories/{id_}")).json()["status"] for id_ in ids]


async def settle(http: Http, memory_id: str, other: str, holds: str) -> Json:
    answer = await http.post(f"/v1/memories/{memory_id}/conflict", json={"other": other, "holds": holds})
    assert answer.status_code == 200, answer.text
    settled: Json = answer.json()
    return settled


DOG, DOGS = {"content": "I have a dog"}, {"content": "I have two dogs"}
JUDGED = re.compile(r"the newer statement may replace the older, \d\d% confident")
PORTO, GERMANY = {"content": "I live in Porto"}, {"content": "I live in Germany"}


@pytest.mark.req("D2")
async def test_what_no_rule_decides_waits_with_its_reason(http: Http, user: str) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    [pair] = await waiting(http, user)
    assert (pair["newer"]["id"], pair["older"]["id"]) == (newer, older)
    assert JUDGED.fullmatch(pair["reason"])
    for id_ in (older, newer):
        assert (await http.get(f"/v1/memories/{id_}/why")).json()["conflicts"] == [pair]


@pytest.mark.req("D2", "P3")
async def test_two_facts_of_one_person_wait_whatever_each_calls_them(http: Http, user: str) -> None:
    await tell(http, user, "My sister's called Ayla and she's 19", "Ayla is 20", explicit=True)
    [pair] = await waiting(http, user)
    assert JUDGED.fullmatch(pair["reason"])


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    "facts",
    [
        ("I live in Porto", "I live in Graz"),  # a rule decides
        ("I live in Porto", "I'd love to live in Germany"),
        ("I live in Porto", "I used to live in Germany"),
        ("I live in Porto", "My sister Ana lives in Germany"),
        ("I like tea", "I like coffee"),
    ],
)
async def test_what_is_decided_or_can_both_be_true_waits_for_nobody(
    http: Http, user: str, facts: tuple[str, str]
) -> None:
    await tell(http, user, *facts)
    assert await waiting(http, user) == []


@pytest.mark.req("D2", "D5")
async def test_the_newer_one_takes_the_place_of_the_older_and_an_undo_brings_back_all(
    http: Http, engine: Engine, user: str
) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    before = await whole(engine, user)

    settled = await settle(http, newer, older, "this")

    assert (settled["id"], settled["status"]) == (newer, "active")
    assert await statuses(http, older, newer) == ["deprecated", "active"]
    history = (await http.get(f"/v1/memories/{newer}/history")).json()["versions"]
    assert JUDGED.match(history[0]["replaced"]["reason"])
    assert history[0]["replaced"]["reason"].endswith(", and the newer one holds")
    assert history[0]["replaced"]["rule"] == "by hand"
    assert history[0]["valid_to"] == settled["created_at"]
    assert await pairs(http, user) == []
    await undo(http, settled["change_id"])
    assert await whole(engine, user) == before
    assert await pairs(http, user) == [("I live in Germany", "I live in Porto")]


@pytest.mark.req("D2", "D5")
async def test_the_older_one_takes_the_place_of_the_newer_seen_from_either(
    http: Http, engine: Engine, user: str
) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    before = await whole(engine, user)
    for one, other, holds in ((older, newer, "this"), (newer, older, "other")):
        settled = await settle(http, one, other, holds)
        assert await statuses(http, older, newer) == ["active", "deprecated"]
        gone = (await http.get(f"/v1/memories/{newer}")).json()
        assert gone["superseded_by"] == older
        await undo(http, settled["change_id"])
        assert await whole(engine, user) == before


@pytest.mark.req("D2", "D5")
async def test_both_hold_once_somebody_says_so_and_it_is_not_asked_again(http: Http, engine: Engine, user: str) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    before = await whole(engine, user)

    settled = await settle(http, newer, older, "both")

    assert await statuses(http, older, newer) == ["active", "active"]
    assert await kept(http, user, GERMANY) == [newer]
    assert await pairs(http, user) == []
    again = await http.post(f"/v1/memories/{newer}/conflict", json={"other": older, "holds": "both"})
    assert again.status_code == 409
    await undo(http, settled["change_id"])
    assert len(await pairs(http, user)) == 1
    assert (await whole(engine, user)).ties == before.ties


@pytest.mark.req("D2")
async def test_restoring_what_gave_way_lets_both_hold(http: Http, user: str) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    await settle(http, newer, older, "this")
    assert (await http.post(f"/v1/memories/{older}/restore")).json()["valid_to"] is None
    assert await statuses(http, older, newer) == ["active", "active"]
    assert await pairs(http, user) == []


@pytest.mark.req("D2")
async def test_what_ended_was_put_right_or_is_gone_waits_no_longer(http: Http, engine: Engine, user: str) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    before = await whole(engine, user)
    for id_ in (older, newer):
        ended = (await http.patch(f"/v1/memories/{id_}", json={"expires_at": "2026-01-01T00:00:00Z"})).json()
        assert await pairs(http, user) == []
        await undo(http, ended["change_id"])
        assert len(await pairs(http, user)) == 1
    edited = (await http.patch(f"/v1/memories/{newer}", json={"content": "I like Germany"})).json()
    assert await pairs(http, user) == []
    await undo(http, edited["change_id"])
    assert (await whole(engine, user)).ties == before.ties
    assert len(await pairs(http, user)) == 1
    await http.delete(f"/v1/memories/{older}")
    assert await pairs(http, user) == []
    refused = await http.post(f"/v1/memories/{newer}/conflict", json={"other": older, "holds": "this"})
    assert refused.status_code == 404


@pytest.mark.req("P6", "D5")
async def test_facts_of_two_who_were_taken_for_one_wait_no_longer(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "My sister's called Ayla and she's 19", "Ayla is 20", explicit=True)
    ayla = await person(http, user, "Ayla")
    about, before = await facts(http, user, ayla["id"]), await whole(engine, user)
    assert len(await pairs(http, user)) == 1

    split = await http.post(f"/v1/people/{ayla['id']}/split", json={"memory_ids": [about["Ayla is 20"]]})
    assert await pairs(http, user) == []
    await undo(http, split.json()["change_id"])
    assert await whole(engine, user) == before

    await http.post(f"/v1/memories/{about['Ayla is 20']}/reassign", json={"subjects": []})
    assert await pairs(http, user) == []


@pytest.mark.req("S2", "S3")
async def test_nobody_settles_what_is_not_theirs_or_was_never_in_doubt(http: Http, user: str) -> None:
    older, newer = await kept(http, user, PORTO, GERMANY)
    [beside] = await kept(http, user, {"content": "I play the cello"})
    for id_, other, status in (
        (newer, beside, 409),
        (newer, NOBODY, 404),
        (NOBODY, newer, 404),
        (newer, newer, 400),
        (newer, "nonsense", 400),
    ):
        answer = await http.post(f"/v1/memories/{id_}/conflict", json={"other": other, "holds": "this"})
        assert answer.status_code == status, answer.text
    wrong = await http.post(f"/v1/memories/{newer}/conflict", json={"other": older, "holds": "neither"})
    assert wrong.status_code == 400
    stranger = await http.post(
        f"/v1/memories/{newer}/conflict", params={"user_id": f"not {user}"}, json={"other": older, "holds": "this"}
    )
    assert stranger.status_code == 404
    assert await waiting(http, f"not {user}") == []
    assert len(await pairs(http, user)) == 1


async def test_the_last_said_comes_first_and_only_as_many_as_asked_for(http: Http, user: str) -> None:
    await kept(http, user, PORTO, GERMANY, DOG, DOGS)
    found = await pairs(http, user)
    assert sorted(found) == sorted([(DOGS["content"], DOG["content"]), ("I live in Germany", "I live in Porto")])
    first = await http.get("/v1/memories/conflicts", params={"user_id": user, "limit": 1})
    assert [pair["newer"]["content"] for pair in first.json()["conflicts"]] == [found[0][0]]
