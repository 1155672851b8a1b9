"""Nothing that was said is lost by remembering: whatever the script, the order, the haste, and the way in."""

import asyncio
import json
from itertools import pairwise
from typing import Any

import pytest
import uuid_utils

from graphmem.adapters.neo4j.graph import Neo4jGraph
from graphmem.flows.tend import embed_missing
from graphmem.model import Owner, Scope
from graphmem.ports.language import Embedder
from tests.types import Http, Json

SCRIPTS = {
    "thai": [
        "ฉันแพ้ถั่วลิสง",
        "ฉันอาศัยอยู่ที่กรุงเทพ",
        "ฉันเป็นครู",
        "แม่ของฉันชื่อสมศรี",
        "ฉันชอบแมว",
    ],
    "khmer": ["ខ្ញុំចូលចិត្តឆ្មា", "ខ្ញុំរស់នៅភ្នំពេញ", "ខ្ញុំជាគ្រូបង្រៀន"],
    "burmese": ["ကျွန်တော် ကြောင်ချစ်တယ်", "ကျွန်တော် ရန်ကုန်မှာနေတယ်", "ကျွန်တော် ဆရာပါ"],
    "amharic": ["ድመት እወዳለሁ", "አዲስ አበባ እኖራለሁ", "አስተማሪ ነኝ"],
    "chinese": ["我喜欢猫", "我是老师", "我住在北京", "我对花生过敏", "我喜欢狗"],
    "japanese": ["私は猫が好きです", "私は犬が好きです", "東京に住んでいます"],
    "korean": ["나는 고양이를 좋아해요", "나는 강아지를 좋아해요", "서울에 살아요"],
    "hindi": ["मुझे बिल्ली पसंद है", "मुझे कुत्ता पसंद है", "मैं दिल्ली में रहता हूँ"],
    "russian": ["Я люблю кошек", "Я люблю собак", "Я живу в Москве"],
    "arabic": ["أحب القطط", "أحب الكلاب", "أعيش في القاهرة"],
    "emoji": ["🐱❤️", "🐶❤️", "🏠🇩🇪", "🥜🚫", "🎸"],
    "mixed": ["I love 🐱", "I love 🐶", "I'm C# certified", "I'm C++ certified"],
    "english": ["I take the red pill before breakfast", "I take the blue pill before breakfast"],
    "order": ["I take one pill before lunch", "I take one pill after lunch"],
    "who": ["Tom lent Ana 50 euros", "Ana lent Tom 50 euros"],
}


async def told(http: Http, user: str, *items: str | Json, **more: Any) -> list[Json]:
    memories = [item if isinstance(item, dict) else {"content": item} for item in items]
    answer = await http.post("/v1/memories", json={"user_id": user, "memories": memories, **more})
    assert answer.status_code in (200, 201), answer.text
    results: list[Json] = answer.json()["results"]
    assert not any(result["error"] for result in results), results
    return results


async def held(http: Http, user: str, **parameters: str) -> list[Json]:
    answer = await http.get("/v1/memories", params={"user_id": user, "limit": "100", **parameters})
    assert answer.status_code == 200, answer.text
    memories: list[Json] = answer.json()["memories"]
    return memories


async def contents(http: Http, user: str, **parameters: str) -> list[str]:
    return sorted(memory["content"] for memory in await held(http, user, **parameters))


async def recalled(http: Http, user: str, query: str, **more: str) -> list[str]:
    answer = await http.post("/v1/recall", json={"user_id": user, "query": query, **more})
    assert answer.status_code == 200, answer.text
    return [memory["content"] for memory in answer.json()["memories"]]


async def versions(http: Http, id_: str) -> list[Json]:
    answer = await http.get(f"/v1/memories/{id_}/history")
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["versions"]
    return found


async def ever(http: Http, user: str) -> set[str]:
    """Every wording that the user's memories have, or had."""
    found = await held(http, user, status="all")
    return {version["content"] for memory in found for version in await versions(http, memory["id"])}


# Scripts


@pytest.mark.parametrize("script", SCRIPTS)
async def test_facts_in_any_script_stand_beside_each_other(http: Http, user: str, script: str) -> None:
    for text in SCRIPTS[script]:
        await told(http, user, text)
    assert await contents(http, user) == sorted(SCRIPTS[script])


@pytest.mark.parametrize("script", SCRIPTS)
async def test_facts_in_any_script_stand_beside_each_other_in_one_batch(http: Http, user: str, script: str) -> None:
    await told(http, user, *SCRIPTS[script])
    assert await contents(http, user) == sorted(SCRIPTS[script])


@pytest.mark.parametrize(
    ("script", "query", "first"),
    [
        ("thai", "ฉันแพ้อะไร ถั่วลิสง", "ฉันแพ้ถั่วลิสง"),
        ("thai", "กรุงเทพ", "ฉันอาศัยอยู่ที่กรุงเทพ"),
        ("khmer", "ភ្នំពេញ", "ខ្ញុំរស់នៅភ្នំពេញ"),
        ("burmese", "ရန်ကုန်", "ကျွန်တော် ရန်ကုန်မှာနေတယ်"),
        ("amharic", "ድመት", "ድመት እወዳለሁ"),
        ("chinese", "猫", "我喜欢猫"),
        ("chinese", "我住在哪里", "我住在北京"),
        ("japanese", "犬", "私は犬が好きです"),
        ("korean", "고양이", "나는 고양이를 좋아해요"),
        ("hindi", "बिल्ली", "मुझे बिल्ली पसंद है"),
        ("emoji", "🎸", "🎸"),
        ("emoji", "🥜?", "🥜🚫"),
    ],
)
async def test_a_fact_in_any_script_is_recalled_by_its_words(
    http: Http, user: str, script: str, query: str, first: str
) -> None:
    await told(http, user, *SCRIPTS[script])
    assert (await recalled(http, user, query))[0] == first


@pytest.mark.parametrize(
    ("script", "typed", "found"),
    [
        ("thai", "กรุงเ", ["ฉันอาศัยอยู่ที่กรุงเทพ"]),
        ("chinese", "喜欢", ["我喜欢狗", "我喜欢猫"]),
        ("hindi", "कुत्ता", ["मुझे कुत्ता पसंद है"]),
        ("emoji", "🎸", ["🎸"]),
        ("mixed", "love 🐶", ["I love 🐶"]),
    ],
)
async def test_a_fact_in_any_script_is_found_while_it_is_typed(
    http: Http, user: str, script: str, typed: str, found: list[str]
) -> None:
    await told(http, user, *SCRIPTS[script])
    answer = await http.get("/v1/search", params={"user_id": user, "q": typed})
    assert sorted(memory["content"] for memory in answer.json()["memories"]) == found


@pytest.mark.parametrize("clock", ["as_of", "valid_at"])
async def test_a_fact_that_no_model_reads_is_recalled_of_a_past_moment(http: Http, user: str, clock: str) -> None:
    for text in SCRIPTS["thai"]:
        await told(http, user, {"content": text, "said_at": "2025-01-01T00:00:00Z"})
    assert (await recalled(http, user, "กรุงเทพ", **{clock: "2025-06-01T00:00:00Z"}))[0] == SCRIPTS["thai"][1]


async def test_the_same_words_in_a_script_that_no_model_reads_are_one_fact(http: Http, user: str) -> None:
    [first] = await told(http, user, "ฉันชอบแมว")
    [again] = await told(http, user, " ฉันชอบแมว. ")
    assert again["memory_id"] == first["memory_id"]
    assert again["deduplicated"]


async def test_a_text_that_no_model_reads_does_not_wait_for_a_vector(
    http: Http, graph: Neo4jGraph, embedder: Embedder, user: str, owner: Owner
) -> None:
    await told(http, user, *SCRIPTS["thai"])
    assert await graph.awaiting_vectors(Scope(owner.tenant, (owner,)), 10) == []
    await graph.mark_every_owner()
    await embed_missing(graph=graph, embedder=embedder)
    assert owner not in await graph.owners_awaiting_vectors(10_000)


# Repetitions


async def test_a_repetition_in_other_words_keeps_the_earlier_words_in_the_history(http: Http, user: str) -> None:
    [first] = await told(http, user, "I really like tea")
    [again] = await told(http, user, "I like tea a lot")
    assert again["memory_id"] == first["memory_id"]
    earlier, now = await versions(http, first["memory_id"])
    assert (earlier["content"], now["content"]) == ("I really like tea", "I like tea a lot")
    assert earlier["replaced"]["by"] == first["memory_id"]
    assert now["replaced"] is None

    why = (await http.get(f"/v1/memories/{first['memory_id']}/why")).json()
    assert [old["content"] for old in why["replaces"]] == ["I really like tea"]


async def test_undo_brings_the_earlier_words_back(http: Http, user: str) -> None:
    [first] = await told(http, user, "I really like tea")
    await told(http, user, "I like tea a lot")
    [change] = (await http.get("/v1/changes", params={"user_id": user})).json()["changes"]
    answer = await http.post(f"/v1/changes/{change['id']}/undo")
    assert answer.status_code == 200, answer.text
    assert await contents(http, user) == ["I really like tea"]
    assert {version["content"] for version in await versions(http, first["memory_id"])} == {
        "I really like tea",
        "I like tea a lot",
    }


async def test_an_edit_keeps_the_earlier_words_in_the_history(http: Http, user: str) -> None:
    [first] = await told(http, user, "I live in Graz")
    await http.patch(f"/v1/memories/{first['memory_id']}", json={"content": "I live in Linz"})
    assert [v["content"] for v in await versions(http, first["memory_id"])] == ["I live in Graz", "I live in Linz"]


async def test_a_repetition_in_one_batch_keeps_both_wordings(http: Http, user: str) -> None:
    await told(http, user, "I really like tea", "I like tea a lot", "I do like tea")
    assert await ever(http, user) == {"I really like tea", "I like tea a lot", "I do like tea"}


async def test_an_earlier_wording_that_arrives_late_is_history_at_once(http: Http, user: str) -> None:
    await told(http, user, {"content": "I like tea a lot", "said_at": "2026-05-01T00:00:00Z"})
    await told(http, user, {"content": "I really like tea", "said_at": "2026-01-01T00:00:00Z"})
    assert await contents(http, user) == ["I like tea a lot"]
    assert await ever(http, user) == {"I like tea a lot", "I really like tea"}


@pytest.mark.parametrize(
    "messy", ["i LIKE   green tea!!!", "I like green tea", "i like, green tea...", "“I like green tea”"]
)
async def test_a_messy_repetition_does_not_spoil_the_words(http: Http, user: str, messy: str) -> None:
    [first] = await told(http, user, {"content": "I like green tea.", "confidence": 0.5})
    [again] = await told(http, user, {"content": messy, "confidence": 0.9})
    assert again["memory_id"] == first["memory_id"]
    [kept] = await held(http, user)
    assert (kept["content"], kept["confidence"]) == ("I like green tea.", 0.9)
    assert kept["updated_at"] > kept["created_at"]
    assert len(await versions(http, first["memory_id"])) == 1


# Keys


def place(city: str, day: str | None = None, **more: Any) -> Json:
    said = {"said_at": f"{day}T00:00:00Z"} if day else {}
    return {"content": f"I live in {city}", "key": "residence", **said, **more}


def cities(memories: list[Json]) -> list[str]:
    return [memory["content"].split()[-1] for memory in memories]


async def chain(http: Http, id_: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """Each version's city, when it was true, and by what it was replaced."""
    found = await versions(http, id_)
    names = {version["id"]: version["content"].split()[-1] for version in found}
    return [
        (
            names[version["id"]],
            version["valid_from"] and version["valid_from"][:10],
            version["valid_to"] and version["valid_to"][:10],
            names[version["replaced"]["by"]] if version["replaced"] else None,
        )
        for version in found
    ]


@pytest.mark.parametrize("dated", [True, False])
async def test_fifty_writers_at_once_leave_one_value_of_a_key(http: Http, user: str, dated: bool) -> None:
    days = [f"2024-{1 + day % 12:02d}-{1 + day % 28:02d}" if dated else None for day in range(50)]
    written = await asyncio.gather(*(told(http, user, place(f"City{n}", day)) for n, day in enumerate(days)))
    ids = {results[0]["memory_id"] for results in written}
    [current] = await held(http, user)
    assert len(await held(http, user, status="all")) == 50

    line = await versions(http, current["id"])
    assert {version["id"] for version in line} == ids
    for earlier, later in pairwise(line):
        assert earlier["replaced"]["by"] == later["id"]
        assert earlier["valid_to"] == later["valid_from"]
    assert line[-1]["id"] == current["id"]


@pytest.mark.parametrize("together", [True, False])
async def test_a_value_that_arrives_late_takes_its_place_in_the_history(http: Http, user: str, together: bool) -> None:
    items = [place("Porto", "2026-01-01"), place("Graz", "2020-01-01"), place("Oslo", "2023-01-01")]
    if together:
        await told(http, user, *items)
    else:
        for item in items:
            await told(http, user, item)
    [current] = await held(http, user)
    assert current["content"] == "I live in Porto"
    assert await chain(http, current["id"]) == [
        ("Graz", "2020-01-01", "2023-01-01", "Oslo"),
        ("Oslo", "2023-01-01", "2026-01-01", "Porto"),
        ("Porto", "2026-01-01", None, None),
    ]
    assert (await recalled(http, user, "Where do I live?")) == ["I live in Porto"]
    for day, city in [("2021", "Graz"), ("2024", "Oslo"), ("2026-06", "Porto")]:
        moment = f"{day}-15T00:00:00Z" if "-" in day else f"{day}-06-15T00:00:00Z"
        for clock in ("as_of", "valid_at"):
            assert cities(await held(http, user, **{clock: moment})) == [city]
            assert (await recalled(http, user, "Where do I live?", **{clock: moment})) == [f"I live in {city}"]


async def test_many_values_in_one_batch_leave_the_one_said_last(http: Http, user: str) -> None:
    days = [f"2026-01-{day:02d}" for day in (5, 12, 3, 9, 1, 10, 2, 8, 4, 11, 7, 6)]
    await told(http, user, *(place(f"City{day[-2:]}", day) for day in days))
    [current] = await held(http, user)
    assert current["content"] == "I live in City12"
    line = await chain(http, current["id"])
    assert [city for city, *_ in line] == [f"City{day:02d}" for day in range(1, 13)]
    assert [by for *_, by in line] == [*(f"City{day:02d}" for day in range(2, 13)), None]


async def test_the_same_value_that_arrives_late_is_one_memory_since_then(http: Http, user: str) -> None:
    [first] = await told(http, user, place("Porto", "2026-01-01"))
    [late] = await told(http, user, place("Porto", "2020-01-01"))
    assert late["memory_id"] == first["memory_id"]
    assert await chain(http, first["memory_id"]) == [("Porto", "2020-01-01", None, None)]
    assert cities(await held(http, user, as_of="2021-01-01T00:00:00Z")) == ["Porto"]


async def test_a_value_said_again_outlives_what_was_said_between(http: Http, user: str) -> None:
    await told(http, user, place("Porto", "2020-01-01"))
    await told(http, user, place("Porto", "2026-01-01"))
    await told(http, user, place("Graz", "2023-01-01"))
    assert cities(await held(http, user)) == ["Porto"]
    assert await ever(http, user) == {"I live in Porto", "I live in Graz"}


async def test_two_values_of_the_same_moment_leave_the_one_written_last(http: Http, user: str) -> None:
    for city in ("Porto", "Graz", "Oslo"):
        await told(http, user, place(city, "2024-01-01"))
    assert cities(await held(http, user)) == ["Oslo"]


async def test_words_that_were_kept_without_a_key_do_not_become_a_second_value(http: Http, user: str) -> None:
    await told(http, user, {"content": "I live in Porto", "key": "residence"})
    await told(http, user, "My bed is in Graz")
    await told(http, user, {"content": "My bed is in Graz", "key": "residence"})
    assert cities(await held(http, user, key="residence")) == ["Graz"]
    assert "I live in Porto" in await ever(http, user)


async def test_the_same_words_under_two_keys_are_values_of_both(http: Http, user: str) -> None:
    for key in ("residence", "birthplace"):
        await told(http, user, {"content": "Graz, of course", "key": key})
    assert {memory["key"] for memory in await held(http, user)} == {"residence", "birthplace"}


async def test_an_expired_value_gives_way_too(http: Http, user: str) -> None:
    await told(http, user, place("Porto", expires_in="1 day", said_at="2020-01-01T00:00:00Z"))
    await told(http, user, place("Graz"))
    assert cities(await held(http, user, include_expired="true")) == ["Graz"]


async def test_subjects_and_assistants_have_values_of_their_own(http: Http, user: str) -> None:
    for city in ("Porto", "Graz"):
        for subject in ("Sarah", "Tom"):
            item = {"content": f"{subject} lives in {city}", "key": "residence", "subjects": [subject]}
            await told(http, user, item)
        await told(http, user, place(city), assistant_key="coach")
        await told(http, user, place(city))
    mine = await held(http, user, assistant_key="coach")
    assert cities(mine) == ["Graz"] * 4


async def test_a_key_given_by_hand_leaves_one_value(http: Http, user: str) -> None:
    await told(http, user, place("Porto"))
    [other] = await told(http, user, "My bed is in Graz")
    answer = await http.patch(f"/v1/memories/{other['memory_id']}", json={"key": "residence"})
    assert answer.status_code == 200, answer.text
    assert cities(await held(http, user, key="residence")) == ["Graz"]
    assert "I live in Porto" in await contents(http, user, status="all")


async def test_a_value_that_is_restored_is_the_only_one(http: Http, user: str) -> None:
    [first] = await told(http, user, place("Porto"))
    await told(http, user, place("Graz"))
    await told(http, user, place("Oslo"))
    answer = await http.post(f"/v1/memories/{first['memory_id']}/restore")
    assert answer.status_code == 200, answer.text
    assert cities(await held(http, user)) == ["Porto"]
    assert sorted(cities(await held(http, user, status="all"))) == ["Graz", "Oslo", "Porto"]

    await told(http, user, place("Bern"))
    assert cities(await held(http, user)) == ["Bern"]


async def test_undoing_a_replacement_leaves_one_value(http: Http, user: str) -> None:
    await told(http, user, place("Porto"))
    await told(http, user, place("Graz"))
    [change] = (await http.get("/v1/changes", params={"user_id": user})).json()["changes"]
    answer = await http.post(f"/v1/changes/{change['id']}/undo")
    assert answer.status_code == 200, answer.text
    assert cities(await held(http, user)) == ["Porto"]
    assert sorted(cities(await held(http, user, status="all"))) == ["Graz", "Porto"]


async def test_undoing_what_a_late_value_did_leaves_one_value(http: Http, user: str) -> None:
    for item in (place("Graz", "2020-01-01"), place("Porto", "2026-01-01"), place("Oslo", "2023-01-01")):
        await told(http, user, item)
    changes = (await http.get("/v1/changes", params={"user_id": user})).json()["changes"]
    assert len(changes) == 3
    for change in changes:
        answer = await http.post(f"/v1/changes/{change['id']}/undo")
        assert answer.status_code in (200, 409), answer.text
        assert len(await held(http, user)) == 1
    assert sorted(cities(await held(http, user, status="all"))) == ["Graz", "Oslo", "Porto"]


async def test_people_who_are_merged_have_one_value(http: Http, user: str) -> None:
    for name, city in (("Sarah", "Porto"), ("Margarethe", "Graz")):
        await told(http, user, {"content": f"{name} lives in {city}", "key": "residence", "subjects": [name]})
    people = (await http.get("/v1/people", params={"user_id": user})).json()["people"]
    one, other = people
    answer = await http.post(f"/v1/people/{one['id']}/merge", json={"into": other["id"]})
    assert answer.status_code == 200, answer.text
    assert cities(await held(http, user)) == ["Graz"]


async def test_a_value_that_is_reassigned_leaves_one_value(http: Http, user: str) -> None:
    for name, city in (("Sarah", "Porto"), ("Margarethe", "Graz")):
        await told(http, user, {"content": f"{name} lives in {city}", "key": "residence", "subjects": [name]})
    [graz] = [memory for memory in await held(http, user) if "Graz" in memory["content"]]
    answer = await http.post(f"/v1/memories/{graz['id']}/reassign", json={"subjects": ["Sarah"]})
    assert answer.status_code == 200, answer.text
    assert cities(await held(http, user)) == ["Graz"]


async def test_an_archive_brings_no_second_value(http: Http, user: str) -> None:
    await told(http, user, place("Porto", "2026-01-01"), place("Lima", "2020-01-01", key="birthplace"))
    line = {
        "type": "memory", "id": str(uuid_utils.uuid7()), "owner": f"user/{user}", "content": "I live in Graz", "kind": "fact",
        "key": "residence", "created_at": "2024-01-01T00:00:00Z", "updated_at": "2024-01-01T00:00:00Z",
    }  # fmt: skip
    header = {"type": "header", "format": "graphmem", "version": 1, "counts": {"memory": 1}}
    footer = {"type": "footer", "counts": {"memory": 1}}
    body = "\n".join(map(json.dumps, (header, line, footer))) + "\n"
    answer = await http.post("/v1/import", content=body.encode())
    assert answer.status_code == 200, answer.text
    assert sorted(cities(await held(http, user))) == ["Lima", "Porto"]
    assert "I live in Graz" in await ever(http, user)


async def test_a_thread_that_is_merged_brings_no_second_value(http: Http, user: str) -> None:
    thread = f"thread-{user}"
    await http.post("/v1/threads", json={"id": thread, "user_id": user})
    await told(http, user, place("Porto"))
    answer = await http.post(
        f"/v1/threads/{thread}/memories", json={"memories": [place("Graz")], "owner_type": "thread"}
    )
    assert answer.status_code in (200, 201), answer.text
    answer = await http.post(f"/v1/threads/{thread}/merge")
    assert answer.status_code == 200, answer.text
    assert cities(await held(http, user)) == ["Graz"]
    assert sorted(cities(await held(http, user, status="all"))) == ["Graz", "Porto"]
