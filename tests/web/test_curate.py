"""Putting right what is known: names, who is who, whose fact it is, what still holds; and taking it back."""

import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.adapters.neo4j.engine import Engine
from tests.graph.whole import whole
from tests.types import Http, Json
from tests.web.test_people import people, tell

NOBODY = "01890000-0000-7000-8000-000000000000"


async def person(http: Http, user: str, name: str) -> Json:
    [found] = [p for p in await people(http, user) if p["name"] == name or name in p["relations"]]
    return found


async def facts(http: Http, user: str, person_id: str) -> dict[str, str]:
    answer = await http.get(f"/v1/people/{person_id}/memories", params={"user_id": user, "limit": 500})
    return {memory["content"]: memory["id"] for memory in answer.json()["memories"]}


async def undo(http: Http, change_id: str) -> None:
    answer = await http.post(f"/v1/changes/{change_id}/undo")
    assert answer.status_code == 200, answer.text
    assert answer.json()["undone_at"] is not None


@pytest.mark.req("P6", "D5")
async def test_a_rename_keeps_the_old_name_as_an_alias_and_can_be_undone(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "my sister Anna plays chess")
    anna, before = await person(http, user, "Anna"), await whole(engine, user)

    answer = (await http.patch(f"/v1/people/{anna['id']}", json={"name": "Hannah"})).json()

    assert (answer["name"], answer["aliases"], answer["relations"]) == ("Hannah", ["Anna"], ["sister"])
    asked = {"user_id": user, "query": "what does Anna play?", "person": "Anna"}
    assert (await http.post("/v1/recall", json=asked)).json()["memories"][0]["about"][0]["name"] == "Hannah"
    await undo(http, answer["change_id"])
    assert await whole(engine, user) == before


@pytest.mark.req("P6")
async def test_aliases_and_relations_are_added_and_removed(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "my friend Aleksandra plays chess")
    friend, before = await person(http, user, "Aleksandra"), await whole(engine, user)

    added = (await http.patch(f"/v1/people/{friend['id']}", json={"add_aliases": ["Ola", "my neighbour"]})).json()
    assert (added["aliases"], added["relations"]) == (["Ola"], ["friend", "neighbour"])
    for name in ("Ola", "my neighbour"):
        listed = await http.get("/v1/memories", params={"user_id": user, "person": name})
        assert [memory["content"] for memory in listed.json()["memories"]] == ["my friend Aleksandra plays chess"]

    gone = (await http.patch(f"/v1/people/{friend['id']}", json={"remove_aliases": ["my friend", "ola"]})).json()
    assert (gone["aliases"], gone["relations"]) == ([], ["neighbour"])
    await undo(http, gone["change_id"])
    await undo(http, added["change_id"])
    assert await whole(engine, user) == before


@pytest.mark.req("P6", "D5")
async def test_a_merge_shows_all_of_both_under_one_and_can_be_undone(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "my boss hates mondays", "Ingrid plays the harp")
    boss, ingrid, before = (
        await person(http, user, "boss"),
        await person(http, user, "Ingrid"),
        await whole(engine, user),
    )

    merged = (await http.post(f"/v1/people/{boss['id']}/merge", json={"into": ingrid["id"]})).json()

    assert (merged["id"], merged["name"], merged["relations"], merged["memory_count"]) == (
        ingrid["id"],
        "Ingrid",
        ["boss"],
        2,
    )
    assert (await http.get(f"/v1/people/{boss['id']}")).json()["id"] == ingrid["id"]
    await tell(http, user, "my boss drinks oat milk")
    assert len(await facts(http, user, ingrid["id"])) == 3
    await undo(http, merged["change_id"])
    assert {p["memory_count"] for p in await people(http, user)} == {1, 2}
    await http.delete(f"/v1/memories/{(await facts(http, user, ingrid['id']))['my boss drinks oat milk']}")
    assert (await whole(engine, user)).without_clocks() == before.without_clocks()


@pytest.mark.req("P6")
async def test_two_of_one_name_are_split_by_their_facts(http: Http, engine: Engine, user: str) -> None:
    await tell(http, user, "Sam likes jazz", "Sam lives in Leeds", "Sam is forty")
    sam, before = await person(http, user, "Sam"), await whole(engine, user)
    held = await facts(http, user, sam["id"])

    body = {"memory_ids": [held["Sam lives in Leeds"]], "name": "Sam Okoro", "aliases": []}
    answer = (await http.post(f"/v1/people/{sam['id']}/split", json=body)).json()

    assert (answer["person"]["name"], answer["person"]["memory_count"]) == ("Sam Okoro", 1)
    assert (answer["rest"]["name"], answer["rest"]["memory_count"]) == ("Sam", 2)
    assert list(await facts(http, user, answer["person"]["id"])) == ["Sam lives in Leeds"]
    await undo(http, answer["change_id"])
    assert await whole(engine, user) == before


@pytest.mark.req("P6")
async def test_a_fact_is_reassigned_to_somebody_else_and_to_nobody(http: Http, engine: Engine, user: str) -> None:
    [told, _] = await tell(http, user, "Sam likes jazz", "my sister Ida paints")
    before, id_ = await whole(engine, user), told["memory_id"]

    moved = (await http.post(f"/v1/memories/{id_}/reassign", json={"subjects": ["my sister"]})).json()
    assert [who["name"] for who in moved["about"]] == ["Ida"]
    freed = (await http.post(f"/v1/memories/{id_}/reassign", json={"subjects": []})).json()
    assert freed["about"] == []
    why = (await http.get(f"/v1/memories/{id_}/why")).json()
    assert why["about"] == []
    await undo(http, freed["change_id"])
    await undo(http, moved["change_id"])
    assert await whole(engine, user) == before


@pytest.mark.req("D5")
async def test_a_fact_outdated_wrongly_is_restored_by_hand_or_by_undoing(http: Http, engine: Engine, user: str) -> None:
    [red, blue] = await tell(http, user, "my favourite colour is red", "my favourite colour is blue")
    assert blue["superseded"] == [red["memory_id"]]
    before = await whole(engine, user)

    restored = (await http.post(f"/v1/memories/{red['memory_id']}/restore")).json()
    assert (restored["status"], restored["valid_to"], restored["superseded_by"]) == ("active", None, None)
    await undo(http, restored["change_id"])
    assert await whole(engine, user) == before

    [made] = (await http.get("/v1/changes", params={"user_id": user, "kind": "supersede"})).json()["changes"]
    assert set(made["memories"]) == {red["memory_id"], blue["memory_id"]}
    await undo(http, made["id"])
    listed = (await http.get("/v1/memories", params={"user_id": user})).json()["memories"]
    assert {memory["status"] for memory in listed} == {"active"}
    assert len(listed) == 2


@pytest.mark.req("D5", "P6")
async def test_a_join_that_the_rules_made_is_undone(http: Http, user: str) -> None:
    await tell(http, user, "my boss hates mondays", "Ingrid plays the harp", "Ingrid is my boss")
    [made] = (await http.get("/v1/changes", params={"user_id": user, "kind": "join"})).json()["changes"]

    await undo(http, made["id"])

    assert sorted(p["memory_count"] for p in await people(http, user)) == [1, 2]


@pytest.mark.req("L3", "D5")
async def test_an_edit_is_undone_with_its_vector(http: Http, engine: Engine, user: str) -> None:
    [told] = await tell(http, user, "I keep bees on the roof")
    before = await whole(engine, user)

    edited = (await http.patch(f"/v1/memories/{told['memory_id']}", json={"content": "I collect stamps"})).json()
    assert edited["content"] == "I collect stamps"
    await undo(http, edited["change_id"])

    assert await whole(engine, user) == before
    found = (await http.post("/v1/recall", json={"user_id": user, "query": "Which insects are kept?"})).json()
    assert [memory["content"] for memory in found["memories"]] == ["I keep bees on the roof"]


@pytest.mark.req("P2", "P6")
async def test_people_whose_names_are_alike_are_suggested_until_somebody_says(
    http: Http, engine: Engine, user: str
) -> None:
    async def suggested() -> list[set[str]]:
        found = await http.get("/v1/people/suggestions", params={"user_id": user})
        return [{pair["person"]["name"], pair["other"]["name"]} for pair in found.json()["suggestions"]]

    await tell(http, user, "Katherine plays the oboe", "Catherine lives in Bern", "Bob rows")
    assert await suggested() == [{"Katherine", "Catherine"}]
    one, other = await person(http, user, "Katherine"), await person(http, user, "Catherine")
    before = await whole(engine, user)

    answer = await http.post(f"/v1/people/{one['id']}/apart", json={"other": other["id"]})

    assert answer.status_code == 200, answer.text
    assert await suggested() == []
    await tell(http, user, "Katherine has a cat")
    assert await suggested() == []
    await undo(http, answer.json()["change_id"])
    assert await suggested() == [{"Katherine", "Catherine"}]
    merged = (await http.post(f"/v1/people/{one['id']}/merge", json={"into": other["id"]})).json()
    assert await suggested() == []
    await undo(http, merged["change_id"])
    bob = await person(http, user, "Bob")
    refused = await http.post(f"/v1/people/{bob['id']}/apart", json={"other": one["id"]})
    assert refused.status_code == 409
    assert len((await whole(engine, user)).nodes) > len(before.nodes)


async def test_a_change_that_changes_nothing_leaves_no_record(http: Http, user: str) -> None:
    await tell(http, user, "Sam likes jazz")
    sam = await person(http, user, "Sam")

    assert (await http.patch(f"/v1/people/{sam['id']}", json={"name": "Sam"})).json()["change_id"] is None
    assert (await http.get("/v1/changes", params={"user_id": user})).json()["changes"] == []


@pytest.mark.req("P6", "D5")
async def test_what_cannot_be_done_is_said_and_changes_nothing(http: Http, engine: Engine, user: str) -> None:
    other = f"other-{user}"
    [red, _] = await tell(http, user, "Sam likes jazz", "Ida paints")
    await tell(http, other, "My friend Uma rows")
    sam, ida, uma = await person(http, user, "Sam"), await person(http, user, "Ida"), await person(http, other, "Uma")
    before = await whole(engine, user)

    async def refused(path: str, body: Json, status: int, words: str) -> None:
        answer = await http.post(path, json=body)
        assert (answer.status_code, words in answer.text) == (status, True), answer.text
        assert await whole(engine, user) == before

    await refused(f"/v1/people/{sam['id']}/merge", {"into": sam["id"]}, 400, "the same person")
    await refused(f"/v1/people/{sam['id']}/merge", {"into": uma["id"]}, 400, "belongs to somebody else")
    await refused(f"/v1/people/{sam['id']}/merge", {"into": NOBODY}, 404, "no such person")
    await refused(f"/v1/people/{NOBODY}/merge", {"into": sam["id"]}, 404, "no such person")
    await refused(f"/v1/people/{sam['id']}/split", {}, 400, "memory_ids")
    await refused(f"/v1/people/{sam['id']}/split", {"memory_ids": [NOBODY]}, 400, "memory_ids[0]")
    await refused(f"/v1/people/{ida['id']}/split", {"memory_ids": [red["memory_id"]]}, 400, "no memory about Ida")
    await refused(f"/v1/memories/{red['memory_id']}/restore", {}, 409, "not superseded")
    await refused(f"/v1/memories/{red['memory_id']}/reassign", {"subjects": ["Uma"]}, 400, "subjects[0]")
    await refused(f"/v1/changes/{NOBODY}/undo", {}, 404, "no such change")
    for body in ({}, {"name": ""}, {"remove_aliases": ["Sam"]}, {"remove_aliases": ["Zoe"]}, {"name": "x" * 101}):
        answer = await http.patch(f"/v1/people/{sam['id']}", json=body)
        assert answer.status_code == 400, answer.text
    assert await whole(engine, user) == before


@pytest.mark.req("P6")
async def test_a_merge_goes_in_no_circle(http: Http, user: str) -> None:
    await tell(http, user, "Sam likes jazz", "Ida paints", "Kim sings")
    sam, ida, kim = [await person(http, user, name) for name in ("Sam", "Ida", "Kim")]
    await http.post(f"/v1/people/{sam['id']}/merge", json={"into": ida["id"]})
    await http.post(f"/v1/people/{ida['id']}/merge", json={"into": kim["id"]})

    answer = await http.post(f"/v1/people/{kim['id']}/merge", json={"into": sam["id"]})

    assert answer.status_code == 409
    assert "one person already" in answer.json()["error"]["message"]
    assert [p["memory_count"] for p in await people(http, user)] == [3]


@pytest.mark.req("D5")
async def test_undoing_twice_and_undoing_what_was_changed_since_are_refused(http: Http, user: str) -> None:
    await tell(http, user, "Sam likes jazz")
    sam = await person(http, user, "Sam")
    first = (await http.patch(f"/v1/people/{sam['id']}", json={"name": "Samir"})).json()["change_id"]
    second = (await http.patch(f"/v1/people/{sam['id']}", json={"name": "Samuel"})).json()["change_id"]

    early = await http.post(f"/v1/changes/{first}/undo")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "changed_since")
    await undo(http, second)
    again = await http.post(f"/v1/changes/{second}/undo")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_undone")
    await undo(http, first)
    assert (await person(http, user, "Sam"))["aliases"] == []


async def test_a_split_is_not_undone_once_more_is_known_of_the_new_one(http: Http, user: str) -> None:
    [told, _] = await tell(http, user, "Sam likes jazz", "Sam is forty")
    sam = await person(http, user, "Sam")
    body = {"memory_ids": [told["memory_id"]], "name": "Samuel"}
    split = (await http.post(f"/v1/people/{sam['id']}/split", json=body)).json()
    [later] = await tell(http, user, "Samuel sings")
    assert later["memory_id"] in (await facts(http, user, split["person"]["id"])).values()

    refused = await http.post(f"/v1/changes/{split['change_id']}/undo")

    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "changed_since")


@pytest.mark.req("L3")
async def test_what_is_deleted_is_gone_from_the_record_of_changes_too(http: Http, engine: Engine, user: str) -> None:
    [told] = await tell(http, user, "I keep bees on the roof")
    await http.patch(f"/v1/memories/{told['memory_id']}", json={"content": "I collect stamps"})

    await http.delete(f"/v1/memories/{told['memory_id']}")

    assert (await http.get("/v1/changes", params={"user_id": user})).json()["changes"] == []
    assert "bees" not in str(await whole(engine, user))


async def test_nobody_sees_or_undoes_the_changes_of_another_owner(http: Http, user: str) -> None:
    await tell(http, user, "Sam likes jazz")
    sam = await person(http, user, "Sam")
    change = (await http.patch(f"/v1/people/{sam['id']}", json={"name": "Samir"})).json()["change_id"]
    stranger = {"user_id": f"other-{user}"}

    assert (await http.get(f"/v1/changes/{change}", params=stranger)).status_code == 404
    assert (await http.post(f"/v1/changes/{change}/undo", params=stranger)).status_code == 404
    assert (await http.get("/v1/changes", params=stranger)).json()["changes"] == []
    assert (await http.patch(f"/v1/people/{sam['id']}", params=stranger, json={"name": "X"})).status_code == 404


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(
            ["rename", "alias", "unalias", "merge", "merge", "split", "split", "reassign", "restore", "edit"]
        ),
        st.integers(0, 30),
        st.integers(0, 30),
        st.integers(0, 30),
    ),
    min_size=1,
    max_size=7,
)
STORY = (
    "my sister Anna plays chess",
    "Anna lives in Graz",
    "my boss hates mondays",
    "Ingrid plays the harp",
    "my friend Sam likes jazz",
    "Sam and Anna went to Rome",
    "my favourite colour is red",
    "my favourite colour is blue",
)


@pytest.mark.req("P6", "D5")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(DEEDS)
async def test_any_curations_undone_in_reverse_give_the_first_state(
    http: Http, engine: Engine, deeds: list[tuple[str, int, int, int]]
) -> None:
    user = f"user-{uuid.uuid4().hex[:12]}"
    await tell(http, user, *STORY)
    first = await whole(engine, user)
    done = []
    for kind, *numbers in deeds:
        attributed = await _attributed(http, user)
        change = await _do(http, user, kind, *numbers)
        if change is not None:
            done.append(change)
        if kind in ("merge", "split"):
            assert await _attributed(http, user) == attributed

    for change in reversed(done):
        await undo(http, change)

    assert await whole(engine, user) == first


async def _attributed(http: Http, user: str) -> dict[str, bool]:
    """Every memory, and whether it is about somebody."""
    listed = await http.get("/v1/memories", params={"user_id": user, "status": "all", "limit": 500})
    known = {p["id"] for p in await people(http, user)}
    found = {}
    for memory in listed.json()["memories"]:
        assert {who["id"] for who in memory["about"]} <= known
        found[memory["id"]] = bool(memory["about"])
    return found


async def _do(http: Http, user: str, kind: str, one: int, two: int, three: int) -> str | None:
    """Some curation, chosen by numbers; the id of its change, or None when it was refused or changed nothing."""
    everybody = await people(http, user)
    listed = await http.get("/v1/memories", params={"user_id": user, "status": "all", "limit": 500})
    memories = listed.json()["memories"]
    who, other = everybody[one % len(everybody)], everybody[two % len(everybody)]
    memory = memories[three % len(memories)]
    called = [*who["aliases"], *who["relations"]]
    held = list((await facts(http, user, who["id"])).values())
    path, method = f"/v1/people/{who['id']}", "PATCH"
    body: Json = {}
    match kind:
        case "rename":
            body = {"name": f"Name{two}"}
        case "alias":
            body = {"add_aliases": [f"Alias{two}", "my cousin"]}
        case "unalias":
            body = {"remove_aliases": called[two % len(called) :]} if called else {}
        case "merge":
            path, body, method = f"{path}/merge", {"into": other["id"]}, "POST"
        case "split":
            body = {"memory_ids": held[: 1 + two % 3], "aliases": called[: three % 2]}
            path, method = f"{path}/split", "POST"
        case "reassign":
            path, body = f"/v1/memories/{memory['id']}/reassign", {"subjects": [other["id"]][: one % 2]}
            method = "POST"
        case "restore":
            path, method = f"/v1/memories/{memory['id']}/restore", "POST"
        case "edit":
            path, body = f"/v1/memories/{memory['id']}", {"content": f"something else {one}", "tags": [f"t{two}"]}
    answer = await http.request(method, path, json=body)
    assert answer.status_code in (200, 400, 409), answer.text
    return answer.json()["change_id"] if answer.status_code == 200 else None
