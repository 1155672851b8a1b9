"""Whoever knows the ids of another tenant, from an old export, reads and deletes nothing of it by undoing."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from graphmem.adapters.neo4j.engine import Engine
from graphmem.adapters.neo4j.sizes import RecentSizes
from graphmem.core.triggers import Triggers
from graphmem.flows.extract import Reading
from graphmem.settings import Settings
from graphmem.wiring import parts
from tests.attack.files import AT, Line, archive, change, new_id, person, side, tie
from tests.types import Http
from tests.web.archives import Place, conversation
from tests.worker.reading import Scripted, read_thread

SENTENCE = "My wife Sarah likes Italian food"


@pytest.fixture
async def thief(http: Http, engine: Engine) -> AsyncIterator[Place]:
    made = await Place.made(http, engine)
    yield made
    await made.empty()


@dataclass(frozen=True)
class Robbed:
    """A tenant whose export got about, and that is about to be restored from it."""

    place: Place
    archive: bytes

    def line(self, kind: str) -> Line:
        lines: list[Line] = [json.loads(line) for line in self.archive.splitlines()]
        return next(line for line in lines if line["type"] == kind)


@pytest.fixture
async def robbed(http: Http, engine: Engine) -> AsyncIterator[Robbed]:
    place = await Place.made(http, engine)
    await place.remember("ana", SENTENCE)
    exported = await place.exported()
    await place.empty()
    yield Robbed(place, exported)
    await place.empty()


def attacks(robbed: Robbed, own: str) -> dict[str, Line]:
    """Changes that name what is another's, as if undoing them were to bring back what once was."""
    said, whom, alias = (robbed.line(kind) for kind in ("memory", "person", "alias"))
    about, called = ("ABOUT", said["id"], own), ("REFERS_TO", alias["id"], whom["id"])
    named = {"id": alias["id"], "text": alias["text"], "kind": alias["kind"]}
    return {
        "tied": change(new_id(), side(None, tie(*about, {"subject": True})), side(None, tie(*about, None))),
        "untied": change(new_id(), side(None, tie(*called, None)), side(None, tie(*called, {}))),
        "removed": change(
            new_id(),
            side({alias["id"]: None}, tie(*called, None)),
            side({alias["id"]: {"label": "Alias", "properties": named}}, tie(*called, {})),
        ),
        "changed": change(
            new_id(),
            side({said["id"]: {"label": "Memory", "properties": {"content": "x"}}}),
            side({said["id"]: {"label": "Memory", "properties": {"content": said["content"]}}}),
        ),
        "moved": change(
            new_id(),
            side(None, tie("KNOWN_TO", whom["id"], "user/u", {})),
            side(None, tie("KNOWN_TO", whom["id"], "user/u", None)),
        ),
    }


@pytest.mark.parametrize("kind", ["tied", "untied", "removed", "changed", "moved"])
async def test_undoing_what_names_anothers_ids_neither_shows_nor_touches_them(
    thief: Place, robbed: Robbed, kind: str
) -> None:
    own = new_id()
    attack = attacks(robbed, own)[kind]
    await thief.http.post("/v1/import", headers=thief.headers, content=archive(person(own), attack))
    await robbed.place.imported(robbed.archive)
    before = await robbed.place.everything()

    undone = await thief.http.post(f"/v1/changes/{attack['id']}/undo", headers=thief.headers)

    assert undone.status_code < 500
    assert await robbed.place.everything() == before
    shown = [
        await thief.http.get(f"/v1/people/{own}/memories", headers=thief.headers),
        await thief.http.get("/v1/memories", headers=thief.headers, params={"user_id": "u", "person": own}),
        await thief.http.get("/v1/export", headers=thief.headers),
    ]
    assert not any(SENTENCE in answer.text for answer in shown)


@pytest.mark.parametrize("kind", ["untied", "removed", "changed", "moved"])
async def test_a_change_that_rests_on_what_the_file_does_not_bring_is_left_out_and_told(
    thief: Place, robbed: Robbed, kind: str
) -> None:
    attack = attacks(robbed, new_id())[kind]

    report = await thief.imported(archive(attack))

    assert report["created"] == {}
    assert [refusal["where"] for refusal in report["refusals"]] == [f"change {attack['id']}"]


async def test_the_same_ids_in_two_tenants_are_two_things(thief: Place, robbed: Robbed) -> None:
    await thief.imported(robbed.archive)
    await robbed.place.imported(robbed.archive)
    before = await robbed.place.everything()
    id_ = robbed.line("memory")["id"]

    await thief.call("PATCH", f"/v1/memories/{id_}", json={"content": "I was here"})
    await thief.http.delete(f"/v1/memories/{id_}", headers=thief.headers)
    await thief.call("PATCH", f"/v1/people/{robbed.line('person')['id']}", json={"name": "Nobody"})

    assert await robbed.place.everything() == before


async def test_an_id_that_somebody_else_took_stops_no_undo(thief: Place, robbed: Robbed) -> None:
    await robbed.place.imported(robbed.archive)
    whom, alias = robbed.line("person"), robbed.line("alias")
    await robbed.place.call("PATCH", f"/v1/people/{whom['id']}", json={"name": "Sara"})
    done = await robbed.place.call("PATCH", f"/v1/people/{whom['id']}", json={"remove_aliases": [alias["text"]]})
    own = new_id()
    await thief.imported(archive(person(own), {**alias, "refers_to": [own], "of": None}))

    await robbed.place.call("POST", f"/v1/changes/{done['change_id']}/undo")

    shown = await robbed.place.call("GET", f"/v1/people/{whom['id']}")
    assert alias["text"] in (*shown["aliases"], *shown["relations"])


async def test_a_reading_that_names_anothers_run_leaves_it_as_it_is(
    thief: Place, robbed: Robbed, settings: Settings
) -> None:
    await conversation(robbed.place, settings, "ana", "talk", "I ski")
    runs = (await robbed.place.call("GET", "/v1/extractions"))["extractions"]
    thread: dict[str, Any] = {"id": "t", "user": "u", "positions": 1, "created_at": AT, "updated_at": AT}
    said = {"thread": "t", "id": "m", "role": "user", "content": "I row", "status": "completed", "position": 1}
    await thief.imported(
        archive(
            {"type": "thread", **thread},
            {"type": "message", **said, "said_at": AT, "created_at": AT},
            {"type": "reading", "thread": "t", "due_at": AT, "lease": runs[0]["id"], "failed_run": runs[0]["id"]},
        )
    )
    before = await robbed.place.everything()

    async with parts(settings) as built:
        work = Reading(
            extractions=built.extractions, extractor=Scripted(), keeping=built.keeping, sizes=RecentSizes(built.graph),
            triggers=Triggers(), confidence=0.5, max_per_turn=5, lease=30, tries=1, pause=1,
        )  # fmt: skip
        assert await read_thread(thief.tenant, "t", work)

    assert await robbed.place.everything() == before
