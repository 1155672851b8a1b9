"""What is exported can be imported: nothing is lost, nothing is doubled, nothing of another tenant is touched."""

import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.flows import tend
from graphmem.settings import Settings
from graphmem.wiring import parts
from tests.types import Http, Json
from tests.web.archives import Place, lived_in


@dataclass(frozen=True)
class Lived:
    """A tenant in which something of everything happened, as it was exported before it was emptied."""

    archive: bytes
    everything: tuple[list[str], list[str]]
    ids: Json

    @property
    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.archive.splitlines()]


@pytest.fixture(scope="module")
async def lived(http: Http, engine: Engine, settings: Settings) -> Lived:
    place = await Place.made(http, engine)
    ids = await lived_in(place, settings)
    made = Lived(await place.exported(), await place.everything(), ids)
    await place.empty()
    return made


@pytest.fixture
async def place(http: Http, engine: Engine) -> AsyncIterator[Place]:
    """A tenant with nothing in it; whatever it gets, the next test finds those ids free."""
    made = await Place.made(http, engine)
    yield made
    await made.empty()


async def test_an_export_that_is_imported_into_an_empty_place_is_exported_to_the_byte(
    place: Place, lived: Lived
) -> None:
    report = await place.imported(lived.archive)

    assert await place.exported() == lived.archive
    assert nameless(await place.everything()) == nameless(lived.everything)
    counts = lived.lines[0]["counts"]
    assert counts == lived.lines[-1]["counts"]
    assert set(counts) == {line["type"] for line in lived.lines[1:-1]}
    assert all(counts.values())
    assert report["created"] == {name: count for name, count in counts.items() if name != "reading"}
    assert report["read"] == sum(counts.values())
    assert (report["already_there"], report["refused"], report["loose_ties"]) == ({}, {}, 0)


async def test_a_change_can_be_undone_after_an_import(place: Place, lived: Lived) -> None:
    await place.imported(lived.archive)

    for name in ("edit", "unalias", "rename", "merge"):
        await place.call("POST", f"/v1/changes/{lived.ids[name]}/undo")

    assert (await place.call("GET", f"/v1/memories/{lived.ids['edited']}"))["content"] == "I like tea"
    people = {
        person["name"]: person
        for person in (await place.call("GET", "/v1/people", params={"user_id": "ana"}))["people"]
    }
    assert {"Sarah", "Kim", "Lena"} <= set(people)
    assert "Sara" not in people
    assert people["Sarah"]["aliases"] == []
    recalled = await place.call("GET", "/v1/memories", params={"user_id": "ana", "person": "my boss"})
    assert [memory["content"] for memory in recalled["memories"]] == ["My boss Kim is strict"]


async def test_what_is_imported_twice_is_there_once(place: Place, lived: Lived) -> None:
    first = await place.imported(lived.archive)
    before = await place.everything()

    second = await place.imported(lived.archive)

    assert (second["created"], second["already_there"]) == ({}, first["created"])
    assert await place.everything() == before


async def test_what_was_changed_since_the_export_stays_changed(place: Place, lived: Lived) -> None:
    await place.imported(lived.archive)
    await place.call("POST", f"/v1/changes/{lived.ids['merge']}/undo")
    await place.call("PATCH", f"/v1/memories/{lived.ids['edited']}", json={"content": "I like water"})
    before = await place.exported()

    await place.imported(lived.archive)

    assert await place.exported() == before


@pytest.mark.req("S2")
async def test_a_file_never_touches_another_tenant_and_tells_nothing_about_it(
    place: Place, lived: Lived, http: Http, engine: Engine
) -> None:
    free = await place.imported(lived.archive)
    before = await place.everything()
    other = await Place.made(http, engine)

    taken = await other.imported(lived.archive)
    again = await other.imported(lived.archive)

    assert taken == free
    assert (again["created"], again["already_there"]) == ({}, free["created"])
    assert await place.everything() == before
    assert await other.exported() == lived.archive
    for name in ("edit", "unalias", "rename", "merge"):
        await other.call("POST", f"/v1/changes/{lived.ids[name]}/undo")
    assert await place.everything() == before
    for name in ("edit", "unalias", "rename", "merge"):
        await place.call("POST", f"/v1/changes/{lived.ids[name]}/undo")
    await other.empty()


def nameless(everything: tuple[list[str], list[str]]) -> list[str]:
    """Without the names of tenants, and what is made of them."""
    lines = (
        re.sub(r"archive-[0-9a-f]{12}|'o[0-9]{20,30}'", "tenant", line) for line in (*everything[0], *everything[1])
    )
    return sorted(lines)


async def test_some_users_can_be_exported_alone(place: Place, lived: Lived) -> None:
    await place.imported(lived.archive)

    archive = await place.exported(user_id="ben")

    lines = [json.loads(line) for line in archive.splitlines()]
    assert {line["owner"] for line in lines if line["type"] == "owner"} == {"user/ben", "thread/talk-2"}
    assert [line["id"] for line in lines if line["type"] == "thread"] == ["talk-2"]
    assert b"Sara" not in archive
    both = await place.exported(user_id=["ana", "ben"])
    assert b"boats" not in both
    assert b"Sara" in both
    await place.empty()
    await place.imported(archive)
    assert await place.exported() == archive


async def test_vectors_come_along_only_when_asked_for_and_are_computed_anew_else(
    place: Place, settings: Settings
) -> None:
    await place.remember("ana", "I like tea", "I ski")
    plain, whole = await place.exported(), await place.exported(with_embeddings=True)
    assert b'"embedding"' not in plain
    assert len(whole) > 10 * len(plain)
    await place.empty()
    await place.imported(whole)
    assert await place.exported(with_embeddings=True) == whole
    recalled = await place.call("POST", "/v1/recall", json={"user_id": "ana", "query": "hot drinks"})
    assert recalled["memories"][0]["content"] == "I like tea"
    await place.empty()
    model = json.loads(whole.splitlines()[0])["embedding_model"]
    await place.imported(whole.replace(model.encode(), b"another/model", 1))
    assert b'"embedding":' not in await place.exported(with_embeddings=True)
    await place.empty()
    await place.imported(plain)
    async with parts(settings) as built:
        await tend.embed_missing(graph=built.graph, embedder=built.embedder)
    recalled = await place.call("POST", "/v1/recall", json={"user_id": "ana", "query": "hot drinks"})
    assert recalled["memories"][0]["content"] == "I like tea"


async def test_a_dry_run_tells_what_would_happen_and_changes_nothing(place: Place, lived: Lived) -> None:
    told = await place.imported(lived.archive, dry_run=True)

    assert await place.everything() == ([], [])
    assert {**told, "dry_run": False} == await place.imported(lived.archive)
