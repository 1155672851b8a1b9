"""What people are looked up and put in order by says what is so, whatever was done to them."""

from dataclasses import asdict

from graphmem.adapters.neo4j import schema
from graphmem.adapters.neo4j.alias_keys import key_names
from graphmem.adapters.neo4j.engine import Engine
from graphmem.core.names import name_keys
from tests.types import Http, Json
from tests.web.test_curate import person, undo
from tests.web.test_people import people, tell

_WRONG = """
MATCH (p:Person)-[:KNOWN_TO]->(o:Owner {ref: $user})
OPTIONAL MATCH (a:Alias)-[:REFERS_TO]->(p)
RETURN count(DISTINCT p) AS people, count(a) AS aliases, collect(CASE
  WHEN p.merged IS NULL OR p.merged <> EXISTS { (p)-[:MERGED_INTO]->() } THEN ['merged', p.name]
  WHEN coalesce(p.lower, '') <> toLower(coalesce(p.name, '~')) THEN ['lower', p.name]
  WHEN p.last_mentioned IS NULL THEN ['last_mentioned', p.name]
  WHEN a IS NOT NULL AND (p.owner <> o.id OR coalesce(a.owner, '') <> p.owner) THEN ['owner', a.text]
  WHEN coalesce(a.lower, '') <> toLower(coalesce(a.text, '')) THEN ['lower', a.text]
END) AS wrong
"""
_KEYS = """
MATCH (a:Alias)-[:REFERS_TO]->(:Person)-[:KNOWN_TO]->(:Owner {ref: $user})
RETURN a {.text, .kind, .folded, .first, .last, .initial} AS alias
"""
_OLDER = """
MATCH (p:Person)-[:KNOWN_TO]->(:Owner {ref: $user})
OPTIONAL MATCH (a:Alias)-[:REFERS_TO]->(p)
REMOVE p.merged, p.lower, p.last_mentioned, a.owner, a.lower
"""
_WITHOUT_KEYS = """
MATCH (a:Alias)-[:REFERS_TO]->(:Person)-[:KNOWN_TO]->(:Owner {ref: $user})
REMOVE a.folded, a.first, a.last, a.initial
WITH a WHERE a.text = 'Ingrid Dahl'
DETACH DELETE a
"""

_TIES_OF_NOBODY = """
MATCH (:Owner {ref: $user})<-[:KNOWN_TO|OWNED_BY]-()-[tie:MAY_BE|MAY_REPLACE|SUPERSEDES]->()
REMOVE tie.owner
"""


async def looked_up(engine: Engine, user: str) -> tuple[int, int]:
    """How many people and aliases a user has, all of whom say of themselves what is so."""
    async with engine._session(write=False) as session:
        found = await (await session.run(_WRONG, user=user)).single(strict=True)
        aliases = [record["alias"] async for record in await session.run(_KEYS, user=user)]
    assert found["wrong"] == []
    for alias in aliases:
        keys = asdict(name_keys(alias["text"])) if alias["kind"] == "name" else {}
        assert {key: alias[key] for key in ("folded", "first", "last", "initial")} == {
            "folded": None, "first": None, "last": None, "initial": None, **keys
        }  # fmt: skip
    return found["people"], found["aliases"]


async def test_after_each_correction_and_its_undoing_people_are_found_by_what_they_are_now(
    http: Http, engine: Engine, user: str
) -> None:
    await tell(http, user, "my boss hates mondays", "Ingrid plays the harp", "Ingrid is my boss", "My son Émile reads")
    assert await looked_up(engine, user) == (3, 4)
    ingrid, son = await person(http, user, "Ingrid"), await person(http, user, "Émile")

    renamed = (await http.patch(f"/v1/people/{son['id']}", json={"name": "ÉMILIE", "add_aliases": ["Mimi"]})).json()
    await looked_up(engine, user)
    gone = (await http.patch(f"/v1/people/{son['id']}", json={"remove_aliases": ["Mimi"]})).json()
    await undo(http, gone["change_id"])
    await looked_up(engine, user)
    merged = (await http.post(f"/v1/people/{son['id']}/merge", json={"into": ingrid["id"]})).json()
    await looked_up(engine, user)
    await undo(http, merged["change_id"])
    await undo(http, renamed["change_id"])
    split = await http.post(f"/v1/people/{ingrid['id']}/split", json={"aliases": ["my boss"], "name": "Ursula"})
    assert split.status_code in (200, 201), split.text

    assert (await looked_up(engine, user))[0] == 4


async def test_people_of_a_thread_that_is_merged_are_found_with_its_users(
    http: Http, engine: Engine, user: str
) -> None:
    thread = (await http.post("/v1/threads", json={"user_id": user})).json()["id"]
    body = {"thread_id": thread, "memories": [{"content": "My sister Anna plays chess"}]}
    assert (await http.post("/v1/memories", json=body)).status_code == 200
    await tell(http, user, "My sister Anna lives in Graz")
    assert (await http.post(f"/v1/threads/{thread}/merge")).status_code == 200

    assert (await looked_up(engine, user))[0] == 2
    listed = await http.get("/v1/people", params={"user_id": user, "called": "ann"})
    assert [(found["name"], found["memory_count"]) for found in listed.json()["people"]] == [("Anna", 2)]


async def test_a_graph_of_an_older_graphmem_is_brought_to_the_same(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "my boss hates mondays", "Ingrid plays the harp", "Ingrid is my boss")
    async with engine._session(write=True) as session:
        await (await session.run(_OLDER, user=user)).consume()
    for statement in schema.steps()[6]:
        await engine.define(statement)

    assert await looked_up(engine, user) == (2, 2)


async def test_names_of_an_older_graphmem_are_found_by_their_words(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "My friend Ingrid Dahl plays the harp", "My son Émile reads", "my boss hates mondays")
    async with engine._session(write=True) as session:
        await (await session.run(_WITHOUT_KEYS, user=user)).consume()
    for statement in schema.steps()[13]:
        await engine.define(statement)
    await key_names(engine)

    await looked_up(engine, user)
    for words, name in (("Dahl", "Ingrid Dahl"), ("emile", "Émile"), ("my friend", "Ingrid Dahl"), ("my boss", None)):
        [found] = (await http.get("/v1/people", params={"user_id": user, "person": words})).json()["people"]
        assert found["name"] == name


async def test_somebody_renamed_to_what_they_are_is_found_by_that_name(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "my boss hates mondays", "My boss likes tea")
    boss = await person(http, user, "boss")
    for name in ("Boss", "Mira"):
        assert (await http.patch(f"/v1/people/{boss['id']}", json={"name": name})).status_code == 200
        await tell(http, user, f"{name} plays chess")
        await looked_up(engine, user)
    assert len(await people(http, user)) == 1


async def test_doubts_and_successions_of_an_older_graphmem_and_of_a_merged_thread_are_found(
    http: Http, engine: Engine, user: str
) -> None:
    thread = (await http.post("/v1/threads", json={"user_id": user})).json()["id"]
    said = [
        "My favourite colour is red",
        "My favourite colour is blue",
        "I live in Porto",
        "I live in Germany",
        "Katherine plays the oboe",
        "Catherine lives in Bern",
    ]
    body = {"thread_id": thread, "memories": [{"content": content} for content in said]}
    assert (await http.post("/v1/memories", json=body)).status_code == 200

    async def ties() -> tuple[int, int, int]:
        found = (await http.get("/v1/overview", params={"user_id": user})).json()
        return len(found["suggestions"]), len(found["conflicts"]), len(found["superseded"])

    assert await ties() == (0, 0, 0)
    assert (await http.post(f"/v1/threads/{thread}/merge")).status_code == 200
    assert await ties() == (1, 1, 1)

    async with engine._session(write=True) as session:
        await (await session.run(_TIES_OF_NOBODY, user=user)).consume()
    assert await ties() == (0, 0, 0)
    for statement in schema.steps()[7]:
        await engine.define(statement)
    assert await ties() == (1, 1, 1)


async def test_who_has_most_facts_that_hold_comes_first_however_much_was_replaced(http: Http, user: str) -> None:
    for name in ("Ada", "Berta"):
        moves = [f"{name} lives in {place}" for place in ("Graz", "Linz", "Rome", "Oslo")]
        await tell(http, user, f"{name} likes tea", *moves)
    await tell(http, user, "Carla likes tea", "Carla likes chess", "Carla likes jam", "Dora likes tea")
    await tell(http, user, *(f"My neighbour likes {thing}" for thing in ("mail", "trains", "opera", "fog")))

    async def page(limit: int, cursor: str) -> Json:
        asked: dict[str, str | int] = {"user_id": user, "order": "facts", "limit": limit, "cursor": cursor}
        answer: Json = (await http.get("/v1/people", params=asked)).json()
        return answer

    for limit in (1, 2, 3, 50):
        seen: list[tuple[str | None, int]] = []
        cursor: str | None = "0"
        while cursor is not None:
            answer = await page(limit, cursor)
            seen += [(found["name"], found["memory_count"]) for found in answer["people"]]
            cursor = answer["next_cursor"]
        assert [count for _, count in seen] == [4, 3, 2, 2, 1]
        assert [name for name, _ in seen[:2]] == [None, "Carla"]
        assert {name for name, _ in seen[2:]} == {"Ada", "Berta", "Dora"}
