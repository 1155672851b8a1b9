"""Every query of the cookbook answers something on a graph that holds a year, and the document shows exactly these."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from graphmem.adapters.neo4j.cookbook import Recipe, recipes
from graphmem.cli import demo
from graphmem.resources import folder
from tests.graph.cookbook import document
from tests.service import KEY
from tests.types import Http

pytestmark = pytest.mark.req("Z1")


@pytest.fixture(scope="module")
async def told(http: Http, readme_server: tuple[str, Path]) -> str:
    """The user who was told the year, a conversation beside it, and what a person put right."""
    user = demo.USER
    await demo.load(readme_server[0], KEY)
    whose = {"user_id": user}
    said = [{"content": "Katharina likes tea"}, {"content": "Robin likes chess"}, {"content": "Zora likes rain"}]
    kept = (await http.post("/v1/memories", json={**whose, "memories": said})).json()["results"]
    people = (await http.get("/v1/people", params={**whose, "limit": 200})).json()["people"]
    ids = {person["name"]: person["id"] for person in people}
    merged = await http.post(f"/v1/people/{ids['Katharina']}/merge", json={"into": ids["Robin"]})
    assert merged.status_code < 300, merged.text
    nobody = await http.post(f"/v1/memories/{kept[2]['memory_id']}/reassign", json={"subjects": []})
    assert nobody.status_code < 300, nobody.text
    thread = (await http.post("/v1/threads", json=whose)).json()["id"]
    messages = [
        {"role": "user", "content": "Remember that my neighbour Otto has a key to the shed"},
        {"role": "user", "content": "My sister Ana moved to Porto"},
    ]
    posted = await http.post(f"/v1/threads/{thread}/messages", json={"messages": messages})
    assert posted.status_code < 300, posted.text
    assert (await http.post("/v1/recall", json={**whose, "query": "What is Inês allergic to?"})).json()["memories"]
    counted = "MATCH (m:Memory) WHERE m.recall_count > 0 RETURN m.id LIMIT 1"
    for _ in range(600):  # counts are written down now and then
        if (await http.post("/v1/cypher", json={"query": counted})).json()["rows"]:
            break
        await asyncio.sleep(0.5)
    return user


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.name)
async def test_the_query_runs_as_it_stands_and_finds_something(http: Http, told: str, recipe: Recipe) -> None:
    answer = await http.post("/v1/cypher", json={"query": recipe.query})
    assert answer.status_code == 200, answer.text
    assert answer.json()["rows"], recipe.question
    if "picture" in recipe.remark:
        assert answer.json()["relationships"]


async def rows(http: Http, name: str) -> list[Mapping[str, object]]:
    [recipe] = [recipe for recipe in recipes() if recipe.name == name]
    answer = (await http.post("/v1/cypher", json={"query": recipe.query})).json()
    return [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]


async def test_the_answers_are_those_of_the_year(http: Http, told: str) -> None:
    replaced = {str(row["before"]): row["now"] for row in await rows(http, "what_replaced_what")}
    assert replaced["Inês is afraid of dogs"] == "Inês is no longer afraid of dogs"
    assert "Inês is afraid of dogs" in {row["known_then"] for row in await rows(http, "what_was_known_then")}
    known = {row["name"]: row for row in await rows(http, "who_is_known") if row["known_to"] == told}
    assert "wife" in str(known["Helena"]["relations"])
    assert "Katharina" not in known
    assert known["Robin"]["facts"] == 2
    learned = [row for row in await rows(http, "where_it_came_from") if "Otto" in str(row["fact"])]
    assert "key to the shed" in str(learned[0]["said"])
    assert "Zora" in {row["name"] for row in await rows(http, "people_without_facts")}


def test_the_document_shows_exactly_these_queries(repository: Path) -> None:
    assert (repository / "docs" / "cookbook.md").read_text() == document()
    assert len(recipes()) == 20


def test_each_begins_with_the_question_it_answers() -> None:
    for path in (folder("cypher") / "cookbook").glob("*.cypher"):
        assert path.read_text().startswith("// ")
    assert all(recipe.question.endswith("?") for recipe in recipes())
