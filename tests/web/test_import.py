"""Files that were made by hand, cut off or broken, and the files of others."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.core.archive.lines import written
from graphmem.core.archive.records import (
    FORMAT,
    VERSION,
    AliasLine,
    Footer,
    Header,
    MemoryLine,
    MessageLine,
    OwnerLine,
    PersonLine,
    Record,
    Succession,
)
from tests.types import Http
from tests.web.archives import Place
from tests.web.made_archive import Maker

ID = "01890000-0000-7000-8000-0000000000{:02x}"
AT = "2026-01-01T10:00:00Z"


@pytest.fixture
async def place(http: Http, engine: Engine) -> AsyncIterator[Place]:
    made = await Place.made(http, engine)
    yield made
    await made.empty()


def archive(*records: Record, counts: dict[str, int] | None = None) -> bytes:
    tally = counts or {"memory": len(records)}
    header = Header(format=FORMAT, version=VERSION, counts={})
    return b"".join(map(written, (header, *records, Footer(counts=tally))))


def memory(number: int, content: str = "I ski", **given: object) -> MemoryLine:
    return MemoryLine(
        id=ID.format(number), owner="user/u", content=content, kind="fact", created_at=AT, updated_at=AT, **given  # type: ignore[arg-type]
    )  # fmt: skip


async def test_somebody_whom_a_file_only_gives_a_name_is_found_by_it(place: Place) -> None:
    people = [PersonLine(id=ID.format(n), owner="user/u", name=f"{name} Dahl", created_at=AT, last_mentioned=AT)
              for n, name in enumerate(("Émile", "Ingrid"))]  # fmt: skip
    called = AliasLine(id=ID.format(7), refers_to=[people[1].id], text="Ingrid Dahl", kind="name", at=AT)
    made = archive(OwnerLine(owner="user/u"), *people, called, counts={"owner": 1, "person": 2, "alias": 1})
    await place.imported(made)

    for words in ("emile", "Ingrid"):
        found = await place.call("GET", "/v1/people", params={"user_id": "u", "person": words})
        assert len(found["people"]) == 1
    assert (await place.exported()).splitlines()[1:-1] == made.splitlines()[1:-1]


@pytest.mark.parametrize(("seed", "memories"), [(1, 40), (2, 40), (3, 1_300)])
async def test_an_archive_made_at_random_comes_back_to_the_byte(place: Place, seed: int, memories: int) -> None:
    made = Maker(seed).archive(memories=memories)

    report = await place.imported(made)

    assert await place.exported() == made
    assert (report["refused"], report["loose_ties"]) == ({}, 0)
    again = await place.imported(made)
    assert (again["created"], again["already_there"]) == ({}, report["created"])
    assert await place.exported() == made


async def test_a_file_by_hand_needs_no_more_than_memories(place: Place) -> None:
    report = await place.imported(
        archive(memory(1), memory(2, "I row", successions=[Succession(replaces=ID.format(9))]))
    )

    assert report["created"] == {"memory": 2}
    assert report["loose_ties"] == 1
    listed = (await place.call("GET", "/v1/memories", params={"user_id": "u"}))["memories"]
    assert sorted(one["content"] for one in listed) == ["I row", "I ski"]


@pytest.mark.req("R7")
async def test_a_credential_in_a_file_is_refused_by_its_line_and_the_rest_is_kept(place: Place) -> None:
    report = await place.imported(archive(memory(1), memory(2, "My password is Tr0ub4dor&3-horse")))

    assert report["created"] == {"memory": 1}
    assert [refusal["where"] for refusal in report["refusals"]] == ["line 3"]
    assert "Tr0ub4dor" not in str(report)
    assert b"Tr0ub4dor" not in await place.exported()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text[: len(text) // 2], "line"),
        (lambda text: b"\n".join(text.splitlines()[:-1]) + b"\n", "the file was cut off: its footer is missing"),
        (lambda text: text.replace(b'"version":1', b'"version":99'), "line 1: has version 99"),
        (lambda text: b"hello\n" + text, "line 1"),
        (lambda text: text.replace(b'"type":"memory"', b'"type":"unicorn"', 1), "line 2: has the type 'unicorn'"),
        (lambda text: text.replace(b"I ski", b"x" * 1_000_000, 1), "line 2: memory: content: has 1,000,000 characters"),
        (lambda text: text.replace(b'{"type":"memory"', b'{"type":"memory","x":1', 1), "unknown field"),
        (lambda text: text.replace(b'"memory":2}', b'"memory":3}'), "lines are missing"),
        (lambda text: text + text.splitlines()[1] + b"\n", "follows the footer"),
        (lambda text: text.replace(b"\n", b"\n\xff\n", 1), "line 2: is not UTF-8"),
        (lambda text: text[:0], "line 1: the file is empty"),
    ],
)
async def test_a_file_that_is_broken_is_refused_with_its_line_and_changes_nothing(
    place: Place, change: object, problem: str
) -> None:
    text = change(archive(memory(1), memory(2, "I row")))  # type: ignore[operator]

    message = await place.refused(text, format="graphmem")

    assert problem in message
    assert await place.everything() == ([], [])


async def test_a_line_without_end_is_refused_before_it_is_held(place: Place) -> None:
    assert "line 2: is longer than" in await place.refused(archive().splitlines()[0] + b"\n" + b"x" * 9_000_000)


async def test_what_stands_before_a_bad_line_in_another_batch_is_kept_and_known_next_time(place: Place) -> None:
    people = [PersonLine(id=ID.replace("8000", "9000").format(0)[:-4] + f"{n:04x}", owner="user/u") for n in range(600)]
    whole = archive(*people, memory(1), counts={"person": 600, "memory": 1})

    message = await place.refused(whole.replace(b'"kind":"fact"', b'"kind":"odd"'))

    assert message.startswith("line 602: memory: ")
    assert "the 500 lines before this batch were imported" in message
    report = await place.imported(whole)
    assert report["already_there"] == {"person": 500}
    assert report["created"] == {"person": 100, "memory": 1}


@pytest.mark.req("S2")
async def test_a_forged_id_of_another_tenant_is_left_alone(place: Place, http: Http, engine: Engine) -> None:
    other = await Place.made(http, engine)
    [theirs] = await other.remember("u", "I keep bees")
    before = await other.everything()
    free = memory(1, "mine")
    forged = MemoryLine(id=theirs, owner="user/u", content="mine", kind="fact", created_at=AT, updated_at=AT)

    taken, told = await place.imported(archive(forged)), await place.imported(archive(forged))

    assert await other.everything() == before
    assert (taken["created"], told["already_there"]) == ({"memory": 1}, {"memory": 1})
    await place.empty()
    assert await place.imported(archive(free)) == taken
    await other.empty()


async def test_memories_of_mem0_are_remembered_each_as_of_its_time(place: Place, repository: Path) -> None:
    sample = (repository / "tests" / "samples" / "mem0.json").read_bytes()
    told = await place.imported(sample, dry_run=True)
    assert await place.everything() == ([], [])

    report = await place.imported(sample)

    assert report["format"] == "mem0"
    assert report["created"] == told["created"] == {"memory": 4}
    assert report["already_there"] == {"memory": 1}
    assert set(report["refused"].values()) == {1}
    assert {refusal["where"] for refusal in report["refusals"]} == {"item 5", "item 7", "item 8"}
    active = (await place.call("GET", "/v1/memories", params={"user_id": "olga"}))["memories"]
    assert {one["content"] for one in active} == {"Is vegetarian and allergic to nuts", "Lives in Porto"}
    assert {one["created_at"][:10] for one in active} == {"2025-03-02", "2025-06-11"}
    assert (await place.call("GET", "/v1/memories", params={"assistant_id": "concierge"}))["memories"]
    before = await place.everything()
    assert (await place.imported(sample))["created"] == {}
    assert await place.everything() == before


async def test_what_an_mcp_memory_server_kept_is_remembered_with_its_people(place: Place, repository: Path) -> None:
    sample = (repository / "tests" / "samples" / "mcp-memory.jsonl").read_bytes()

    report = await place.imported(sample, user_id="mia")

    assert report["created"] == {"memory": 7}
    assert [refusal["where"] for refusal in report["refusals"]] == ["line 3"]
    about = (await place.call("GET", "/v1/memories", params={"user_id": "mia", "person": "Nadia Rahman"}))["memories"]
    assert "Nadia_Rahman: Is allergic to peanuts" in {one["content"] for one in about}
    before = await place.everything()
    again = await place.imported(sample, user_id="mia")
    assert (again["created"], again["already_there"]) == ({}, {"memory": 7})
    assert await place.everything() == before


@pytest.mark.parametrize(("name", "messages"), [("chatgpt.json", 5), ("claude.json", 3)])
async def test_conversations_become_threads_that_wait_to_be_read(
    place: Place, repository: Path, name: str, messages: int
) -> None:
    sample = (repository / "tests" / "samples" / name).read_bytes()
    told = await place.imported(sample, user_id="kai", dry_run=True)

    report = await place.imported(sample, user_id="kai")

    assert {**told, "dry_run": False} == report
    assert report["created"]["message"] == messages
    threads = (await place.call("GET", "/v1/threads", params={"user_id": "kai"}))["threads"]
    assert len(threads) == report["created"]["thread"]
    assert {thread["extraction"] for thread in threads} <= {"pending", "running"}
    oldest = threads[-1]
    assert oldest["metadata"]["source"] == name.removesuffix(".json")
    said = (await place.call("GET", f"/v1/threads/{oldest['id']}/messages"))["messages"]
    assert said[0]["said_at"].startswith("2025-0")
    exported = await place.exported()
    assert b"sk-proj" not in exported
    again = await place.imported(sample, user_id="kai")
    assert (again["created"], again["already_there"]["message"]) == ({}, messages)


async def test_a_format_that_is_none_is_refused(place: Place) -> None:
    assert "format" in await place.refused(b"[]", format="yaml")
    assert "can't be told" in await place.refused(b'{"a": 1}')
    assert "is no JSON object" in await place.refused(b'[{"memory": nope}]')
    assert "was cut off" in await place.refused(json.dumps([{"memory": "x"}])[:-1].encode())


async def test_what_hangs_in_the_air_is_refused(place: Place) -> None:
    message = MessageLine(
        thread="nowhere", id="m", role="user", content="hi", status="completed", position=1, said_at=AT, created_at=AT
    )
    alias = AliasLine(id=ID.format(3), refers_to=[ID.format(4)], text="Sarah", kind="name")

    report = await place.imported(archive(memory(1), message, alias, counts={"memory": 1, "message": 1, "alias": 1}))

    assert report["created"] == {"memory": 1}
    assert sorted(refusal["where"] for refusal in report["refusals"]) == [f"alias {alias.id}", "message m"]
