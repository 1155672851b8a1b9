"""Secrets are refused on every way in, personal data unless asked for; nothing of either reaches the graph."""

from typing import Any

import pytest

from graphmem.adapters.neo4j.engine import Engine
from tests.types import Http, Json

PASSWORD = "My Netflix password is Purpl3Giraffe!"
PHONE = "my mobile's +44 7700 900123"


async def in_the_graph(engine: Engine, text: str) -> int:
    """In how many nodes the text stands, in whichever property."""
    async with engine._session(write=False) as session:
        result = await session.run(
            """
            MATCH (n)
            WHERE any(name IN keys(n) WHERE (n[name] IS :: STRING AND n[name] CONTAINS $text)
              OR (n[name] IS :: LIST<STRING> AND any(part IN n[name] WHERE part CONTAINS $text)))
            RETURN count(n) AS nodes
            """,
            text=text,
        )
        record = await result.single()
    assert record is not None
    nodes: int = record["nodes"]
    return nodes


async def post(http: Http, user: str, item: Json) -> Any:
    return await http.post("/v1/memories", json={"user_id": user, "memories": [item]})


@pytest.mark.req("R7")
@pytest.mark.parametrize("explicit", [False, True])
async def test_a_credential_is_refused_even_when_asked_for(
    http: Http, engine: Engine, user: str, explicit: bool
) -> None:
    answer = await post(http, user, {"content": PASSWORD, "explicit": explicit})

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "sensitive"
    assert "credential (password)" in answer.json()["error"]["message"]
    assert "Giraffe" not in answer.text
    assert await in_the_graph(engine, "Giraffe") == 0


@pytest.mark.req("R7")
async def test_personal_data_is_kept_only_when_asked_for(http: Http, user: str) -> None:
    refused = await post(http, user, {"content": PHONE})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "sensitive")
    assert "900123" not in refused.text

    kept = await post(http, user, {"content": PHONE, "explicit": True})
    assert kept.json()["results"][0]["status"] == "saved"


@pytest.mark.req("R7")
@pytest.mark.parametrize(
    ("item", "field"),
    [
        ({"content": "My login", "metadata": {"password": "Purpl3Giraffe!"}}, "metadata"),
        ({"content": "My login", "metadata": {"notes": ["x", {"y": PASSWORD}]}}, "metadata"),
        ({"content": "My login", "tags": ["ok", PASSWORD]}, "tags[1]"),
        ({"content": "My login", "subjects": [PASSWORD]}, "subjects[0]"),
        ({"content": "My login", "key": PASSWORD}, "key"),
    ],
)
async def test_no_field_is_a_way_in_for_a_secret(http: Http, engine: Engine, user: str, item: Json, field: str) -> None:
    answer = await post(http, user, item)

    assert answer.status_code == 400
    assert answer.json()["error"]["details"][0]["field"] == f"memories[0].{field}"
    assert await in_the_graph(engine, "Giraffe") == 0


@pytest.mark.req("R7")
async def test_a_change_is_screened_too(http: Http, engine: Engine, user: str) -> None:
    kept = await post(http, user, {"content": "I watch a lot of films"})
    path = f"/v1/memories/{kept.json()['results'][0]['memory_id']}"
    for change in ({"content": PASSWORD}, {"metadata": {"password": "Purpl3Giraffe!"}}, {"tags": [PASSWORD]}):
        assert (await http.patch(path, json=change)).json()["error"]["code"] == "sensitive"
    assert (await http.patch(path, json={"content": PHONE})).status_code == 400
    assert (await http.patch(path, json={"content": PHONE, "explicit": True})).status_code == 200
    assert await in_the_graph(engine, "Giraffe") == 0


@pytest.mark.req("R7", "R1")
async def test_a_secret_in_a_batch_is_refused_alone(http: Http, user: str) -> None:
    body = {"user_id": user, "memories": [{"content": "I ski"}, {"content": PASSWORD}]}
    results = (await http.post("/v1/memories", json=body)).json()["results"]

    assert [result["status"] for result in results] == ["saved", "error"]
    assert results[1]["error"]["code"] == "sensitive"


@pytest.mark.req("R4")
@pytest.mark.parametrize(
    ("item", "expires", "content"),
    [
        ({"content": "remember for 2 weeks that I'm parking in bay 14"}, "2026-03-15", "I'm parking in bay 14"),
        ({"content": "I'm on crutches", "expires_in": "10 days"}, "2026-03-11", "I'm on crutches"),
        ({"content": "I'm on crutches", "expires_in": "until Friday"}, "2026-03-06", "I'm on crutches"),
        ({"content": "I've been vegan for 3 years"}, None, "I've been vegan for 3 years"),
    ],
)
async def test_expiry_is_told_in_words(http: Http, user: str, item: Json, expires: str | None, content: str) -> None:
    kept = await post(http, user, {**item, "said_at": "2026-03-01T09:30:00Z"})
    memory = (await http.get(f"/v1/memories/{kept.json()['results'][0]['memory_id']}")).json()

    assert (memory["expires_at"] or "")[:10] == (expires or "")
    assert memory["content"] == content


@pytest.mark.req("R4")
async def test_a_day_ends_where_the_user_is(http: Http, user: str) -> None:
    item = {"content": "I'm staying at a hotel", "expires_in": "until Friday", "said_at": "2026-03-01T09:30:00Z"}
    body = {"user_id": user, "memories": [item], "time_zone": "America/Los_Angeles"}
    kept = await http.post("/v1/memories", json=body)
    memory = (await http.get(f"/v1/memories/{kept.json()['results'][0]['memory_id']}")).json()

    assert memory["expires_at"].startswith("2026-03-07T07:59:59")
    wrong = await http.post("/v1/memories", json={**body, "time_zone": "Mars/Olympus"})
    assert wrong.json()["error"]["details"][0]["field"] == "time_zone"
