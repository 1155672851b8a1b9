"""Who a user's people are, and which facts outdate which, over HTTP."""

import asyncio

import pytest

from graphmem.adapters.neo4j.engine import Engine
from tests.types import Http, Json


async def tell(http: Http, user: str, *texts: str, **item: object) -> list[Json]:
    """One text after the other, as in a conversation."""
    results = []
    for text in texts:
        body = {"user_id": user, "memories": [{"content": text, **item}]}
        answer = await http.post("/v1/memories", json=body)
        assert answer.status_code == 200, answer.text
        results.append(answer.json()["results"][0])
    return results


async def people(http: Http, user: str) -> list[Json]:
    found: list[Json] = (await http.get("/v1/people", params={"user_id": user})).json()["people"]
    return found


async def ask(http: Http, user: str, query: str, **more: object) -> Json:
    answer: Json = (await http.post("/v1/recall", json={"user_id": user, "query": query, **more})).json()
    return answer


@pytest.mark.req("P1", "P2", "P3", "P4")
async def test_a_wife_a_name_and_a_wife_with_a_name_are_one_person(http: Http, user: str) -> None:
    await tell(http, user, "my wife loves italian food", "oh and my wife's name is Sarah", "Sarah bakes sourdough")

    [sarah] = await people(http, user)
    assert (sarah["name"], sarah["relations"], sarah["memory_count"]) == ("Sarah", ["wife"], 3)
    answer = await ask(http, user, "What does my wife like to eat?")
    assert {memory["about"][0]["name"] for memory in answer["memories"]} == {"Sarah"}
    assert [(person["name"], person["relation"]) for person in answer["people"]] == [("Sarah", "wife")]
    assert "- (about Sarah, my wife) my wife loves italian food (said " in answer["context"]


@pytest.mark.req("P2")
async def test_what_was_apart_is_joined_when_told_and_nothing_is_lost(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "my boss hates mondays", "Ingrid plays the harp")
    assert len(await people(http, user)) == 2
    await tell(http, user, "Ingrid is my boss")

    [ingrid] = await people(http, user)
    assert (ingrid["name"], ingrid["relations"], ingrid["memory_count"]) == ("Ingrid", ["boss"], 3)
    known = await http.get(f"/v1/people/{ingrid['id']}/memories", params={"user_id": user})
    assert {"my boss hates mondays", "Ingrid plays the harp"} <= {m["content"] for m in known.json()["memories"]}


@pytest.mark.req("P2", "D3")
async def test_two_of_one_name_stay_two_and_their_facts_apart(http: Http, user: str) -> None:
    await tell(http, user, "My sister Anna lives in Graz", "A different Anna, my colleague Anna Pichler, lives in Linz")

    assert sorted(person["relations"][0] for person in await people(http, user)) == ["colleague", "sister"]
    listed = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert len(listed) == 2


@pytest.mark.req("P5")
@pytest.mark.parametrize("person", ["Sarah", "sarah", "my wife", "wife"])
async def test_memories_are_found_by_any_name_or_relation(http: Http, user: str, person: str) -> None:
    await tell(http, user, "My wife Sarah loves opera", "My boss Tom loves opera")

    answer = await ask(http, user, "Who loves music?", person=person)
    assert [memory["content"] for memory in answer["memories"]] == ["My wife Sarah loves opera"]
    listed = await http.get("/v1/memories", params={"user_id": user, "person": person})
    assert [memory["content"] for memory in listed.json()["memories"]] == ["My wife Sarah loves opera"]
    assert (await ask(http, user, "Who loves music?", person="Zoltan"))["memories"] == []


@pytest.mark.req("R5")
async def test_a_caller_may_say_whom_it_is_about(http: Http, user: str) -> None:
    await tell(http, user, "Likes Italian food", subjects=["Sarah"])
    await tell(http, user, "Sarah is my wife")

    [sarah] = await people(http, user)
    answer = await ask(http, user, "What does my wife like?", person="my wife")
    [liking] = [memory for memory in answer["memories"] if memory["content"] == "Likes Italian food"]
    assert liking["about"][0]["id"] == sarah["id"]


@pytest.mark.req("D2", "D4")
async def test_a_new_favourite_replaces_the_old_one(http: Http, user: str) -> None:
    [red, blue] = await tell(http, user, "My favourite colour is red", "my favorite color is blue")

    assert blue["superseded"] == [red["memory_id"]]
    answer = await ask(http, user, "What's my favourite colour?")
    assert [memory["content"] for memory in answer["memories"]] == ["my favorite color is blue"]


@pytest.mark.req("D2")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea", "I like coffee"),
        ("My sister lives in Berlin", "I live in Hamburg"),
        ("I live in Chicago", "I'm in Boston this week for a conference"),
        ("I once saw a cat", "I once saw a dog"),
        ("Parcel 00001 is in the shed", "Parcel 00002 is in the shed"),
        ("Note 1 of the list", "Note 2 of the list"),
        ("I keep 12 hens", "I keep 13 bees"),
    ],
)
async def test_two_facts_that_can_both_be_true_stand_beside_each_other(
    http: Http, user: str, one: str, other: str
) -> None:
    [_, second] = await tell(http, user, one, other)

    assert (second["status"], second["superseded"]) == ("saved", [])


@pytest.mark.req("D3")
async def test_a_persons_fact_does_not_replace_the_users(http: Http, user: str) -> None:
    [mine, hers, new] = await tell(http, user, "I live in Hamburg", "My sister Eva lives in Kiel", "Eva moved to Bonn")

    assert hers["superseded"] == []
    assert new["superseded"] == [hers["memory_id"]]
    assert (await http.get(f"/v1/memories/{mine['memory_id']}")).json()["status"] == "active"


@pytest.mark.req("P1", "S2")
async def test_people_belong_to_whoever_speaks_of_them(http: Http, user: str) -> None:
    await tell(http, user, "My wife Sarah skis")
    [sarah] = await people(http, user)
    stranger = {"user_id": f"{user}-stranger"}

    assert await people(http, f"{user}-stranger") == []
    assert (await http.get(f"/v1/people/{sarah['id']}", params=stranger)).status_code == 404
    assert (await http.get(f"/v1/people/{sarah['id']}", params={"user_id": user})).json()["name"] == "Sarah"
    assert (await http.get(f"/v1/people/{sarah['id']}/memories", params=stranger)).status_code == 404


@pytest.mark.req("P2")
async def test_a_person_told_of_by_many_callers_at_once_is_one(http: Http, user: str) -> None:
    facts = ["skis", "sings alto", "keeps bees", "drives a tram", "paints kites", "collects stamps"]
    await asyncio.gather(*(tell(http, user, f"My aunt Elizabeth {fact}") for fact in facts))

    [aunt] = await people(http, user)
    assert (aunt["name"], aunt["memory_count"]) == ("Elizabeth", 6)


async def test_a_long_list_of_people_comes_in_pages(http: Http, user: str) -> None:
    names = ["Ana", "Boris", "Chloe", "Dmitri", "Elena"]
    await tell(http, user, *(f"My friend {name} likes chess" for name in names))
    seen: list[str] = []
    cursor = None
    while True:
        parameters: Json = {"user_id": user, "limit": 2} | ({"cursor": cursor} if cursor else {})
        page = (await http.get("/v1/people", params=parameters)).json()
        seen += [person["name"] for person in page["people"]]
        if (cursor := page["next_cursor"]) is None:
            break
    assert seen == names


async def test_people_can_be_listed_as_the_wall_shows_them(http: Http, user: str) -> None:
    facts = ["Ada likes tea", "Berta likes tea", "Carla likes tea", "Carla likes chess", "My boss Ada likes mail"]
    await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": fact} for fact in facts]})

    async def names(**asked: str) -> tuple[list[str], str | None]:
        answer = (await http.get("/v1/people", params={"user_id": user, **asked})).json()
        return [person["name"] for person in answer["people"]], answer["next_cursor"]

    assert await names(order="name", limit="2") == (["Ada", "Berta"], "2")
    assert await names(order="name", limit="2", cursor="2") == (["Carla"], None)
    assert await names(called="boss") == (["Ada"], None)
    assert (await http.get("/v1/people", params={"user_id": user, "order": "name", "cursor": "x"})).status_code == 400
